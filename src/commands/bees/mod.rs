//! `waggle bees`: the second game, for programs and for people.

mod person;
mod session;

use anyhow::Context;
use waggle::search::{Searcher, Settings};

use super::interrupt;
use crate::cli::{BeesArgs, BeesVerb};
use crate::exit_code::ExitCode;

use session::Session;

/// Serves a session, or plays with a person.
pub(crate) fn run(args: BeesArgs) -> anyhow::Result<ExitCode> {
    match args.verb {
        Some(BeesVerb::Play(args)) => person::run(&args),
        None => interrupt::serve(&mut Session::new()?),
    }
}

/// A searcher for Bees!, with this many threads and this much memory.
fn settings(threads: usize, table_mib: usize) -> Settings {
    Settings { threads, table_mib, ..Settings::default() }
}

/// A searcher for a person's opponent.
fn searcher() -> anyhow::Result<Searcher> {
    let defaults = waggle::uhp::Options::default();
    Searcher::new(&settings(defaults.threads, defaults.table_mib)).context("making a table")
}
