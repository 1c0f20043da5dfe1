//! Self-play games as arrays.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use numpy::Element;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use waggle_hive_core::notation::game_string;
use waggle_hive_engine::eval::Feature;
use waggle_hive_engine::search::MemoryError;
use waggle_hive_selfplay::{MoveScore, PlayedGame, Sample, SelfPlay};

use crate::background::interruptible;
use crate::engine::MAX_THREADS;
use crate::errors::{EngineError, notation};
use crate::network::network_of;
use crate::numbers::{self, up_to, within};
use crate::views::shaped;

/// Plays the games with these numbers, with so many threads.
#[pyfunction]
#[pyo3(signature = (first, count, *, nodes, seed, later, game_type, network, threads))]
#[expect(clippy::too_many_arguments, reason = "these are the arguments from Python")]
fn selfplay<'py>(
    py: Python<'py>,
    first: i64,
    count: i64,
    nodes: i128,
    seed: i128,
    later: f32,
    game_type: Option<&str>,
    network: Option<&Bound<'py, PyAny>>,
    threads: i64,
) -> PyResult<Bound<'py, PyDict>> {
    let first: u32 = within("the number of the first game", first, 0..=u32::MAX)?;
    let count = within("games", count, 0..=u32::MAX - first)?;
    let nodes = within("nodes", nodes, 1..=u64::MAX)?;
    let later = up_to("later", later, 1.0)?;
    let game_type = game_type.map(crate::position::game_type).transpose()?;
    let network = network_of(network)?;
    let settings = SelfPlay { nodes, seed: numbers::seed(seed)?, game_type, network };
    let threads = within("threads", threads, 1..=MAX_THREADS)?;
    let played = interruptible(py, |stop| play(&settings, first..first + count, threads, stop))?;
    let games = played.map_err(|error| EngineError::new_err(error.to_string()))?;
    let numbered = (first..).zip(games);
    let games: Vec<_> =
        numbered.map(|(number, game)| (number, settings.nodes_of(number), game)).collect();
    arrays(py, &games, later)
}

/// The samples of games with the scores of their moves, a game a line.
#[pyfunction]
fn samples(py: Python<'_>, lines: Vec<String>, later: f32) -> PyResult<Bound<'_, PyDict>> {
    let later = up_to("later", later, 1.0)?;
    let read = |(number, line): (u32, &String)| match line.parse() {
        Ok(game) => Ok((number, 0, game)),
        Err(error) => Err(notation(format!("game {}: {error}", number + 1))),
    };
    let games: PyResult<Vec<_>> = (0..).zip(&lines).map(read).collect();
    arrays(py, &games?, later)
}

/// Plays the games on threads of their own, because those of a pool do not survive a fork.
fn play(
    settings: &SelfPlay,
    numbers: Range<u32>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<PlayedGame>, MemoryError> {
    let next = AtomicU32::new(numbers.start);
    let player = || {
        let mut games = vec![];
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if !numbers.contains(&number) {
                break;
            }
            games.push((number, settings.play_game(number, stop)?));
        }
        Ok(games)
    };
    let mut games = thread::scope(|scope| {
        let players: Vec<_> =
            (0..threads.clamp(1, numbers.len().max(1))).map(|_| scope.spawn(player)).collect();
        let results = players
            .into_iter()
            .map(|player| player.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        results.collect::<Result<Vec<Vec<_>>, MemoryError>>()
    })?
    .concat();
    games.sort_unstable_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

/// Games, each with its number and the nodes of its moves, and their searched positions.
fn arrays<'py>(
    py: Python<'py>,
    games: &[(u32, u64, PlayedGame)],
    later: f32,
) -> PyResult<Bound<'py, PyDict>> {
    let mut all = vec![];
    for (number, nodes, played) in games {
        let samples = played.samples(later).into_iter();
        all.extend(samples.map(|sample| (*number, *nodes, sample)));
    }
    let count = all.len();
    let texts: Vec<String> = games.iter().map(|(.., played)| game_string(played.game())).collect();
    let scores: Vec<Vec<Option<f64>>> = games.iter().map(|(.., played)| scores(played)).collect();
    let counts = all.iter().flat_map(|(.., it)| it.inputs.counts()).flatten().collect();
    let document = PyDict::new(py);
    document.set_item("games", texts)?;
    document.set_item("scores", scores)?;
    document.set_item("number", column(py, &all, |(number, ..)| i64::from(*number))?)?;
    document.set_item("nodes", column(py, &all, |(_, nodes, _)| *nodes as i64)?)?;
    document.set_item("ply", column(py, &all, |(.., it)| i32::from(it.ply))?)?;
    document.set_item("score", column(py, &all, |(.., it)| it.score)?)?;
    document.set_item("points", column(py, &all, |(.., it)| it.points)?)?;
    document.set_item("result", column(py, &all, |(.., it)| it.result as f32)?)?;
    document.set_item("is_quiet", column(py, &all, |(.., it)| it.is_quiet)?)?;
    document.set_item("is_finished", column(py, &all, |(.., it)| it.is_finished)?)?;
    document.set_item("features", shaped::<u8>(py, counts, &[count, 2, Feature::COUNT])?)?;
    Ok(document)
}

/// An array with an entry for each sample.
fn column<'py, T: Element>(
    py: Python<'py>,
    all: &[(u32, u64, Sample)],
    of: impl Fn(&(u32, u64, Sample)) -> T,
) -> PyResult<Bound<'py, PyAny>> {
    shaped(py, all.iter().map(of).collect(), &[all.len()])
}

/// The scores of a game's moves in liberties: infinite for a proven win or loss, none for a
/// random move.
fn scores(played: &PlayedGame) -> Vec<Option<f64>> {
    let score = |score: &MoveScore| match score {
        MoveScore::Random => None,
        MoveScore::Value(value) => Some(f64::from(*value) / 100.0),
        MoveScore::Win => Some(f64::INFINITY),
        MoveScore::Loss => Some(f64::NEG_INFINITY),
    };
    played.scores().iter().map(score).collect()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(samples, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay, module)?)
}
