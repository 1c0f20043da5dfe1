//! Learning the evaluation's weights from games of the engine against itself.
//!
//! Games with the scores of their searches ([`SelfPlay`]) are split into positions
//! ([`divided`]), and a network is trained to predict their results ([`train`]). The same
//! games show how many points a score is worth on average ([`fit_chance`]). Everything
//! follows from one seed. The parameters of the search are tuned by [`spsa()`].

mod adam;
mod chance;
mod divide;
mod network;
mod played;
mod sample;
mod selfplay;
mod source;
mod spsa;

pub use chance::{ChanceBand, ChanceFit, fit_chance};
pub use divide::divided;
pub use network::{Network, TrainSettings, Trained, train};
pub use played::{MoveScore, PlayedGame, PlayedGameError};
pub use sample::Sample;
pub use selfplay::SelfPlay;
pub use source::source;
pub use spsa::{Spsa, spsa};
