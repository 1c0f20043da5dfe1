//! Learning the evaluation's weights from games of the engine against itself.
//!
//! Games with the scores of their searches ([`SelfPlay`](waggle_hive_selfplay::SelfPlay)) are split into positions
//! ([`Division`]), and a network is trained to predict their results ([`train()`]). The same
//! games show how many points a score is worth on average ([`fit_chance`]). Everything
//! follows from one seed. The parameters of the search are tuned by `spsa()`, and other values of
//! them measured by `factorial()`; both need the openings of matches and so the feature `program`.

mod adam;
mod chance;
mod divide;
mod factorial;
mod network;
mod pair;
mod spsa;
mod train;

pub use chance::{ChanceBand, ChanceFit, fit_chance};
pub use divide::Division;
pub use factorial::{Candidate, CandidateError, Factorial, MOST_CANDIDATES, factorial};
pub use network::Network;
pub use spsa::{Spsa, spsa};
pub use train::{TrainSettings, Trained, train};
