//! `waggle hivegame`: a bot on hivegame.com, and a worker for it.

use std::io;
use std::path::Path;

use anyhow::Context as _;
use waggle::hivegame::{SiteSettings, WorkerSettings, play, work};

use super::{interrupt, network};
use crate::cli::{HivegameArgs, HivegameVerb};
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &HivegameArgs) -> anyhow::Result<ExitCode> {
    // With RUST_LOG the libraries below would show what they send: passwords and tokens.
    log::set_max_level(log::LevelFilter::Off);
    match &args.verb {
        HivegameVerb::Bot(args) => {
            let settings = read(&args.settings)?;
            let (bot, credentials) = settings.of_bot()?;
            let network = bot.network.as_deref().map(network::read).transpose()?;
            let leave = interrupt::stop_flag()?;
            play(
                &settings,
                bot,
                credentials,
                network.unwrap_or_default(),
                args.dry_run,
                &leave,
                &mut io::stdout(),
            )?;
        }
        HivegameVerb::Worker(args) => {
            let settings = read(&args.settings)?;
            let (worker, secret) = settings.of_worker()?;
            let worker = WorkerSettings {
                jobs: args.jobs.unwrap_or(worker.jobs),
                auto: args.auto.unwrap_or(worker.auto),
                ..worker.clone()
            };
            let leave = interrupt::stop_flag()?;
            work(&settings, &worker, &secret, &leave, &mut io::stdout())?;
        }
    }
    Ok(ExitCode::Done)
}

fn read(path: &Path) -> anyhow::Result<SiteSettings> {
    SiteSettings::read(path).with_context(|| format!("`{}`", path.display()))
}
