//! Games.

use std::ffi::CString;
use std::sync::OnceLock;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString};
use waggle_hive_core::notation::{
    GameState, contradictions, game_string, parse_archived_game, parse_game_type, parse_piece,
};
use waggle_hive_core::render::text;
use waggle_hive_core::rules;

use crate::Reduced;
use crate::actions::{self, ActionSet};
use crate::both::methods_of_both;
use crate::drawing;
use crate::errors::{IllegalMoveError, notation};
use crate::hex::Hex;
use crate::moves::{self, Move};
use crate::position::{Position, game_of_text};

/// A game: its moves and the current position.
///
/// ``text`` is a game type or a GameString in any known notation; a ``UserWarning`` says where its
/// state or turn contradict its moves. ``archived=True`` accepts games of old archives without a
/// warning: there the queen may be placed first, and the type may lack expansions that are played.
///
/// >>> from waggle import Game
/// >>> game = Game("Base+MLP")
/// >>> for text in ["wL", "bL wL-", "wQ -wL"]:
/// ...     _ = game.play(text)
/// >>> str(game)
/// 'Base+MLP;InProgress;Black[2];wL;bL wL-;wQ -wL'
/// >>> game.side_to_move, len(game.legal_moves()), game.outcome
/// (<Color.BLACK: 'Black'>, 21, None)
/// >>> game.undo()
/// Move('wQ -wL')
/// >>> Game(str(game)) == game
/// True
///
/// Games are mutable and so not hashable; use ``position`` as a key.
#[pyclass(module = "waggle")]
#[derive(Clone)]
#[expect(clippy::struct_field_names, reason = "it is the game, with what Python needs besides")]
pub(crate) struct Game {
    pub(crate) game: rules::Game,
    archived: bool,
    /// The legal actions, found when they are first asked for.
    pub(crate) legal: OnceLock<ActionSet>,
}

impl Game {
    fn with(game: rules::Game, archived: bool) -> Self {
        Self { game, archived, legal: OnceLock::new() }
    }

    /// A game of a file, which may follow older rules.
    pub(crate) fn of_archive(game: rules::Game) -> Self {
        // Whether it is legal by today's rules.
        let mut today = rules::Game::new(game.game_type());
        let archived =
            game.start().is_none() && game.moves().take(2).any(|mv| today.play(mv).is_err());
        Self::with(game, archived)
    }

    /// The moves played so far.
    fn line(&self) -> impl ExactSizeIterator<Item = Move> {
        let mut position = self.game.restarted().position().clone();
        self.game.moves().map(move |mv| {
            let named = Move::of(&position, mv);
            // Never undone, so the token is not needed.
            let _ = position.make(mv);
            named
        })
    }

    fn rules(&self) -> &rules::Position {
        self.game.position()
    }

    fn as_game(&self) -> rules::Game {
        self.game.clone()
    }

    fn objection_to(&self, mv: rules::Move) -> Option<rules::IllegalMove> {
        self.game.objection_to(mv)
    }
}

