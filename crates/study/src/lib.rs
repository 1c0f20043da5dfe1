//! What is made of finished games: reviews with reasons, and puzzles. `notes` is what files say of games, as JSON.

pub mod notes;
pub mod puzzles;
pub mod review;
