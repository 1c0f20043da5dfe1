//! `waggle tune-search`: tunes the search's parameters by playing.

use std::io::{self, Write};

use waggle::search::Params;
use waggle::tune::{Spsa, spsa};

use crate::cli::TuneSearchArgs;
use crate::exit_code::ExitCode;

/// Plays, and says every four hundred pairs or so where the parameters are.
pub(crate) fn run(args: &TuneSearchArgs) -> anyhow::Result<ExitCode> {
    let settings = Spsa { pairs: args.pairs, nodes: args.nodes, seed: args.seed, rate: args.rate };
    let mut out = io::stdout();
    let mut written = Ok(());
    spsa(&settings, &Params::default(), &mut |pair, values| {
        if written.is_ok() && (pair.is_multiple_of(400) || pair == args.pairs) {
            written = write_values(&mut out, pair, values);
        }
    })?;
    written?;
    Ok(ExitCode::Done)
}

fn write_values(out: &mut impl Write, pair: u32, values: &[f64]) -> io::Result<()> {
    writeln!(out, "after {pair} pairs")?;
    for (tunable, value) in Params::TUNABLE.iter().zip(values) {
        writeln!(out, "  {:<26} {value:.3}", tunable.name)?;
    }
    out.flush()
}
