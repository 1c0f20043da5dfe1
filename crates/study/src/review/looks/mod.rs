//! Searches the positions of a game: once each, then again where a mark is in doubt, and proves the wins seen.

mod budget;
pub(crate) mod finding;
mod first_look;
mod in_parallel;
mod lasting_loss;
mod proofs;
pub(crate) mod searching;
mod second_look;
