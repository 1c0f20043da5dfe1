//! Waggle, a Hive engine that speaks the Universal Hive Protocol.

pub mod rules;
pub mod uhp;
