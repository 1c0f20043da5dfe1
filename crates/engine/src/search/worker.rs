//! A search thread: its position, path and data.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::busy_moves::BusyMoves;
use super::eval_cache::EvalCache;
use super::game_position::{GamePosition, HistoryIndex};
use super::histories::Histories;
use super::limits::Limits;
use super::move_sort::MoveSorter;
use super::ordering::ScoredMove;
use super::params::Params;
use super::platform::Instant;
use super::reductions::Reductions;
use super::repetition::is_repetition;
use super::score::Score;
use super::time_manager::{Confidence, TimeManager};
use super::transposition_table::TranspositionTable;
use crate::eval::Network;

/// The state shared by all threads of a search.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) params: &'a Params,
    pub(super) network: &'a Network,
    /// What a draw costs the side to move at the root.
    pub(super) contempt: i32,
    pub(super) reductions: &'a Reductions,
    pub(super) histories: &'a Histories,
    /// `None` for a search with one thread.
    pub(super) busy_moves: Option<BusyMoves>,
    pub(super) limits: Limits,
    pub(super) time: TimeManager,
    /// Set by the caller.
    pub(super) stop: &'a AtomicBool,
    /// Set by the first thread that reaches a limit, or when the main thread finishes.
    pub(super) limit_reached: AtomicBool,
    /// Nodes of all threads, as of their last reports.
    pub(super) nodes: AtomicU64,
    /// Nodes of the limit that threads have taken to search.
    pub(super) granted: AtomicU64,
    pub(super) threads: u64,
}

impl Shared<'_> {
    /// Whether the search must stop.
    pub(super) fn should_stop(&self) -> bool {
        self.limit_reached.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.time.is_past_hard_limit()
            || self.limits.nodes.is_some_and(|nodes| self.nodes.load(Ordering::Relaxed) >= nodes)
    }

    /// Takes nodes out of the limit, at most so many; 0 if none are left.
    fn grant(&self, most: u64) -> u64 {
        let Some(limit) = self.limits.nodes else { return most };
        let share = |granted| limit.saturating_sub(granted).div_ceil(self.threads).min(most);
        let take = |granted| Some(granted + share(granted));
        self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_or(0, share)
    }

    /// Whether to stop between two iterations.
    pub(super) fn is_past_soft_limit<M>(&self, confidence: &Confidence<M>) -> bool {
        self.time.is_past_soft_limit(self.nodes.load(Ordering::Relaxed), confidence)
    }
}

/// An entry of the search stack, for each ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    pub(super) killers: [u16; 2],
    pub(super) evaluation: i32,
    /// The move made at this ply; `None` for a null move.
    pub(super) made: Option<HistoryIndex>,
    /// Whether that move is noisy; not set for moves at the root.
    pub(super) made_is_noisy: bool,
}

/// A search thread.
///
/// Aligned against false sharing, including of pairs of cache lines that are fetched together.
#[repr(align(128))]
pub(super) struct Worker<'a, G: GamePosition> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) eval_cache: &'a mut EvalCache,
    pub(super) position: G,
    pub(super) key: u64,
    /// The keys of all positions from the start of the game to the parent of this one.
    pub(super) path: Vec<u64>,
    /// How many of them come before the root.
    pub(super) past: usize,
    /// The index in the path of the first position that can recur, and its values before each
    /// move since the root.
    reversible_from: usize,
    earlier_reversible_from: Vec<usize>,
    pub(super) plies: Vec<Ply>,
    /// The principal variation of each ply (triangular PV table).
    pub(super) pvs: Vec<Vec<G::Move>>,
    /// Generated moves, before they are scored.
    pub(super) generated: Vec<G::Move>,
    /// The scored moves of all nodes on the path, node after node.
    pub(super) move_stack: Vec<ScoredMove<G::Move>>,
    pub(super) sorter: MoveSorter<G::Move>,
    pub(super) nodes: u64,
    /// Nodes that failed high, and those that did so on the first move.
    pub(super) cuts: u64,
    pub(super) cuts_by_first: u64,
    /// The maximum ply reached.
    pub(super) deepest: usize,
    /// The node count at which the limits are checked again.
    next_poll: u64,
    /// The nodes between two checks, and the time of the last check.
    poll_interval: u64,
    last_poll: Instant,
    reported: u64,
    pub(super) is_stopped: bool,
}

impl<'a, G: GamePosition> Worker<'a, G> {
    /// Nodes before the first check of the limits.
    const FIRST_POLL: u64 = 1;

    pub(super) fn new(
        shared: &'a Shared<'a>,
        eval_cache: &'a mut EvalCache,
        position: G,
        past_keys: &[u64],
    ) -> Self {
        let mut worker = Self {
            shared,
            eval_cache,
            key: position.key(),
            position,
            path: past_keys.to_vec(),
            past: past_keys.len(),
            reversible_from: 0,
            earlier_reversible_from: Vec::with_capacity(Score::MAX_PLY + 2),
            plies: vec![Ply::default(); Score::MAX_PLY + 2],
            pvs: (0..Score::MAX_PLY + 2).map(|_| Vec::new()).collect(),
            generated: Vec::new(),
            move_stack: Vec::with_capacity(4096),
            sorter: MoveSorter::new(),
            nodes: 0,
            cuts: 0,
            cuts_by_first: 0,
            deepest: 0,
            next_poll: 0,
            poll_interval: Self::FIRST_POLL,
            last_poll: Instant::now(),
            reported: 0,
            is_stopped: false,
        };
        worker.is_stopped = !worker.schedule_poll();
        worker
    }

