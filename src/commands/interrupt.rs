//! Signals: Ctrl-C ends a running search, or the process when there is none; service
//! managers and closed terminals ask a program to end as well.

use std::io::{self, IsTerminal as _, Write as _};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use waggle::uhp::{Engine, Interrupt, Session, SessionGame};

use crate::exit_code::{ExitCode, INTERRUPTED};

/// The exit code of a session that SIGTERM ends, as shells report it.
#[cfg(unix)]
const TERMINATED: i32 = 128 + 15;

/// Serves a session on the standard streams until the end of the input; Ctrl-C cuts
/// short what it is doing.
///
/// An idle session ends with Ctrl-C only if a person types the commands. A viewer
/// interrupts a search to cancel it, and that may arrive just after the answer has gone
/// out; viewers end the session with `exit`, by closing the input, or with SIGTERM.
///
/// On Unix the process also ends when nobody can read its output any more, whatever it is doing.
/// On Windows it notices that when it next writes a line: only writing tells there, and an empty
/// write can look like the end of the output to the reader.
pub(crate) fn serve<E: Engine<G>, G: SessionGame>(
    session: &mut Session<E, G>,
) -> anyhow::Result<ExitCode> {
    #[cfg(unix)]
    if process::id() == 1 {
        // The first process of a container: the system would drop SIGTERM.
        unix::wait_in_background(|| process::exit(TERMINATED)).context("listening for signals")?;
    }
    let control = session.control();
    let is_viewer = !io::stdin().is_terminal();
    handle(move || match control.interrupt() {
        Interrupt::Heeded => true,
        Interrupt::Idle => is_viewer,
        Interrupt::Overdue => false,
    })?;
    #[cfg(unix)]
    unix::exit_when_nobody_reads().context("watching the output")?;
    waggle::uhp::serve(session, io::stdin(), io::stdout(), io::stderr())?;
    Ok(ExitCode::Done)
}

/// What Ctrl-C does to somebody who plays at a terminal: while the engine works it stops the
/// work, otherwise, and if the work goes on, it ends the program with a farewell.
#[derive(Debug, Default)]
pub(crate) struct TableInterrupt {
    stop: AtomicBool,
    is_working: AtomicBool,
    farewell: Mutex<String>,
}

impl TableInterrupt {
    /// Heeds Ctrl-C from now on.
    pub(crate) fn new() -> anyhow::Result<Arc<Self>> {
        let table = Arc::new(Self::default());
        let heeding = Arc::clone(&table);
        handle(move || heeding.interrupt())?;
        Ok(table)
    }

    /// One that nobody interrupts.
    #[cfg(test)]
    pub(crate) fn without_signals() -> Arc<Self> {
        Arc::default()
    }

    /// Raised when the work is to end.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Work begins that can be stopped.
    pub(crate) fn begin(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.is_working.store(true, Ordering::Release);
    }

    /// The work is done.
    pub(crate) fn end(&self) {
        self.is_working.store(false, Ordering::Release);
    }

    /// What is printed at the end of the program.
    pub(crate) fn set_farewell(&self, text: &str) {
        let mut farewell = self.farewell.lock().unwrap_or_else(PoisonError::into_inner);
        text.clone_into(&mut farewell);
    }

    /// Whether there was work to stop; if not, the farewell is printed.
    fn interrupt(&self) -> bool {
        if self.is_working.load(Ordering::Acquire) && !self.stop.swap(true, Ordering::Relaxed) {
            return true;
        }
        let _ = writeln!(io::stderr());
        self.say_farewell();
        false
    }

    /// Prints the farewell on the error output: the standard output is the table's, which may be
    /// waiting with it in hand.
    pub(crate) fn say_farewell(&self) {
        let farewell = self.farewell.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = write!(io::stderr(), "{farewell}");
    }
}

/// A flag that each [request to end](on_request_to_end) raises: whoever searches stops and
/// still prints the result. Once the flag is up, another request ends the process at once.
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

/// Calls `interrupt` at each Ctrl-C, and ends the process where that returns false.
fn handle(interrupt: impl Fn() -> bool + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if !interrupt() {
            process::exit(INTERRUPTED);
        }
    })
    .context("installing the handler of Ctrl-C")
}

/// Calls `end` for each request to end: Ctrl-C, SIGTERM, and SIGHUP if the error output is
/// a terminal; without one a hangup is ignored, as `nohup` asks for. For verbs that have
/// something to finish: a result to print, or programs to end.
///
/// Must be called before any other thread is started, because threads inherit which
/// signals are blocked.
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

    /// Ends the process once the reader of its standard output has gone. Rust ignores SIGPIPE, and
    /// a search may run for hours without writing a line.
    pub(super) fn exit_when_nobody_reads() -> io::Result<()> {
        // Not joined: it waits for as long as the process lives.
        thread::Builder::new().name("output".to_owned()).spawn(|| {
            let stdout = io::stdout();
            // Errors and hangups are reported without being asked for.
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
        // Not joined: it waits for as long as the process lives.
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            while signals.wait().is_ok() {
                end();
            }
        })?;
        Ok(())
    }
}
