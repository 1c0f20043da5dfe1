//! Properties that hold for any input: a function for each kind of input takes bytes and
//! panics if its property fails.
//!
//! The fuzzer calls them from `fuzz_targets/`. `tests/fuzz.rs` includes this file and calls
//! them with the seeds and mutations of them, so that they also run without a fuzzer.

// The reference rules of the tests, and their bridge to the engine.
#[path = "../../tests/common/engine.rs"]
#[allow(dead_code, reason = "the tests use what is not used here")]
mod engine;
#[path = "../../tests/common/plain_rules/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests use what is not used here")]
mod plain_rules;

mod commands;
mod game_files;
mod notation;
mod quick_engine;
mod session_bytes;
mod session_commands;
mod two_rules;

pub use game_files::game_files;
pub use notation::notation;
pub use session_bytes::session_bytes;
pub use session_commands::session_commands;
pub use two_rules::two_rules;

/// Panics if a property fails for these bytes.
pub type Check = fn(&[u8]);

/// All checks with their names, which are also those of the targets and seed folders.
pub const TARGETS: [(&str, Check); 5] = [
    ("session_bytes", session_bytes),
    ("session_commands", session_commands),
    ("notation", notation),
    ("game_files", game_files),
    ("two_rules", two_rules),
];
