//! Games.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use waggle_hive_core::notation::{
    GameState, game_string, move_string, move_strings, parse_archived_game, parse_game,
    parse_game_type,
};
use waggle_hive_core::render::{svg, text};
use waggle_hive_core::rules;

use crate::actions;
use crate::errors::{IllegalMoveError, notation};
use crate::moves::{self, Move};
use crate::position::{Position, perft, picture};
use crate::vocabulary;

/// A game from its first move on: the present position and the moves that led to it.
///
/// ``text`` is a game type or a whole GameString, in any of the forms that programs write.
/// Games of old archives, in which a queen may come first and the type may lack expansions
/// that are played, are read with ``archived=True``.
///
/// >>> game = Game("Base+MLP")
/// >>> for text in ["wL", "bL wL-", "wQ -wL"]:
/// ...     _ = game.play(text)
/// >>> str(game)
/// 'Base+MLP;InProgress;Black[2];wL;bL wL-;wQ -wL'
/// >>> game.side_to_move, len(game.legal_moves()), game.outcome
/// (<Color.BLACK: 'Black'>, 21, None)
/// >>> game.undo()
/// Move(Piece('wQ'), Hex(15, 16))
/// >>> Game(str(game)) == game
/// True
///
/// A game changes, so it cannot be a key of a dictionary; its ``position`` can.
#[pyclass(module = "waggle")]
pub(crate) struct Game {
    pub(crate) game: rules::Game,
    archived: bool,
}

impl Game {
    /// A game of a file, which may be an old one.
    pub(crate) fn of_archive(game: rules::Game) -> Self {
        // Whether it could have been played by today's rules.
        let mut today = rules::Game::new(game.game_type());
        let archived =
            game.start().is_none() && game.moves().take(2).any(|mv| today.play(mv).is_err());
        Self { game, archived }
    }

