//! Positions.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use waggle_hive_core::notation::{
    game_string, hop, parse_archived_game, parse_game, parse_game_type, setup_text,
};
use waggle_hive_core::rules;
use waggle_hive_engine::people::Model;

use crate::Reduced;
use crate::actions::{self, ActionSet};
use crate::background::interruptible;
use crate::both::methods_of_both;
use crate::drawing;
use crate::errors::{IllegalMoveError, SetupError, notation};
use crate::hex::Hex;
use crate::moves::{self, Move};
use crate::numbers::within;
use crate::piece::Piece;
use crate::vocabulary;

/// A position: the pieces in play and in hand, the side to move, and the resting piece.
///
/// ``text`` is a game type, the text of a position set up, or a GameString in any known notation.
/// Positions are immutable: ``after`` returns the next one. Two are equal if they have the same
/// pieces on the same hexes in the same order, the same ply, and the same last moved piece.
/// ``key`` ignores the numbers of pieces of the same bug: it decides repetitions.
///
/// >>> from waggle import Hex, Position
/// >>> position = Position("Base+MLP")
/// >>> position.count_moves()
/// 7
/// >>> position = position.after("wL").after("bL wL-")
/// >>> position.stack(Hex(17, 16))
/// [Piece('bL')]
/// >>> position.perft(2)
/// 441
/// >>> print(position)
/// Base+MLP;White[2] wL@0,0 bL@1,0!
/// >>> Position(str(position)).legal_moves() == position.legal_moves()
/// True
#[pyclass(module = "waggle", frozen)]
#[derive(Clone)]
pub(crate) struct Position(pub(crate) rules::Position);

impl Position {
    fn rules(&self) -> &rules::Position {
        &self.0
    }

    fn as_game(&self) -> rules::Game {
        rules::Game::from_position(self.0.clone())
    }

    fn objection_to(&self, mv: rules::Move) -> Option<rules::IllegalMove> {
        self.0.objection_to(mv)
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        let (one, other) = (&self.0, &other.0);
        let place =
            |position: &rules::Position, piece| (position.hex_of(piece), position.below(piece));
        one.key() == other.key()
            && one.game_type() == other.game_type()
            && one.ply() == other.ply()
            && one.last_moved() == other.last_moved()
            && rules::Piece::all().all(|piece| place(one, piece) == place(other, piece))
    }
}

/// Parses a game type.
pub(crate) fn game_type(text: &str) -> PyResult<rules::GameType> {
    parse_game_type(text).map_err(notation)
}

/// The game of a GameString, in which pieces may be numbered freely.
pub(crate) fn game_of_text(text: &str) -> PyResult<rules::Game> {
    let renumbered = || {
        // Archives may break rules besides, which the second reading finds.
        let game = parse_archived_game(text).ok()?;
        let named = text.split(';').next().and_then(|field| parse_game_type(field).ok());
        let is_of_type = named.is_none_or(|named| named == game.game_type());
        parse_game(&game_string(&game)).ok().filter(|_| is_of_type)
    };
    parse_game(text).or_else(|error| renumbered().ok_or(error)).map_err(notation)
}

/// Perft ply by ply, so that Ctrl-C works.
fn count(position: &mut rules::Position, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= 3 {
        return rules::perft(position, depth);
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        if !stop.load(Ordering::Relaxed) {
            let undo = position.make(mv);
            leaves += count(position, depth - 1, stop);
            position.unmake(undo);
        }
    }
    leaves
}

/// Perft, without Python's lock.
pub(crate) fn perft(py: Python<'_>, position: &rules::Position, depth: i64) -> PyResult<u64> {
    let depth = within("a depth", depth, 0..=30)?;
    let mut position = position.clone();
    if depth <= 3 {
        return Ok(py.detach(|| rules::perft(&mut position, depth)));
    }
    interruptible(py, |stop| count(&mut position, depth, stop))
}

/// What people would play in a game, the likeliest move first.
pub(crate) fn people(py: Python<'_>, game: &rules::Game) -> PyResult<Vec<(Move, f64)>> {
    if !Model::knows(game.game_type()) {
        let message = c"what people play is a guess: its games were Base+MLP";
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), message, 1)?;
    }
    let mut moves = Model::own().map_or_else(Vec::new, |model| model.probabilities(game));
    moves.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    Ok(moves.into_iter().map(|(mv, chance)| (Move::of(game.position(), mv), chance)).collect())
}

