//! Numbers from Python.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use waggle_hive_engine::search::Limits;

/// A number within bounds; the exception names it. Arguments are wider than what they are converted
/// to, so that a negative number is the same error everywhere.
pub(crate) fn within<T>(
    what: &str,
    number: impl Into<i128>,
    range: RangeInclusive<T>,
) -> PyResult<T>
where
    T: Copy + Display + TryFrom<i128> + PartialOrd,
{
    let (number, least, most) = (number.into(), *range.start(), *range.end());
    T::try_from(number).ok().filter(|number| range.contains(number)).ok_or_else(|| {
        PyValueError::new_err(format!("expected {what} from {least} to {most}, found {number}"))
    })
}

/// A real number from 0 on.
pub(crate) fn up_to(what: &str, number: f32, most: f32) -> PyResult<f32> {
    if (0.0..=most).contains(&number) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("expected {what} from 0 to {most}, found {number}")))
}

/// The seed of random numbers.
pub(crate) fn seed(number: i128) -> PyResult<u64> {
    within("a seed", number, 0..=u64::MAX)
}

/// Python's `Limit`: plies, nodes and seconds, which it has checked.
#[derive(FromPyObject)]
pub(crate) struct Limit {
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<f64>,
}

impl Limit {
    pub(crate) fn limits(self) -> PyResult<Limits> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() })
    }
}
