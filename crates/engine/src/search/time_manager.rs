//! Time management: when to stop, and when a move that is settled is played early.

use std::time::Duration;

use super::limits::Limits;
use super::platform::Instant;

/// Knows when a search began and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    started: Instant,
    hard_limit: Option<Duration>,
    /// Whether what is left over serves later moves.
    saves: bool,
}

impl TimeManager {
    /// Starts timing a search within these limits.
    pub(super) fn start(limits: &Limits) -> Self {
        Self {
            started: Instant::now(),
            hard_limit: limits.time.map(|time| time.saturating_sub(margin(time))),
            saves: limits.saves_time,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether too little time is left for another iteration to be worth beginning when the
    /// best move is settled: each iteration takes longer than the one before. Never where the
    /// rest would be lost.
    pub(super) fn is_past_soft_limit(&self) -> bool {
        self.soft_limit().is_some_and(|limit| self.elapsed() >= limit)
    }

    fn soft_limit(&self) -> Option<Duration> {
        self.hard_limit.filter(|_| self.saves).map(|limit| limit / 5 * 4)
    }

    /// Whether the search has to stop now.
    pub(super) fn is_past_hard_limit(&self) -> bool {
        self.hard_limit.is_some_and(|limit| self.elapsed() >= limit)
    }
}

/// What is kept back of a time limit, by everybody together: an early answer costs little, a
/// late one may lose the game.
///
/// On a machine with six times as many busy threads as cores, the answer left the process a
/// median of 4 ms after the search was to stop, and 9 of 10 answers within 12 ms; on an idle
/// one it takes less than a millisecond.
fn margin(time: Duration) -> Duration {
    const LEAST: Duration = Duration::from_millis(10);
    const MOST: Duration = Duration::from_millis(25);
    (LEAST + time / 50).min(MOST).min(time / 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(time_ms: u64) -> TimeManager {
        let limits = Limits::time(Duration::from_millis(time_ms));
        TimeManager::start(&Limits { saves_time: true, ..limits })
    }

    #[test]
    fn limits_keep_a_margin_that_grows_up_to_a_maximum() {
        for (time_ms, hard_us, soft_us) in [
            (0, 0, 0),
            (1, 800, 640),
            (10, 8_000, 6_400),
            (250, 235_000, 188_000),
            (60_000, 59_975_000, 47_980_000),
        ] {
            let time = started(time_ms);
            assert_eq!(time.hard_limit, Some(Duration::from_micros(hard_us)), "{time_ms} ms");
            assert_eq!(time.soft_limit(), Some(Duration::from_micros(soft_us)), "{time_ms} ms");
        }
    }

    #[test]
    fn a_limit_of_zero_is_past_at_once_and_no_limit_never() {
        let none = TimeManager::start(&Limits::default());
        let (zero, hour) = (started(0), started(3_600_000));
        let past = |time: &TimeManager| (time.is_past_soft_limit(), time.is_past_hard_limit());
        assert_eq!(past(&zero), (true, true));
        assert_eq!(past(&hour), (false, false));
        assert_eq!(past(&none), (false, false));
    }

    #[test]
    fn time_that_cannot_be_saved_is_used() {
        let per_move = TimeManager::start(&Limits::time(Duration::from_millis(250)));
        assert_eq!(per_move.soft_limit(), None);
        assert_eq!(per_move.hard_limit, started(250).hard_limit);
    }
}
