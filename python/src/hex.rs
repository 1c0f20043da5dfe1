//! Hexes.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use waggle_hive_core::rules;

use crate::Reduced;
use crate::vocabulary;

/// A hex on a torus of 32 × 32, on which no hive can touch itself.
///
/// ``q`` grows to the east, ``r`` to the south-east; both are taken modulo 32. White's first
/// piece goes to ``Hex(16, 16)``.
///
/// >>> from waggle import Direction, Hex
/// >>> center = Hex(16, 16)
/// >>> center.neighbor(Direction.NORTH_EAST)
/// Hex(17, 15)
/// >>> Hex(31, 0).offset_to(Hex(0, 0))
/// (1, 0)
#[pyclass(module = "waggle", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Hex(pub(crate) rules::Hex);

#[pymethods]
impl Hex {
    #[new]
    fn new(q: i64, r: i64) -> Self {
        // Modulo 32 first, so that any number of Python fits.
        Self(rules::Hex::new(q.rem_euclid(32) as i32, r.rem_euclid(32) as i32))
    }

    /// The column, growing to the east, below 32.
    #[getter]
    fn q(&self) -> u16 {
        self.0.q()
    }

    /// The row, growing to the south-east, below 32.
    #[getter]
    fn r(&self) -> u16 {
        self.0.r()
    }

    /// A dense number below 1,024: ``32 * r + q``.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    /// The hex one step away.
    fn neighbor(&self, direction: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(self.0.neighbor(vocabulary::direction_of(direction)?)))
    }

    /// The six neighbors, clockwise from the north-west.
    fn neighbors(&self) -> Vec<Self> {
        self.0.neighbors().map(Self).collect()
    }

    /// The direction in which ``other`` is a neighbor, ``None`` if it is not.
    fn direction_to(&self, py: Python<'_>, other: &Self) -> PyResult<Option<Py<PyAny>>> {
        self.0.direction_to(other.0).map(|found| vocabulary::direction(py, found)).transpose()
    }

    /// The offset from here to ``other``, ``(q, r)``, the short way round the torus: each
    /// component is between -16 and 15.
    fn offset_to(&self, other: &Self) -> (i32, i32) {
        self.0.offset_to(other.0)
    }

    pub(crate) fn __repr__(&self) -> String {
        format!("Hex({}, {})", self.0.q(), self.0.r())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [self.0.q(), self.0.r()])?))
    }
}
