//! How long to wait before the next attempt.

use std::time::Duration;

use waggle_hive_engine::search::random;

const FIRST: Duration = Duration::from_secs(2);
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Exponential backoff with jitter, so that many clients do not reconnect at once.
#[derive(Debug)]
pub(super) struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(FIRST)
    }
}

impl Backoff {
    /// The next wait: between half of and the whole of it.
    pub(super) fn next(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(MAX_WAIT);
        let share = (random() % 1000) as u32;
        wait / 2 + wait / 2 * share / 1000
    }

    /// An attempt has succeeded: the site took us.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_minute() {
        let mut backoff = Backoff::default();
        for seconds in [2, 4, 8, 16, 32, 60, 60] {
            let (wait, most) = (backoff.next(), Duration::from_secs(seconds));
            assert!(wait >= most / 2 && wait <= most, "{wait:?} of {most:?}");
        }
        backoff.reset();
        assert!(backoff.next() <= FIRST);
    }
}
