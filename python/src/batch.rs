//! Batches of games.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use waggle_hive_core::rules;

use crate::Reduced;
use crate::actions::{self, ActionSet};
use crate::background::{in_parts, interruptible};
use crate::errors::IllegalMoveError;
use crate::game::Game;
use crate::numbers::{self, within};
use crate::views::{View, game_of, shaped};

/// A batch of games played at once, without a loop in Python, on as many threads as there are
/// processors; what is played does not depend on their number.
///
/// A game is over when a queen is surrounded, at a threefold repetition (unless
/// ``repetition_draw`` is off), or after ``max_plies``. Finished games ignore their actions.
/// A game that a player has resigned is over, too. ``batch[3]`` is a copy of a game, ``batch[2:5]`` or ``batch[batch.is_over()]`` a batch of copies.
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
#[derive(Clone)]
pub(crate) struct GameBatch {
    pub(crate) games: Vec<Played>,
    pub(crate) end: End,
}

/// A game of a batch.
pub(crate) struct Played {
    pub(crate) game: rules::Game,
    /// Whether the player to move has resigned.
    resigned: bool,
    /// Its legal actions, found when they are first asked for.
    legal: OnceLock<ActionSet>,
}

impl Played {
    fn new(game: rules::Game) -> Self {
        Self { game, resigned: false, legal: OnceLock::new() }
    }

    pub(crate) fn is_over(&self, end: End) -> bool {
        self.resigned || end.has_come(&self.game)
    }

    fn legal(&self) -> &ActionSet {
        self.legal.get_or_init(|| ActionSet::legal(self.game.position()))
    }
}

impl Clone for Played {
    fn clone(&self) -> Self {
        Self { resigned: self.resigned, ..Self::new(self.game.clone()) }
    }
}

/// When games are over.
#[derive(Clone, Copy)]
pub(crate) struct End {
    repetition_draw: bool,
    max_plies: u16,
}

impl End {
    fn new(repetition_draw: bool, max_plies: i64) -> PyResult<Self> {
        let most = rules::Game::MAX_PLIES as u16;
        Ok(Self { repetition_draw, max_plies: within("plies", max_plies, 0..=most)? })
    }

    fn is_drawn(self, game: &rules::Game) -> bool {
        game.outcome() == Some(rules::Outcome::Draw)
            || game.outcome().is_none() && self.repetition_draw && game.is_threefold()
    }

    fn is_truncated(self, game: &rules::Game) -> bool {
        game.position().ply() >= self.max_plies && game.outcome().is_none() && !self.is_drawn(game)
    }

    pub(crate) fn has_come(self, game: &rules::Game) -> bool {
        game.outcome().is_some()
            || game.position().ply() >= self.max_plies
            || self.repetition_draw && game.is_threefold()
    }
}

impl GameBatch {
    /// The positions of the games.
    pub(crate) fn views(&self) -> Vec<View<'_>> {
        let views = self.games.iter().map(|played| View {
            position: played.game.position(),
            is_over: played.is_over(self.end),
            legal: Some(&played.legal),
        });
        views.collect()
    }

    /// An array with an entry for each game.
    fn each<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Played) -> T,
    ) -> PyResult<Bound<'py, PyAny>> {
        let all = self.games.iter().map(of).collect();
        shaped(py, all, &[self.games.len()])
    }

    /// White's points in a finished game; without an outcome it is a draw.
    fn points_of(&self, played: &Played) -> f32 {
        let game = &played.game;
        if played.resigned {
            return f32::from(u8::from(game.position().side_to_move() == rules::Color::Black));
        }
        match game.outcome() {
            Some(rules::Outcome::Win(rules::Color::White)) => 1.0,
            Some(rules::Outcome::Win(rules::Color::Black)) => 0.0,
            _ if self.end.has_come(game) => 0.5,
            _ => f32::NAN,
        }
    }

    /// A truth value for each game.
    fn choice(&self, which: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let numpy = which.py().import("numpy")?;
        let chosen = numpy.call_method1("asarray", (which, "bool"))?;
        numpy.call_method1("broadcast_to", (chosen, (self.games.len(),)))?.extract()
    }
}

