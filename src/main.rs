//! The `waggle` executable: parse the command line, run a verb, map what
//! happened to an exit code.

mod cli;
mod commands;
mod exit_code;

use std::io::{self, Write};

use clap::Parser;

use cli::Cli;
use exit_code::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    match commands::run(Cli::parse()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::Done,
        Err(error) => {
            // If even the error output is closed, nobody is left to tell.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::Error
        }
    }
}

/// Whoever read our output has seen enough, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
