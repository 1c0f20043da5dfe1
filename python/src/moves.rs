//! Moves.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules;

use crate::errors::{NotationError, notation};
use crate::hex::Hex;
use crate::interned::Interned;
use crate::piece::Piece;

/// A move: a piece and its destination, or a pass.
///
/// A piece in hand is placed; one in play moves or is thrown. A MoveString such as ``wA1 bQ-``
/// depends on the position, so positions parse and write it. A MoveString works wherever a move
/// is expected.
///
/// >>> from waggle import Game, Move
/// >>> game = Game("Base")
/// >>> move = game.legal_moves()[0]
/// >>> move.piece, move.hex
/// (Piece('wS1'), Hex(16, 16))
/// >>> game.move_string(move)
/// 'wS1'
/// >>> Move.PASS.is_pass
/// True
#[pyclass(module = "waggle", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) rules::Move);

/// One for each piece and hex, and the pass.
static MOVES: Interned<Move> = Interned::new(rules::Piece::COUNT * rules::Hex::COUNT + 1);

impl Move {
    /// The interned object of this move.
    #[inline]
    pub(crate) fn object(py: Python<'_>, mv: rules::Move) -> PyResult<Py<Self>> {
        let index = match mv {
            rules::Move::To { .. } => mv.bits() as usize,
            rules::Move::Pass => rules::Piece::COUNT * rules::Hex::COUNT,
        };
        MOVES.get(py, index, Self(mv))
    }

    /// A list of these moves.
    pub(crate) fn list(
        py: Python<'_>,
        moves: impl ExactSizeIterator<Item = rules::Move>,
    ) -> PyResult<Bound<'_, PyList>> {
        let objects: PyResult<Vec<Py<Self>>> = moves.map(|mv| Self::object(py, mv)).collect();
        PyList::new(py, objects?)
    }

    /// Converts an argument, a `Move` or its MoveString, to a move of a position.
    pub(crate) fn of_argument(
        position: &rules::Position,
        argument: &Bound<'_, PyAny>,
    ) -> PyResult<rules::Move> {
        if let Ok(mv) = argument.cast::<Self>() {
            return Ok(mv.get().0);
        }
        match argument.cast::<PyString>() {
            Ok(text) => read(position, &text.to_cow()?),
            Err(_) => Err(PyTypeError::new_err(format!(
                "expected a Move or a MoveString, found {argument:?}"
            ))),
        }
    }
}

/// Parses a MoveString.
pub(crate) fn read(position: &rules::Position, text: &str) -> PyResult<rules::Move> {
    parse_move(position, text).map_err(|error| {
        let shown: String = text.chars().take(80).collect();
        NotationError::new_err(format!("`{shown}`: {error}"))
    })
}

/// The text of a move, legal or not, for messages.
pub(crate) fn shown(position: &rules::Position, mv: rules::Move) -> String {
    move_string(position, mv)
}

#[pymethods]
impl Move {
    #[new]
    fn new(piece: &Bound<'_, PyAny>, hex: &Hex) -> PyResult<Self> {
        Ok(Self(rules::Move::To { piece: Piece::of_argument(piece)?, hex: hex.0 }))
    }

    /// The pass, legal only if no other move is.
    #[classattr]
    const PASS: Self = Self(rules::Move::Pass);

    /// The move that ``bits`` packed.
    #[staticmethod]
    fn from_bits(py: Python<'_>, bits: u16) -> PyResult<Py<Self>> {
        match rules::Move::from_bits(bits) {
            Some(mv) => Self::object(py, mv),
            None => Err(notation(format!("no move has the bits {bits}"))),
        }
    }

    /// The piece that is placed, moved or thrown; ``None`` for a pass.
    #[getter]
    fn piece(&self, py: Python<'_>) -> PyResult<Option<Py<Piece>>> {
        self.0.piece().map(|piece| Piece::object(py, piece)).transpose()
    }

    /// The destination; ``None`` for a pass.
    #[getter]
    fn hex(&self, py: Python<'_>) -> PyResult<Option<Py<Hex>>> {
        match self.0 {
            rules::Move::To { hex, .. } => Hex::object(py, hex).map(Some),
            rules::Move::Pass => Ok(None),
        }
    }

    /// Whether this is a pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0 == rules::Move::Pass
    }

    /// The move in sixteen bits: ``1024 * piece.index + hex.index``, or 65,535 for a pass.
    #[getter]
    fn bits(&self) -> u16 {
        self.0.bits()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            rules::Move::To { piece, hex } => {
                format!("Move(Piece('{piece}'), Hex({}, {}))", hex.q(), hex.r())
            }
            rules::Move::Pass => "Move.PASS".to_owned(),
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let from_bits = py.get_type::<Self>().getattr("from_bits")?;
        Ok((from_bits, PyTuple::new(py, [self.0.bits()])?))
    }
}
