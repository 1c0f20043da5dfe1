//! `waggle completions` and `waggle man`, made from the description of the command line.

use std::fs;

use clap::Command;
use clap_mangen::Man;

use super::game_files;
use super::outputs::Outputs;
use super::terminal::print;
use crate::cli::{self, CompletionsArgs, ManArgs};
use crate::exit_code::ExitCode;

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    // The generator panics if it cannot write, so it gets a buffer.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "waggle", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(ExitCode::Done)
}

/// Prints the program's page, or writes the pages of all commands to files.
pub(crate) fn man(args: &ManArgs) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.dir {
        let mut command = for_pages().disable_help_subcommand(true);
        command.build();
        let mut files = Vec::new();
        for page in pages(command) {
            let mut text = Vec::new();
            page.render(&mut text)?;
            files.push((page.get_filename(), text));
        }
        // Pages of an earlier, interrupted run are no loss.
        files.retain(|(name, text)| fs::read(folder.join(name)).ok().as_ref() != Some(text));
        let names = files.iter().map(|(name, _)| name);
        Outputs::default().folder(folder, names).check([""; 0], args.force)?;
        for (name, text) in &files {
            game_files::write(&folder.join(name), text)?;
        }
    } else {
        let mut page = Vec::new();
        Man::new(for_pages()).render(&mut page)?;
        print(&String::from_utf8(page)?)?;
    }
    Ok(ExitCode::Done)
}

/// The pages of a command and those below it.
fn pages(command: Command) -> Vec<Man> {
    let below: Vec<Command> =
        command.get_subcommands().filter(|it| !it.is_hide_set()).cloned().collect();
    [Man::new(command)].into_iter().chain(below.into_iter().flat_map(pages)).collect()
}

/// The command line for the pages: `clap_mangen` omits the help of options hidden in `-h`.
fn for_pages() -> Command {
    cli::command().mut_args(|arg| arg.hide_short_help(false))
}
