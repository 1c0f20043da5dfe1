//! `waggle tune-search`: tunes the search's parameters by playing.

use std::io::{self, Write};

use clap::Args;
use waggle::search::Params;
use waggle::tune::{Spsa, spsa};

use crate::exit_code::ExitCode;

/// Arguments of `tune-search`.
#[derive(Debug, Args)]
pub(crate) struct TuneSearchArgs {
    /// Pairs of games to play, all game types in turns.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pairs: u32,
    /// Positions to search for a move.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    nodes: u64,
    /// What openings and changes are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How far a game's lead moves each parameter at first, in its steps.
    #[arg(long, value_name = "STEPS", default_value_t = 0.02)]
    rate: f64,
}

/// Plays, and says every hundred pairs where the parameters are.
pub(crate) fn run(args: &TuneSearchArgs) -> anyhow::Result<ExitCode> {
    let settings = Spsa { pairs: args.pairs, nodes: args.nodes, seed: args.seed, rate: args.rate };
    let mut out = io::stdout();
    let mut written = Ok(());
    spsa(&settings, &Params::default(), &mut |pair, values| {
        if written.is_ok() && (pair.is_multiple_of(100) || pair == args.pairs) {
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
