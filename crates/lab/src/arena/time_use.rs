//! An engine's use of time in a match.

use std::time::Duration;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// An engine's use of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Moves requested.
    pub moves: u32,
    /// Total wall time from request to answer.
    pub used: Duration,
    /// Moves that took longer than allowed.
    pub late_moves: u32,
    /// The maximum lateness of a move.
    pub overshoot: Duration,
}

impl TimeUse {
    /// Adds a move that took `elapsed` of the `allowed` time.
    pub fn add_move(&mut self, elapsed: Duration, allowed: Option<Duration>) {
        let over = allowed.map_or(Duration::ZERO, |allowed| elapsed.saturating_sub(allowed));
        self.moves += 1;
        self.used += elapsed;
        self.late_moves += u32::from(!over.is_zero());
        self.overshoot = self.overshoot.max(over);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.used += other.used;
        self.late_moves += other.late_moves;
        self.overshoot = self.overshoot.max(other.overshoot);
    }

    /// Average wall time per move.
    pub fn average(&self) -> Duration {
        self.used.checked_div(self.moves).unwrap_or_default()
    }
}

impl Serialize for TimeUse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("TimeUse", 5)?;
        object.serialize_field("moves", &self.moves)?;
        object.serialize_field("seconds", &self.used.as_secs_f64())?;
        object.serialize_field("seconds_per_move", &self.average().as_secs_f64())?;
        object.serialize_field("late_moves", &self.late_moves)?;
        object.serialize_field("largest_overshoot", &self.overshoot.as_secs_f64())?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_use_tells_by_how_much_an_engine_was_late() {
        let ms = Duration::from_millis;
        let mut time = TimeUse::default();
        time.add_move(ms(90), Some(ms(100)));
        time.add_move(ms(130), Some(ms(100)));
        time.add_move(ms(500), None);
        assert_eq!((time.moves, time.late_moves), (3, 1));
        assert_eq!((time.used, time.overshoot, time.average()), (ms(720), ms(30), ms(240)));
    }
}
