//! Interned objects, created on first use.
//!
//! They make a list of legal moves cheap in memory and time.

use pyo3::PyClass;
use pyo3::PyClassInitializer;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A table of objects by index.
pub(crate) struct Interned<T> {
    objects: PyOnceLock<Vec<PyOnceLock<Py<T>>>>,
    count: usize,
}

impl<T: PyClass + Into<PyClassInitializer<T>>> Interned<T> {
    pub(crate) const fn new(count: usize) -> Self {
        Self { objects: PyOnceLock::new(), count }
    }

    /// The object with this index, which must be in range.
    #[inline]
    pub(crate) fn get(&self, py: Python<'_>, index: usize, value: T) -> PyResult<Py<T>> {
        let new = || (0..self.count).map(|_| PyOnceLock::new()).collect();
        let slot = &self.objects.get_or_init(py, new)[index];
        match slot.get(py) {
            Some(object) => Ok(object.clone_ref(py)),
            None => Ok(slot.get_or_try_init(py, || Py::new(py, value))?.clone_ref(py)),
        }
    }
}
