//! How much the marks of a review depend on its budget: reviews the same games with few and with
//! many nodes per position, and compares the marks.
//!
//! ```sh
//! cargo bench --bench marks -- games.pgn --nodes 400000 --more 4000000
//! ```
//!
//! Every position is searched by one thread, so the figures depend neither on the number of
//! threads nor on the load. `docs/review.md` has the results.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use clap::Parser;
use waggle::games::{Format, GameResult};
use waggle::review::{Mark, Review, review};
use waggle::rules::Game;
use waggle::search::{Limits, Settings};

#[derive(Debug, Parser)]
struct Args {
    /// Game files.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Nodes per position in the first review.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// Nodes per position in the second review; ten times as many by default.
    #[arg(long, value_name = "N")]
    more: Option<u64>,
    /// Cargo says so to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// How often the marks agree.
#[derive(Debug, Default)]
struct Agreement {
    moves: usize,
    same: usize,
    within_one: usize,
}

impl Agreement {
    fn count(&mut self, few: Mark, many: Mark) {
        let distance = (few as i32 - many as i32).abs();
        self.moves += 1;
        self.same += usize::from(distance == 0);
        self.within_one += usize::from(distance <= 1);
    }

    fn print(&self) -> io::Result<()> {
        let percent = |count: usize| 100.0 * count as f64 / self.moves.max(1) as f64;
        writeln!(
            io::stdout(),
            "{} moves: {} marks agree ({:.1} %), {} within one grade ({:.1} %)",
            self.moves,
            self.same,
            percent(self.same),
            self.within_one,
            percent(self.within_one)
        )
    }
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let more = args.more.unwrap_or(args.nodes * 10);
    let mut agreement = Agreement::default();
    let mut out = io::stdout();
    for path in &args.games {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let format = Format::detect(Some(path), &text).map_err(|error| anyhow!("{error}"))?;
        for record in format.read(&text) {
            let game = record?.replay()?;
            let start = Instant::now();
            let [few, many] = [reviewed(&game, args.nodes)?, reviewed(&game, more)?];
            for (ply, (few, many)) in few.moves.iter().zip(&many.moves).enumerate() {
                let [few, many] = [few, many].map(|reviewed| reviewed.judgment);
                agreement.count(few.mark, many.mark);
                if few.mark != many.mark {
                    writeln!(
                        out,
                        "  ply {}: {} ({:.3}), {} ({:.3})",
                        ply + 1,
                        few.mark,
                        few.loss,
                        many.mark,
                        many.loss
                    )?;
                }
            }
            writeln!(out, "{}, {:.0} s", path.display(), start.elapsed().as_secs_f64())?;
            agreement.print()?;
        }
    }
    Ok(())
}

fn reviewed(game: &Game, nodes: u64) -> anyhow::Result<Review> {
    // Each thread has a table of the default size, so the marks do not depend on their number.
    let threads = thread::available_parallelism()?.get();
    let table_mib = threads * Settings::default().table_mib;
    let settings = Settings { threads, table_mib, ..Settings::default() };
    let never = AtomicBool::new(false);
    review(
        &[],
        game,
        GameResult::Unfinished,
        &settings,
        &Limits::nodes(nodes),
        &never,
        &mut |_| (),
    )?
    .context("nobody has stopped it")
}
