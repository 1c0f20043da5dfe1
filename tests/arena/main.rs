//! Matches between scripted engines.

mod command;
mod engine;
mod sins;
