//! `waggle tune-search`: measures values of the search's parameters by playing.

use std::collections::HashSet;
use std::io::{self, Write};

use anyhow::ensure;
use waggle::tune::{Candidate, Factorial, MAX_CANDIDATES, factorial};

use crate::cli::TuneSearchArgs;
use crate::exit_code::ExitCode;

const PRINT_EVERY: u32 = 400;

pub(crate) fn run(args: &TuneSearchArgs) -> anyhow::Result<ExitCode> {
    let mut printer =
        Printer { out: io::stdout(), next: PRINT_EVERY, pairs: args.pairs, written: Ok(()) };
    let candidates = &args.candidate;
    ensure!(
        candidates.len() <= MAX_CANDIDATES,
        "expected at most {MAX_CANDIDATES} candidates, not {}",
        candidates.len()
    );
    let mut names = HashSet::new();
    for name in candidates.iter().map(Candidate::name) {
        ensure!(names.insert(name), "expected one value of {name}: two cannot be in one player");
    }
    let settings = Factorial { pairs: args.pairs, nodes: args.nodes, seed: args.seed };
    factorial(&settings, candidates, &mut |pairs, effects| {
        printer.after(pairs, |out| {
            for (candidate, effect) in candidates.iter().zip(effects) {
                let candidate = format!("{}={}", candidate.name(), candidate.value());
                writeln!(out, "  {candidate:<32} {effect} Elo")?;
            }
            Ok(())
        });
    })?;
    printer.written?;
    Ok(ExitCode::Done)
}

struct Printer {
    out: io::Stdout,
    /// The number of pairs at which to print again.
    next: u32,
    pairs: u32,
    written: io::Result<()>,
}

impl Printer {
    /// Prints the state if enough pairs have been played.
    fn after(&mut self, pairs: u32, write: impl FnOnce(&mut io::Stdout) -> io::Result<()>) {
        if self.written.is_err() || pairs < self.next.min(self.pairs) {
            return;
        }
        self.next = pairs + PRINT_EVERY;
        self.written = writeln!(self.out, "after {pairs} pairs")
            .and_then(|()| write(&mut self.out))
            .and_then(|()| self.out.flush());
    }
}
