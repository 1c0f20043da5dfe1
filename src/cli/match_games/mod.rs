//! Arguments of `waggle match`.

mod engine_args;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use waggle::arena::{DrawRule, MatchFormat, Shard, Sprt, WinRule, seconds};
use waggle::notation::parse_game_type;
use waggle::rules::GameType;

use super::values::{number, one_of, real, time};

pub(crate) use engine_args::{MatchEngineArgs, MatchEngines};

/// In longer random games, positions without an ending are hard to find.
const MAX_RANDOM_PLIES: u64 = 100;
/// More than any machine has cores.
const MAX_CONCURRENCY: u64 = 256;

/// Plays engines against each other.
#[derive(Args, Debug)]
#[command(args_override_self = true)]
#[allow(clippy::struct_excessive_bools, reason = "they are switches of the command line")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) engines: MatchEngines,

    /// Engines and settings from a TOML file
    ///
    /// Keys are the names of the options; each engine is a table [[engine]] with a `command`. Options
    /// on the command line take precedence over all but those of an [[engine]].
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Number of games in each encounter
    ///
    /// Both games of a pair have the same opening, with colors swapped.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) games: u32,

    /// Format: round-robin, gauntlet or knockout
    ///
    /// In a gauntlet the first engine plays all others. In a knockout the loser of an encounter is
    /// eliminated; a tie is extended by up to five pairs, and then goes to the engine listed first.
    #[arg(long, default_value = MatchFormat::RoundRobin.name(), value_parser = one_of(MatchFormat::ALL.map(|format| (format.name(), format))), hide_possible_values = true)]
    pub(crate) format: MatchFormat,

    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=MAX_CONCURRENCY))]
    pub(crate) concurrency: usize,

    /// Game types to alternate between [default: Base+MLP]
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = parse_game_type)]
    pub(crate) game_types: Vec<GameType>,

    /// File of openings
    ///
    /// PGN, or a GameString per line.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Length of random openings in plies
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings", value_parser = number::<u32>(0..=MAX_RANDOM_PLIES))]
    pub(crate) random_plies: u32,

    /// Maximum imbalance of a random opening
    ///
    /// In liberties, by a shallow search of the built-in engine; `inf` accepts every opening.
    #[arg(long, value_name = "SCORE", default_value_t = 0.6, conflicts_with = "openings", value_parser = real(0.0..=f64::INFINITY))]
    pub(crate) balance: f64,

    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "openings", value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,

    /// How late a move may be
    ///
    /// By default half of the time for a move, but at least 0.05 s and at most 0.25 s.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) margin: Option<Duration>,

    /// Clocks count nodes, N per millisecond
    ///
    /// For games of `self` whose results do not depend on the machine's load.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) nodes_as_time: Option<u32>,

    /// Timeout for replies without a time limit
    #[arg(long, value_name = "SECONDS", value_parser = time, default_value = "60")]
    pub(crate) patience: Duration,

    /// Longer games are draws
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) max_plies: u32,

    /// Adjudicate decided games
    ///
    /// SCORE,PLIES such as 5,6: one side wins after PLIES consecutive plies with a score of at least
    /// SCORE liberties in its favor.
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub(crate) adjudicate_win: Option<WinRule>,

    /// Adjudicate even games
    ///
    /// SCORE,PLIES,AFTER such as 0.2,10,80: a draw after PLIES consecutive plies with a score of at most
    /// SCORE liberties for either side, from ply AFTER on.
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub(crate) adjudicate_draw: Option<DrawRule>,

    /// Nodes to search when the built-in engine judges
    ///
    /// It balances openings, and scores positions for engines that report no score.
    #[arg(long, value_name = "COUNT", default_value_t = 2000, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) judge_nodes: u64,

    /// Stop when this SPRT has a verdict
    ///
    /// A sequential probability ratio test between two Elo differences, such as 0,5 for a gain or -4,1
    /// for a simplification, or elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized; the other model is
    /// `logistic`. The exit code is 0 if elo1 is accepted, 1 if elo0 is, 3 if neither.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,

    /// The player whose rating is 0 [default: the mean of all]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) anchor: Option<String>,

    /// Folder for logs of the conversations
    ///
    /// A file for each engine. The folder is created if missing. With --resume, existing logs are continued.
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,

    /// Append each finished game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Continue when an engine does not work
    ///
    /// By default an engine that cannot start, refuses an option or fails in its first game ends the
    /// match. With --recover it loses such games. Elo and los never count them, and are withheld if there
    /// are many.
    #[arg(long)]
    pub(crate) recover: bool,

    /// Continue the match in the PGN file
    #[arg(long)]
    pub(crate) resume: bool,

    /// Play only one part of the match, such as 2/5
    ///
    /// Every N-th pair of games. --summarise prints the statistics of all parts together.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,

    /// List the games to play, and play none
    ///
    /// With --shard the games of that part, with --resume the missing ones.
    #[arg(long)]
    pub(crate) list: bool,

    /// Print the statistics of PGN files, and play nothing
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) summarise: Vec<PathBuf>,

    /// Event tag of the PGN file
    #[arg(long, value_name = "TEXT", default_value = "waggle match")]
    pub(crate) event: String,

    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
