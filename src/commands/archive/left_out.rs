//! Games and files that a run has left out, to be named at its end.

use std::fmt::Display;
use std::io::{self, Write as _};

use crate::exit_code::ExitCode;

/// What was left out, and why.
#[derive(Debug, Default)]
pub(crate) struct LeftOut(Vec<String>);

impl LeftOut {
    /// Notes a game or a file with the reason.
    pub(crate) fn add(&mut self, what: &impl Display) {
        self.0.push(what.to_string());
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Done if there is nothing.
    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.count() == 0 { ExitCode::Done } else { ExitCode::Negative }
    }

    /// Names all of them on the error output.
    pub(crate) fn report(&self) {
        let mut out = io::stderr().lock();
        // A closed error output is no reason to stop.
        for what in &self.0 {
            let _ = writeln!(out, "warning: {what}; left out");
        }
        let _ = match self.count() {
            0 | 1 => Ok(()),
            count => writeln!(out, "warning: {count} left out in all"),
        };
    }
}
