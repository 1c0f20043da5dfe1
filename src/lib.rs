//! Waggle, a Hive engine that speaks the Universal Hive Protocol.

pub mod arena;
pub mod notation;
pub mod rules;
pub mod uhp;
