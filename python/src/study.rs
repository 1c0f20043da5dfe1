//! Openings, books, puzzles and reviews as documents, pages and game files.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::json;
use waggle_hive_archives::book;
use waggle_hive_archives::openings::{Counts, Explorer, Opening, OpeningsDocument, html};
use waggle_hive_core::games::{GameRecord, pgn};
use waggle_hive_engine::analysis::Solver;
use waggle_hive_engine::book as engine_book;
use waggle_hive_engine::document::{self, Origin};
use waggle_hive_engine::levels::Level;
use waggle_hive_engine::search::MemoryError;
use waggle_hive_study::puzzles::{self, Finder, Puzzle, PuzzleDocument};
use waggle_hive_study::review::{self, Heading, ReviewLine};

use crate::background::interruptible;
use crate::engine::{MAX_MIB, MAX_THREADS, engine_error};
use crate::errors::EngineError;
use crate::files;
use crate::game::Game;
use crate::moves::Move;
use crate::numbers::{self, within};
use crate::position::Position;

/// A game with its notes and its result, as Python's `GameRecord` has them.
type Played<'py> = (PyRef<'py, Game>, String, Option<Bound<'py, PyAny>>);

fn record(played: &Bound<'_, PyAny>) -> PyResult<GameRecord> {
    let (game, notes, result): Played<'_> = played.extract()?;
    files::record(&game, &notes, result.as_ref())
}

/// Reads a document that Python has kept.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    document::read(text.as_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn written(records: &[GameRecord]) -> String {
    records.iter().map(pgn::write).collect()
}

/// The opening tree of games: its document, the page, and PGN.
#[pyfunction]
fn explore_openings(
    py: Python<'_>,
    games: &Bound<'_, PyAny>,
    plies: i64,
    min_games: i64,
    nodes: i128,
    threads: i64,
) -> PyResult<(String, String, String)> {
    let plies = within("plies", plies, 1..=1000)?;
    let nodes = within("nodes", nodes, 0..=u64::MAX)?;
    let threads = within("threads", threads, 1..=MAX_THREADS)?;
    let mut counts = Counts::new(within("games", min_games, 1..=u32::MAX)?, None);
    for played in games.try_iter()? {
        if let Some(opening) = Opening::of(&record(&played?)?, plies) {
            counts.add(&opening);
        }
    }
    let mut explorer = Explorer::new(&counts);
    if nodes > 0 {
        let finished = interruptible(py, |stop| explorer.search(nodes, threads, stop, || ()))?;
        finished.map_err(engine_error)?;
    }
    let document = json!(OpeningsDocument::of(&explorer)).to_string();
    Ok((document, html(&explorer), written(&explorer.records())))
}

/// The documents of the puzzles of a game, the `number`-th of those that are searched.
#[pyfunction]
fn find_puzzles(
    py: Python<'_>,
    played: &Bound<'_, PyAny>,
    number: usize,
    within: i64,
    nodes: i128,
    duals: bool,
    table_mib: i64,
) -> PyResult<Vec<String>> {
    let record = record(played)?;
    let plies = numbers::within("plies", within, 1..=Solver::MAX_PLIES)?;
    let nodes = numbers::within("nodes", nodes, 0..=u64::MAX)?;
    let table_mib = numbers::within("MiB of the table", table_mib, 1..=MAX_MIB)?;
    let game = record.replay().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let heading = Heading::of(&record);
    let found = interruptible(py, |stop| {
        let finder = Finder::new(plies, nodes, table_mib)?;
        let mut finder = if duals { finder.allowing_duals() } else { finder };
        let Ok(puzzles) = finder.of_game(&game, stop) else { return Ok(None) };
        let mut rated: Vec<(Puzzle, Level)> = vec![];
        for puzzle in puzzles {
            let Some(level) = puzzles::difficulty(&puzzle, stop)? else { return Ok(None) };
            rated.push((puzzle, level));
        }
        Ok::<_, MemoryError>(Some(rated))
    })?;
    let Some(found) = found.map_err(engine_error)? else {
        return Err(EngineError::new_err("the search for puzzles was stopped"));
    };
    let document = |(puzzle, level): (Puzzle, Level)| {
        let origin = Origin {
            file: String::new(),
            number,
            fingerprint: String::new(),
            settings: String::new(),
        };
        json!(puzzle.document(origin, &heading, level)).to_string()
    };
    Ok(found.into_iter().map(document).collect())
}

/// A page on which to solve puzzles, from their documents.
#[pyfunction]
fn puzzles_page(documents: Vec<String>) -> PyResult<String> {
    let documents: PyResult<Vec<PuzzleDocument>> =
        documents.iter().map(|document| read(document)).collect();
    puzzles::html(&documents?).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The page of a review, from its document.
#[pyfunction]
fn review_page(document: &str) -> PyResult<String> {
    read(document).map(|document| review::html(&document))
}

/// A reviewed game as PGN, with a comment on each error, from its line in a file of reviews.
#[pyfunction]
fn review_pgn(line: &str) -> PyResult<String> {
    let record = review::annotated(&read::<ReviewLine>(line)?);
    record.map(|it| pgn::write(&it)).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// An opening book, wrapped by `waggle.Book`.
#[pyclass(module = "waggle._waggle", frozen)]
struct NativeBook(engine_book::Book);

#[pymethods]
impl NativeBook {
    /// The book of a file, by default the engine's own.
    #[new]
    #[pyo3(signature = (file = None))]
    fn new(file: Option<&[u8]>) -> PyResult<Self> {
        match (file, engine_book::Book::own()) {
            (Some(file), _) => engine_book::Book::from_bytes(file)
                .map(Self)
                .map_err(|error| PyValueError::new_err(error.to_string())),
            (None, Some(own)) => Ok(Self(own.clone())),
            (None, None) => Err(EngineError::new_err("this build has no book")),
        }
    }

    /// The moves of a position with their weights, most frequent first.
    fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let moves = self.0.moves(&position.0);
        moves.iter().map(|it| (Move::of(&position.0, it.mv), it.weight)).collect()
    }

    /// Its lines as PGN, a game for each type.
    fn pgn(&self) -> String {
        written(&book::records(&self.0))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeBook>()?;
    module.add_function(wrap_pyfunction!(explore_openings, module)?)?;
    module.add_function(wrap_pyfunction!(find_puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles_page, module)?)?;
    module.add_function(wrap_pyfunction!(review_page, module)?)?;
    module.add_function(wrap_pyfunction!(review_pgn, module)?)
}
