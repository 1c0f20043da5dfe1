//! The search's watch.

use std::time::{Duration, Instant};

/// Knows when a search began and when it has to be over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    started: Instant,
    budget: Option<Duration>,
}

impl Clock {
    /// The most that is kept back for everything that is not searching.
    const MARGIN_MAX: Duration = Duration::from_millis(20);

    /// Starts a clock for a search that has to answer within `time`.
    pub(super) fn start(time: Option<Duration>) -> Self {
        Self { started: Instant::now(), budget: time.map(|time| time.saturating_sub(margin(time))) }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether an iteration begun now would hardly be of use, if the best move is
    /// settled: most of the time has passed, and the next takes longer than the last.
    pub(super) fn is_late(&self) -> bool {
        /// The part of its time in which a search with a settled move begins iterations.
        const PART: f64 = 0.8;
        self.budget.is_some_and(|budget| self.elapsed() >= budget.mul_f64(PART))
    }

    /// Whether the search has to stop now.
    pub(super) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.elapsed() >= budget)
    }
}

/// What is kept back of a time limit: an answer a little early costs little, an answer
/// late may cost the game.
fn margin(time: Duration) -> Duration {
    (Duration::from_millis(1) + time / 50).min(Clock::MARGIN_MAX).min(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_the_limit_up_to_its_most() {
        let margin_ms = |time_ms| margin(Duration::from_millis(time_ms)).as_millis();
        assert_eq!(margin_ms(0), 0);
        assert_eq!(margin_ms(1), 1);
        assert_eq!(margin_ms(250), 6);
        assert_eq!(margin_ms(60_000), 20);
    }

    #[test]
    fn a_search_is_late_only_against_a_limit() {
        assert!(Clock::start(Some(Duration::ZERO)).is_late());
        assert!(!Clock::start(Some(Duration::from_secs(3600))).is_late());
        assert!(!Clock::start(None).is_late());
    }

    #[test]
    fn no_time_is_over_at_once_and_no_limit_never() {
        assert!(Clock::start(Some(Duration::ZERO)).is_over());
        assert!(!Clock::start(None).is_over());
    }
}
