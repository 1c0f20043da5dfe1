//! The rules, compared with drawings and with a second implementation.

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod drawings;
mod plain_rules;
mod properties;
mod tables;
