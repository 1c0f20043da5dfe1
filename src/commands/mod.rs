//! One verb each: wires the parts of the library together and owns the
//! terminal. A new verb is a variant in `cli::Verb`, a file here, and a line
//! in [`run`].

mod perft;
mod uhp;

use crate::cli::{Cli, Verb};
use crate::exit_code::ExitCode;

/// Does what the command line asks for.
pub(crate) fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.verb.unwrap_or(Verb::Uhp) {
        Verb::Uhp => uhp::run(),
        Verb::Perft(args) => perft::run(&args),
    }
}
