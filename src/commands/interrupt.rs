//! Ctrl-C: ends what is under way, and the process when nothing is.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use waggle::uhp::Conversation;

use crate::exit_code::{ExitCode, INTERRUPTED};

/// Serves a session on the standard streams until the end of the input; Ctrl-C cuts
/// short what it is doing.
pub(crate) fn serve(session: &mut impl Conversation) -> anyhow::Result<ExitCode> {
    let control = session.control();
    handle(move || control.interrupt())?;
    waggle::uhp::serve(session, io::stdin(), io::stdout(), io::stderr())?;
    Ok(ExitCode::Done)
}

/// A flag that Ctrl-C raises. Once it is up, another Ctrl-C ends the process.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    handle(move || !raised.swap(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// Calls `interrupt` at each Ctrl-C, and ends the process where that finds nothing to
/// interrupt.
fn handle(interrupt: impl Fn() -> bool + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if !interrupt() {
            process::exit(INTERRUPTED);
        }
    })
    .context("installing the handler of Ctrl-C")
}
