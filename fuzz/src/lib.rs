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

mod arena_logs;
mod board_frames;
mod commands;
mod documents;
mod engine_replies;
mod game_files;
mod hivegame_frames;
mod match_settings;
mod notation;
mod other_files;
mod quick_engine;
mod service_queries;
mod session_bytes;
mod session_commands;
mod site_lines;
mod two_rules;
mod zips;

pub use arena_logs::arena_logs;
pub use board_frames::board_frames;
pub use documents::documents;
pub use engine_replies::engine_replies;
pub use game_files::game_files;
pub use hivegame_frames::hivegame_frames;
pub use match_settings::match_settings;
pub use notation::notation;
pub use other_files::other_files;
pub use service_queries::service_queries;
pub use session_bytes::session_bytes;
pub use session_commands::session_commands;
pub use site_lines::site_lines;
pub use two_rules::two_rules;
pub use zips::zips;

/// Panics if a property fails for these bytes.
pub type Check = fn(&[u8]);

/// All checks with their names, which are also those of the targets and seed folders.
pub const TARGETS: [(&str, Check); 15] = [
    ("service_queries", service_queries),
    ("session_bytes", session_bytes),
    ("session_commands", session_commands),
    ("notation", notation),
    ("game_files", game_files),
    ("site_lines", site_lines),
    ("hivegame_frames", hivegame_frames),
    ("arena_logs", arena_logs),
    ("zips", zips),
    ("two_rules", two_rules),
    ("documents", documents),
    ("other_files", other_files),
    ("board_frames", board_frames),
    ("engine_replies", engine_replies),
    ("match_settings", match_settings),
];
