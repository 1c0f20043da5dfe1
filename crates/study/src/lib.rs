//! What is made of finished games: reviews with reasons, and puzzles.

pub mod puzzles;
pub mod review;
