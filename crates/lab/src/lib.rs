//! Engines measured and trained: matches, conformance to the protocol, and tuning.

pub mod arena;
pub mod conformance;
pub mod tune;
