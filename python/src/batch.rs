//! Batches of games.

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use waggle_hive_core::rules;

use crate::actions;
use crate::background::interruptible;
use crate::errors::IllegalMoveError;
use crate::game::Game;
use crate::sources::shaped;

/// A batch of games played in parallel, without a loop in Python.
///
/// A game is over when a queen is surrounded, at a threefold repetition (unless
/// ``repetition_draw`` is off), or after ``max_plies``. Finished games ignore their actions.
///
/// >>> import numpy as np
/// >>> from waggle.learning import GameBatch, action_mask
/// >>> batch = GameBatch(100, "Base", max_plies=60)
/// >>> rng = np.random.default_rng(1)
/// >>> while not batch.is_over().all():
/// ...     batch.play(batch.random_actions(int(rng.integers(1 << 32))))
/// >>> points = batch.points()  # White's: 1, 0.5 or 0
/// >>> points.shape, bool(np.isin(points, [0, 0.5, 1]).all())
/// ((100,), True)
#[pyclass(module = "waggle.learning")]
pub(crate) struct GameBatch {
    games: Vec<rules::Game>,
    game_type: rules::GameType,
    repetition_draw: bool,
    max_plies: u16,
}

/// Games played out between checks for Ctrl-C.
const AT_A_TIME: usize = 64;

impl GameBatch {
    pub(crate) fn positions(&self) -> Vec<rules::Position> {
        self.games.iter().map(|game| game.position().clone()).collect()
    }

    fn ended(&self, game: &rules::Game) -> bool {
        game.outcome().is_some()
            || game.position().ply() >= self.max_plies
            || self.repetition_draw && game.repetitions() >= 3
    }

    /// White's points in a finished game; without an outcome it is a draw.
    fn points_of(&self, game: &rules::Game) -> f32 {
        match game.outcome() {
            Some(rules::Outcome::Win(rules::Color::White)) => 1.0,
            Some(rules::Outcome::Win(rules::Color::Black)) => 0.0,
            Some(rules::Outcome::Draw) => 0.5,
            None if self.ended(game) => 0.5,
            None => f32::NAN,
        }
    }
}

/// A random legal move.
fn random_move(position: &rules::Position, random: &mut ChaCha8Rng) -> Option<rules::Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
}

#[pymethods]
impl GameBatch {
    #[new]
    #[pyo3(signature = (count, game_type = "Base+MLP", *, repetition_draw = true, max_plies = 500))]
    fn new(count: usize, game_type: &str, repetition_draw: bool, max_plies: u16) -> PyResult<Self> {
        if count > 10_000_000 {
            let message = format!("expected at most 10,000,000 games, found {count}");
            return Err(PyValueError::new_err(message));
        }
        if usize::from(max_plies) > rules::Game::MAX_PLIES {
            let message = format!("expected at most 65,000 plies, found {max_plies}");
            return Err(PyValueError::new_err(message));
        }
        let game_type = crate::position::game_type(game_type)?;
        let games = (0..count).map(|_| rules::Game::new(game_type)).collect();
        Ok(Self { games, game_type, repetition_draw, max_plies })
    }

    /// A copy of one of the games.
    fn game(&self, index: usize) -> PyResult<Game> {
        let game = self.games.get(index).ok_or_else(|| {
            let count = self.games.len();
            PyIndexError::new_err(format!("expected a game below {count}, found {index}"))
        })?;
        Ok(Game::of_archive(game.clone()))
    }

    /// Plays an action in each unfinished game. If any of them is illegal, none is played.
    fn play(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let array = py.import("numpy")?.call_method1("asarray", (actions, "int64"))?;
        let actions: PyReadonlyArray1<'_, i64> = array.extract()?;
        if actions.len() != self.games.len() {
            let (expected, found) = (self.games.len(), actions.len());
            let message = format!("expected {expected} actions, found {found}");
            return Err(PyValueError::new_err(message));
        }
        let mut moves = Vec::with_capacity(self.games.len());
        for (index, (game, &action)) in self.games.iter().zip(actions.as_array()).enumerate() {
            if self.ended(game) {
                moves.push(None);
            } else {
                let mv = actions::find(game.position(), action)
                    .map_err(|error| IllegalMoveError::new_err(format!("game {index}, {error}")))?;
                moves.push(Some(mv));
            }
        }
        for (game, mv) in self.games.iter_mut().zip(moves) {
            if let Some(mv) = mv {
                game.play(mv).map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// A uniformly random legal action for each game, -1 for finished ones: ``int64``, determined by
    /// the seed.
    fn random_actions<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let choose = |game: &rules::Game| -> i64 {
            let position = game.position();
            let open = if self.ended(game) { None } else { random_move(position, &mut random) };
            open.map_or(-1, |mv| actions::least_of(position, mv).into())
        };
        let chosen: Vec<i64> = self.games.iter().map(choose).collect();
        let count = chosen.len();
        shaped(py, chosen, &[count])
    }

    /// Plays each game to its end with random moves, determined by the seed.
    fn play_out(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let (repetition_draw, max_plies) = (self.repetition_draw, self.max_plies);
        let ended = |game: &rules::Game| {
            game.outcome().is_some()
                || game.position().ply() >= max_plies
                || repetition_draw && game.repetitions() >= 3
        };
        let games = &mut self.games;
        interruptible(py, move |stop| {
            for (part, games) in games.chunks_mut(AT_A_TIME).enumerate() {
                for (index, game) in games.iter_mut().enumerate() {
                    let mut random = ChaCha8Rng::seed_from_u64(seed);
                    random.set_stream((part * AT_A_TIME + index) as u64);
                    while !ended(game) {
                        let Some(mv) = random_move(game.position(), &mut random) else { break };
                        if game.play(mv).is_err() {
                            break;
                        }
                    }
                }
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
            }
        })
    }

    /// Which games are over: ``bool``.
    fn is_over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let over: Vec<bool> = self.games.iter().map(|game| self.ended(game)).collect();
        shaped(py, over, &[self.games.len()])
    }

    /// White's points, 1, ½ or 0: ``float32``, NaN for unfinished games.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points: Vec<f32> = self.games.iter().map(|game| self.points_of(game)).collect();
        shaped(py, points, &[self.games.len()])
    }

    /// The number of plies of each game: ``int32``.
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let plies: Vec<i32> = self.games.iter().map(|game| game.position().ply().into()).collect();
        shaped(py, plies, &[self.games.len()])
    }

    /// The side to move in each game: ``bool``, true for Black.
    fn black_to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let is_black = |game: &rules::Game| game.position().side_to_move() == rules::Color::Black;
        shaped(py, self.games.iter().map(is_black).collect::<Vec<_>>(), &[self.games.len()])
    }

    /// Restarts the games for which ``which`` is true, by default all finished ones.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen: Vec<bool> = match which {
            Some(which) => {
                let array = py.import("numpy")?.call_method1("asarray", (which, "bool"))?;
                let chosen: PyReadonlyArray1<'_, bool> = array.extract()?;
                chosen.as_array().iter().copied().collect()
            }
            None => self.games.iter().map(|game| self.ended(game)).collect(),
        };
        if chosen.len() != self.games.len() {
            let (expected, found) = (self.games.len(), chosen.len());
            return Err(PyValueError::new_err(format!(
                "expected {expected} booleans, found {found}"
            )));
        }
        for (game, _) in self.games.iter_mut().zip(chosen).filter(|(_, chosen)| *chosen) {
            *game = rules::Game::new(self.game_type);
        }
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!("<GameBatch of {} games, {}>", self.games.len(), self.game_type)
    }
}
