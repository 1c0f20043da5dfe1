//! `waggle bees`: the second game, for programs and for people.

mod announcements;
mod move_list;
mod person;

use anyhow::Context;
use waggle::bees::{Game, Position};
use waggle::search::{GameSearcher, Settings};
use waggle::uhp::{Options, Session};

use super::interrupt;
use crate::cli::{BeesArgs, BeesVerb};
use crate::exit_code::ExitCode;

/// Serves a session, or plays with a person.
pub(crate) fn run(args: BeesArgs) -> anyhow::Result<ExitCode> {
    match args.verb {
        Some(BeesVerb::Play(args)) => person::run(&args),
        None => {
            // The session sets the size of the table by its own options.
            let searcher = searcher(1, 1)?;
            let mut session: Session<_, Game> = Session::new(searcher)?;
            interrupt::serve(&mut session)
        }
    }
}

/// The searcher of a person's opponent.
fn opponent() -> anyhow::Result<GameSearcher<Position>> {
    let defaults = Options::default();
    searcher(defaults.threads, defaults.table_mib)
}

fn searcher(threads: usize, table_mib: usize) -> anyhow::Result<GameSearcher<Position>> {
    let settings = Settings { threads, table_mib, ..Settings::default() };
    GameSearcher::new(&settings).context("making a searcher")
}