methods_of_both!(Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text = "Base+MLP"))]
    fn new(text: &str) -> PyResult<Self> {
        match parse_game_type(text) {
            Ok(game_type) => Ok(Self(rules::Position::new(game_type))),
            Err(_) => Ok(Self(game_of_text(text)?.position().clone())),
        }
    }

    /// Sets up a position: stacks of pieces, each from the bottom to the top, after ``ply``
    /// plies, of which the last moved the piece ``last_moved``.
    ///
    /// >>> from waggle import Hex, Position
    /// >>> stacks = {Hex(16, 16): ["wQ"], Hex(17, 16): ["bQ", "wB1"]}
    /// >>> position = Position.from_stacks(stacks, game_type="Base", ply=8)
    /// >>> position.height(Hex(17, 16))
    /// 2
    #[staticmethod]
    #[pyo3(signature = (stacks, *, game_type = "Base+MLP", ply, last_moved = None))]
    fn from_stacks(
        stacks: &Bound<'_, PyAny>,
        game_type: &str,
        ply: i64,
        last_moved: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let game_type = self::game_type(game_type)?;
        let mut all: Vec<(rules::Hex, Vec<rules::Piece>)> = vec![];
        for item in stacks.call_method0("items")?.try_iter()? {
            let (hex, stack): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
            let stack = stack.try_iter()?.map(|piece| Piece::of_argument(&piece?));
            all.push((hex.cast::<Hex>()?.get().0, stack.collect::<PyResult<_>>()?));
        }
        let last_moved = last_moved.map(Piece::of_argument).transpose()?;
        let ply = within("a ply", ply, 0..=rules::Game::MAX_PLIES as u16)?;
        rules::Position::from_stacks(game_type, ply, all, last_moved)
            .map(Self)
            .map_err(|error| SetupError::new_err(error.to_string()))
    }

    /// The piece that was placed, moved or thrown on the previous ply, which must rest; ``None`` at
    /// the start and after a pass.
    #[getter]
    fn last_moved(&self) -> Option<Piece> {
        self.0.last_moved().map(Piece)
    }

    /// A 64-bit hash that decides repetitions: equal if the same kinds of bugs of each player lie
    /// on the same hexes in the same order, the same player is to move, and the same piece rests
    /// where that matters. It ignores the numbers of the pieces and the ply, but not where on the
    /// torus the hive lies.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// Whether the game has an outcome.
    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// The number of legal moves, without listing them.
    fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    /// The position after a legal move.
    fn after(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mv = self.legal(Move::of_argument(&self.0, r#move)?)?;
        if usize::from(self.0.ply()) >= rules::Game::MAX_PLIES {
            return Err(IllegalMoveError::new_err(rules::IllegalMove::TooLong.to_string()));
        }
        Ok(Self(self.0.after(mv.mv)))
    }

    /// The hex of a piece, ``None`` if it is in hand.
    fn hex_of(&self, piece: &Bound<'_, PyAny>) -> PyResult<Option<Hex>> {
        Ok(self.0.hex_of(Piece::of_argument(piece)?).map(Hex))
    }

    /// The top piece on a hex.
    fn top(&self, hex: &Hex) -> Option<Piece> {
        self.0.top(hex.0).map(Piece)
    }

    /// The number of pieces on a hex.
    fn height(&self, hex: &Hex) -> u8 {
        self.0.height(hex.0)
    }

    /// The pieces on a hex, from the bottom to the top.
    fn stack(&self, hex: &Hex) -> Vec<Piece> {
        self.0.stack(hex.0).map(Piece).collect()
    }

    /// All hexes with pieces, and the pieces on each from the bottom to the top.
    fn stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (stacks, position) = (PyDict::new(py), &self.0);
        for piece in position.pieces_on_table() {
            if let Some(hex) =
                position.hex_of(piece).filter(|&hex| position.top(hex) == Some(piece))
            {
                stacks.set_item(Hex(hex), self.stack(&Hex(hex)))?;
            }
        }
        Ok(stacks)
    }

    /// Whether this piece is covered.
    fn is_covered(&self, piece: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.is_covered(Piece::of_argument(piece)?))
    }

    /// The pieces in play, by index.
    fn pieces_on_table(&self) -> Vec<Piece> {
        self.0.pieces_on_table().map(Piece).collect()
    }

    /// The pieces in hand, by index.
    fn pieces_in_hand(&self) -> Vec<Piece> {
        self.0.pieces_in_hand().map(Piece).collect()
    }

    /// The number of pieces of a bug in a player's hand.
    fn in_hand(&self, color: &Bound<'_, PyAny>, bug: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.0.in_hand(vocabulary::color_of(color)?, vocabulary::bug_of(bug)?))
    }

    /// All legal actions, ascending: see ``waggle.learning``.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        ActionSet::legal(&self.0).list(py)
    }

    /// The action of a legal move: the lowest of those that name it.
    fn action_of(&self, r#move: &Bound<'_, PyAny>) -> PyResult<u16> {
        let mv = self.legal(Move::of_argument(&self.0, r#move)?)?;
        Ok(actions::least_of(&self.0, mv.mv))
    }

    /// The legal move that an action names.
    fn move_of_action(&self, action: i64) -> PyResult<Move> {
        Ok(Move::of(&self.0, actions::legal_move(&self.0, action)?))
    }

    /// The position as a text that is read again: the type, the turn, and each piece with its
    /// coordinates. The location on the torus is lost.
    ///
    /// >>> from waggle import Position
    /// >>> Position("Base").after("wS1").after("bS1 wS1-").setup_string()
    /// 'Base;White[2] wS1@0,0 bS1@1,0!'
    fn setup_string(&self) -> String {
        format!("{};{}", self.0.game_type(), setup_text(&self.0))
    }

    /// The position in HOP, the text of pepeke.app and hivegame.com: equal for positions that are
    /// equal up to symmetry and numbering, and read by ``Position`` and ``Game``. The turn number and
    /// the numbers of the pieces are lost.
    ///
    /// >>> from waggle import Position
    /// >>> Position("Base").after("wS1").after("bG1 wS1-").hop()
    /// 'base,S+g!,w'
    fn hop(&self) -> String {
        hop(&self.0)
    }

    fn __str__(&self) -> String {
        self.setup_string()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.setup_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.key(), self.0.ply()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("waggle._pickling")?.getattr("position")?;
        let arguments = (
            self.stacks(py)?,
            self.0.game_type().to_string(),
            self.0.ply(),
            self.0.last_moved().map(|piece| piece.to_string()),
        );
        Ok((restore, arguments.into_pyobject(py)?))
    }
}
