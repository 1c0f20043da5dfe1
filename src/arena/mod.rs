//! Engine against engine: matches, their statistics and their records.

mod adjudicate;
mod ending;
mod limit;
mod schedule;
mod sprt;
mod stats;

pub use adjudicate::{DrawRule, DrawTracker, RuleError, WinRule, WinTracker};
pub use ending::{Ending, EndingError, Verdict as GameVerdict};
pub use limit::{Clock, Limit, LimitError, Template, TemplateError, clock, seconds};
pub use schedule::{Fixture, Format, Schedule, Shard, ShardError};
pub use sprt::{Model, Sprt, SprtError, Verdict};
pub use stats::{Estimate, Points, Tally};
