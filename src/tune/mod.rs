//! Learning the evaluation's weights from games of the engine against itself.
//!
//! Positions with their search scores and the results of their games
//! ([`play`]) are fitted by logistic regression ([`fit()`]): Texel's tuning method,
//! by the gradient. Everything follows from one seed.

mod fit;
mod sample;
mod selfplay;

pub use fit::{FitSettings, Fitted, fit};
pub use sample::Sample;
pub use selfplay::{SelfPlay, play};
