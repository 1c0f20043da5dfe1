//! The clocks of a person and the engine.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use waggle::rules::{ByColor, Color};
use waggle::search::Clock;

use crate::cli::Pace;

/// A clock for each side; one of them runs.
pub(super) struct TableClock {
    pub(super) pace: Pace,
    kept: ByColor<Duration>,
    /// Whose clock runs, and since when.
    running: Option<(Color, Instant)>,
    /// What both had left after so many plies.
    earlier: BTreeMap<usize, ByColor<Duration>>,
}

impl TableClock {
    pub(super) fn new(pace: Pace) -> Self {
        let kept = ByColor { white: pace.base, black: pace.base };
        Self { pace, kept, running: None, earlier: BTreeMap::new() }
    }

    /// Gives both sides all their time again.
    pub(super) fn reset(&mut self) {
        *self = Self::new(self.pace);
    }

    /// Starts this side's clock after so many plies, unless it is running.
    pub(super) fn turn(&mut self, color: Color, plies: usize, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop(now);
            self.earlier.insert(plies, self.kept);
            self.running = Some((color, now));
        }
    }

    /// Stops the running clock after a move, and adds the increment.
    pub(super) fn moved(&mut self, now: Instant) {
        let mover = self.running;
        self.stop(now);
        if let Some((mover, _)) = mover {
            self.kept[mover] += self.pace.increment;
        }
    }

    /// Stops both clocks at what they showed after so many plies, or at all their time if they did not run then.
    pub(super) fn go_back(&mut self, plies: usize) {
        let all = Self::new(self.pace).kept;
        self.kept = self.earlier.get(&plies).copied().unwrap_or(all);
        self.running = None;
    }

    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((running, _)) = self.running {
            self.kept[running] = self.left(running, now);
        }
        self.running = None;
    }

    /// This side's remaining time.
    pub(super) fn left(&self, color: Color, now: Instant) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == color => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.kept[color].saturating_sub(used)
    }

    /// This side's clock, for the search.
    pub(super) fn of(&self, color: Color, now: Instant) -> Clock {
        let (left, increment) = (self.left(color, now), self.pace.increment);
        Clock { left, increment, ..Clock::default() }
    }

    /// This side's remaining time in words: `4:05`, or `0:09.3` in the last twenty seconds.
    pub(super) fn words(&self, color: Color, now: Instant) -> String {
        let left = self.left(color, now);
        let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
        if left < Duration::from_secs(20) {
            return format!("{minutes}:{seconds:02}.{}", left.subsec_millis() / 100);
        }
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_and_gets_its_increment_after_the_move() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let pace = Pace { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut clock = TableClock::new(pace);
        clock.turn(Color::White, 4, at(0.0));
        clock.turn(Color::White, 4, at(5.0));
        assert_eq!(clock.words(Color::White, at(10.0)), "0:50");
        clock.moved(at(10.0));
        clock.turn(Color::Black, 5, at(10.0));
        assert_eq!(clock.left(Color::White, at(60.0)), Duration::from_secs(52));
        assert_eq!(clock.words(Color::Black, at(60.7)), "0:09.3");
        assert_eq!(clock.of(Color::Black, at(60.0)).increment, pace.increment);
        assert_eq!(clock.left(Color::Black, at(99.0)), Duration::ZERO);
        clock.go_back(5);
        assert_eq!(clock.words(Color::Black, at(99.0)), "1:00", "what was lost on time goes on");
        assert_eq!(clock.words(Color::White, at(99.0)), "0:52");
        clock.go_back(4);
        assert_eq!(clock.words(Color::White, at(99.0)), "1:00");
        clock.reset();
        assert_eq!(clock.words(Color::Black, at(99.0)), "1:00");
    }
}
