//! Matches between scripted engines.

mod command;
mod engine;
mod misbehaving_engines;
mod no_false_yes;
mod nothing_is_lost;
