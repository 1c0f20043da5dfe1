//! Arguments of `waggle match`.

mod engine_args;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use waggle::arena::{DrawRule, Format, Shard, Sprt, WinRule, seconds};
use waggle::notation::{GameTypeError, parse_game_type};
use waggle::rules::GameType;

use super::values::{number, real};

pub(crate) use engine_args::{MatchEngineArgs, MatchEngines};

/// The most random plies: beyond that, games that are not over become hard to find.
const LONGEST_OPENING: u64 = 100;

/// The most games at the same time: more than any machine has cores for, and few enough to
/// start.
const MOST_AT_ONCE: u64 = 256;

/// Plays engines against each other.
#[derive(Args, Debug)]
#[command(args_override_self = true)]
#[allow(clippy::struct_excessive_bools, reason = "they are switches of the command line")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) engines: MatchEngines,

    /// Engines and settings from a TOML file
    ///
    /// They have the names of the options; each engine is a table [[engine]] with its `command`. What is typed
    /// besides comes first.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Games of each encounter
    ///
    /// They come in pairs from one opening, with colors swapped.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) games: u32,

    /// Kind of match: round-robin, gauntlet, knockout
    ///
    /// In a gauntlet the first engine meets all others. In a knockout, who loses an encounter is out; a drawn
    /// one goes on for up to five pairs, and then to the engine that is listed first.
    #[arg(long, value_enum, default_value_t = FormatArg::RoundRobin, hide_possible_values = true)]
    pub(crate) format: FormatArg,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=MOST_AT_ONCE))]
    pub(crate) concurrency: usize,

    /// Game types, in turns [default: Base+MLP]
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = game_type)]
    pub(crate) game_types: Vec<GameType>,

    /// Openings from a file
    ///
    /// Either a GameString on each line, or a PGN file.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Openings of so many random plies
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings", value_parser = number::<u32>(0..=LONGEST_OPENING))]
    pub(crate) random_plies: u32,

    /// How uneven a random opening may be
    ///
    /// A shallow search by the built-in engine scores it, in liberties; `inf` takes every opening.
    #[arg(long, value_name = "SCORE", default_value_t = 0.6, value_parser = real(0.0..=f64::INFINITY))]
    pub(crate) balance: f64,

    /// What the random openings are made from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,

    /// By how much a move may be late
    ///
    /// Without it by half of the time for a move, but at least by 0.05 s and at most by 0.25 s.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) margin: Option<Duration>,

    /// How long it may be silent without time limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub(crate) patience: Duration,

    /// The longest game, a draw
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) max_plies: u32,

    /// Award games that are decided
    ///
    /// The rule is SCORE,PLIES: after so many plies in a row in which the score favors one side by SCORE
    /// liberties or more, such as 5,6.
    #[arg(long, value_name = "RULE")]
    pub(crate) adjudicate_win: Option<WinRule>,

    /// Call games draws that are even
    ///
    /// The rule is SCORE,PLIES,AFTER: after so many plies in a row with a score of at most SCORE liberties
    /// for either side, from ply AFTER on, such as 0.2,10,80.
    #[arg(long, value_name = "RULE")]
    pub(crate) adjudicate_draw: Option<DrawRule>,

    /// How many positions a judgment costs
    ///
    /// The built-in engine balances openings, and scores positions for engines that do not tell their
    /// score.
    #[arg(long, value_name = "COUNT", default_value_t = 2000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) judge_nodes: u64,

    /// Stop when this test has decided
    ///
    /// A sequential probability ratio test between two differences in strength, such as
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized. The model may be `logistic`. The exit code is
    /// 0 if elo1 is accepted, 1 if elo0 is, 3 if neither.
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<Sprt>,

    /// Write down what is said to each engine, and answered
    ///
    /// One file for each engine, in this folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,

    /// Append each finished game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Play on when an engine does not work
    ///
    /// Without it, an engine that cannot start, refuses its options, or fails in its first game ends the
    /// match at once. With it, such games are lost; the statistics never count them, and are withheld if
    /// they are many.
    #[arg(long)]
    pub(crate) recover: bool,

    /// Continue the match of the PGN file
    #[arg(long, requires = "pgn")]
    pub(crate) resume: bool,

    /// Play one part of the match only, such as 2/5
    ///
    /// Every N-th pair of games. All parts belong to one match, whose statistics --summarise prints.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,

    /// Play nothing, list the games to play
    ///
    /// With --shard those of the part, with --resume those that are missing.
    #[arg(long)]
    pub(crate) list: bool,

    /// Play nothing, count the games of PGN files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "pgn", "resume", "list"])]
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
    /// Who loses an encounter is out
    Knockout,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::RoundRobin => Self::RoundRobin,
            FormatArg::Gauntlet => Self::Gauntlet,
            FormatArg::Knockout => Self::Knockout,
        }
    }
}

fn game_type(text: &str) -> Result<GameType, GameTypeError> {
    parse_game_type(text)
}
