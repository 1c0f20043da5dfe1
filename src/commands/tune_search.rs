//! `waggle tune-search`: tunes the search's parameters by playing, or measures other values of
//! them.

use std::collections::HashSet;
use std::io::{self, Write};

use anyhow::ensure;
use waggle::search::{MemoryError, Params};
use waggle::tune::{Candidate, Factorial, MOST_CANDIDATES, Spsa, factorial, spsa};

use crate::cli::TuneSearchArgs;
use crate::exit_code::ExitCode;

/// Pairs after which the state is printed.
const REPORT_EVERY: u32 = 400;

/// Tunes, or measures the candidates if there are any.
pub(crate) fn run(args: &TuneSearchArgs) -> anyhow::Result<ExitCode> {
    let mut report =
        Report { out: io::stdout(), next: REPORT_EVERY, pairs: args.pairs, written: Ok(()) };
    if args.candidate.is_empty() {
        tune(args, &mut report)?;
    } else {
        measure(args, &mut report)?;
    }
    report.written?;
    Ok(ExitCode::Done)
}

fn tune(args: &TuneSearchArgs, report: &mut Report) -> Result<(), MemoryError> {
    let settings = Spsa { pairs: args.pairs, nodes: args.nodes, seed: args.seed, rate: args.rate };
    spsa(&settings, &Params::default(), &mut |pairs, values| {
        report.after(pairs, |out| {
            for (tunable, value) in Params::TUNABLE.iter().zip(values) {
                writeln!(out, "  {:<26} {value:.3}", tunable.name)?;
            }
            Ok(())
        });
    })?;
    Ok(())
}

fn measure(args: &TuneSearchArgs, report: &mut Report) -> anyhow::Result<()> {
    let candidates = &args.candidate;
    ensure!(
        candidates.len() <= MOST_CANDIDATES,
        "expected at most {MOST_CANDIDATES} candidates, not {}",
        candidates.len()
    );
    let mut names = HashSet::new();
    for name in candidates.iter().map(Candidate::name) {
        ensure!(names.insert(name), "expected one value of {name}: two cannot be in one player");
    }
    let settings = Factorial { pairs: args.pairs, nodes: args.nodes, seed: args.seed };
    factorial(&settings, candidates, &mut |pairs, effects| {
        report.after(pairs, |out| {
            for (candidate, effect) in candidates.iter().zip(effects) {
                let candidate = format!("{}={}", candidate.name(), candidate.value());
                writeln!(
                    out,
                    "  {candidate:<32} {:+6.1} ± {:.1} Elo",
                    effect.elo,
                    effect.elo_error()
                )?;
            }
            Ok(())
        });
    })?;
    Ok(())
}

/// What is printed while pairs are being played.
struct Report {
    out: io::Stdout,
    /// The number of pairs after which something is printed again.
    next: u32,
    /// The number of pairs to play.
    pairs: u32,
    written: io::Result<()>,
}

impl Report {
    /// Prints the state after so many pairs, if it is time to.
    fn after(&mut self, pairs: u32, write: impl FnOnce(&mut io::Stdout) -> io::Result<()>) {
        if self.written.is_err() || pairs < self.next.min(self.pairs) {
            return;
        }
        self.next = pairs + REPORT_EVERY;
        self.written = writeln!(self.out, "after {pairs} pairs")
            .and_then(|()| write(&mut self.out))
            .and_then(|()| self.out.flush());
    }
}