    fn legal(&self, argument: &Bound<'_, PyAny>) -> PyResult<rules::Move> {
        Move::of_argument(self.game.position(), argument)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text = "Base+MLP", *, archived = false))]
    fn new(text: &str, archived: bool) -> PyResult<Self> {
        let game = match (archived, parse_game_type(text)) {
            (true, Ok(game_type)) => rules::Game::lenient(game_type),
            (false, Ok(game_type)) => rules::Game::new(game_type),
            (true, Err(_)) => parse_archived_game(text).map_err(notation)?,
            (false, Err(_)) => parse_game(text).map_err(notation)?,
        };
        Ok(Self { game, archived })
    }

    /// A game that begins in this position, of whose past nothing is known.
    ///
    /// >>> stacks = {Hex(16, 16): ["wQ"], Hex(17, 16): ["bQ", "wB1"]}
    /// >>> game = Game.from_position(Position.from_stacks(stacks, game_type="Base", ply=8))
    /// >>> print(game)
    /// Base;InProgress;White[5];White[5] wQ@0,0 wB1@1,0+ bQ@1,0
    #[staticmethod]
    fn from_position(position: &Position) -> Self {
        Self { game: rules::Game::from_position(position.0.clone()), archived: false }
    }

    /// The position in which the game began, ``None`` if that was the usual start.
    #[getter]
    fn start(&self) -> Option<Position> {
        self.game.start().cloned().map(Position)
    }

    /// The present position, which stays as it is when the game goes on.
    #[getter]
    fn position(&self) -> Position {
        Position(self.game.position().clone())
    }

    /// All positions from the start to the present one: one more than moves.
    fn positions(&self) -> Vec<Position> {
        positions(&self.game).into_iter().map(Position).collect()
    }

    /// The game type, such as ``Base+MLP``.
    #[getter]
    fn game_type(&self) -> String {
        self.game.game_type().to_string()
    }

    /// Who is to move.
    #[getter]
    fn side_to_move(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        vocabulary::color(py, self.game.position().side_to_move())
    }

    /// How many turns have been taken, passes included.
    #[getter]
    fn ply(&self) -> u16 {
        self.game.position().ply()
    }

    /// How the game has ended on the board, ``None`` while it goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        vocabulary::outcome(py, self.game.outcome())
    }

    /// How often the present position has stood, this time included. The third time is a draw
    /// in tournaments; the rules go on.
    #[getter]
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// The state as UHP writes it, such as ``InProgress``; with ``repetition_draw``, a position
    /// that has stood three times makes it ``Draw``.
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
        Move::list(py, self.game.moves())
    }

    /// The moves played so far as MoveStrings.
    fn move_strings(&self) -> Vec<String> {
        let mut position = self.game.restarted().position().clone();
        let write = |mv| {
            let text = move_string(&position, mv);
            // Never taken back, so the token is of no use.
            let _ = position.make(mv);
            text
        };
        self.game.moves().map(write).collect()
    }

    /// Plays a legal move, a ``Move`` or its MoveString, and returns it.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Py<Move>> {
        let mv = self.legal(r#move)?;
        self.game.play(mv).map_err(|reason| {
            let text = moves::shown(self.game.position(), mv);
            IllegalMoveError::new_err(format!("`{text}`: {reason}"))
        })?;
        Move::object(r#move.py(), mv)
    }

    /// Takes the last move back and returns it, ``None`` at the start.
    fn undo(&mut self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        self.game.undo().map(|mv| Move::object(py, mv)).transpose()
    }

    /// All legal moves: none if the game is over, a pass if there is nothing else.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Move::list(py, self.game.position().legal_moves().into_iter())
    }

    /// Whether the rules allow this move now. A text that is no move is not legal.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        use pyo3::exceptions::PyValueError;
        match self.legal(r#move) {
            Ok(mv) => Ok(self.game.position().is_legal(mv)),
            Err(error) if error.is_instance_of::<PyValueError>(r#move.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Reads a MoveString in any of the forms that programs write, legal or not.
    fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        Move::object(py, moves::read(self.game.position(), text)?)
    }

    /// Writes a legal move as MzingaEngine does.
    fn move_string(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = self.legal(r#move)?;
        match move_strings(self.game.position(), &[mv]).pop() {
            Some(text) => Ok(text),
            None => Err(crate::position::illegal(self.game.position(), mv)),
        }
    }

    /// The game as a GameString, in the form of MzingaEngine.
    fn game_string(&self) -> String {
        game_string(&self.game)
    }

    /// The number of lines of play of this many plies from here; ``depth`` is at most 30.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        perft(py, self.game.position(), depth)
    }

    /// The numbers of all actions that name a legal move, ascending: see ``waggle.learning``.
    fn legal_actions(&self) -> Vec<u16> {
        actions::legal(self.game.position())
    }

    /// Plays the legal move that an action names, and returns it.
    fn play_action(&mut self, py: Python<'_>, action: i64) -> PyResult<Py<Move>> {
        let mv = actions::legal_move(self.game.position(), action)?;
        self.game
            .play(mv)
            .map_err(|reason| IllegalMoveError::new_err(format!("action {action}: {reason}")))?;
        Move::object(py, mv)
    }

    /// The board as text, for a terminal.
    #[pyo3(signature = (*, colored = false))]
    fn text(&self, colored: bool) -> String {
        text(&self.game, colored)
    }

    /// The present position as an SVG drawing; ``size`` is the longer side in pixels.
    #[pyo3(signature = (*, size = 800, names = false, dark = false))]
    fn svg(&self, size: u32, names: bool, dark: bool) -> String {
        svg(&self.game, &picture(size, names, dark))
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.game, &picture(480, true, false))
    }

    /// Another game with the same moves.
    fn copy(&self) -> Self {
        Self { game: self.game.clone(), archived: self.archived }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
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
        // The same object is not borrowed twice, which would fail while it changes.
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

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("waggle._pickling")?.getattr("game")?;
        let bits: Vec<u16> = self.game.moves().map(rules::Move::bits).collect();
        let arguments = (self.game_type(), self.start(), self.archived, bits);
        Ok((restore, arguments.into_pyobject(py)?))
    }
}

/// All positions of a game, from the start to the present one.
pub(crate) fn positions(game: &rules::Game) -> Vec<rules::Position> {
    let mut position = game.restarted().position().clone();
    let mut positions = Vec::with_capacity(game.moves().len() + 1);
    for mv in game.moves() {
        positions.push(position.clone());
        // Never taken back, so the token is of no use.
        let _ = position.make(mv);
    }
    positions.push(position);
    positions
}
