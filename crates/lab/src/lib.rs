//! Measuring and training engines: matches, conformance to the protocol, and tuning.

pub mod arena;
pub mod conformance;
pub mod tune;
