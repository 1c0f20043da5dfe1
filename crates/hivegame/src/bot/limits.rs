//! Time management.

use std::time::Duration;

use waggle_hive_engine::search::{Clock, Limits};

use super::Now;
use super::site_clock::SiteClock;
use super::table::Table;
use crate::settings::BotSettings;

/// The maximum seconds of pondering.
const MAX_PONDERING: Duration = Duration::from_secs(300);
/// In a correspondence game, no move takes more than this share of the remaining time.
const SHARE_OF_DAYS: u32 = 10;

impl Table {
    /// The limits of a search for a move.
    pub(super) fn limits(&self, settings: &BotSettings, clock: &SiteClock, now: Now) -> Limits {
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let left = self.remaining(clock, now.wall, self.color);
        match left {
            Some(left) if self.site.is_real_time() => {
                // What the network takes of the clock.
                let lag = seconds(settings.lag_seconds).min(left / 2);
                let increment = Duration::from_secs(self.site.time_increment.unwrap_or_default());
                Limits {
                    time: Some(seconds(settings.max_seconds)),
                    ..Limits::clock(Clock {
                        left: left.saturating_sub(lag),
                        increment,
                        ..Clock::default()
                    })
                }
            }
            Some(left) => Limits::time(seconds(settings.untimed_seconds).min(left / SHARE_OF_DAYS)),
            None => Limits::time(seconds(settings.untimed_seconds)),
        }
    }

    pub(super) fn limits_of_pondering(&self, clock: &SiteClock, now: Now) -> Limits {
        let left = self.remaining(clock, now.wall, self.color.other());
        Limits::time(left.unwrap_or(MAX_PONDERING).min(MAX_PONDERING))
    }
}
