//! How much a review may search.

use std::time::Duration;

use waggle_hive_engine::search::{Instant, Limits};

/// The budget of a search in each round of second looks, as a multiple of that of a first look, capped
/// at `ENOUGH_NODES` and `ENOUGH_TIME`.
const TIMES: [u32; 2] = [3, 10];
/// A budget beyond which marks change little: about four seconds on one thread. If the first look had
/// more, second looks get the same as the first.
const ENOUGH_NODES: u64 = 12_000_000;
const ENOUGH_TIME: Duration = Duration::from_secs(4);

/// The time of all looks together, with a time limit, as a multiple of that of the first looks.
const ALL_LOOKS: f64 = 5.5;
/// The number of searches in a second look, unless several moves lose.
const SEARCHES: u32 = 3;
/// The second round searches only if it gets at least this multiple of the first round's budget.
const WORTHWHILE: u32 = 2;

/// The limits of the searches of a review.
pub(super) struct Budget {
    /// The limits of a search in each round of second looks.
    rounds: Vec<Limits>,
    /// The least time of a search in each round, if there is a time limit.
    least: Vec<Duration>,
    /// When the last look is to end, if there is a time limit.
    end: Option<Instant>,
    threads: usize,
}

impl Budget {
    /// The budget of a review whose first looks have these limits.
    pub(super) fn new(first: &Limits, positions: usize, threads: usize) -> Self {
        let mut rounds = TIMES.map(|times| enlarged(first, times)).to_vec();
        rounds.dedup();
        let earlier = std::iter::once(first).chain(&rounds).zip([1, WORTHWHILE]);
        let least = earlier
            .map(|(limits, times)| limits.time.unwrap_or_default().saturating_mul(times))
            .collect();
        let looks = ALL_LOOKS * positions as f64 / threads as f64;
        let all = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * looks).ok();
        let end = first.time.and_then(all).and_then(|all| Instant::now().checked_add(all));
        Self { rounds, least, end, threads }
    }

    /// The number of rounds of second looks.
    pub(super) const fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The limits of the most thorough search.
    pub(super) fn of_longest_search(first: &Limits) -> Limits {
        enlarged(first, TIMES[TIMES.len() - 1])
    }

    /// The limits of a search in the next look of a round, with `waiting` looks still to come. The
    /// remaining time is shared equally, so later looks get what earlier ones did not use. `None` if
    /// the time is up.
    pub(super) fn of_look(&self, round: usize, waiting: usize) -> Option<Limits> {
        let limits = self.rounds[round];
        let (Some(end), Some(most)) = (self.end, limits.time) else { return Some(limits) };
        let left = end.saturating_duration_since(Instant::now()) / SEARCHES;
        let least = self.least[round].min(most);
        let share = left.mul_f64(self.threads as f64 / waiting.max(self.threads) as f64);
        (left >= least).then(|| Limits { time: Some(share.clamp(least, most)), ..limits })
    }
}

/// A multiple of these limits, up to what is enough. A depth limit stays the same: it counts from one
/// ply later.
fn enlarged(limits: &Limits, times: u32) -> Limits {
    Limits {
        nodes: limits
            .nodes
            .map(|nodes| nodes.saturating_mul(times.into()).min(ENOUGH_NODES).max(nodes)),
        time: limits.time.map(|time| time.saturating_mul(times).min(ENOUGH_TIME).max(time)),
        ..*limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Limits {
        Limits::time(Duration::from_secs_f64(seconds))
    }

    #[test]
    fn the_budget_grows_from_round_to_round_until_it_is_enough() {
        let rounds = |limits: Limits| Budget::new(&limits, 60, 2).rounds;
        let nodes = [500, 1_500_000, 20_000_000].map(|nodes| rounds(Limits::nodes(nodes)));
        assert_eq!(nodes[0], [Limits::nodes(1500), Limits::nodes(5000)]);
        assert_eq!(nodes[1], [Limits::nodes(4_500_000), Limits::nodes(12_000_000)]);
        assert_eq!(nodes[2], [Limits::nodes(20_000_000)]);
        assert_eq!(rounds(seconds(0.5)), [1.5, 4.0].map(seconds));
        assert_eq!(rounds(Limits::depth(5)), [Limits::depth(5)]);
        assert_eq!(rounds(seconds(1e19)), [seconds(1e19)]);
    }

    #[test]
    fn time_is_shared_until_it_is_over() {
        let mut budget = Budget::new(&seconds(0.5), 60, 2);
        assert_eq!(budget.of_look(0, 9), Some(seconds(1.5)), "82 seconds are left");
        let time = |budget: &Budget, round, waiting| {
            budget
                .of_look(round, waiting)
                .and_then(|limits| limits.time)
                .map(|time| time.as_secs_f64())
        };
        budget.end = Instant::now().checked_add(Duration::from_secs(30));
        let shared = time(&budget, 0, 20).expect("there is time");
        assert!((0.9..=1.0).contains(&shared), "{shared}");
        assert_eq!(time(&budget, 0, 1000), Some(0.5), "not less than the first look had");
        assert_eq!(time(&budget, 1, 1000), Some(3.0));
        budget.end = Instant::now().checked_add(Duration::from_secs(5));
        assert_eq!((time(&budget, 0, 20), time(&budget, 1, 1)), (Some(0.5), None));
        budget.end = Some(Instant::now());
        assert_eq!(time(&budget, 0, 1), None);
        let nodes = Budget::new(&Limits::nodes(500), 60, 2);
        assert_eq!(nodes.of_look(1, 1000), Some(Limits::nodes(5000)));
    }
}
