//! The `waggle` executable: parses the command line, runs a verb, and returns its exit code.

// Command lines and files are untrusted input.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod cli;
mod commands;
mod exit_code;
mod version;

use std::env;
use std::io::{self, Write};

use clap::error::ErrorKind;
use waggle::text::printable;

use cli::color;
use exit_code::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    let cli = match cli::parse(&env::args_os().collect::<Vec<_>>()) {
        Ok(cli) => cli,
        Err(error) => {
            color::apply(color::among(env::args_os()));
            return refuse(&error);
        }
    };
    color::apply(cli.color);
    match commands::run(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::Done,
        Err(error) => match error.downcast() {
            Ok(error) => refuse(&error),
            Err(error) => {
                let error = if is_full_output(&error) {
                    error.context("writing to the standard output")
                } else {
                    error
                };
                let message = format!("{error:#}");
                let message = spelled_out(&printable(&message));
                // A closed error output leaves nothing to do.
                let _ = writeln!(io::stderr(), "error: {message}");
                ExitCode::Error
            }
        },
    }
}

/// Whether the reader has closed the output, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Whether the standard output is on a full disk: errors of other files name them.
fn is_full_output(error: &anyhow::Error) -> bool {
    let is_bare = error.chain().len() == 1;
    is_bare
        && error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::StorageFull)
}

/// A message with `nothing` for an empty quotation: a pair of quotation marks alone is unclear.
/// Quotation marks next to a letter belong to nested quotations.
fn spelled_out(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(place) = rest.find("``").into_iter().chain(rest.find("''")).min() {
        let (before, from) = rest.split_at(place);
        let (marks, after) = from.split_at(2);
        let is_alone = before.ends_with([' ', '(']) && !after.starts_with(char::is_alphanumeric);
        text.push_str(before);
        text.push_str(if is_alone { "nothing" } else { marks });
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Reports a wrong command line, or prints help. A value out of range needs one line and no hints.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::ValueValidation {
        let text = error.to_string();
        let line = printable(text.lines().next().unwrap_or_default());
        let _ = writeln!(io::stderr(), "{}", spelled_out(&line));
        return ExitCode::Error;
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    match printed {
        // A closed error output leaves nothing to do.
        _ if error.use_stderr() => ExitCode::Error,
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: writing to the standard output: {error}");
            ExitCode::Error
        }
        _ => ExitCode::Done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_empty_is_spelled_out() {
        assert_eq!(spelled_out("found ``"), "found nothing");
        assert_eq!(
            spelled_out("value '' for '--type': no ``, (``)"),
            "value nothing for '--type': no nothing, (nothing)"
        );
        for nested in ["with `err try `options``", "with ``a` is wrong`", "plain", "é``"] {
            assert_eq!(spelled_out(nested), nested);
        }
    }
}
