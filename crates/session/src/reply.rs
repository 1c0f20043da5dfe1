//! Replies: blocks of lines that end with `ok`.

use std::fmt;

use waggle_hive_core::text::{one_line, spelled_out};

use super::words::CommandError;

/// The result of executing a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No reply: the line was blank, or `stop`.
    Silence,
    /// A reply to print.
    Reply(Reply),
    /// The end of the session.
    Exit,
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Self::Reply(reply)
    }
}

/// The reply to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The lines asked for; there may be none.
    Lines(Vec<String>),
    /// The move cannot be played.
    InvalidMove(String),
    /// Any other error.
    Error(String),
}

impl Reply {
    /// One line.
    pub fn line(line: impl fmt::Display) -> Self {
        Self::Lines(vec![line.to_string()])
    }

    /// Any error but an illegal move.
    pub fn error(reason: impl fmt::Display) -> Self {
        Self::Error(reason.to_string())
    }

    /// A line for each line of `text`.
    pub fn text(text: &str) -> Self {
        Self::Lines(text.lines().map(str::to_owned).collect())
    }
}

impl From<CommandError> for Reply {
    fn from(error: CommandError) -> Self {
        Self::error(error)
    }
}

/// The block as it is sent, with `ok` last.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lines(lines) => {
                for line in lines {
                    debug_assert!(is_harmless(line), "`{line}` would be misread");
                    writeln!(f, "{line}")?;
                }
            }
            Self::InvalidMove(reason) => {
                writeln!(f, "invalidmove {:.MAX_REASON$}", one_line(&spelled_out(reason)))?;
            }
            Self::Error(reason) => {
                writeln!(f, "err {:.MAX_REASON$}", one_line(&spelled_out(reason)))?;
            }
        }
        f.write_str("ok\n")
    }
}

/// Whether no client can mistake a line of a reply for an error or for the end of the reply.
/// Clients tell errors by how a line begins.
pub(super) fn is_harmless(line: &str) -> bool {
    !line.starts_with("err")
        && !line.starts_with("invalidmove")
        && line != "ok"
        && !line.contains(['\n', '\r'])
}

/// The most characters of a reason.
const MAX_REASON: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_ends_with_one_ok() {
        assert_eq!(Reply::Lines(Vec::new()).to_string(), "ok\n");
        assert_eq!(Reply::line("pass").to_string(), "pass\nok\n");
        assert_eq!(Reply::text("a\nb").to_string(), "a\nb\nok\n");
    }

    #[test]
    fn errors_are_one_line() {
        let reply = Reply::Error("found `a\nok\tb`".to_owned());
        assert_eq!(reply.to_string(), "err found `a ok b`\nok\n");
        let reply = Reply::InvalidMove("no".to_owned());
        assert_eq!(reply.to_string(), "invalidmove no\nok\n");
    }

    #[test]
    fn lines_that_clients_would_misread_are_recognized() {
        for line in ["errors: none", "invalidmove", "ok", "a\nb"] {
            assert!(!is_harmless(line), "{line}");
        }
        for line in ["", "wS1", "okay", " ok", "no err"] {
            assert!(is_harmless(line), "{line}");
        }
    }
}
