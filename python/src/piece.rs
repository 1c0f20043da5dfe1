//! Pieces.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use waggle_hive_core::notation::parse_piece;
use waggle_hive_core::rules;

use crate::Reduced;
use crate::errors::{NotationError, notation};
use crate::vocabulary;

/// One tile, such as ``wA1``: White's first Soldier Ant.
///
/// Pieces are ordered and indexed with White's first, each player's in the order of ``Bug``.
/// There are 28 in a game with all expansions.
///
/// >>> from waggle import Bug, Color, Piece
/// >>> piece = Piece("wA1")
/// >>> piece.color, piece.bug, piece.number
/// (<Color.WHITE: 'White'>, <Bug.ANT: 'A'>, 1)
/// >>> str(Piece.of(Color.BLACK, Bug.QUEEN))
/// 'bQ'
/// >>> len(Piece.all())
/// 28
#[pyclass(module = "waggle", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Piece(pub(crate) rules::Piece);

impl Piece {
    /// Converts an argument, a `Piece` or its name, to a piece.
    pub(crate) fn of_argument(argument: &Bound<'_, PyAny>) -> PyResult<rules::Piece> {
        if let Ok(piece) = argument.cast::<Self>() {
            return Ok(piece.get().0);
        }
        let name = argument.cast::<PyString>()?;
        parse_piece(&name.to_cow()?).map_err(notation)
    }
}

#[pymethods]
impl Piece {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        parse_piece(name).map(Self).map_err(notation)
    }

    /// The piece of this color and kind with this number, counted from 1.
    #[staticmethod]
    #[pyo3(signature = (color, bug, number = 1))]
    fn of(color: &Bound<'_, PyAny>, bug: &Bound<'_, PyAny>, number: i64) -> PyResult<Self> {
        let kind = vocabulary::bug_of(bug)?;
        let color = vocabulary::color_of(color)?;
        let piece = u8::try_from(number).ok().and_then(|it| rules::Piece::new(color, kind, it));
        piece.map(Self).ok_or_else(|| {
            NotationError::new_err(format!(
                "expected a number from 1 to {} for a {kind}, found {number}",
                kind.quantity()
            ))
        })
    }

    /// All 28 pieces in the order of their index.
    #[staticmethod]
    fn all() -> Vec<Self> {
        rules::Piece::all().map(Self).collect()
    }

    /// Its color.
    #[getter]
    fn color(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        vocabulary::color(py, self.0.color())
    }

    /// Its bug.
    #[getter]
    fn bug(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        vocabulary::bug(py, self.0.bug())
    }

    /// Its number among its bug, from 1, in order of placement.
    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    /// Its index, below 28.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Piece('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [self.0.to_string()])?))
    }
}
