//! Matches between scripted engines.

mod command;
mod engine;
mod misbehaving_engines;
