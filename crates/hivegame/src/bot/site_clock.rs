//! The clock of the site, by which the players' clocks run.

use crate::stamp::Stamp;

/// By how much our clock is ahead of the site's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SiteClock {
    /// In seconds; it includes the delay of the fastest frame.
    ahead: Option<f64>,
}

impl SiteClock {
    /// Notes the time stamp of a frame. It is late by the frame's delay, so the smallest difference
    /// counts.
    pub(super) fn observe(&mut self, wall: Stamp, happened: Stamp) {
        let ahead = wall.seconds_since(happened);
        self.ahead = Some(self.ahead.map_or(ahead, |known| known.min(ahead)));
    }

    /// The seconds since an instant at the site.
    pub(super) fn at_site(&self, wall: Stamp, since: Stamp) -> f64 {
        wall.seconds_since(since) - self.ahead.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_wrong_local_clock_does_not_matter() {
        let start = Stamp::parse("2026-08-04T18:00:00Z").unwrap();
        let after = |seconds| start.after(Duration::from_secs(seconds));
        let mut clock = SiteClock::default();
        assert!((clock.at_site(after(7), start) - 7.0).abs() < 1e-9, "both are right");
        // Ours is 60 s ahead; the frames took 3 s and 1 s.
        clock.observe(after(63), start);
        clock.observe(after(71), after(10));
        assert!((clock.at_site(after(80), after(10)) - 9.0).abs() < 1e-9);
    }
}
