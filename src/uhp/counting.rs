//! The `perft` command: counts that can be interrupted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::rules::{Position, perft};

use super::progress::Outlet;

/// Depth that is counted in one go; it takes milliseconds.
const DEPTH_AT_ONCE: u32 = 3;

/// Counts the lines of play of each length up to `depth`, a line for each.
pub(super) fn count_to_depth(
    position: &Position,
    depth: u32,
    stop: &AtomicBool,
    outlet: &mut dyn Outlet,
) {
    let mut position = position.clone();
    for depth in 0..=depth {
        let start = Instant::now();
        let Some(count) = count(&mut position, depth, stop) else {
            return;
        };
        let seconds = start.elapsed().as_secs_f64();
        let millis = seconds * 1e3;
        #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
        let rate = count as f64 / seconds.max(1e-9) / 1e3;
        outlet.line(&format!("perft({depth}) = {count} in {millis:.0} ms. {rate:.1} KN/s"));
    }
}

fn count(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= DEPTH_AT_ONCE {
        return Some(perft(position, depth));
    }
    let mut total: u64 = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let counted = count(position, depth - 1, stop);
        position.unmake(undo);
        total = total.saturating_add(counted?);
    }
    Some(total)
}
