//! Game files, read line by line and written game by game.

use std::path::Path;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use waggle_hive_core::games::{
    Comment, Format, GameError, GameRecord, GameResult, IncrementalReader, Variation, decode,
};
use waggle_hive_core::rules::{self, Outcome};
use waggle_hive_study::notes::Notes;

use crate::errors::{GameFileError, IllegalMoveError};
use crate::game::Game;
use crate::moves::{self, Move};
use crate::study;
use crate::vocabulary;

/// The format with this name.
fn format(id: &str) -> PyResult<&'static Format> {
    Format::ALL.into_iter().find(|format| format.id() == id).ok_or_else(|| {
        let known = Format::ALL.map(|format| format!("`{}`", format.id())).join(", ");
        PyValueError::new_err(format!("expected a format of {known}, found `{id}`"))
    })
}

/// The name of the format of a text, detected from its start or else from the file's name.
#[pyfunction]
#[pyo3(signature = (beginning, name = None))]
fn format_of(beginning: Vec<u8>, name: Option<&str>) -> PyResult<&'static str> {
    let found = Format::detect(name.map(Path::new), &decode(beginning));
    found.map(Format::id).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Reads games from lines.
#[pyclass(module = "waggle._waggle")]
struct GameReader(IncrementalReader);

#[pymethods]
impl GameReader {
    #[new]
    fn new(format: &str) -> PyResult<Self> {
        self::format(format).map(|format| Self(IncrementalReader::new(format)))
    }

    /// Takes the next line; returns the games it completes, with exceptions in place of unreadable
    /// ones.
    fn push<'py>(&mut self, py: Python<'py>, line: &[u8]) -> PyResult<Bound<'py, PyList>> {
        let games = self.0.push(line);
        listed(py, games)
    }

    /// Returns the games of the last lines.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let games = self.0.finish();
        listed(py, games)
    }
}

fn listed(
    py: Python<'_>,
    games: Vec<Result<GameRecord, GameError>>,
) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for game in games {
        match game {
            Ok(record) => list.append(fields(py, &record)?)?,
            Err(error) => {
                let exception = GameFileError::new_err(error.to_string());
                let value = exception.value(py);
                value.setattr("game", error.game)?;
                value.setattr("line", error.line)?;
                list.append(value)?;
            }
        }
    }
    Ok(list)
}

/// A record as the arguments of Python's `GameRecord`.
fn fields<'py>(py: Python<'py>, record: &GameRecord) -> PyResult<Bound<'py, PyAny>> {
    let game = record.replay().map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
    let result = match record.result {
        GameResult::Win(color) => Some(Outcome::Win(color)),
        GameResult::Draw => Some(Outcome::Draw),
        GameResult::Unfinished => None,
    };
    let variations = branches(py, &game, &record.variations)?;
    let contradictions: Vec<String> =
        record.contradictions.iter().map(ToString::to_string).collect();
    let tuple = (
        Game::of_archive(game),
        record.tags.clone(),
        vocabulary::outcome(py, result)?,
        told(&record.comments),
        contradictions,
        variations,
    );
    Ok(tuple.into_pyobject(py)?.into_any())
}

fn told(comments: &[Comment]) -> Vec<(usize, String)> {
    comments.iter().map(|comment| (comment.ply, comment.text.clone())).collect()
}

/// A game up to a ply.
fn up_to(game: &rules::Game, ply: usize) -> rules::Game {
    let mut game = game.clone();
    while game.moves().len() > ply {
        game.undo();
    }
    game
}

/// Variations of a game as the arguments of Python's `Variation`.
fn branches<'py>(
    py: Python<'py>,
    game: &rules::Game,
    variations: &[Variation],
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for Variation { ply, moves, comments, variations } in variations {
        let mut game = up_to(game, *ply);
        let mut named = vec![];
        for &mv in moves {
            named.push(Move::of(game.position(), mv));
            let played = game.play(mv);
            played.map_err(|reason| moves::illegal(game.position(), mv, &reason))?;
        }
        list.append((*ply, named, told(comments), branches(py, &game, variations)?))?;
    }
    Ok(list)
}

/// Writes a game in a form that another may follow.
#[pyfunction]
fn write_game(
    format: &str,
    game: &Game,
    notes: &str,
    result: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (format, record) = (self::format(format)?, record(game, notes, result)?);
    format.writer()(&record).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A game with what Python says of it besides its moves, as for the session's `write`.
pub(crate) fn record(
    game: &Game,
    notes: &str,
    result: Option<&Bound<'_, PyAny>>,
) -> PyResult<GameRecord> {
    let result = result.map(vocabulary::outcome_of).transpose()?.into();
    let mut record = GameRecord { result, ..GameRecord::of(&game.game) };
    study::read::<Notes>(notes)?.add_to(&mut record).map_err(PyValueError::new_err)?;
    Ok(record)
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GameReader>()?;
    module.add_function(wrap_pyfunction!(format_of, module)?)?;
    module.add_function(wrap_pyfunction!(write_game, module)?)
}
