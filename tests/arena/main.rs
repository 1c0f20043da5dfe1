//! Matches between scripted engines.

mod command;
mod engine;
mod misbehaving_engines;
mod nothing_is_lost;
