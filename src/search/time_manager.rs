//! Time management: when to begin no new iteration, and when to stop.

use std::time::Duration;

use super::platform::Instant;

/// Knows when a search began and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    started: Instant,
    hard_limit: Option<Duration>,
}

impl TimeManager {
    /// Starts timing a search that has to answer within `time`.
    pub(super) fn start(time: Option<Duration>) -> Self {
        Self {
            started: Instant::now(),
            hard_limit: time.map(|time| time.saturating_sub(margin(time))),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether too little time is left for another iteration to be worth beginning when the
    /// best move is settled: each iteration takes longer than the one before.
    pub(super) fn is_past_soft_limit(&self) -> bool {
        self.soft_limit().is_some_and(|limit| self.elapsed() >= limit)
    }

    fn soft_limit(&self) -> Option<Duration> {
        self.hard_limit.map(|limit| limit / 5 * 4)
    }

    /// Whether the search has to stop now.
    pub(super) fn is_past_hard_limit(&self) -> bool {
        self.hard_limit.is_some_and(|limit| self.elapsed() >= limit)
    }
}

/// The margin of a time limit: an early answer costs little, a late one may lose the game.
fn margin(time: Duration) -> Duration {
    const MAX: Duration = Duration::from_millis(20);
    (Duration::from_millis(1) + time / 50).min(MAX).min(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(time_ms: u64) -> TimeManager {
        TimeManager::start(Some(Duration::from_millis(time_ms)))
    }

    #[test]
    fn limits_keep_a_margin_that_grows_up_to_a_maximum() {
        for (time_ms, hard_us, soft_us) in [
            (0, 0, 0),
            (1, 0, 0),
            (10, 8_800, 7_040),
            (250, 244_000, 195_200),
            (60_000, 59_980_000, 47_984_000),
        ] {
            let time = started(time_ms);
            assert_eq!(time.hard_limit, Some(Duration::from_micros(hard_us)), "{time_ms} ms");
            assert_eq!(time.soft_limit(), Some(Duration::from_micros(soft_us)), "{time_ms} ms");
        }
    }

    #[test]
    fn a_limit_of_zero_is_past_at_once_and_no_limit_never() {
        let (none, zero, hour) = (TimeManager::start(None), started(0), started(3_600_000));
        let past = |time: &TimeManager| (time.is_past_soft_limit(), time.is_past_hard_limit());
        assert_eq!(past(&zero), (true, true));
        assert_eq!(past(&hour), (false, false));
        assert_eq!(past(&none), (false, false));
    }
}
