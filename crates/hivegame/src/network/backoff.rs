//! How long to wait before the next attempt.

use std::thread;
use std::time::{Duration, Instant};

use waggle_hive_engine::search::random;

/// Exponential backoff with jitter, so that many clients do not come back at once.
#[derive(Debug)]
pub(super) struct Backoff {
    first: Duration,
    next: Duration,
}

impl Backoff {
    /// Waits of this length at first, up to thirty times as long.
    pub(super) fn from(first: Duration) -> Self {
        Self { first, next: first }
    }

    /// The next wait: between half of and the whole of it.
    pub(super) fn next(&mut self) -> Duration {
        let wait = self.next;
        self.next = (wait * 2).min(self.first * 30);
        let share = (random() % 1000) as u32;
        wait / 2 + wait / 2 * share / 1000
    }

    /// An attempt has succeeded: the site took us.
    pub(super) fn reset(&mut self) {
        self.next = self.first;
    }
}

/// Waits, unless it is over before.
pub(super) fn pause(time: Duration, is_over: impl Fn() -> bool) {
    let until = Instant::now() + time;
    while Instant::now() < until && !is_over() {
        thread::sleep(Duration::from_millis(50).min(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_minute() {
        let mut backoff = Backoff::from(Duration::from_secs(2));
        for seconds in [2, 4, 8, 16, 32, 60, 60] {
            let (wait, most) = (backoff.next(), Duration::from_secs(seconds));
            assert!(wait >= most / 2 && wait <= most, "{wait:?} of {most:?}");
        }
        backoff.reset();
        assert!(backoff.next() <= Duration::from_secs(2));
    }
}
