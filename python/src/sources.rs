//! Arrays of one position or of many.

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use waggle_hive_core::rules;
use waggle_hive_engine::eval::{self, Feature, FeatureCounts};

use crate::actions;
use crate::batch::GameBatch;
use crate::game::Game;
use crate::observation::{
    PIECE_FIELD_NAMES, PIECE_FIELDS, PLANES, plane_names, write_pieces, write_planes,
};
use crate::position::Position;

/// The positions of an argument, and whether it is a single one.
pub(crate) struct Source {
    positions: Vec<rules::Position>,
    is_single: bool,
}

impl Source {
    pub(crate) fn of_argument(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(position) = position_of(argument)? {
            return Ok(Self { positions: vec![position], is_single: true });
        }
        if let Ok(batch) = argument.cast::<GameBatch>() {
            return Ok(Self { positions: batch.try_borrow()?.positions(), is_single: false });
        }
        let mut positions = vec![];
        for item in argument.try_iter()? {
            let item = item?;
            let position = position_of(&item)?.ok_or_else(|| {
                PyTypeError::new_err(format!("expected a Position or a Game, found {item:?}"))
            })?;
            positions.push(position);
        }
        Ok(Self { positions, is_single: false })
    }

    /// An array with this many numbers per position, filled without Python's lock.
    fn array<'py, T: Element + Default + Copy + Send>(
        &self,
        py: Python<'py>,
        shape: &[usize],
        fill: impl Fn(&rules::Position, &mut [T]) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let each: usize = shape.iter().product();
        let data = py.detach(|| {
            let mut data = vec![T::default(); self.positions.len() * each];
            for (position, part) in self.positions.iter().zip(data.chunks_exact_mut(each)) {
                fill(position, part);
            }
            data
        });
        let count = (!self.is_single).then_some(self.positions.len());
        shaped(py, data, &count.into_iter().chain(shape.iter().copied()).collect::<Vec<_>>())
    }
}

fn position_of(argument: &Bound<'_, PyAny>) -> PyResult<Option<rules::Position>> {
    if let Ok(position) = argument.cast::<Position>() {
        return Ok(Some(position.get().0.clone()));
    }
    match argument.cast::<Game>() {
        Ok(game) => Ok(Some(game.try_borrow()?.game.position().clone())),
        Err(_) => Ok(None),
    }
}

/// The numbers as an array of this shape, without copying.
pub(crate) fn shaped<'py, T: Element>(
    py: Python<'py>,
    data: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_vec(py, data);
    if shape.is_empty() {
        return array.get_item(0);
    }
    Ok(array.reshape(shape.to_vec())?.into_any())
}

/// The planes of one or several positions: ``uint8`` of shape ``(planes, size, size)``, with an
/// extra first dimension for several.
///
/// >>> from waggle.learning import PLANE_NAMES, planes
/// >>> planes(Game("Base;;;wA1"), size=16).shape == (len(PLANE_NAMES), 16, 16)
/// True
#[pyfunction]
#[pyo3(signature = (source, *, size = 32))]
fn planes<'py>(source: &Bound<'py, PyAny>, size: usize) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=64).contains(&size) {
        let message = format!("expected a size from 1 to 64, found {size}");
        return Err(PyValueError::new_err(message));
    }
    let shape = [PLANES, size, size];
    let fill = |position: &_, part: &mut [u8]| write_planes(position, size, part);
    Source::of_argument(source)?.array(source.py(), &shape, fill)
}

/// The pieces of one or several positions as rows of numbers: ``int8`` of shape ``(28, fields)``,
/// with an extra first dimension for several.
///
/// >>> from waggle.learning import PIECE_FIELD_NAMES, piece_list
/// >>> row = piece_list(Game("Base;;;wA1"))[14 + Piece("wA1").index]
/// >>> dict(zip(PIECE_FIELD_NAMES, row.tolist()))
/// {'state': 2, 'ours': 0, 'bug': 4, 'q': 0, 'r': 0, 'height': 0, 'covered': 0, 'resting': 1}
#[pyfunction]
fn piece_list<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let shape = [rules::Piece::COUNT, PIECE_FIELDS];
    Source::of_argument(source)?.array(source.py(), &shape, write_pieces)
}

/// The legal actions of one or several positions: ``bool`` of shape ``(5489,)``, with an extra
/// first dimension for several.
///
/// >>> from waggle.learning import action_mask
/// >>> int(action_mask(Game("Base")).sum())
/// 4
#[pyfunction]
fn action_mask<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    Source::of_argument(source)?.array(source.py(), &[actions::COUNT], actions::mark_legal)
}

/// The evaluation's features of one or several positions: ``uint8`` of shape ``(2, features)``,
/// the player to move first, with an extra first dimension for several.
///
/// >>> from waggle.learning import FEATURE_NAMES, features
/// >>> features(Position("Base")).shape == (2, len(FEATURE_NAMES))
/// True
#[pyfunction]
fn features<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let fill = |position: &rules::Position, part: &mut [u8]| {
        let us = position.side_to_move();
        let counts = FeatureCounts::of(position);
        part[..Feature::COUNT].copy_from_slice(counts[us].counts());
        part[Feature::COUNT..].copy_from_slice(counts[us.other()].counts());
    };
    Source::of_argument(source)?.array(source.py(), &[2, Feature::COUNT], fill)
}

/// The static evaluation of one or several positions for the player to move, in hundredths of a
/// liberty: an ``int32``, or an array of them.
///
/// >>> from waggle.learning import evaluate
/// >>> bool(evaluate(Position("Base")) >= 0)
/// True
#[pyfunction]
fn evaluate<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let fill = |position: &_, part: &mut [i32]| part[0] = eval::evaluate(position);
    Source::of_argument(source)?.array(source.py(), &[], fill)
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let features_names = Feature::all().map(|feature| feature.to_string());
    module.add("FEATURE_NAMES", PyTuple::new(py, features_names)?)?;
    module.add("PLANE_NAMES", PyTuple::new(py, plane_names())?)?;
    module.add("PIECE_FIELD_NAMES", PyTuple::new(py, PIECE_FIELD_NAMES)?)?;
    module.add_function(wrap_pyfunction!(planes, module)?)?;
    module.add_function(wrap_pyfunction!(piece_list, module)?)?;
    module.add_function(wrap_pyfunction!(action_mask, module)?)?;
    module.add_function(wrap_pyfunction!(features, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)
}
