//! Moves.

use std::fmt::Display;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules;

use crate::Reduced;
use crate::actions;
use crate::errors::{IllegalMoveError, NotationError, notation};
use crate::hex::Hex;
use crate::piece::Piece;
use crate::views::game_of;

/// A move as its MoveString, such as ``wA1 bQ-``.
///
/// A move prints, sorts, compares and hashes as its MoveString, in the notation of MzingaEngine,
/// and has the piece and the hex that the text means in its position: that of the game that makes
/// it, or the ``position`` or game that is given, in which it need not be legal. A MoveString in any
/// notation works wherever a move is expected.
///
/// >>> from waggle import Game, Move
/// >>> game = Game("Base;;;wS1")
/// >>> move = game.parse_uhp("bA1 wS1-")
/// >>> print(move, move.piece, move.hex)
/// bA1 wS1- bA1 Hex(17, 16)
/// >>> move == "bA1 wS1-", sorted(game.legal_moves())[0]
/// (True, Move('bA1 -wS1'))
/// >>> Move("bA1 wS1/", game).hex, Move.PASS.is_pass
/// (Hex(17, 15), True)
#[pyclass(module = "waggle", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) mv: rules::Move,
    /// The action whose text is its MoveString.
    name: u16,
}

impl Move {
    /// A move of a position.
    #[inline]
    pub(crate) fn of(position: &rules::Position, mv: rules::Move) -> Self {
        Self { mv, name: actions::name_of(position, mv) }
    }

    /// A list of moves of a position.
    pub(crate) fn list<'py>(
        py: Python<'py>,
        position: &rules::Position,
        moves: impl ExactSizeIterator<Item = rules::Move>,
    ) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, moves.map(|mv| Self::of(position, mv)))
    }

    /// Its MoveString.
    pub(crate) fn text<'py>(&self, py: Python<'py>) -> Borrowed<'py, 'py, PyString> {
        actions::text_object(py, self.name)
    }

    /// Converts an argument, a `Move` or its MoveString, to a move of a position.
    pub(crate) fn of_argument(
        position: &rules::Position,
        argument: &Bound<'_, PyAny>,
    ) -> PyResult<rules::Move> {
        if let Ok(mv) = argument.cast::<Self>() {
            return Ok(mv.get().mv);
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

/// The exception for a move that a position or a game refuses.
pub(crate) fn illegal(position: &rules::Position, mv: rules::Move, reason: &dyn Display) -> PyErr {
    IllegalMoveError::new_err(format!("`{}`: {reason}", move_string(position, mv)))
}

/// The moves of a line from the end of a game, which are played; an exception for one that is not
/// legal.
pub(crate) fn played(game: &mut rules::Game, line: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
    if line.is_instance_of::<PyString>() {
        let message = format!("expected a list of moves, found the text {}", line.repr()?);
        return Err(PyTypeError::new_err(message));
    }
    let mut moves = vec![];
    for item in line.try_iter()? {
        let mv = Move::of(game.position(), Move::of_argument(game.position(), &item?)?);
        game.play(mv.mv).map_err(|reason| illegal(game.position(), mv.mv, &reason))?;
        moves.push(mv);
    }
    Ok(moves)
}

#[pymethods]
impl Move {
    #[new]
    fn new(text: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = game_of(position)?;
        Ok(Self::of(game.position(), Self::of_argument(game.position(), text)?))
    }

    /// The pass, legal only if no other move is.
    #[classattr]
    const PASS: Self = Self { mv: rules::Move::Pass, name: actions::PASS };

    /// The piece that is placed, moved or thrown; ``None`` for a pass.
    #[getter]
    fn piece(&self) -> Option<Piece> {
        self.mv.piece().map(Piece)
    }

    /// The destination; ``None`` for a pass.
    #[getter]
    fn hex(&self) -> Option<Hex> {
        match self.mv {
            rules::Move::To { hex, .. } => Some(Hex(hex)),
            rules::Move::Pass => None,
        }
    }

    /// Whether this is a pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.mv == rules::Move::Pass
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Borrowed<'py, 'py, PyString> {
        self.text(py)
    }

    fn __format__<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        self.text(py).call_method1("__format__", (format,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Move({})", self.text(py).repr()?))
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        comparison: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = self.text(other.py());
        match other.cast::<Self>() {
            Ok(other) => text.rich_compare(other.get().text(other.py()), comparison),
            Err(_) if other.is_instance_of::<PyString>() => text.rich_compare(other, comparison),
            Err(_) => Ok(other.py().NotImplemented().into_bound(other.py())),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text(py).hash()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Unpickles a move.
    #[staticmethod]
    fn _restored(bits: u16, name: u16) -> PyResult<Self> {
        match rules::Move::from_bits(bits) {
            Some(mv) if actions::names(name, mv) => Ok(Self { mv, name }),
            _ => Err(notation(format!("no move has the bits {bits} and the name {name}"))),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restored = py.get_type::<Self>().getattr("_restored")?;
        Ok((restored, PyTuple::new(py, [self.mv.bits(), self.name])?))
    }
}
