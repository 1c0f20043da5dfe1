//! The clocks of a person and the engine.

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
}

impl TableClock {
    pub(super) fn new(pace: Pace) -> Self {
        Self { pace, kept: ByColor { white: pace.base, black: pace.base }, running: None }
    }

    /// Gives both sides all their time again.
    pub(super) fn reset(&mut self) {
        *self = Self::new(self.pace);
    }

    /// Starts this side's clock, unless it is running.
    pub(super) fn turn(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop(now);
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
        clock.turn(Color::White, at(0.0));
        clock.turn(Color::White, at(5.0));
        assert_eq!(clock.words(Color::White, at(10.0)), "0:50");
        clock.moved(at(10.0));
        clock.turn(Color::Black, at(10.0));
        assert_eq!(clock.left(Color::White, at(60.0)), Duration::from_secs(52));
        assert_eq!(clock.words(Color::Black, at(60.7)), "0:09.3");
        assert_eq!(clock.of(Color::Black, at(60.0)).increment, pace.increment);
        assert_eq!(clock.left(Color::Black, at(99.0)), Duration::ZERO);
        clock.reset();
        assert_eq!(clock.words(Color::Black, at(99.0)), "1:00");
    }
}
