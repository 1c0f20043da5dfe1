//! The verbs, one per file: they connect the parts of the library and own the terminal. A new verb is
//! a variant of `cli::Verb` with a file of arguments in `cli`, a file here, and an arm in [`run`].

mod analyze;
mod archive;
mod bees;
mod bench;
mod board;
mod book;
mod convert;
mod game_files;
mod growing_file;
#[cfg(feature = "hivegame")]
mod hivegame;
mod interrupt;
mod live;
mod manual;
mod match_games;
mod memory;
mod network;
mod openings;
mod outputs;
mod people_puzzles;
mod people_reviews;
mod perft;
mod play;
mod position;
mod puzzles;
mod ratings;
mod report;
mod review;
mod service;
mod show;
mod solve;
mod terminal;
mod tune;
mod tune_levels;
mod tune_people;
mod tune_search;
mod uhp;
mod verify;

use std::env;

use anyhow::Context as _;

use waggle::rules;

use crate::cli::{Cli, Verb};
use crate::exit_code::ExitCode;

/// The environment variable that selects the move generator's kernel, for tests that compare them.
const KERNEL: &str = "WAGGLE_KERNEL";

pub(crate) fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    if let Some(name) = env::var_os(KERNEL) {
        rules::use_kernel(&name.to_string_lossy()).context(KERNEL)?;
    }
    let verb = match cli.verb {
        None => Verb::Uhp(cli.uhp),
        Some(Verb::Uhp(args)) => Verb::Uhp(cli.uhp.and(args)),
        Some(verb) => {
            cli.uhp.ensure_none()?;
            verb
        }
    };
    match verb {
        Verb::Uhp(args) => uhp::run(&args),
        Verb::Perft(args) => perft::run(&args),
        Verb::Bench(args) => bench::run(&args),
        Verb::Analyze(args) => analyze::run(&args),
        Verb::Ratings(args) => ratings::run(&args),
        Verb::Review(args) => review::run(&args),
        Verb::Service(args) => service::run(&args),
        Verb::Puzzles(args) => puzzles::run(&args),
        Verb::Openings(args) => openings::run(&args),
        Verb::Board(args) => board::run(&args),
        Verb::Book(args) => book::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Play(args) => play::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Tune(args) => tune::run(&args),
        Verb::Network(args) => network::run(&args),
        Verb::TuneSearch(args) => tune_search::run(&args),
        Verb::TuneLevels(args) => tune_levels::run(&args),
        Verb::TunePeople(args) => tune_people::run(&args),
        Verb::Bees(args) => bees::run(args),
        Verb::Convert(args) => convert::run(&args),
        Verb::Match(args) => match_games::run(&args),
        Verb::Verify(args) => verify::run(&args),
        Verb::Report(args) => report::run(&args),
        #[cfg(feature = "hivegame")]
        Verb::Hivegame(args) => hivegame::run(&args),
        Verb::Completions(args) => manual::completions(&args),
        Verb::Man(args) => manual::man(&args),
    }
}
