//! `waggle uhp`, and `waggle` alone: the engine.

use waggle::search::{Searcher, Settings};
use waggle::uhp::Session;

use super::{book, interrupt};
use crate::cli::UhpArgs;
use crate::exit_code::ExitCode;

/// Serves the protocol until the end of the input.
pub(crate) fn run(args: &UhpArgs) -> anyhow::Result<ExitCode> {
    // The session sets the size of the table.
    let searcher = Searcher::new(&Settings { table_mib: 1, ..Settings::default() })?;
    let mut session: Session<Searcher> = Session::with_options(searcher, args.options()?)?;
    if let Some(path) = args.book() {
        session.set_book(book::read(path)?);
    }
    interrupt::serve(&mut session)
}
