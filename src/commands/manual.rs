//! `waggle completions` and `waggle man`: what packagers install beside the program, made
//! from the same description of the command line as its help.

use std::fs;

use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;

use super::game_files;
use super::terminal::print;
use crate::cli::{self, CompletionsArgs, ManArgs};
use crate::exit_code::ExitCode;

/// Prints a script that completes command lines.
pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    // The generator panics if it cannot write, so it gets a buffer.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "waggle", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(ExitCode::Done)
}

/// Prints the program's page, or writes it and those of the commands to files.
pub(crate) fn man(args: &ManArgs) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.dir {
        let writing = || format!("writing pages to `{}`", folder.display());
        fs::create_dir_all(folder).with_context(writing)?;
        game_files::ensure_writable(&folder.join("waggle.1"), args.force)?;
        clap_mangen::generate_to(for_pages(), folder).with_context(writing)?;
    } else {
        let mut page = Vec::new();
        Man::new(for_pages()).render(&mut page)?;
        print(&String::from_utf8(page)?)?;
    }
    Ok(ExitCode::Done)
}

/// The command line as the pages show it: `clap_mangen` leaves out the meaning of an option that
/// is hidden in the short help.
fn for_pages() -> Command {
    cli::command().mut_args(|arg| arg.hide_short_help(false))
}
