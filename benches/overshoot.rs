//! How late the answers to `bestmove time` are: calls to the real process, measured from sending
//! the line to reading the answer.
//!
//! ```sh
//! cargo bench --bench overshoot -- --calls 2000            # about five minutes
//! cargo bench --bench overshoot -- --calls 2000 --load 2   # both cores busy with something else
//! ```
//!
//! Each kind of position has its own row: a single legal move, a forced win, some 300 legal
//! moves, middle games, and a game that is over. Negative figures are early answers.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use clap::Parser;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use waggle::notation::{parse_game, parse_move};
use waggle::uhp::{Client, ClientConfig};

/// How late an answer may be before the call is given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// How late an answer may be on an idle machine.
const LATE: Duration = Duration::from_millis(10);

const ONE_MOVE: &str = "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;wS1 \
    bQ-;bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;bA1 bQ\\;wQ wB1\\";
const MANY_MOVES: &str = "Base+MLP;;;wS1;bP -wS1;wB1 wS1\\;bB1 \\bP;wQ wS1/;bA1 -bB1;wA1 wB1\\;bQ \
    \\bA1;wA2 wQ-;bB2 /bP;wA3 \\wA2;bG1 -bQ;wA2 -bG1;bM bQ/;wM wA3\\;bL bM/;wA1 bL-;bS1 /bB2;wG1 \
    wB1\\;bS2 bS1\\;wG2 wG1-;bG2 /bS2;wM \\wA1;bG3 bG2\\;wA3 -bS1;bA2 /bG3;wM bA2\\;bA3 -bA2";
const OVER: &str = "Base;;;wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wG1 wQ-;bA1 \\bQ;wG2 wQ/;bA1 wQ\\;wA1 wG1-;bA2 \
    \\bQ;wA2 wG1/;bA2 \\wQ;wB1 wA1-;bA3 \\bQ;wB1 wA1/;bA3 /wQ";

#[derive(Debug, Parser)]
struct Args {
    /// Calls, divided among the kinds of positions.
    #[arg(long, value_name = "N", default_value_t = 40)]
    calls: usize,
    /// The longest time limit in seconds; short ones are more frequent.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    longest: f64,
    /// Threads that keep the processor busy.
    #[arg(long, value_name = "N", default_value_t = 0)]
    load: usize,
    /// Threads of the engine; all cores by default.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The seed of the random limits.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Cargo says so to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..args.load {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let measured = measure(&args);
        done.store(true, Ordering::Relaxed);
        measured
    })
}

/// The kinds of positions, each with some games.
fn kinds() -> [(&'static str, Vec<&'static str>); 5] {
    let lines = |text: &'static str| text.lines().filter(|line| !line.is_empty());
    let wins = lines(include_str!("../tests/data/puzzles.txt"));
    [
        ("one legal move", vec![ONE_MOVE]),
        ("forced win", wins.filter_map(|line| line.strip_prefix("win 3 ")).collect()),
        ("306 legal moves", vec![MANY_MOVES]),
        ("middle game", lines(include_str!("midgame.txt")).collect()),
        ("game over", vec![OVER]),
    ]
}

/// Makes the calls and prints the results.
fn measure(args: &Args) -> anyhow::Result<()> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_waggle"));
    let config = ClientConfig { command: program, ..ClientConfig::default() };
    let mut client = Client::start(&config, PATIENCE)?;
    if let Some(threads) = args.threads {
        client.send(&format!("options set NumThreads {threads}"), PATIENCE)?;
    }
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    let kinds = kinds();
    let mut overshoots: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    for call in 0..args.calls {
        let place = call % kinds.len();
        let games = &kinds[place].1;
        let game = games[call / kinds.len() % games.len()];
        let part: f64 = random.random_range(0.0..=1.0);
        let limit = Duration::from_secs_f64(args.longest * part * part);
        overshoots[place].push(overshoot_ms(&mut client, game, limit)?);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "milliseconds beyond the limit      calls   median      p99      max   late")?;
    for ((name, _), overshoots) in kinds.iter().zip(&overshoots) {
        writeln!(out, "{}", row(name, overshoots))?;
    }
    writeln!(out, "{}", row("all", &overshoots.concat()))?;
    Ok(())
}

/// How late the answer was, in milliseconds.
fn overshoot_ms(client: &mut Client, text: &str, limit: Duration) -> anyhow::Result<f64> {
    let game = parse_game(text)?;
    client.send(&format!("newgame {text}"), PATIENCE)?;
    let line = format!("bestmove seconds {:.6}", limit.as_secs_f64());
    let start = Instant::now();
    let answer = client.send(&line, limit + PATIENCE)?;
    let elapsed = start.elapsed();
    let answer = answer.last().context("there is an answer")?;
    if game.outcome().is_some() {
        ensure!(answer.starts_with("err "), "found `{answer}` although the game is over");
    } else {
        let mv = parse_move(game.position(), answer)?;
        ensure!(game.position().is_legal(mv), "`{answer}` is not legal in {text}");
    }
    Ok((elapsed.as_secs_f64() - limit.as_secs_f64()) * 1e3)
}

fn row(name: &str, overshoots: &[f64]) -> String {
    let mut sorted = overshoots.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let index = (sorted.len() as f64 * part) as usize;
        sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
    };
    let late = sorted.iter().filter(|&&ms| ms > LATE.as_secs_f64() * 1e3).count();
    format!(
        "{name:<34} {:>5} {:>8.1} {:>8.1} {:>8.1} {late:>6}",
        sorted.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    )
}
