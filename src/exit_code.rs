//! Exit codes.

use std::process::{ExitCode as Code, Termination};

/// The exit codes of all verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// Done, or the answer is yes.
    Done = 0,
    /// The answer is no.
    Negative = 1,
    /// Something went wrong.
    Error = 2,
    /// There is no answer yet.
    Undecided = 3,
    /// Stopped by Ctrl-C, or another request to end, before the end.
    Interrupted = INTERRUPTED as isize,
}

/// What a shell reports for a process ended by Ctrl-C.
pub(crate) const INTERRUPTED: i32 = 130;

impl Termination for ExitCode {
    fn report(self) -> Code {
        Code::from(self as u8)
    }
}
