//! Arguments of `waggle hivegame`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::number;

/// Arguments of `hivegame`.
#[derive(Debug, Args)]
pub(crate) struct HivegameArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: HivegameVerb,
}

/// What can be done on hivegame.com.
#[derive(Debug, Subcommand)]
pub(crate) enum HivegameVerb {
    /// Play as a bot.
    ///
    /// The password of its account comes from the environment variable
    /// `WAGGLE_HIVEGAME_PASSWORD` or the file that `bot.password_file` names, a personal token
    /// instead from `WAGGLE_HIVEGAME_TOKEN` or `bot.token_file`. SIGTERM or Ctrl-C lets
    /// running searches answer, prints the results and leaves; a later start goes on with all games.
    Bot(HivegameBotArgs),
    /// Review finished games from the site's queue.
    ///
    /// The secret that the workers share comes from the environment variable
    /// `WAGGLE_HIVEGAME_SECRET` or the file that `worker.secret_file` names. SIGTERM or Ctrl-C lets it
    /// finish the jobs that it has.
    Worker(HivegameWorkerArgs),
}

/// Arguments of `hivegame bot`.
#[derive(Debug, Args)]
pub(crate) struct HivegameBotArgs {
    /// File of settings; see docs/hivegame.md
    #[arg(value_name = "FILE")]
    pub(crate) settings: PathBuf,
    /// Sign in and say what would be done, but take no challenge and make no move
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Arguments of `hivegame worker`.
#[derive(Debug, Args)]
pub(crate) struct HivegameWorkerArgs {
    /// File of settings; see docs/hivegame.md
    #[arg(value_name = "FILE")]
    pub(crate) settings: PathBuf,
    /// Jobs at a time, which share the cores [default: that of the settings]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=256))]
    pub(crate) jobs: Option<usize>,
    /// Whether to take games for which no user waits [default: that of the settings]
    #[arg(long, value_name = "BOOL")]
    pub(crate) auto: Option<bool>,
}
