//! Games.

use std::ffi::CString;
use std::sync::OnceLock;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};
use waggle_hive_core::notation::{
    GameState, contradictions, game_string, parse_archived_game, parse_game_type, parse_piece,
};
use waggle_hive_core::render::text;
use waggle_hive_core::rules;

use crate::actions::{self, ActionSet};
use crate::drawing;
use crate::errors::{IllegalMoveError, notation};
use crate::hex::Hex;
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::position::{Position, game_of_text, perft};
use crate::vocabulary;

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

    fn read(&self, argument: &Bound<'_, PyAny>) -> PyResult<rules::Move> {
        Move::of_argument(self.game.position(), argument)
    }

    /// A move that may be played, or the exception that says why not.
    fn legal(&self, mv: rules::Move) -> PyResult<Move> {
        match self.game.objection_to(mv) {
            None => Ok(Move::of(self.game.position(), mv)),
            Some(reason) => Err(moves::illegal(self.game.position(), mv, &reason)),
        }
    }
}

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
        positions(&self.game).into_iter().map(Position).collect()
    }

    /// The game type, such as ``Base+MLP``.
    #[getter]
    fn game_type(&self) -> String {
        self.game.game_type().to_string()
    }

    /// The side to move.
    #[getter]
    fn side_to_move(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        vocabulary::color(py, self.game.position().side_to_move())
    }

    /// The number of plies played, including passes.
    #[getter]
    fn ply(&self) -> u16 {
        self.game.position().ply()
    }

    /// The outcome on the board, ``None`` while the game is in progress.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        vocabulary::outcome(py, self.game.outcome())
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
        let mv = Move::of(self.game.position(), self.read(r#move)?);
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

    /// All legal moves: empty if the game is over, only a pass if there is no other move.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Move::list(py, self.game.position(), self.game.position().legal_moves().into_iter())
    }

    /// Whether a move is legal now. Text that is not a move is not legal.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.read(r#move) {
            Ok(mv) => Ok(self.game.objection_to(mv).is_none()),
            Err(error) if error.is_instance_of::<PyValueError>(r#move.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Parses a MoveString in any known notation, legal or not.
    fn parse_move(&self, text: &str) -> PyResult<Move> {
        Ok(Move::of(self.game.position(), moves::read(self.game.position(), text)?))
    }

    /// Parses the MoveString of a legal move in any known notation.
    fn parse_uhp(&self, text: &str) -> PyResult<Move> {
        self.legal(moves::read(self.game.position(), text)?)
    }

    /// The legal move of a piece to a hex.
    fn find_move(&self, piece: &Bound<'_, PyAny>, hex: &Hex) -> PyResult<Move> {
        self.legal(rules::Move::To { piece: Piece::of_argument(piece)?, hex: hex.0 })
    }

    /// The moves of a line that starts here, as MoveStrings or moves, each checked.
    ///
    /// >>> from waggle import Game
    /// >>> Game("Base;;;wS1").variation(["bS1 wS1-", "wQ -wS1"])
    /// [Move('bS1 wS1-'), Move('wQ -wS1')]
    fn variation<'py>(&self, line: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        moves::variation(self.game.clone(), line)
    }

    /// Writes a legal move in MzingaEngine's notation.
    fn move_string<'py>(
        &self,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Borrowed<'py, 'py, PyString>> {
        Ok(self.legal(self.read(r#move)?)?.text(r#move.py()))
    }

    /// The game as a GameString in MzingaEngine's notation.
    fn game_string(&self) -> String {
        game_string(&self.game)
    }

    /// The perft count at this depth, at most 30.
    fn perft(&self, py: Python<'_>, depth: i64) -> PyResult<u64> {
        perft(py, self.game.position(), depth)
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

    /// The current position as an SVG drawing, as ``Position.svg``, with the last move marked.
    #[pyo3(signature = (
        *, size = 800, names = false, dark = false, arrows = vec![], marks = vec![]
    ))]
    fn svg(
        &self,
        size: i64,
        names: bool,
        dark: bool,
        arrows: Vec<Bound<'_, PyAny>>,
        marks: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        drawing::drawing(&self.game, size, names, dark, &arrows, &marks)
    }

    fn _repr_svg_(&self) -> String {
        drawing::in_notebook(&self.game)
    }

    /// A copy of the game.
    fn copy(&self) -> Self {
        Self::with(self.game.clone(), self.archived)
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
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

    /// Unpickles a game.
    #[staticmethod]
    fn _restored(
        game_type: &str,
        start: Option<&Position>,
        archived: bool,
        moves: Vec<u16>,
    ) -> PyResult<Self> {
        let mut game = if let Some(position) = start {
            Self::from_position(position)
        } else {
            let game_type = crate::position::game_type(game_type)?;
            let start = if archived { rules::Game::lenient } else { rules::Game::new };
            Self::with(start(game_type), archived)
        };
        for bits in moves {
            let mv = rules::Move::from_bits(bits)
                .ok_or_else(|| notation(format!("no move has the bits {bits}")))?;
            let played = game.game.play(mv);
            played.map_err(|reason| moves::illegal(game.game.position(), mv, &reason))?;
        }
        Ok(game)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restored = py.get_type::<Self>().getattr("_restored")?;
        let bits: Vec<u16> = self.game.moves().map(rules::Move::bits).collect();
        let arguments = (self.game_type(), self.start(), self.archived, bits);
        Ok((restored, arguments.into_pyobject(py)?))
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

/// All positions of a game, from the start to the current one.
pub(crate) fn positions(game: &rules::Game) -> Vec<rules::Position> {
    let mut position = game.restarted().position().clone();
    let mut positions = Vec::with_capacity(game.moves().len() + 1);
    for mv in game.moves() {
        positions.push(position.clone());
        // Never undone, so the token is not needed.
        let _ = position.make(mv);
    }
    positions.push(position);
    positions
}
