//! Search limits from Python.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use waggle_hive_engine::search::Limits;

/// Limits in plies, nodes and seconds.
pub(crate) fn limits(
    depth: Option<i64>,
    nodes: Option<i64>,
    time: Option<f64>,
) -> PyResult<Limits> {
    let wrong = |what: &str, found: String| {
        PyValueError::new_err(format!("expected {what}, found {found}"))
    };
    let depth = depth.map(|depth| {
        u8::try_from(depth).map_err(|_| wrong("a depth from 0 to 255", depth.to_string()))
    });
    let nodes = nodes.map(|nodes| {
        let fits = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0);
        fits.ok_or_else(|| wrong("at least one node", nodes.to_string()))
    });
    let time = time.map(|time| {
        Duration::try_from_secs_f64(time)
            .map_err(|_| wrong("a non-negative time in seconds", time.to_string()))
    });
    Ok(Limits {
        depth: depth.transpose()?,
        nodes: nodes.transpose()?,
        time: time.transpose()?,
        ..Limits::default()
    })
}
