//! The extension module `waggle._waggle`: the part of the package that is written in Rust.
//!
//! - `numbers`, `vocabulary`, `piece`, `hex`, `moves`: values;
//! - `position`, `game`, `both`: the rules; `drawing`: pictures;
//! - `files`: game files;
//! - `actions`, `observation`, `views`, `batch`, `sources`, `selfplay`: arrays for training;
//! - `tree`, `tree_search`: a search with the user's own network;
//! - `background`, `engine`, `network`: searches that Python can interrupt, and what evaluates positions;
//! - `study`: openings, books, puzzles and reviews, as documents, pages and PGN.
//!
//! The rest of the package is Python, in the folder `python`.

mod actions;
mod background;
mod batch;
mod both;
mod drawing;
mod engine;
mod errors;
mod files;
mod game;
mod hex;
mod moves;
mod network;
mod numbers;
mod observation;
mod piece;
mod position;
mod selfplay;
mod sources;
mod study;
mod tree;
mod tree_search;
mod views;
mod vocabulary;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What is pickled instead of an object: a function and the arguments that restore it.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

#[pymodule]
fn _waggle(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<piece::Piece>()?;
    module.add_class::<hex::Hex>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<game::Game>()?;
    errors::add_to(module)?;
    files::add_to(module)?;
    actions::add_to(module)?;
    sources::add_to(module)?;
    selfplay::add_to(module)?;
    engine::add_to(module)?;
    network::add_to(module)?;
    study::add_to(module)?;
    module.add_class::<batch::GameBatch>()?;
    module.add_class::<tree_search::TreeSearch>()
}
