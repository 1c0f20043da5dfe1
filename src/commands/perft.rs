//! `waggle perft`: counts the leaf nodes of the game tree.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use rayon::prelude::*;
use waggle::notation::move_string;
use waggle::rules::{Move, Position, perft};

use super::position;
use crate::cli::PerftArgs;
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let game = position::read(&args.position)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()
        .context("starting the threads")?;
    let position = game.position();
    let mut out = io::stdout().lock();
    if args.divide && args.depth > 0 {
        let start = Instant::now();
        let counts = pool.install(|| divide(position, args.depth));
        for (mv, count) in &counts {
            writeln!(out, "{}: {count}", move_string(position, *mv))?;
        }
        let total = counts.iter().map(|(_, count)| count).sum();
        write_total(&mut out, args.depth, total, start)?;
    } else {
        for depth in 0..=args.depth {
            let start = Instant::now();
            let total = pool.install(|| count(position, depth));
            write_total(&mut out, depth, total, start)?;
        }
    }
    Ok(ExitCode::Done)
}

fn write_total(out: &mut impl Write, depth: u32, total: u64, start: Instant) -> io::Result<()> {
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "perft({depth}) = {total} in {seconds:.3} s, {rate:.1} million a second")
}

/// Counts with all threads of the pool, which share the positions after two plies.
fn count(position: &Position, depth: u32) -> u64 {
    if depth < 3 {
        return perft(&mut position.clone(), depth);
    }
    children(position)
        .into_par_iter()
        .flat_map(|(_, child)| children(&child))
        .map(|(_, mut grandchild)| perft(&mut grandchild, depth - 2))
        .sum()
}

/// The count for each first move; `depth` is at least 1.
fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    children(position).into_par_iter().map(|(mv, child)| (mv, count(&child, depth - 1))).collect()
}

fn children(position: &Position) -> Vec<(Move, Position)> {
    position.legal_moves().into_iter().map(|mv| (mv, position.after(mv))).collect()
}
