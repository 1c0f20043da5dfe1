//! `waggle completions` and `waggle man`, made from the description of the command line.

use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;

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
        let mut command = for_pages();
        command.build();
        Outputs::default().folder(folder, pages(&command)).check([""; 0], args.force)?;
        clap_mangen::generate_to(for_pages(), folder)
            .with_context(|| format!("writing pages to `{}`", folder.display()))?;
    } else {
        let mut page = Vec::new();
        Man::new(for_pages()).render(&mut page)?;
        print(&String::from_utf8(page)?)?;
    }
    Ok(ExitCode::Done)
}

/// The files of the pages of a command and those below it.
fn pages(command: &Command) -> Vec<String> {
    let below = command.get_subcommands().filter(|command| !command.is_hide_set());
    [Man::new(command.clone()).get_filename()].into_iter().chain(below.flat_map(pages)).collect()
}

/// The command line for the pages: `clap_mangen` omits the help of options hidden in `-h`.
fn for_pages() -> Command {
    cli::command().mut_args(|arg| arg.hide_short_help(false))
}
