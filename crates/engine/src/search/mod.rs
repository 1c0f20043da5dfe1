//! Alpha-beta search for any game that implements the game trait, [`GamePosition`].
//!
//! Only `hive_position` depends on the rules and evaluation of Hive. The search reports to an
//! [`Observer`] and never prints.
//!
//! ```
//! use waggle_hive_core::rules::{Game, GameType};
//! use waggle_hive_engine::search::{Limits, NEVER, Purpose, Searcher, Settings};
//!
//! let game = Game::new(GameType::BASE);
//! let mut searcher = Searcher::new(&Settings::default())?;
//! let report = searcher.search_game(&game, Purpose::Play, &Limits::depth(3), &NEVER, &mut ());
//! assert!(game.position().is_legal(report.best.unwrap()));
//! # Ok::<(), waggle_hive_engine::search::MemoryError>(())
//! ```

mod alpha_beta;
mod best_thread;
mod busy_moves;
mod eval_cache;
mod game_position;
mod histories;
mod history;
mod hive_position;
mod lateness;
mod limits;
mod memory_error;
mod move_picker;
mod move_sort;
mod ordering;
mod params;
mod platform;
mod prefetch;
mod purpose;
mod quiescence;
mod reductions;
mod repetition;
mod report;
mod root;
mod score;
mod searcher;
mod time_manager;
mod transposition_table;
mod worker;
mod zeroed;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tree_game;

pub use game_position::{GamePosition, HistoryIndex, HistorySizes, NOISY, Terminal};
pub use hive_position::Searcher;
pub use limits::{Clock, Limits, NEVER};
pub use memory_error::MemoryError;
pub use params::{Params, Tunable};
pub use platform::{HAS_THREADS, Instant, random};
pub use purpose::Purpose;
pub use report::{Line, Observer, Report};
pub use score::Score;
pub use searcher::{GameSearcher, Settings};