#[pymethods]
impl GameBatch {
    #[new]
    #[pyo3(signature = (count, game_type = "Base+MLP", *, repetition_draw = true, max_plies = 500))]
    fn new(count: i64, game_type: &str, repetition_draw: bool, max_plies: i64) -> PyResult<Self> {
        let count = within("games", count, 0..=10_000_000)?;
        let end = End::new(repetition_draw, max_plies)?;
        let game_type = crate::position::game_type(game_type)?;
        let games = (0..count).map(|_| Played::new(rules::Game::new(game_type))).collect();
        Ok(Self { games, end })
    }

    /// A batch that goes on from these positions or games; ``reset`` returns to a position, or to
    /// the start of a game.
    ///
    /// >>> from waggle import Game
    /// >>> from waggle.learning import GameBatch
    /// >>> batch = GameBatch.from_positions([Game("Base;;;wS1").position, Game("Base+M")])
    /// >>> batch.plies().tolist()
    /// [1, 0]
    #[staticmethod]
    #[pyo3(signature = (positions, *, repetition_draw = true, max_plies = 500))]
    fn from_positions(
        positions: &Bound<'_, PyAny>,
        repetition_draw: bool,
        max_plies: i64,
    ) -> PyResult<Self> {
        let end = End::new(repetition_draw, max_plies)?;
        let games = positions.try_iter()?.map(|item| Ok(Played::new(game_of(&item?)?)));
        Ok(Self { games: games.collect::<PyResult<_>>()?, end })
    }

    /// A copy of one of the games.
    fn game(&self, index: isize) -> PyResult<Game> {
        let count = self.games.len() as isize;
        let at = if index < 0 { index + count } else { index };
        let played = usize::try_from(at).ok().and_then(|at| self.games.get(at));
        let none = || format!("expected a game below {count}, found {index}");
        Ok(Game::of_archive(played.ok_or_else(|| PyIndexError::new_err(none()))?.game.clone()))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(index) = index.extract::<isize>() {
            return Ok(Bound::new(py, self.game(index)?)?.into_any());
        }
        let numpy = py.import("numpy")?;
        let chosen: Vec<usize> = if let Ok(slice) = index.cast::<PySlice>() {
            let found = slice.indices(self.games.len() as isize)?;
            let nth = |nth: usize| (found.start + nth as isize * found.step) as usize;
            (0..found.slicelength).map(nth).collect()
        } else {
            // As NumPy understands it: numbers, or a truth value for each game.
            let all = numpy.call_method1("arange", (self.games.len(),))?;
            let some = numpy.call_method1("asarray", (index,))?;
            numpy.call_method1("atleast_1d", (all.get_item(some)?,))?.extract()?
        };
        let games = chosen.into_iter().map(|index| self.games[index].clone()).collect();
        Ok(Bound::new(py, Self { games, end: self.end })?.into_any())
    }

