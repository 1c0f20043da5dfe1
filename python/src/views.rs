//! Positions that are borrowed from arguments, and the arrays that show them.

use std::sync::OnceLock;

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use waggle_hive_core::rules;

use crate::actions::ActionSet;
use crate::game::Game;
use crate::position::Position;

/// A position or a game, borrowed.
pub(crate) enum Handle<'py> {
    Position(Bound<'py, Position>),
    Game(PyRef<'py, Game>),
}

/// A position of an argument.
pub(crate) struct View<'a> {
    pub(crate) position: &'a rules::Position,
    /// Whether its game is over, by a draw or its length, too.
    pub(crate) is_over: bool,
    /// Where its legal actions are kept.
    pub(crate) legal: Option<&'a OnceLock<ActionSet>>,
}

impl View<'_> {
    /// Calls `with` with the legal actions.
    pub(crate) fn with_legal(&self, with: impl FnOnce(&ActionSet)) {
        match self.legal {
            _ if self.is_over => {}
            Some(kept) => with(kept.get_or_init(|| ActionSet::legal(self.position))),
            None => with(&ActionSet::legal(self.position)),
        }
    }
}

impl<'py> Handle<'py> {
    pub(crate) fn of(argument: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = argument.cast::<Position>() {
            return Ok(Self::Position(position.clone()));
        }
        let game = argument.cast::<Game>().map_err(|_| {
            PyTypeError::new_err(format!("expected a Position or a Game, found {argument:?}"))
        })?;
        Ok(Self::Game(game.try_borrow()?))
    }

    pub(crate) fn view(&self) -> View<'_> {
        let (position, legal) = match self {
            Self::Position(position) => (&position.get().0, None),
            Self::Game(game) => (game.game.position(), Some(&game.legal)),
        };
        View { position, is_over: false, legal }
    }
}

/// An array of zeros: a new one, or `out` cleared.
pub(crate) fn prepared<'py, T: Element + Default + Copy>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else { return Ok(PyArrayDyn::zeros(py, shape, false)) };
    let array = out.cast::<PyArrayDyn<T>>().map_err(|_| {
        let (expected, found) = (numpy::dtype::<T>(py), out.getattr("dtype").ok());
        let found = found.map_or_else(|| format!("{out:?}"), |dtype| format!("one of {dtype}"));
        PyTypeError::new_err(format!("expected `out` as an array of {expected}, found {found}"))
    })?;
    if array.shape() != shape || !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "expected `out` as a contiguous array of shape {shape:?}, found {:?}",
            array.shape()
        )));
    }
    let mut numbers = array.try_readwrite().map_err(|_| {
        PyValueError::new_err(
            "expected `out` as an array that can be written, found one that cannot",
        )
    })?;
    numbers.as_slice_mut()?.fill(T::default());
    drop(numbers);
    Ok(array.clone())
}

/// A position or the current one of a game.
pub(crate) fn game_of(argument: &Bound<'_, PyAny>) -> PyResult<rules::Game> {
    Ok(match Handle::of(argument)? {
        Handle::Position(position) => rules::Game::from_position(position.get().0.clone()),
        Handle::Game(game) => game.game.clone(),
    })
}

/// The numbers as an array of this shape, without copying.
pub(crate) fn shaped<'py, T: Element>(
    py: Python<'py>,
    data: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, data).reshape(shape.to_vec())?.into_any())
}
