//! Learning the evaluation's weights from self-play, and measuring changes of the search.
//!
//! Games with the scores of their searches ([`SelfPlay`](waggle_hive_selfplay::SelfPlay)) are split
//! into positions ([`Division`]), and a network is trained to predict their results ([`train()`]).
//! The same games give the expected points of a score ([`fit_chance`]). Everything follows from one
//! seed. `factorial()` measures candidate values of the search's parameters; it needs the openings of
//! matches and so the feature `program`. [`feature_use()`] measures how useful each feature is,
//! [`squared_error`] how well a network does; [`LevelGames`] and [`share_missed`] measure the levels.
//! [`train_people`] fits the model of people's moves to their games, and [`PeopleScore`] says how
//! well it finds those of others.

mod adam;
mod chance;
mod compare;
mod divide;
mod factorial;
mod feature_use;
mod level_games;
mod level_misses;
mod network;
mod pair;
mod people;
mod people_score;
mod played_moves;
mod train;

pub use chance::{ChanceBand, ChanceFit, Scored, fit_chance};
pub use compare::{Difference, network_differences, squared_error};
pub use divide::Division;
pub use factorial::{Candidate, CandidateError, Factorial, MAX_CANDIDATES, factorial};
pub use feature_use::{FeatureUse, feature_use};
pub use level_games::{LevelGames, LevelResults};
pub use level_misses::{Exercise, Motif, share_missed, share_missed_in_game};
pub use network::Network;
pub use people::{PeopleSettings, train_people};
pub use people_score::PeopleScore;
pub use played_moves::PlayedMoves;
pub use train::{TrainSettings, Trained, train};
