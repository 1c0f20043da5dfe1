//! What can be typed after `waggle match`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use waggle::arena::{DrawRule, Format, Shard, Sprt, WinRule, seconds};
use waggle::notation::{GameTypeError, parse_game_type};
use waggle::rules::GameType;

use super::engine_args::EngineList;

/// Plays engines against each other.
#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) engines: EngineList,

    /// Games of each encounter, in colour-swapped pairs from one opening
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) games: u32,

    /// Who meets whom when there are more than two engines
    #[arg(long, value_enum, default_value_t = FormatArg::RoundRobin)]
    pub(crate) format: FormatArg,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) concurrency: usize,

    /// Game types, taken in turns [default: Base+MLP]
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = game_type)]
    pub(crate) game_types: Vec<GameType>,

    /// Openings: a file with a GameString on each line, or a PGN file
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Openings: this many random plies
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings")]
    pub(crate) random_plies: u32,

    /// How far from 0 a shallow search may score a random opening, in
    /// liberties; `inf` takes every opening
    #[arg(long, value_name = "SCORE", default_value_t = 0.6)]
    pub(crate) balance: f64,

    /// What the random openings are made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// By how much a move may be late
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.25")]
    pub(crate) margin: Duration,

    /// How long an engine may be silent where no time limit says otherwise
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub(crate) patience: Duration,

    /// The longest game, a draw
    #[arg(long, value_name = "PLIES", default_value_t = 400)]
    pub(crate) max_plies: u32,

    /// Award a game after PLIES plies in a row with a score of SCORE or more
    #[arg(long, value_name = "SCORE,PLIES")]
    pub(crate) adjudicate_win: Option<WinRule>,

    /// Call a game a draw after PLIES plies in a row with a score of at most
    /// SCORE, from ply AFTER on
    #[arg(long, value_name = "SCORE,PLIES,AFTER")]
    pub(crate) adjudicate_draw: Option<DrawRule>,

    /// Positions that the built-in engine searches to score a position for
    /// an engine that does not tell its score, and to balance openings
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    pub(crate) judge_nodes: u64,

    /// Stop when a sequential probability ratio test has decided, such as
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<Sprt>,

    /// Append each game to this file when it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Go on with the match whose games are in the PGN file
    #[arg(long, requires = "pgn")]
    pub(crate) resume: bool,

    /// Play one part of the match, such as 2/5 for the second of five
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub(crate) shard: Shard,

    /// Summarise the games of these PGN files and play none
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "pgn", "resume"])]
    pub(crate) summarise: Vec<PathBuf>,

    /// Name of the event in the PGN file
    #[arg(long, value_name = "TEXT", default_value = "waggle match")]
    pub(crate) event: String,

    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// [`Format`] on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormatArg {
    /// Everybody meets everybody
    RoundRobin,
    /// The first engine meets all others
    Gauntlet,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::RoundRobin => Self::RoundRobin,
            FormatArg::Gauntlet => Self::Gauntlet,
        }
    }
}

fn game_type(text: &str) -> Result<GameType, GameTypeError> {
    parse_game_type(text)
}
