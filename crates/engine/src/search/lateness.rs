//! How much longer than meant moves on a clock have taken in this game.

use std::time::Duration;

use super::limits::Clock;

/// The share of the worst delay that counts one move later.
const REMEMBERED: f64 = 0.98;
/// The least weight of the last move in the mean delay.
const NEW: f64 = 0.1;

/// What the clock has lost beside the search: to other programs on the machine, and on the way of
/// the question and the answer. Told by what the next move has left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lateness {
    last: Option<Moved>,
    /// The longest delay in seconds, fading.
    worst: f64,
    mean: f64,
    /// How many moves were learned from.
    moves: u32,
}

#[derive(Clone, Copy, Debug)]
struct Moved {
    plies: usize,
    /// The clock when it was asked for, and the increment.
    left: Duration,
    increment: Duration,
    /// What it was meant to take at most.
    hard_limit: Duration,
    /// How long the search took.
    searched: Duration,
}

impl Lateness {
    /// Learns what the last move really took, from the clock before the next one of the same player.
    pub(super) fn learn(&mut self, clock: &Clock, plies: usize) {
        let Some(last) = self.last.take().filter(|last| last.plies + 2 == plies) else { return };
        // Time may have been added beside the increment.
        let had = last.left.saturating_add(last.increment);
        let Some(took) = had.checked_sub(clock.left) else { return };
        let meant = last.hard_limit.min(last.searched);
        let delay = took.saturating_sub(meant).as_secs_f64();
        self.worst = delay.max(self.worst * REMEMBERED);
        self.moves += 1;
        self.mean += (delay - self.mean) * NEW.max(1.0 / f64::from(self.moves));
    }

    /// Remembers a move, until the clock tells what it took.
    pub(super) fn moved(
        &mut self,
        clock: &Clock,
        plies: usize,
        hard_limit: Duration,
        searched: Duration,
    ) {
        let Clock { left, increment, nodes_per_ms, .. } = *clock;
        let moved = Moved { plies, left, increment, hard_limit, searched };
        self.last = nodes_per_ms.is_none().then_some(moved);
    }

    /// The longest delay to expect, in seconds.
    pub(super) fn worst(&self) -> f64 {
        self.worst
    }

    /// The usual delay, in seconds.
    pub(super) fn mean(&self) -> f64 {
        self.mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(left: u64) -> Clock {
        Clock { left: MS(left), increment: MS(20), ..Clock::default() }
    }

    /// After a move that searched 30 of 50 ms.
    fn after_a_move() -> Lateness {
        let mut lateness = Lateness::default();
        lateness.moved(&clock(1000), 10, MS(50), MS(30));
        lateness
    }

    #[test]
    fn a_delay_is_what_the_clock_lost_beside_the_search() {
        let mut lateness = after_a_move();
        lateness.learn(&clock(890), 12);
        assert!((lateness.worst() - 0.1).abs() < 1e-9, "{lateness:?}");
        assert!((lateness.mean() - 0.1).abs() < 1e-9, "{lateness:?}");
        // A search past its limit was late itself.
        lateness.moved(&clock(890), 12, MS(50), MS(250));
        lateness.learn(&clock(660), 14);
        assert!((lateness.worst() - 0.2).abs() < 1e-9, "{lateness:?}");
        assert!((lateness.mean() - 0.15).abs() < 1e-9, "{lateness:?}");
        lateness.moved(&clock(660), 14, MS(50), MS(30));
        lateness.learn(&clock(650), 16);
        assert!(lateness.worst() < 0.2 && lateness.worst() > 0.19, "it fades");
    }

    #[test]
    fn what_is_no_move_of_the_same_player_tells_nothing() {
        for (left, plies) in [(890, 11), (890, 14), (890, 2), (1030, 12)] {
            let mut lateness = after_a_move();
            lateness.learn(&clock(left), plies);
            assert!(lateness.worst() == 0.0, "{left} ms, ply {plies}");
        }
        let mut lateness = Lateness::default();
        let in_nodes = Clock { nodes_per_ms: Some(20), ..clock(1000) };
        lateness.moved(&in_nodes, 10, MS(50), MS(900));
        lateness.learn(&in_nodes, 12);
        assert!(lateness.mean() == 0.0);
    }
}
