//! `waggle verify`: whether an engine keeps to the protocol and the rules.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use waggle::arena::seconds;
use waggle::arena::verify::{Check, Finding, Settings, verify};
use waggle::uhp::ClientConfig;

use super::interrupt;
use crate::exit_code::ExitCode;

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The engine's command line
    #[arg(value_name = "CMD")]
    engine: ClientConfig,

    /// A further argument for the engine
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    args: Vec<String>,

    /// Random games of each game type
    #[arg(long, value_name = "N", default_value_t = 4)]
    games: u32,

    /// Plies of each random game
    #[arg(long, value_name = "N", default_value_t = 120)]
    plies: u32,

    /// Depth of the perft counts
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=255))]
    perft_depth: u32,

    /// What the random games are made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How long the engine may be silent
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    patience: Duration,

    /// Make only checks whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
}

/// Makes all checks and prints a line for each. Asked to end, it does so after the
/// present check, so that the engine is not left behind.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let asked_to_end = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&asked_to_end);
    interrupt::on_request_to_end(move || end.store(true, Ordering::Relaxed))?;
    let mut config = args.engine.clone();
    config.args.extend(args.args.iter().cloned());
    let settings = Settings {
        games: args.games,
        plies: args.plies,
        perft_depth: args.perft_depth,
        seed: args.seed,
        patience: args.patience,
        only: args.only.clone(),
    };
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let (mut made, mut failed) = (0, 0);
    verify(&config, &settings, &mut |check| {
        made += 1;
        failed += u32::from(matches!(check.finding, Finding::Failed(_)));
        written = writeln!(out, "{}", describe(check));
        if written.is_err() || asked_to_end.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    written?;
    if asked_to_end.load(Ordering::Relaxed) {
        return Ok(ExitCode::Interrupted);
    }
    writeln!(out, "{failed} of {made} checks failed")?;
    Ok(if failed == 0 { ExitCode::Done } else { ExitCode::Negative })
}

fn describe(check: &Check) -> String {
    let name = &check.name;
    match &check.finding {
        Finding::Passed => format!("ok    {name}"),
        Finding::Skipped(reason) => format!("skip  {name}: {reason}"),
        Finding::Failed(failure) => {
            format!("FAIL  {name}\n      {}", failure.to_string().replace('\n', "\n      "))
        }
    }
}
