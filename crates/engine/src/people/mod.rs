//! How people play: a probability for each legal move.
//!
//! A small network judges each move by facts that the engine has at hand ([`Inputs`]): what kind of move
//! it is, what it leaves and reaches, what it changes of all that the evaluation counts, and what it has to
//! do with the moves before. It never searches. A [`Model`] is such a [`Network`] with its origin; it is
//! trained by `waggle tune-people`. Nothing depends on how the hive is turned or its pieces are numbered.

mod document;
mod file;
mod inputs;
mod layout;
mod model;
mod network;
mod past;
mod rings;
#[cfg(test)]
mod tests;

pub use document::PeopleDocument;
pub use file::ModelError;
pub use inputs::Inputs;
pub use layout::{INPUTS, Row};
pub use model::{Model, softmax};
pub use network::{Column, LANES, Lanes, Network, SECOND, Units};