    /// Plays an action in each unfinished game, or only in those for which ``which`` is true. If
    /// any of them is illegal, none is played.
    #[pyo3(signature = (actions, which = None))]
    fn play(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        which: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let which = which.map(|which| self.choice(which)).transpose()?;
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (actions,))?;
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
        if !is_empty && kind != "i" && kind != "u" {
            return Err(PyTypeError::new_err(format!("expected whole numbers, found {dtype}")));
        }
        let array = numpy.call_method1("asarray", (array, "int64"))?;
        let actions: PyReadonlyArray1<'_, i64> = array.extract()?;
        if actions.len() != self.games.len() {
            let message = format!("expected {} actions, found {}", self.games.len(), actions.len());
            return Err(PyValueError::new_err(message));
        }
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        let Self { games, end } = self;
        let play = |first: usize, part: &mut [Played]| {
            let mut played = vec![];
            for (index, one) in (first..).zip(part) {
                if one.is_over(*end) || which.as_ref().is_some_and(|which| !which[index]) {
                    continue;
                }
                match actions::play(&mut one.game, &mut one.legal, actions[index], |_, _| ()) {
                    Ok(()) => played.push(index),
                    Err(reason) => return (played, Some(format!("game {index}, {reason}"))),
                }
            }
            (played, None)
        };
        let (played, illegal): (Vec<_>, Vec<_>) =
            py.detach(|| in_parts(games, play)).into_iter().unzip();
        let Some(reason) = illegal.into_iter().flatten().next() else { return Ok(()) };
        for index in played.concat() {
            games[index].game.undo();
            games[index].legal.take();
        }
        Err(IllegalMoveError::new_err(reason))
    }

    /// A uniformly random legal action for each game, -1 for finished ones: ``int64``, determined by
    /// the seed.
    fn random_actions<'py>(&self, py: Python<'py>, seed: i128) -> PyResult<Bound<'py, PyAny>> {
        let mut random = ChaCha8Rng::seed_from_u64(numbers::seed(seed)?);
        let is_over = |played: &Played| played.is_over(self.end);
        // What takes time, on all threads.
        let mut open: Vec<&Played> = self.games.iter().filter(|played| !is_over(played)).collect();
        py.detach(|| {
            in_parts(&mut open, |_, part| part.iter().for_each(|played| _ = played.legal()))
        });
        let choose = |played: &Played| -> i64 {
            if is_over(played) {
                return -1;
            }
            let legal = played.legal();
            let chosen = random.random_range(0..legal.len().max(1));
            legal.nth(chosen).map_or(-1, i64::from)
        };
        let chosen: Vec<i64> = self.games.iter().map(choose).collect();
        let count = chosen.len();
        shaped(py, chosen, &[count])
    }

    /// Plays each game to its end with random moves, determined by the seed.
    fn play_out(&mut self, py: Python<'_>, seed: i128) -> PyResult<()> {
        let seed = numbers::seed(seed)?;
        let Self { games, end } = self;
        let play = |index: usize, played: &mut Played, stop: &AtomicBool| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(index as u64);
            if played.resigned {
                return;
            }
            played.legal.take();
            let game = &mut played.game;
            while !end.has_come(game) && !stop.load(Ordering::Relaxed) {
                let moves = game.position().legal_moves();
                game.play_unchecked(moves[random.random_range(0..moves.len())]);
            }
        };
        interruptible(py, |stop| {
            in_parts(games, |first, part| {
                (first..).zip(part).for_each(|(index, played)| play(index, played, stop));
            });
        })
    }

    /// Which games are over: ``bool``.
    fn is_over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, |played| played.is_over(self.end))
    }

    /// Which games are drawn, by both queens or by repetition: ``bool``.
    fn is_drawn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, |played| self.end.is_drawn(&played.game))
    }

    /// Which games ended only because they reached ``max_plies``: ``bool``.
    fn is_truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, |played| self.end.is_truncated(&played.game))
    }

    /// White's points, 1, ½ or 0: ``float32``, NaN for unfinished games.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, |played| self.points_of(played))
    }

    /// The number of plies of each game: ``int32``.
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, |played| i32::from(played.game.position().ply()))
    }

    /// The side to move in each game: ``bool``, true for Black.
    fn black_to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, |played| played.game.position().side_to_move() == rules::Color::Black)
    }

    /// The player to move resigns in each unfinished game for which ``which`` is true.
    fn resign(&mut self, which: &Bound<'_, PyAny>) -> PyResult<()> {
        let chosen = self.choice(which)?;
        for (played, resigns) in self.games.iter_mut().zip(chosen) {
            played.resigned |= resigns && !played.is_over(self.end);
        }
        Ok(())
    }

    /// Restarts the games for which ``which`` is true, by default all finished ones.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen: Vec<bool> = match which {
            Some(which) => self.choice(which)?,
            None => self.games.iter().map(|played| played.is_over(self.end)).collect(),
        };
        for (played, _) in self.games.iter_mut().zip(chosen).filter(|(_, chosen)| *chosen) {
            *played = Played::new(played.game.restarted());
        }
        Ok(())
    }

    /// A copy of the batch.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("waggle._pickling")?.getattr("batch")?;
        let games = (0..self.games.len() as isize).map(|index| self.game(index));
        let games = games.collect::<PyResult<Vec<Game>>>()?;
        let End { repetition_draw, max_plies } = self.end;
        let resigned: Vec<bool> = self.games.iter().map(|played| played.resigned).collect();
        Ok((restore, (games, repetition_draw, max_plies, resigned).into_pyobject(py)?))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        let first = self.games.first().map(|played| format!(", {}", played.game.game_type()));
        format!("<GameBatch of {} games{}>", self.games.len(), first.unwrap_or_default())
    }
}
