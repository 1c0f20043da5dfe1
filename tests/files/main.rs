//! Files of games, and the verbs that read many of them.

mod archive;
mod foreign_files;
mod formats;
mod games;
mod opening_names;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod sites;
