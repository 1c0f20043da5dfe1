//! `waggle bench`: a fixed amount of searching, to tell builds apart.
//!
//! With one thread the node count is a signature: only a change of the search or the evaluation may
//! change it. The speed is a rough figure: to compare builds, run them in turn, or count
//! instructions.

use std::time::Duration;

use serde::Serialize;
use waggle::analysis::{bench_positions, bench_search};
use waggle::document::{Format, Json};

use super::network;
use super::terminal::{grouped, print};
use crate::cli::BenchArgs;
use crate::exit_code::ExitCode;

#[derive(Serialize)]
struct Document<'a> {
    kind: &'static str,
    format: Format,
    threads: usize,
    depth: u8,
    network: &'a str,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    positions: Vec<PositionObject<'a>>,
}

#[derive(Serialize)]
struct PositionObject<'a> {
    game: &'a str,
    depth: u8,
    nodes: u64,
    seconds: f64,
}

/// Searches every position to the same depth, each with an empty table.
pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let network = network::of(&args.network)?;
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    let mut positions = Vec::new();
    for (index, (line, game)) in bench_positions().enumerate() {
        let report = bench_search(&game, args.depth, args.threads, &network)?;
        nodes += report.nodes;
        elapsed += report.elapsed;
        if args.json {
            positions.push(PositionObject {
                game: line,
                depth: report.depth,
                nodes: report.nodes,
                seconds: report.elapsed.as_secs_f64(),
            });
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
    let network = network.name();
    if args.json {
        let document = Document {
            kind: "bench",
            format: Format,
            threads: args.threads,
            depth: args.depth,
            network: &network,
            nodes,
            seconds: elapsed.as_secs_f64(),
            nodes_per_second: rate.round(),
            positions,
        };
        print(&format!("{}\n", Json(document)))?;
    } else {
        print(&format!("Network: {network}\nBench: {nodes}\n{rate:.0} nodes per second\n"))?;
    }
    Ok(ExitCode::Done)
}
