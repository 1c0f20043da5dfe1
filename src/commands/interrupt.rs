//! Signals: Ctrl-C ends a running search or an idle process; SIGTERM and SIGHUP end the program.

use std::io::{self, IsTerminal as _, Write as _};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use waggle::uhp::{Engine, Interrupt, Session, SessionGame};

use crate::exit_code::{ExitCode, INTERRUPTED};

/// The exit code of a session ended by SIGTERM, as shells report it.
#[cfg(unix)]
const TERMINATED: i32 = 128 + 15;

/// Serves a session on the standard streams until the end of the input; Ctrl-C ends the running
/// search.
///
/// Ctrl-C ends an idle session only if a person types the commands: a viewer interrupts a search to
/// cancel it, which may arrive just after the answer has been sent. Viewers end the session with
/// `exit`, by closing the input, or with SIGTERM.
///
/// The program must have called [`end_with_client`] before it made the session's engine.
pub(crate) fn serve<E: Engine<G>, G: SessionGame>(
    session: &mut Session<E, G>,
) -> anyhow::Result<ExitCode> {
    let control = session.control();
    let is_viewer = !io::stdin().is_terminal();
    handle(move || match control.interrupt() {
        Interrupt::Heeded => true,
        Interrupt::Idle => is_viewer,
        Interrupt::Overdue => false,
    })?;
    waggle::uhp::serve(session, io::stdin(), io::stdout(), io::stderr())?;
    Ok(ExitCode::Done)
}

/// Lets SIGTERM end this process, even as process 1, where the kernel would ignore it.
///
/// On Unix the process also ends when its output is closed. On Windows it notices that when it next
/// writes a line.
///
/// Must be called before any other thread starts, those of an engine included: threads inherit the
/// signal mask, and one that does not block SIGTERM would take it in process 1 and do nothing.
pub(crate) fn end_with_client() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        if process::id() == 1 {
            let end = || process::exit(TERMINATED);
            unix::wait_in_background(end).context("listening for signals")?;
        }
    }
    end_when_nobody_reads()
}

/// Ends the process when its output is closed, even during a search that writes nothing. On Windows
/// it notices that when it next writes.
///
/// For verbs that only print; must be called after [`stop_flag`], whose signal mask the watching
/// thread inherits.
pub(crate) fn end_when_nobody_reads() -> anyhow::Result<()> {
    #[cfg(unix)]
    unix::exit_when_nobody_reads().context("watching the output")?;
    Ok(())
}

/// Ctrl-C in a game at a terminal: it stops a running search; otherwise, or if the search goes on,
/// it ends the program with a farewell.
#[derive(Debug, Default)]
pub(crate) struct TableInterrupt {
    stop: AtomicBool,
    is_working: AtomicBool,
    farewell: Mutex<String>,
}

impl TableInterrupt {
    pub(crate) fn new() -> anyhow::Result<Arc<Self>> {
        let table = Arc::new(Self::default());
        let heeding = Arc::clone(&table);
        handle(move || heeding.interrupt())?;
        Ok(table)
    }

    /// Set when the search is to stop.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// A search begins that can be stopped.
    pub(crate) fn begin(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.is_working.store(true, Ordering::Release);
    }

    pub(crate) fn end(&self) {
        self.is_working.store(false, Ordering::Release);
    }

    /// Sets what is printed when the program ends.
    pub(crate) fn set_farewell(&self, text: &str) {
        let mut farewell = self.farewell.lock().unwrap_or_else(PoisonError::into_inner);
        text.clone_into(&mut farewell);
    }

    /// Whether there was a search to stop; if not, prints the farewell.
    fn interrupt(&self) -> bool {
        if self.is_working.load(Ordering::Acquire) && !self.stop.swap(true, Ordering::Relaxed) {
            return true;
        }
        let _ = writeln!(io::stderr());
        self.say_farewell();
        false
    }

    /// Prints the farewell on the error output: the table may hold the lock of the standard output.
    pub(crate) fn say_farewell(&self) {
        let farewell = self.farewell.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = write!(io::stderr(), "{farewell}");
    }
}

/// A flag set by each [request to end](on_request_to_end): searches stop and still print their
/// result. A second request ends the process at once.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_request_to_end(move || {
        if raised.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
    })?;
    Ok(flag)
}

/// Ends the process at the first request to end: for verbs that have nothing to finish.
pub(crate) fn end_at_request() -> anyhow::Result<()> {
    on_request_to_end(|| process::exit(INTERRUPTED))
}

pub(crate) fn say_how_to_resume() {
    // A closed error output is no reason to fail.
    let _ = writeln!(io::stderr(), "interrupted: the same command with --resume continues");
}

/// Calls `interrupt` at each Ctrl-C, and ends the process where that returns false.
fn handle(interrupt: impl Fn() -> bool + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if !interrupt() {
            process::exit(INTERRUPTED);
        }
    })
    .context("installing the handler of Ctrl-C")
}

/// Calls `end` for each request to end: Ctrl-C, SIGTERM, and SIGHUP if the error output is a
/// terminal; otherwise SIGHUP is ignored, as `nohup` expects. For verbs with something to finish.
///
/// Must be called before any other thread starts, because threads inherit the signal mask.
pub(crate) fn on_request_to_end(end: impl Fn() + Clone + Send + 'static) -> anyhow::Result<()> {
    #[cfg(unix)]
    unix::wait_in_background(end.clone()).context("listening for signals")?;
    ctrlc::set_handler(end).context("listening for Ctrl-C")
}

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal as _};
    use std::os::fd::AsFd as _;
    use std::{process, thread};

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::signal::{SigSet, Signal};

    /// Ends the process when the reader of its standard output is gone. Rust ignores SIGPIPE, and
    /// a search may run for hours without writing a line.
    pub(super) fn exit_when_nobody_reads() -> io::Result<()> {
        // Not joined: it runs as long as the process.
        thread::Builder::new().name("output".to_owned()).spawn(|| {
            let stdout = io::stdout();
            // Errors and hangups are always reported.
            let mut watched = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
            while poll(&mut watched, PollTimeout::NONE) == Err(Errno::EINTR) {}
            let closed = PollFlags::POLLERR | PollFlags::POLLHUP;
            if watched[0].revents().is_some_and(|events| events.intersects(closed)) {
                process::exit(0);
            }
        })?;
        Ok(())
    }

    pub(super) fn wait_in_background(end: impl Fn() + Send + 'static) -> io::Result<()> {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGTERM);
        if io::stderr().is_terminal() {
            signals.add(Signal::SIGHUP);
        }
        // Blocked here and in all later threads, but not in child processes.
        signals.thread_block()?;
        // Not joined: it runs as long as the process.
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            while signals.wait().is_ok() {
                end();
            }
        })?;
        Ok(())
    }
}
