#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod arena;
pub mod bees;
pub mod conformance;
pub mod eval;
pub mod games;
pub mod levels;
pub mod notation;
pub mod render;
pub mod review;
pub mod rules;
pub mod search;
pub mod tune;
pub mod uhp;
