//! `waggle bench`: a fixed amount of searching, to tell builds apart.
//!
//! The node count is a signature: a change that is not meant to change what the
//! search does must not change it. The speed illustrates; measure it in turn with
//! another build, or count instructions.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use waggle::notation::parse_game;
use waggle::search::{Limits, Searcher, Settings};

use crate::cli::BenchArgs;
use crate::exit_code::ExitCode;

/// Positions from the opening to the endgame, of all game types, one a line.
const POSITIONS: &str = include_str!("bench_positions.txt");

/// Searches every position to the same depth, each with an empty table.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let settings = Settings { table_mib: 16, ..Settings::default() };
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    let never = AtomicBool::new(false);
    for line in POSITIONS.lines() {
        let game = parse_game(line).with_context(|| format!("reading `{line}`"))?;
        let mut searcher = Searcher::new(&settings)?;
        let report = searcher.search_game(&game, &Limits::depth(args.depth), &never, &mut ());
        nodes += report.nodes;
        elapsed += report.elapsed;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "Bench: {nodes}")?;
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
    writeln!(out, "{rate:.0} nodes per second")?;
    Ok(ExitCode::Done)
}
