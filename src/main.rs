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
use waggle::text::{printable, spelled_out};

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
