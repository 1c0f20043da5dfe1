//! `waggle bench`: a fixed amount of searching, to tell builds apart.
//!
//! The node count is a signature: a change that is not meant to change what the
//! search does must not change it. The speed illustrates; measure it in turn with
//! another build, or count instructions. With several threads the count is no signature.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use waggle::notation::parse_game;
use waggle::search::{Limits, Searcher, Settings};

use super::terminal::{grouped, print};
use crate::cli::BenchArgs;
use crate::exit_code::ExitCode;

/// Positions from the opening to the endgame, of all game types, one a line.
const POSITIONS: &str = include_str!("bench_positions.txt");

/// Searches every position to the same depth, each with an empty table.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let settings = Settings { threads: args.threads, table_mib: 16, ..Settings::default() };
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    let mut positions = Vec::new();
    let never = AtomicBool::new(false);
    for (index, line) in POSITIONS.lines().enumerate() {
        let game = parse_game(line).with_context(|| format!("reading `{line}`"))?;
        let mut searcher = Searcher::new(&settings)?;
        let report = searcher.search_game(&game, &Limits::depth(args.depth), &never, &mut ());
        nodes += report.nodes;
        elapsed += report.elapsed;
        if args.json {
            positions.push(json!({
                "game": line,
                "depth": report.depth,
                "nodes": report.nodes,
                "seconds": report.elapsed.as_secs_f64(),
            }));
        } else {
            let (depth, nodes) = (report.depth, grouped(report.nodes));
            let seconds = report.elapsed.as_secs_f64();
            print(&format!(
                "{:3}  depth {depth}  {nodes:>11} nodes  {seconds:7.3} s\n",
                index + 1
            ))?;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
    if args.json {
        let document = json!({
            "kind": "bench",
            "threads": args.threads,
            "depth": args.depth,
            "nodes": nodes,
            "seconds": elapsed.as_secs_f64(),
            "nodes_per_second": rate.round(),
            "positions": positions,
        });
        print(&format!("{document}\n"))?;
    } else {
        print(&format!("Bench: {nodes}\n{rate:.0} nodes per second\n"))?;
    }
    Ok(ExitCode::Done)
}
