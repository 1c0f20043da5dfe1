//! Judges the moves of a game by what is known of its positions. What a judgment is made of, and what is said
//! about it, is defined here; nothing here searches or writes.

mod accuracy;
pub(crate) mod assessment;
pub(crate) mod ending;
pub(crate) mod fact;
pub(crate) mod game_review;
pub(crate) mod judgment;
pub(crate) mod mark;
pub(crate) mod percent;
pub(crate) mod reason;

pub use accuracy::accuracy;
