//! `waggle uhp`, and `waggle` alone: the engine.

use std::io;
use std::process;

use anyhow::Context;
use waggle::search::{Searcher, Settings};
use waggle::uhp::{Session, serve};

use crate::exit_code::{ExitCode, INTERRUPTED};

/// Serves the protocol until the end of the input.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    // The session sets the size of the table by its own options.
    let searcher = Searcher::new(&Settings { table_mib: 1, ..Settings::default() })?;
    let mut session = Session::new(searcher)?;
    let control = session.control();
    ctrlc::set_handler(move || {
        if !control.interrupt() {
            process::exit(INTERRUPTED);
        }
    })
    .context("installing the handler of Ctrl-C")?;
    serve(&mut session, io::stdin(), io::stdout(), io::stderr())?;
    Ok(ExitCode::Done)
}
