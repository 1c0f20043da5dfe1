//! Finished games studied: reviews with reasons, and puzzles. `notes` are a file's remarks on a game, as JSON.

pub mod notes;
pub mod puzzles;
pub mod review;
