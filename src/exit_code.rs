//! Exit codes.

use std::process::{ExitCode as Code, Termination};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// Done, or yes.
    Done = 0,
    Negative = 1,
    Error = 2,
    /// No answer yet.
    Undecided = 3,
    /// Stopped by Ctrl-C or another signal.
    Interrupted = INTERRUPTED as isize,
}

/// What a shell reports for a process ended by Ctrl-C.
pub(crate) const INTERRUPTED: i32 = 130;

impl Termination for ExitCode {
    fn report(self) -> Code {
        Code::from(self as u8)
    }
}
