//! The command line: one file per verb with its arguments, and nothing that acts.
//! `commands` reads what stands here; nothing here knows `commands`.

mod analyze;
mod bees;
mod bench;
mod board;
mod book;
pub(crate) mod color;
mod convert;
mod filter;
#[cfg(feature = "hivegame")]
mod hivegame;
mod manual;
mod match_games;
mod modes;
mod network;
mod openings;
mod perft;
mod play;
mod position;
mod puzzles;
mod ratings;
mod report;
mod review;
mod search;
mod service;
mod show;
mod solve;
mod tune;
mod tune_levels;
mod tune_people;
mod tune_search;
mod uhp;
mod values;
mod verify;

use std::ffi::OsString;

use clap::{ColorChoice, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use waggle::text::printable;

use crate::version;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use bees::{BeesArgs, BeesVerb};
pub(crate) use bench::BenchArgs;
pub(crate) use board::BoardArgs;
pub(crate) use book::{BookArgs, BookBuildArgs, BookMergeArgs, BookShowArgs, BookVerb};
pub(crate) use convert::ConvertArgs;
pub(crate) use filter::FilterArgs;
#[cfg(feature = "hivegame")]
pub(crate) use hivegame::{HivegameArgs, HivegameVerb};
pub(crate) use manual::{CompletionsArgs, ManArgs};
pub(crate) use match_games::{MatchArgs, MatchEngineArgs, MatchEngines};
pub(crate) use network::CheckNetworkArgs;
pub(crate) use openings::OpeningsArgs;
pub(crate) use perft::PerftArgs;
pub(crate) use play::{Pace, PlayArgs, SeatArgs};
pub(crate) use position::PositionArgs;
pub(crate) use puzzles::PuzzlesArgs;
pub(crate) use ratings::RatingsArgs;
pub(crate) use report::ReportArgs;
pub(crate) use review::ReviewArgs;
pub(crate) use search::{EngineArgs, LimitArgs, NetworkArgs};
pub(crate) use service::ServiceArgs;
pub(crate) use show::{ShowArgs, ShowFormat};
pub(crate) use solve::SolveArgs;
pub(crate) use tune::{BUILT_IN, TuneArgs};
pub(crate) use tune_levels::TuneLevelsArgs;
pub(crate) use tune_people::TunePeopleArgs;
pub(crate) use tune_search::TuneSearchArgs;
pub(crate) use uhp::UhpArgs;
pub(crate) use verify::VerifyArgs;

/// A Hive engine that speaks the Universal Hive Protocol.
///
/// Without a command it serves the protocol on its standard input and output,
/// as viewers and bot hosts expect.
#[derive(Debug, Parser)]
#[command(name = "waggle", version, term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    /// Options of the engine, if there is no command.
    #[command(flatten)]
    pub(crate) uhp: UhpArgs,

    /// When to use colors; by default in a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value_t, hide_short_help = true)]
    pub(crate) color: ColorChoice,
}

/// The command line. A negative number is always the value of the option before it, so that the
/// error message is about a number.
pub(crate) fn command() -> Command {
    // The options of the engine do not fit on the one screen of the short help.
    with_negative_numbers(Cli::command().mut_args(|arg| arg.hide_short_help(true)))
}

/// The same, ready to parse. Its help omits `help`, which does the same as `--help` and only exists
/// once the command is built, and commands for packagers.
pub(crate) fn parser() -> Command {
    let mut command = command();
    command.build();
    ["help", "completions", "man"]
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, |verb| verb.hide(true)))
        .mut_arg("version", |version| version.hide_short_help(true))
        .long_version(version::text())
        .after_long_help(
            "For packagers: `waggle completions SHELL` and `waggle man` print shell completions and the \
             manual page.",
        )
}

/// Parses a command line. Errors quote its words without control characters.
pub(crate) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let read = |words: &[OsString]| {
        let mut command = parser();
        let matches = command.try_get_matches_from_mut(words)?;
        modes::check(&command, &matches)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    };
    read(words).map_err(|error| {
        let clean = words.iter().map(|word| printable(&word.to_string_lossy()).into_owned().into());
        read(&clean.collect::<Vec<_>>()).err().unwrap_or(error)
    })
}

fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    });
    command.mut_subcommands(with_negative_numbers)
}

/// Everything that the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Serve the Universal Hive Protocol (the default).
    Uhp(UhpArgs),
    /// Count the move sequences from a position (perft).
    Perft(PerftArgs),
    /// Search fixed positions to a fixed depth and print nodes and speed.
    Bench(BenchArgs),
    /// Analyze a position: its score and the best lines.
    ///
    /// For many positions, or from a program, use `waggle service`: it takes queries as lines of JSON
    /// and searches as many positions at a time as there are threads.
    Analyze(AnalyzeArgs),
    /// Find a forced win, or prove that there is none.
    Solve(SolveArgs),
    /// Review a game: what each move cost, and what was better.
    Review(ReviewArgs),
    /// Analyze many positions at once, for other programs: queries and answers as lines of JSON.
    ///
    /// Reads queries on standard input and writes answers on standard output, in any order, each with
    /// the `id` of its query; docs/service.md describes both. For one position at the terminal, use
    /// `waggle analyze`.
    Service(ServiceArgs),
    /// Find puzzles in games: positions where only one move forces a win.
    Puzzles(PuzzlesArgs),
    /// Explore the openings of an archive.
    Openings(OpeningsArgs),
    /// Draw a position: as text, SVG or PNG.
    Show(ShowArgs),
    /// Play Hive against the engine in the terminal.
    Play(PlayArgs),
    /// Play and analyze in a browser.
    ///
    /// Serves the page to this machine only, and opens it in a browser.
    Board(BoardArgs),
    /// Build, merge and inspect opening books.
    Book(BookArgs),
    /// Play Bees!, the second game of the rule books.
    ///
    /// Without a command of its own it serves a session in the frame of the
    /// Universal Hive Protocol: `newgame`, `play`, `validmoves`, `bestmove`,
    /// `board` and so on.
    Bees(BeesArgs),
    /// Fit the evaluation's weights to games of the engine against itself.
    #[command(hide = true)]
    Tune(TuneArgs),
    /// Check a network of a file: its size, its error and its speed, and how it differs from another.
    #[command(hide = true)]
    Network(CheckNetworkArgs),
    /// Measure other values of the search's parameters by playing.
    #[command(hide = true)]
    TuneSearch(TuneSearchArgs),
    /// Measure the levels: their games, and what they miss.
    #[command(hide = true)]
    TuneLevels(TuneLevelsArgs),
    /// Fit the model of people's moves to their games, or measure it on others.
    #[command(hide = true)]
    TunePeople(TunePeopleArgs),
    /// Convert games to another format.
    Convert(ConvertArgs),
    /// Play a match between engines and estimate which is stronger.
    Match(Box<MatchArgs>),
    /// Rate the players of an archive by all of its games at once.
    Ratings(RatingsArgs),
    /// Check that an engine follows the protocol and the rules.
    Verify(VerifyArgs),
    /// Print what a report of a fault needs: versions, processor, options and the game.
    ///
    /// Nothing else: no names, no paths, nothing of other games. It sends nothing.
    Report(ReportArgs),
    /// Play on hivegame.com as a bot, or review games for it.
    #[cfg(feature = "hivegame")]
    Hivegame(HivegameArgs),
    /// Print shell completions.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man(ManArgs),
}
