//! Time management: soft and hard limits.

use std::time::Duration;

use super::lateness::Lateness;
use super::limits::{Clock, Limits};
use super::platform::Instant;
use super::score::Score;

/// What passing on a move costs at least, kept for every move to come.
const OVERHEAD: f64 = 0.010;
/// Seconds that stay on the clock for a stall of the machine; once used, the increments restore them.
const RESERVE: f64 = 0.2;
/// As many of the longest delays of the game stay there, too.
const DELAYS_IN_RESERVE: f64 = 4.0;
/// The least that a move takes of the clock.
const LEAST: f64 = 0.02;
/// The least in seconds where moves have come late: a busy machine hardly interrupts so brief a search.
const BRIEF: f64 = 0.0008;
/// The moves to come after a placement, by how many plies without one they become fewer by one, and
/// how many there always are.
const MOVES_TO_COME: (f64, f64, f64) = (30.0, 4.0, 18.0);
/// The soft limit in shares of the time for a move: the last iteration ends some time after it.
const SOFT: f64 = 0.6;
/// The hard limit in shares of the time for a move.
const HARD: f64 = 2.5;
/// The most that one of several moves may take of the clock.
const MAX_SHARE: f64 = 0.7;

/// The start time and the limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    started: Instant,
    /// When to stop between two iterations; only with a clock, where saved time is kept.
    soft_limit: Option<Duration>,
    hard_limit: Option<Duration>,
    nodes_per_ms: Option<u32>,
}

