//! `waggle completions` and `waggle man`, made from the description of the command line.

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
        let pages = pages(command);
        let names = pages.iter().map(Man::get_filename);
        Outputs::default().folder(folder, names).check([""; 0], args.force)?;
        for page in pages {
            let mut text = Vec::new();
            page.render(&mut text)?;
            game_files::write(&folder.join(page.get_filename()), &text)?;
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
