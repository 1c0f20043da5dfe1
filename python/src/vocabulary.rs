//! The enumerations, defined in Python, so that `is`, iteration and pickling work.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use waggle_hive_core::rules;

/// The members of an enumeration of `waggle._vocabulary`, in order.
struct Members {
    name: &'static str,
    members: PyOnceLock<Vec<Py<PyAny>>>,
}

impl Members {
    const fn of(name: &'static str) -> Self {
        Self { name, members: PyOnceLock::new() }
    }

    fn all(&self, py: Python<'_>) -> PyResult<&Vec<Py<PyAny>>> {
        self.members.get_or_try_init(py, || {
            let enumeration = py.import("waggle._vocabulary")?.getattr(self.name)?;
            enumeration.try_iter()?.map(|member| Ok(member?.unbind())).collect()
        })
    }

    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        Ok(self.all(py)?[index].clone_ref(py))
    }

    /// The index of a member.
    fn index_of(&self, member: &Bound<'_, PyAny>) -> PyResult<usize> {
        let members = self.all(member.py())?;
        members.iter().position(|known| known.is(member)).ok_or_else(|| {
            PyTypeError::new_err(format!("expected a {}, found {member:?}", self.name))
        })
    }
}

static COLORS: Members = Members::of("Color");
static BUGS: Members = Members::of("Bug");
static DIRECTIONS: Members = Members::of("Direction");
static OUTCOMES: Members = Members::of("Outcome");

const ALL_OUTCOMES: [rules::Outcome; 3] = [
    rules::Outcome::Win(rules::Color::White),
    rules::Outcome::Win(rules::Color::Black),
    rules::Outcome::Draw,
];

pub(crate) fn color(py: Python<'_>, color: rules::Color) -> PyResult<Py<PyAny>> {
    COLORS.get(py, color as usize)
}

/// A color or its name.
pub(crate) fn color_of(argument: &Bound<'_, PyAny>) -> PyResult<rules::Color> {
    let vocabulary = argument.py().import("waggle._vocabulary")?;
    let member = vocabulary.call_method1("as_color", (argument,))?;
    Ok(rules::Color::ALL[COLORS.index_of(&member)?])
}

pub(crate) fn bug(py: Python<'_>, bug: rules::Bug) -> PyResult<Py<PyAny>> {
    BUGS.get(py, bug as usize)
}

pub(crate) fn bug_of(member: &Bound<'_, PyAny>) -> PyResult<rules::Bug> {
    Ok(rules::Bug::ALL[BUGS.index_of(member)?])
}

pub(crate) fn direction(py: Python<'_>, direction: rules::Direction) -> PyResult<Py<PyAny>> {
    DIRECTIONS.get(py, direction as usize)
}

pub(crate) fn direction_of(member: &Bound<'_, PyAny>) -> PyResult<rules::Direction> {
    Ok(rules::Direction::ALL[DIRECTIONS.index_of(member)?])
}

pub(crate) fn outcome(
    py: Python<'_>,
    outcome: Option<rules::Outcome>,
) -> PyResult<Option<Py<PyAny>>> {
    let index = |outcome| ALL_OUTCOMES.iter().position(|known| *known == outcome);
    outcome.and_then(index).map(|index| OUTCOMES.get(py, index)).transpose()
}

pub(crate) fn outcome_of(member: &Bound<'_, PyAny>) -> PyResult<rules::Outcome> {
    Ok(ALL_OUTCOMES[OUTCOMES.index_of(member)?])
}