impl TimeManager {
    /// Starts timing a search within these limits, `plies` plies after the last placement.
    pub(super) fn start(limits: &Limits, plies: usize, lateness: &Lateness) -> Self {
        let in_time = limits.time.map(|time| time.saturating_sub(margin(time)));
        let (soft, hard) = limits.clock.map(|clock| allotted(&clock, plies, lateness)).unzip();
        Self {
            started: Instant::now(),
            soft_limit: soft,
            hard_limit: [in_time, hard].into_iter().flatten().min(),
            nodes_per_ms: limits.clock.and_then(|clock| clock.nodes_per_ms),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// When the search has to stop at the latest.
    pub(super) fn hard_limit(&self) -> Duration {
        self.hard_limit.unwrap_or(Duration::MAX)
    }

    /// Whether to stop between two iterations, after this many nodes.
    pub(super) fn is_past_soft_limit<M>(&self, nodes: u64, confidence: &Confidence<M>) -> bool {
        self.soft_limit.is_some_and(|limit| {
            let elapsed = match self.nodes_per_ms {
                Some(nodes_per_ms) => nodes as f64 / f64::from(nodes_per_ms.max(1)) / 1000.0,
                None => self.elapsed().as_secs_f64(),
            };
            elapsed >= limit.as_secs_f64() * confidence.factor()
        })
    }

    /// Whether the search has to stop now.
    pub(super) fn is_past_hard_limit(&self) -> bool {
        self.nodes_per_ms.is_none() && self.hard_limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// The node limit of the search, which is its hard limit if the clock counts nodes.
    pub(super) fn node_limit(&self, limits: &Limits) -> Option<u64> {
        let on_clock = self.nodes_per_ms.zip(self.hard_limit).map(|(nodes_per_ms, limit)| {
            ((limit.as_secs_f64() * 1000.0 * f64::from(nodes_per_ms)) as u64).max(1)
        });
        [limits.nodes, on_clock].into_iter().flatten().min()
    }
}

/// The soft and the hard limit of a move on this clock, after such delays.
fn allotted(clock: &Clock, plies: usize, lateness: &Lateness) -> (Duration, Duration) {
    let (at_most, plies_a_move, at_least) = MOVES_TO_COME;
    let to_come = (at_most - plies as f64 / plies_a_move).max(at_least);
    let moves = clock.moves_to_go.map_or(to_come, |moves| f64::from(moves).clamp(1.0, to_come));
    let counts_nodes = clock.nodes_per_ms.is_some();
    let overhead = if counts_nodes { 0.0 } else { OVERHEAD.max(lateness.mean()) };
    let delays = DELAYS_IN_RESERVE * lateness.worst();
    let reserve = RESERVE.max(delays);
    let left = clock.left.as_secs_f64();
    let least = if delays > RESERVE { BRIEF.min(left * LEAST) } else { left * LEAST };
    let others = (clock.increment.as_secs_f64() - overhead) * (moves - 1.0);
    let most = (left - reserve).max(left / 2.0) * if moves > 1.0 { MAX_SHARE } else { 1.0 };
    let share = ((left - reserve + others) / moves).max(least);
    let seconds = |time| Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX);
    (seconds((share * SOFT).min(most)), seconds((share * HARD).min(most)))
}

/// The safety margin of a time limit: an early answer costs little, a late one may lose the game.
///
/// With six times as many busy threads as cores, answers left the process a median of 4 ms after
/// the stop, and 9 of 10 within 12 ms; on an idle machine, within a millisecond.
fn margin(time: Duration) -> Duration {
    const MIN: Duration = Duration::from_millis(5);
    const MAX: Duration = Duration::from_millis(25);
    (MIN + time / 50).min(MAX).min(time / 5)
}

/// How sure an iterative deepening is of its best move.
#[derive(Clone, Debug)]
pub(super) struct Confidence<M> {
    best: Option<M>,
    /// Iterations since the best move changed.
    stable_for: usize,
    /// The scores of the last iterations, the newest first.
    scores: [Option<Score>; 3],
    /// The share of the nodes that were searched below the best move.
    share: f64,
    is_forced: bool,
}

impl<M> Default for Confidence<M> {
    fn default() -> Self {
        Self { best: None, stable_for: 0, scores: [None; 3], share: 0.0, is_forced: false }
    }
}

impl<M: PartialEq> Confidence<M> {
    /// Adds an iteration: its best move out of `moves`, the score, and the best move's share of the
    /// nodes so far.
    pub(super) fn update(&mut self, best: M, score: Score, share: f64, moves: usize) {
        self.stable_for = if self.best.as_ref() == Some(&best) { self.stable_for + 1 } else { 0 };
        self.best = Some(best);
        let [first, second, _] = self.scores;
        self.scores = [Some(score), first, second];
        self.share = share;
        self.is_forced = moves == 1;
    }
}

impl<M> Confidence<M> {
    /// By what the soft limit is multiplied: more for an unstable best move and for a score that
    /// has just fallen, less for a move that takes most of the nodes, little in a won game, and
    /// nothing for a single legal move.
    fn factor(&self) -> f64 {
        const WON: f64 = 0.1;
        const UNSTABLE: [f64; 5] = [1.5, 1.2, 1.0, 0.9, 0.8];
        if self.is_forced {
            return 0.0;
        }
        if self.scores[0].is_some_and(Score::is_win) {
            return WON;
        }
        let stability = UNSTABLE[self.stable_for.min(UNSTABLE.len() - 1)];
        // Against the iteration before the last: scores of odd and even depths differ.
        let fall = match self.scores {
            [Some(now), _, Some(before)] if !now.is_decisive() && !before.is_decisive() => {
                f64::from(before.value() - now.value()) / 100.0
            }
            _ => 0.0,
        };
        let falling = (1.0 + fall).clamp(0.9, 1.6);
        let effort = (1.7 - self.share).clamp(0.75, 1.4);
        stability * falling * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(left_ms: u64, increment_ms: u64) -> Clock {
        Clock { left: MS(left_ms), increment: MS(increment_ms), ..Clock::default() }
    }

    /// Confidence after iterations with these best moves and scores.
    fn confident(iterations: &[(u8, i32)], share: f64) -> Confidence<u8> {
        let mut confidence = Confidence::default();
        for &(best, score) in iterations {
            confidence.update(best, Score::new(score), share, 40);
        }
        confidence
    }

    #[test]
    fn the_margin_grows_up_to_a_maximum() {
        for (time_ms, hard_us) in
            [(0, 0), (1, 800), (10, 8_000), (250, 240_000), (60_000, 59_975_000)]
        {
            let time = TimeManager::start(&Limits::time(MS(time_ms)), 0, &Lateness::default());
            assert_eq!(time.hard_limit, Some(Duration::from_micros(hard_us)), "{time_ms} ms");
            assert_eq!(time.soft_limit, None, "time that cannot be saved is used");
        }
    }

    #[test]
    fn a_limit_of_zero_is_past_immediately_and_no_limit_never() {
        let past = |limits: Limits| {
            TimeManager::start(&limits, 0, &Lateness::default()).is_past_hard_limit()
        };
        assert!(past(Limits::time(Duration::ZERO)));
        assert!(past(Limits::clock(Clock::default())));
        assert!(!past(Limits::clock(clock(3_600_000, 0))));
        assert!(!past(Limits::default()));
    }

    #[test]
    fn no_move_takes_the_whole_clock() {
        for left in [0, 1, 10, 20, 50, 100, 500, 1_000, 10_000, 60_000, 3_600_000] {
            for increment in [0, 1, 20, 100, 5_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    for plies in [0, 30, 300] {
                        let clock = Clock { moves_to_go, ..clock(left, increment) };
                        let (soft, hard) = allotted(&clock, plies, &Lateness::default());
                        assert!(
                            soft <= hard && hard + MS(200).min(MS(left) / 2) <= MS(left),
                            "{clock:?}: {hard:?}"
                        );
                    }
                }
            }
        }
    }

    /// Each move takes its hard limit and what passing it on costs.
    #[test]
    fn a_clock_is_never_used_up() {
        for (base, increment) in [(1_000, 20), (10_000, 100), (60_000, 1_000), (60_000, 0)] {
            let mut left = MS(base);
            for plies in (0..200).step_by(2) {
                let clock = Clock { left, increment: MS(increment), ..Clock::default() };
                let (_, hard) = allotted(&clock, plies, &Lateness::default());
                let used = hard + MS(10).min(left / 4);
                assert!(used < left, "{base}+{increment}, ply {plies}: {left:?}");
                left = left.saturating_sub(used) + MS(increment);
            }
        }
    }

    /// Moves that come late make the later ones brief, until the clock has recovered.
    #[test]
    fn delays_are_kept_in_reserve() {
        let mut lateness = Lateness::default();
        let before = clock(1_000, 20);
        let usual = allotted(&before, 20, &lateness);
        lateness.moved(&before, 20, usual.1, usual.1);
        lateness.learn(&clock(1_020 - 200 - usual.1.as_millis() as u64, 20), 22);
        for left in [100, 300, 500] {
            let (_, hard) = allotted(&clock(left, 20), 24, &lateness);
            assert!(hard <= MS(2), "{left}: {hard:?}");
        }
        // Hours away from the flag a delay of 0.2 s changes next to nothing.
        let long = clock(600_000, 5_000);
        let [late, early] =
            [lateness, Lateness::default()].map(|lateness| allotted(&long, 22, &lateness).1);
        assert!(late > early * 19 / 20, "{late:?} {early:?}");
    }

    #[test]
    fn more_time_increment_and_fewer_moves_give_more_for_a_move() {
        let soft = |clock: Clock, plies| allotted(&clock, plies, &Lateness::default()).0;
        let usual = soft(clock(60_000, 500), 0);
        assert!(soft(clock(90_000, 500), 0) > usual);
        assert!(soft(clock(60_000, 900), 0) > usual);
        assert!(soft(clock(60_000, 500), 20) > usual);
        let of_five = Clock { moves_to_go: Some(5), ..clock(60_000, 500) };
        assert!(soft(of_five, 0) > usual * 3);
        assert_eq!(soft(clock(60_000, 500), 400), soft(clock(60_000, 500), 600));
    }

    #[test]
    fn a_doubtful_move_gets_more_time() {
        let calm = confident(&[(1, 20); 8], 0.5).factor();
        let changed = confident(&[(1, 20), (1, 20), (1, 20), (2, 20)], 0.5).factor();
        let fallen =
            confident(&[(1, 60), (1, 60), (1, 60), (1, 60), (1, 60), (1, 20)], 0.5).factor();
        let obvious = confident(&[(1, 20); 8], 0.95).factor();
        assert!(
            obvious < calm && calm < fallen && calm < changed,
            "{obvious} {calm} {fallen} {changed}"
        );
        let mut won = Confidence::default();
        won.update(1, Score::win_in(3), 0.5, 40);
        assert!(won.factor() < obvious);
        let mut forced = Confidence::default();
        forced.update(1, Score::new(0), 1.0, 1);
        assert!(forced.factor() == 0.0);
    }

    #[test]
    fn a_clock_can_count_nodes() {
        let limits = Limits::clock(Clock { nodes_per_ms: Some(20), ..clock(10_000, 100) });
        let time = TimeManager::start(&limits, 0, &Lateness::default());
        let nodes = time.node_limit(&limits).unwrap();
        assert_eq!(nodes, (time.hard_limit.unwrap().as_secs_f64() * 20_000.0) as u64);
        assert!(!time.is_past_hard_limit());
        assert_eq!(time.node_limit(&Limits { nodes: Some(7), ..limits }), Some(7));
        let calm = confident(&[(1, 20); 8], 0.5);
        assert!(!time.is_past_soft_limit(100, &calm) && time.is_past_soft_limit(nodes, &calm));
    }
}
