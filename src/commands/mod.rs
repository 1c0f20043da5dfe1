//! One verb each: wires the parts of the library together and owns the
//! terminal. A new verb is a variant in `cli::Verb`, a file here, and a line
//! in [`run`].

mod analyze;
mod bees;
mod bench;
mod convert;
mod game_files;
mod interrupt;
mod match_games;
mod memory;
mod perft;
mod position_args;
mod review;
mod search_args;
mod show;
mod solve;
mod terminal;
mod tune;
mod tune_search;
mod uhp;
mod verify;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use convert::ConvertArgs;
pub(crate) use match_games::MatchArgs;
pub(crate) use review::ReviewArgs;
pub(crate) use show::ShowArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use tune::TuneArgs;
pub(crate) use tune_search::TuneSearchArgs;
pub(crate) use verify::VerifyArgs;

use crate::cli::{Cli, Verb};
use crate::exit_code::ExitCode;

/// Does what the command line asks for.
pub(crate) fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.verb.unwrap_or(Verb::Uhp) {
        Verb::Uhp => uhp::run(),
        Verb::Perft(args) => perft::run(&args),
        Verb::Bench(args) => bench::run(&args),
        Verb::Analyze(args) => analyze::run(&args),
        Verb::Review(args) => review::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Tune(args) => tune::run(&args),
        Verb::TuneSearch(args) => tune_search::run(&args),
        Verb::Bees(args) => bees::run(args),
        Verb::Convert(args) => convert::run(&args),
        Verb::Match(args) => match_games::run(&args),
        Verb::Verify(args) => verify::run(&args),
    }
}
