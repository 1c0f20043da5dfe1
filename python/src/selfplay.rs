//! Self-play games as arrays.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::eval::Feature;
use waggle_hive_engine::search::MemoryError;
use waggle_hive_selfplay::{MoveScore, PlayedGame, SelfPlay};

use crate::background::interruptible;
use crate::engine::MAX_THREADS;
use crate::errors::EngineError;
use crate::numbers::{self, within};
use crate::views::shaped;

/// Plays the games with these numbers, with so many threads.
#[pyfunction]
#[pyo3(signature = (first, count, *, nodes, seed, later, game_type, threads))]
#[expect(clippy::too_many_arguments, reason = "these are the arguments from Python")]
fn selfplay<'py>(
    py: Python<'py>,
    first: i64,
    count: i64,
    nodes: i128,
    seed: i128,
    later: f32,
    game_type: Option<&str>,
    threads: i64,
) -> PyResult<Bound<'py, PyDict>> {
    let first: u32 = within("the number of the first game", first, 0..=u32::MAX)?;
    let count = within("games", count, 0..=u32::MAX - first)?;
    let nodes = within("nodes", nodes, 1..=u64::MAX)?;
    if !(0.0..=1.0).contains(&later) {
        let message = format!("expected later from 0 to 1, found {later}");
        return Err(PyValueError::new_err(message));
    }
    let game_type = game_type.map(crate::position::game_type).transpose()?;
    let settings = SelfPlay { nodes, seed: numbers::seed(seed)?, game_type };
    let threads = within("threads", threads, 1..=MAX_THREADS)?;
    let played = interruptible(py, |stop| play(&settings, first..first + count, threads, stop))?;
    let games = played.map_err(|error| EngineError::new_err(error.to_string()))?;
    arrays(py, first, &games, &settings, later)
}

/// Plays the games on threads of their own, because those of a pool do not survive a fork.
fn play(
    settings: &SelfPlay,
    numbers: Range<u32>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<PlayedGame>, MemoryError> {
    let left = Mutex::new(numbers.clone());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let player = || {
        let mut games = vec![];
        while !stop.load(Ordering::Relaxed)
            && let Some(number) = next()
        {
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

/// The games and their searched positions.
fn arrays<'py>(
    py: Python<'py>,
    first: u32,
    games: &[PlayedGame],
    settings: &SelfPlay,
    later: f32,
) -> PyResult<Bound<'py, PyDict>> {
    let texts: Vec<String> = games.iter().map(|played| game_string(played.game())).collect();
    let scores: Vec<Vec<Option<f64>>> = games.iter().map(scores).collect();
    let (mut number, mut ply, mut score, mut points, mut result) =
        (vec![], vec![], vec![], vec![], vec![]);
    let (mut nodes, mut is_quiet, mut is_finished, mut features) = (vec![], vec![], vec![], vec![]);
    for (index, played) in (first..).zip(games) {
        for sample in played.samples(later) {
            number.push(i64::from(index));
            nodes.push(settings.nodes_of(index) as i64);
            ply.push(i32::from(sample.ply));
            score.push(sample.score);
            points.push(sample.points);
            result.push(sample.result as f32);
            is_quiet.push(sample.is_quiet);
            is_finished.push(sample.is_finished);
            features.extend(sample.inputs.counts().into_iter().flatten());
        }
    }
    let count = number.len();
    let document = PyDict::new(py);
    document.set_item("games", texts)?;
    document.set_item("scores", scores)?;
    document.set_item("number", shaped(py, number, &[count])?)?;
    document.set_item("nodes", shaped(py, nodes, &[count])?)?;
    document.set_item("ply", shaped(py, ply, &[count])?)?;
    document.set_item("score", shaped(py, score, &[count])?)?;
    document.set_item("points", shaped(py, points, &[count])?)?;
    document.set_item("result", shaped(py, result, &[count])?)?;
    document.set_item("is_quiet", shaped(py, is_quiet, &[count])?)?;
    document.set_item("is_finished", shaped(py, is_finished, &[count])?)?;
    document.set_item("features", shaped(py, features, &[count, 2, Feature::COUNT])?)?;
    Ok(document)
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
    let game: &Game = played.game();
    debug_assert_eq!(game.moves().len(), played.scores().len());
    played.scores().iter().map(score).collect()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(selfplay, module)?)
}
