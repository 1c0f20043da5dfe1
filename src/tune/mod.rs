//! Learning the evaluation's weights from games of the engine against itself.
//!
//! Positions with their search scores and the results of their games
//! ([`play`]) are fitted by logistic regression ([`fit()`]): Texel's tuning method,
//! by the gradient. The same games tell how many points a score is worth in the end
//! ([`fit_chance`]). Everything follows from one seed.

mod chance;
mod fit;
mod sample;
mod selfplay;
mod spsa;

pub use chance::{ChanceBand, ChanceFit, fit_chance};
pub use fit::{FitSettings, Fitted, fit};
pub use sample::Sample;
pub use selfplay::{SelfPlay, play};
pub use spsa::{Spsa, spsa};
