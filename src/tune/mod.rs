//! Learning the evaluation's weights from games of the engine against itself.
//!
//! Games with the scores of their searches ([`SelfPlay`]) are taken apart into positions
//! ([`PlayedGame::samples`]), and a network is trained to foresee what has become of them
//! ([`train`]). The same games tell how many points a score is worth in the end
//! ([`fit_chance`]). Everything follows from one seed. The search's own numbers are
//! tuned by [`spsa()`].

mod adam;
mod chance;
mod network;
mod played;
mod sample;
mod selfplay;
mod source;
mod spsa;

pub use chance::{ChanceBand, ChanceFit, fit_chance};
pub use network::{Network, TrainSettings, Trained, train};
pub use played::{PlayedGame, PlayedGameError};
pub use sample::Sample;
pub use selfplay::SelfPlay;
pub use source::source;
pub use spsa::{Spsa, spsa};
