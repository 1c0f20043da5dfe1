//! Time management: when to begin no new iteration, and when to stop.

use std::time::Duration;

use super::platform::Instant;

/// Knows when a search began and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    started: Instant,
    budget: Option<Duration>,
}

impl TimeManager {
    /// The greatest margin between the time limit and the end of the search.
    const MARGIN_MAX: Duration = Duration::from_millis(20);

    /// Starts timing a search that has to answer within `time`.
    pub(super) fn start(time: Option<Duration>) -> Self {
        Self { started: Instant::now(), budget: time.map(|time| time.saturating_sub(margin(time))) }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether too little time is left for another iteration to be worth beginning when the
    /// best move is settled: each iteration takes longer than the one before.
    pub(super) fn is_past_soft_limit(&self) -> bool {
        /// The part of the budget within which a search with a settled move begins iterations.
        const SOFT_PART: f64 = 0.8;
        self.budget.is_some_and(|budget| self.elapsed() >= budget.mul_f64(SOFT_PART))
    }

    /// Whether the search has to stop now.
    pub(super) fn is_past_hard_limit(&self) -> bool {
        self.budget.is_some_and(|budget| self.elapsed() >= budget)
    }
}

/// The margin of a time limit: an early answer costs little, a late one may lose the game.
fn margin(time: Duration) -> Duration {
    (Duration::from_millis(1) + time / 50).min(TimeManager::MARGIN_MAX).min(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_the_limit_up_to_a_maximum() {
        let margin_ms = |time_ms| margin(Duration::from_millis(time_ms)).as_millis();
        assert_eq!(margin_ms(0), 0);
        assert_eq!(margin_ms(1), 1);
        assert_eq!(margin_ms(250), 6);
        assert_eq!(margin_ms(60_000), 20);
    }

    #[test]
    fn only_a_time_limit_has_a_soft_limit() {
        assert!(TimeManager::start(Some(Duration::ZERO)).is_past_soft_limit());
        assert!(!TimeManager::start(Some(Duration::from_secs(3600))).is_past_soft_limit());
        assert!(!TimeManager::start(None).is_past_soft_limit());
    }

    #[test]
    fn a_limit_of_zero_stops_at_once_and_no_limit_never() {
        assert!(TimeManager::start(Some(Duration::ZERO)).is_past_hard_limit());
        assert!(!TimeManager::start(None).is_past_hard_limit());
    }
}
