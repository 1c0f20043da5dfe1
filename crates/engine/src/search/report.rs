//! The results of a search.

use std::time::Duration;

use super::Score;

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The score for the player to move.
    pub score: Score,
    /// The moves, the best one first.
    pub moves: Vec<M>,
}

/// The result of an iteration or of a whole search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The best move; `None` only if the game is over.
    pub best: Option<M>,
    /// The score for the player to move.
    pub score: Score,
    /// The depth of the last completed iteration, in plies.
    pub depth: u8,
    /// The selective depth: the maximum ply reached.
    pub deepest: u8,
    /// Nodes, of all threads together.
    pub nodes: u64,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// The principal variation, starting with the best move.
    pub pv: Vec<M>,
    /// The best lines, best first, as many as set in the settings (multi-PV).
    pub lines: Vec<Line<M>>,
}

impl<M> Report<M> {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

#[cfg(any(test, feature = "test-support"))]
impl<M: Copy> Report<M> {
    /// A report after this many nodes, for tests.
    pub fn after(nodes: u64, score: Score, pv: &[M]) -> Self {
        let line = Line { score, moves: pv.to_vec() };
        Self {
            best: pv.first().copied(),
            score,
            depth: 1,
            deepest: 1,
            nodes,
            elapsed: Duration::ZERO,
            pv: pv.to_vec(),
            lines: vec![line],
        }
    }
}

/// Receives the results of a running search. `()` ignores them, a `Vec` keeps them.
pub trait Observer<M> {
    /// Called after each completed iteration.
    fn iteration(&mut self, report: &Report<M>);
}

impl<M> Observer<M> for () {
    fn iteration(&mut self, _report: &Report<M>) {}
}

impl<M: Clone> Observer<M> for Vec<Report<M>> {
    fn iteration(&mut self, report: &Report<M>) {
        self.push(report.clone());
    }
}
