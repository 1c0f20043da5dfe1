//! Waggle, a Hive engine that speaks the Universal Hive Protocol.

pub mod arena;
pub mod bees;
pub mod games;
pub mod notation;
pub mod rules;
pub mod uhp;
