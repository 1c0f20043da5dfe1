#![doc = include_str!("../README.md")]
// A room may offer what only a room of a larger feature uses.
#![cfg_attr(not(feature = "program"), allow(dead_code, unused_imports))]

pub mod games;
pub mod notation;
pub mod rules;

#[cfg(feature = "engine")]
pub mod analysis;
#[cfg(feature = "engine")]
pub mod book;
#[cfg(feature = "engine")]
pub mod eval;
#[cfg(feature = "engine")]
mod fnv;
#[cfg(feature = "engine")]
pub mod levels;
#[cfg(feature = "engine")]
mod page;
#[cfg(feature = "engine")]
pub mod puzzles;
#[cfg(feature = "engine")]
pub mod render;
#[cfg(feature = "engine")]
pub mod review;
#[cfg(feature = "engine")]
pub mod search;
#[cfg(feature = "engine")]
pub mod uhp;

#[cfg(feature = "program")]
pub mod archive;
#[cfg(feature = "program")]
pub mod arena;
#[cfg(feature = "program")]
pub mod bees;
#[cfg(feature = "program")]
pub mod board;
#[cfg(feature = "program")]
pub mod conformance;
#[cfg(feature = "program")]
pub mod openings;
#[cfg(feature = "tune")]
pub mod tune;
