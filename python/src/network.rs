//! Networks, from files and from arrays of weights.

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use waggle_hive_engine::eval::{CHANCE_SCALE, Feature, Network, PackedColumn, Weights};

use crate::views::shaped;

/// The network of an argument: a path, the bytes of a file, or Python's `Network`; without one that
/// which is built in.
pub(crate) fn network_of(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Network> {
    let Some(argument) = argument else { return Ok(Network::default()) };
    let reader = argument.py().import("waggle.networks")?.getattr("file_of")?;
    let file: Vec<u8> = reader.call1((argument,))?.extract()?;
    Network::read(&file).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The weights of a network as arrays, and its origin.
#[pyfunction]
#[pyo3(signature = (network))]
fn network_arrays<'py>(
    py: Python<'py>,
    network: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let network = network_of(network)?;
    let Weights { bias, columns, output, draw } = network.weights().clone();
    let lanes = bias.len();
    let all = columns.iter().flatten().flat_map(PackedColumn::weights).collect();
    let arrays = PyDict::new(py);
    arrays.set_item("bias", shaped(py, bias, &[lanes])?)?;
    arrays.set_item("columns", shaped::<i16>(py, all, &[2, Feature::COUNT, lanes])?)?;
    arrays.set_item("output", shaped(py, output, &[lanes])?)?;
    arrays.set_item("draw", shaped(py, draw, &[lanes])?)?;
    arrays.set_item("origin", network.origin())?;
    Ok(arrays)
}

/// The file of a network with these weights, rounded as the engine needs them.
#[pyfunction]
fn network_file<'py>(
    py: Python<'py>,
    bias: Numbers<'py>,
    columns: Numbers<'py>,
    output: Numbers<'py>,
    draw: Numbers<'py>,
    origin: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let lanes = bias.len();
    if columns.len() != 2 * Feature::COUNT * lanes || [output.len(), draw.len()] != [lanes; 2] {
        return Err(PyValueError::new_err("expected weights of as many lanes for all features"));
    }
    let rounded = |weights: &Numbers<'_>| -> PyResult<Vec<i16>> {
        Ok(weights.as_slice()?.iter().map(|weight| weight.round() as i16).collect())
    };
    let weights = columns.as_slice()?;
    let mut columns = weights.chunks_exact(lanes.max(1)).map(PackedColumn::of);
    let columns = [(); 2].map(|()| columns.by_ref().take(Feature::COUNT).collect());
    let (bias, output, draw) = (rounded(&bias)?, rounded(&output)?, rounded(&draw)?);
    let origin: String = origin.chars().take(10_000).collect();
    let file = Weights { bias, columns, output, draw }.to_file(&origin);
    Network::read(&file).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &file))
}

/// Weights as Python has them.
type Numbers<'py> = PyReadonlyArrayDyn<'py, f32>;

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CHANCE_SCALE", CHANCE_SCALE / 100.0)?;
    module.add_function(wrap_pyfunction!(network_arrays, module)?)?;
    module.add_function(wrap_pyfunction!(network_file, module)?)
}
