//! `waggle verify`: checks that an engine follows the protocol and the rules.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use waggle::conformance::{
    Check, CheckFinding, VerifySettings, transcripts_for_every_engine, verify,
};

use super::interrupt;
use crate::cli::VerifyArgs;
use crate::exit_code::ExitCode;

/// Runs all checks and prints a line for each. A request to end stops it, and the engine, at once.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let asked_to_end = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&asked_to_end);
    interrupt::on_request_to_end(move || end.store(true, Ordering::Relaxed))?;
    let mut config = args.engine.clone();
    config.args.extend(args.args.iter().cloned());
    let settings = VerifySettings {
        games: args.games,
        plies: args.plies,
        perft_depth: args.perft_depth,
        seed: args.seed,
        patience: args.patience,
        stop: Arc::clone(&asked_to_end),
        transcripts: transcripts_for_every_engine(),
        only: args.only.clone(),
    };
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let (mut made, mut failed) = (0, 0);
    let verified = verify(&config, &settings, &mut |check| {
        made += 1;
        failed += u32::from(matches!(check.finding, CheckFinding::Failed(_)));
        written = writeln!(out, "{}", describe(check));
        if written.is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    written?;
    if asked_to_end.load(Ordering::Relaxed) {
        return Ok(ExitCode::Interrupted);
    }
    verified?;
    writeln!(out, "{failed} of {made} checks failed")?;
    Ok(if failed == 0 { ExitCode::Done } else { ExitCode::Negative })
}

fn describe(check: &Check) -> String {
    let name = &check.name;
    match &check.finding {
        CheckFinding::Passed => format!("ok    {name}"),
        CheckFinding::Skipped(reason) => format!("skip  {name}: {reason}"),
        CheckFinding::Failed(failure) => {
            format!("FAIL  {name}\n      {}", failure.to_string().replace('\n', "\n      "))
        }
    }
}
