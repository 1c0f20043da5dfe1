//! `waggle uhp`, and `waggle` alone: the engine.

use waggle::search::{Searcher, Settings};
use waggle::uhp::Session;

use super::interrupt;
use crate::exit_code::ExitCode;

/// Serves the protocol until the end of the input.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    // The session sets the size of the table by its own options.
    let searcher = Searcher::new(&Settings { table_mib: 1, ..Settings::default() })?;
    let mut session: Session<Searcher> = Session::new(searcher)?;
    interrupt::serve(&mut session)
}