methods_of_both!(Game);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text = "Base+MLP", *, archived = false))]
    fn new(py: Python<'_>, text: &str, archived: bool) -> PyResult<Self> {
        let game = match (archived, parse_game_type(text)) {
            (true, Ok(game_type)) => rules::Game::lenient(game_type),
            (false, Ok(game_type)) => rules::Game::new(game_type),
            (true, Err(_)) => parse_archived_game(text).map_err(notation)?,
            (false, Err(_)) => {
                let game = game_of_text(text)?;
                let wrong = contradictions(text, &game).into_iter().map(|it| it.to_string());
                for message in wrong.chain(unknown_state(text)) {
                    let category = py.get_type::<PyUserWarning>();
                    PyErr::warn(py, &category, &CString::new(message)?, 1)?;
                }
                game
            }
        };
        Ok(Self::with(game, archived))
    }

    /// A game that starts from this position.
    ///
    /// >>> from waggle import Game, Hex, Position
    /// >>> stacks = {Hex(16, 16): ["wQ"], Hex(17, 16): ["bQ", "wB1"]}
    /// >>> game = Game.from_position(Position.from_stacks(stacks, game_type="Base", ply=8))
    /// >>> print(game)
    /// Base;InProgress;White[5];White[5] wQ@0,0 wB1@1,0+ bQ@1,0
    #[staticmethod]
    fn from_position(position: &Position) -> Self {
        Self::with(rules::Game::from_position(position.0.clone()), false)
    }

    /// The position from which the game started, ``None`` for the standard start.
    #[getter]
    fn start(&self) -> Option<Position> {
        self.game.start().cloned().map(Position)
    }

    /// The current position; later moves do not change it.
    #[getter]
    fn position(&self) -> Position {
        Position(self.game.position().clone())
    }

    /// All positions from the start to the current one: one more than the moves.
    fn positions(&self) -> Vec<Position> {
        let mut position = self.game.restarted().position().clone();
        let mut positions = vec![Position(position.clone())];
        for mv in self.game.moves() {
            // Never undone, so the token is not needed.
            let _ = position.make(mv);
            positions.push(Position(position.clone()));
        }
        positions
    }

    /// Whether the game has an outcome; ``claim_draw`` also counts a threefold repetition.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.game.outcome().is_some() || claim_draw && self.game.is_threefold()
    }

    /// How often the current position has occurred, including now. The third occurrence is a draw
    /// in tournaments, but not by the rules.
    #[getter]
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// The state in UHP's notation, such as ``InProgress``; with ``repetition_draw``, a threefold
    /// repetition makes it ``Draw``.
    #[pyo3(signature = (*, repetition_draw = false))]
    fn state(&self, repetition_draw: bool) -> &'static str {
        if repetition_draw {
            GameState::with_repetition(&self.game).name()
        } else {
            GameState::of(&self.game).name()
        }
    }

    /// The moves played so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.line())
    }

    /// The moves played so far as MoveStrings.
    fn move_strings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.line().map(|mv| mv.text(py)))
    }

    /// Plays a legal move, a ``Move`` or its MoveString, and returns it.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        let mv = Move::of(self.rules(), Move::of_argument(self.rules(), r#move)?);
        self.legal.take();
        match self.game.play(mv.mv) {
            Ok(()) => Ok(mv),
            Err(reason) => Err(moves::illegal(self.game.position(), mv.mv, &reason)),
        }
    }

    /// Takes the last move back and returns it, ``None`` at the start.
    fn undo(&mut self) -> Option<Move> {
        self.legal.take();
        self.game.undo().map(|mv| Move::of(self.game.position(), mv))
    }

    /// The game as a GameString in MzingaEngine's notation.
    fn game_string(&self) -> String {
        game_string(&self.game)
    }

    /// All legal actions, ascending: see ``waggle.learning``.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.legal.get_or_init(|| ActionSet::legal(self.game.position())).list(py)
    }

    /// Plays the legal move that an action names, and returns it.
    fn play_action(&mut self, action: i64) -> PyResult<Move> {
        actions::play(&mut self.game, &mut self.legal, action, Move::of)
            .map_err(IllegalMoveError::new_err)
    }

    /// The board as text, for a terminal.
    #[pyo3(signature = (*, colored = false))]
    fn text(&self, colored: bool) -> String {
        text(&self.game, colored)
    }

    /// A copy of the game.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.moves(py)?.try_iter()
    }

    /// The number of moves played.
    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.game_string()
    }

    fn __repr__(&self) -> String {
        let archived = if self.archived { ", archived=True" } else { "" };
        format!("Game({:?}{archived})", self.game_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // Borrowing the same object twice would fail during a mutation.
        other.cast::<Self>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| {
                let starts = match (self.start(), other.start()) {
                    (Some(one), Some(other)) => one.same(&other),
                    (one, other) => one.is_none() && other.is_none(),
                };
                starts
                    && self.game.game_type() == other.game.game_type()
                    && self.game.moves().eq(other.game.moves())
            })
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("waggle._pickling")?.getattr("game")?;
        let arguments = (self.game_type(), self.start(), self.archived, self.move_strings(py)?);
        Ok((restore, arguments.into_pyobject(py)?))
    }
}

/// Says that a word in the place of the state is none.
fn unknown_state(text: &str) -> Option<String> {
    let word = text.split(';').nth(1)?.trim();
    let is_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
    let is_known = GameState::parse(word).is_some()
        || parse_piece(word).is_ok()
        || ["setup", "pass"].iter().any(|known| known.eq_ignore_ascii_case(word));
    (is_word && !is_known).then(|| format!("the state is `{word}`, which is none of UHP's"))
}
