//! Documents of the library as dictionaries.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// A document as Python objects.
pub(crate) fn object(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Null => Ok(py.None()),
        Value::Bool(truth) => truth.into_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_py_any(py),
            (None, Some(number)) => number.into_py_any(py),
            (None, None) => number.as_f64().into_py_any(py),
        },
        Value::String(text) => text.into_py_any(py),
        Value::Array(values) => {
            let values: PyResult<Vec<_>> = values.iter().map(|value| object(py, value)).collect();
            PyList::new(py, values?)?.into_py_any(py)
        }
        Value::Object(fields) => {
            let dictionary = PyDict::new(py);
            for (name, value) in fields {
                dictionary.set_item(name, object(py, value)?)?;
            }
            dictionary.into_py_any(py)
        }
    }
}
