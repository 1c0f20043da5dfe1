//! Matches between scripted engines.

mod command;
#[cfg(unix)]
mod documented_commands;
mod engine;
mod misbehaving_engines;
