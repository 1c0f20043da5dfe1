//! The exceptions. Each message quotes the offending input.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    waggle,
    NotationError,
    PyValueError,
    "A text that is no piece, move, game type or game."
);
create_exception!(waggle, IllegalMoveError, PyValueError, "A move that the rules do not allow.");
create_exception!(waggle, SetupError, PyValueError, "Pieces that are not a position of Hive.");
create_exception!(
    waggle,
    GameFileError,
    PyValueError,
    "A game of a file that cannot be read. ``game`` and ``line`` say where, counted from 1."
);
create_exception!(
    waggle,
    EngineError,
    PyRuntimeError,
    "An engine that cannot do what is asked of it."
);

/// The exception for malformed notation.
pub(crate) fn notation(error: impl std::fmt::Display) -> PyErr {
    NotationError::new_err(error.to_string())
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("NotationError", py.get_type::<NotationError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("SetupError", py.get_type::<SetupError>())?;
    module.add("GameFileError", py.get_type::<GameFileError>())?;
    module.add("EngineError", py.get_type::<EngineError>())
}