    /// The static evaluation of the position, with contempt.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        if let Some(known) = self.eval_cache.probe(self.key) {
            return known;
        }
        let contempt = self.contempt(self.path.len() - self.past);
        let value = self.position.evaluate(self.shared.network, contempt);
        self.eval_cache.store(self.key, value);
        value
    }

    /// What a draw costs the side to move at this ply: contempt at the root's, less than nothing at
    /// the others.
    #[inline]
    pub(super) fn contempt(&self, ply: usize) -> i32 {
        let contempt = self.shared.contempt;
        if ply.is_multiple_of(2) { contempt } else { -contempt }
    }

    /// Counts a node. Returns whether the search continues.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_poll {
            self.poll();
        }
        !self.is_stopped
    }

    #[cold]
    fn poll(&mut self) {
        let now = Instant::now();
        self.poll_interval = poll_interval_after(self.poll_interval, now - self.last_poll);
        self.last_poll = now;
        self.report_nodes();
        let goes_on = self.schedule_poll();
        if !goes_on || self.shared.should_stop() {
            self.is_stopped = true;
            self.shared.limit_reached.store(true, Ordering::Relaxed);
        }
    }

    /// Adds this thread's nodes to the shared count.
    pub(super) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    /// Returns whether the node limit leaves any nodes.
    fn schedule_poll(&mut self) -> bool {
        let nodes = self.shared.grant(self.poll_interval);
        self.next_poll = self.nodes + nodes;
        nodes > 0
    }

    /// The moves that threads are searching, if those of a node with this depth may be put off.
    #[inline]
    pub(super) fn busy_moves(&self, depth: i32) -> Option<&'a BusyMoves> {
        self.shared.busy_moves.as_ref().filter(|_| depth >= BusyMoves::MIN_DEPTH)
    }

    #[inline]
    pub(super) fn make(&mut self, mv: G::Move, ply: usize) -> G::Undo {
        self.plies[ply].made = Some(self.position.history_index(mv));
        self.advance(mv)
    }

    pub(super) fn make_null(&mut self, null_move: G::Move, ply: usize) -> G::Undo {
        self.plies[ply].made = None;
        self.advance(null_move)
    }

    #[inline]
    fn advance(&mut self, mv: G::Move) -> G::Undo {
        self.path.push(self.key);
        self.earlier_reversible_from.push(self.reversible_from);
        if self.position.is_irreversible(mv) {
            self.reversible_from = self.path.len();
        }
        let known = self.position.key_after(mv);
        if let Some(key) = known {
            // Prefetched while the move is made.
            self.eval_cache.prefetch(key);
            self.shared.table.prefetch(key);
        }
        let undo = self.position.make(mv);
        self.key = known.unwrap_or_else(|| self.position.key());
        debug_assert_eq!(self.key, self.position.key(), "{mv:?}");
        undo
    }

    /// Unmakes the last move.
    #[inline]
    pub(super) fn unmake(&mut self, undo: G::Undo) {
        self.position.unmake(undo);
        if let Some(key) = self.path.pop() {
            self.key = key;
        }
        if let Some(index) = self.earlier_reversible_from.pop() {
            self.reversible_from = index;
        }
    }

    /// The history indices of the last move; `None` at the root and after a null move.
    #[inline]
    pub(super) fn last_move(&self, ply: usize) -> Option<HistoryIndex> {
        if ply > 0 { self.plies[ply - 1].made } else { None }
    }

    /// Whether the position counts as a draw by repetition.
    pub(super) fn is_repetition(&self) -> bool {
        let from = self.reversible_from;
        is_repetition(self.key, &self.path[from..], self.past.saturating_sub(from))
    }

    /// Sets the principal variation of a node: the move, then the variation of the child.
    pub(super) fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// The nodes until the next check of the limits, by how long the last ones took: while the system
/// clears pages of the transposition table on first touch, a few nodes can take milliseconds.
fn poll_interval_after(positions: u64, took: Duration) -> u64 {
    const MAX: u64 = 512;
    const TOO_LONG: Duration = Duration::from_micros(500);
    if took > TOO_LONG { (positions / 8).max(1) } else { (positions + positions / 4 + 1).min(MAX) }
}

/// Calls `test` with the state of a search that has just begun, for tests of its parts.
#[cfg(test)]
pub(super) fn with_shared<G: GamePosition>(
    params: &Params,
    limits: Limits,
    test: impl FnOnce(&Shared<'_>, &mut EvalCache),
) {
    let shared = Shared {
        table: &TranspositionTable::new(1).unwrap(),
        params,
        network: &Network::default(),
        contempt: 0,
        reductions: &Reductions::new(params),
        histories: &Histories::try_new(G::HISTORY_SIZES).unwrap(),
        busy_moves: Some(BusyMoves::new()),
        limits,
        time: TimeManager::start(&limits, 0, &super::lateness::Lateness::default()),
        stop: &AtomicBool::new(false),
        limit_reached: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        granted: AtomicU64::new(0),
        threads: 1,
    };
    test(&shared, &mut EvalCache::try_new().unwrap());
}
