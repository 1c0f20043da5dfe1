//! What Waggle promises for any input: a function for each kind of input, which
//! takes bytes and panics if a promise is broken.
//!
//! The fuzzer calls them from `fuzz_targets/`; `tests/fuzz.rs` of the engine takes
//! this file in and calls them with the seeds and with damaged seeds, so that they
//! are tried without a fuzzer too.

// The slow rules of the tests, and the bridge from them to the engine.
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

/// Panics if a promise is broken for these bytes.
pub type Check = fn(&[u8]);

/// All of them, by the names of their targets and of the folders of their seeds.
pub const TARGETS: [(&str, Check); 5] = [
    ("session_bytes", session_bytes),
    ("session_commands", session_commands),
    ("notation", notation),
    ("game_files", game_files),
    ("two_rules", two_rules),
];
