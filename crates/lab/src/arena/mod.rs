//! Matches between engines: games, statistics and records.
//!
//! - [`Schedule`] and [`Openings`] say which games are played; both depend only on settings, so
//!   that a match can be split.
//! - [`Player`] is an engine, [`Duel`] a game between two of them.
//! - [`MatchScore`], [`Estimate`], [`Ratings`] and [`Sprt`] are the statistics, independent of
//!   engines.
//! - [`Standings`] adds up the games of a match.
//!
//! Nothing here prints, and nothing writes files except the optional log of an engine.

mod adjudicate;
mod builtin;
mod document;
mod duel;
mod encounter;
mod estimate;
mod external;
mod knockout;
mod limit;
mod openings;
mod player;
#[cfg(test)]
mod published;
mod rating;
mod record;
pub mod report;
mod schedule;
mod settings;
mod sprt;
mod standings;
mod stats;
mod termination;
mod time_use;
mod tournament;
mod traffic_log;

pub use adjudicate::{DrawRule, DrawTracker, RuleError, WinRule, WinTracker};
pub use builtin::{BuiltIn, Judge};
pub use document::{GameObject, MatchDocument, RatingsDocument};
pub use duel::{Duel, DuelRules, Seats, Thought, duel};
pub use encounter::Encounter;
pub use estimate::Estimate;
pub use external::{External, ExternalSpec, choice_in};
pub use knockout::Results;
pub use limit::{Clock, Limit, LimitError, Template, TemplateError, clock, seconds, share};
pub use openings::Openings;
pub(crate) use openings::random_game;
pub use player::{Budget, Choice, Player, PlayerFault};
pub use rating::{Rated, RatedGames, Ratings};
pub use record::{GameId, MatchTags, correct_ending, id_of, names_of, record_of, summary_of};
pub use schedule::{Fixture, MatchFormat, Schedule, Shard, ShardError};
pub use settings::{MatchSettings, differences, write_settings};
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use standings::{GameSummary, Standings};
pub use stats::{MatchScore, Points};
pub use termination::{Termination, TerminationError};
pub use time_use::TimeUse;
pub use tournament::{EngineSpec, Source, Tournament};
