//! The searcher: the state kept between searches, and the threads of a search.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::best_thread::best_result;
use super::busy_moves::BusyMoves;
use super::eval_cache::EvalCache;
use super::game_position::GamePosition;
use super::histories::Histories;
use super::lateness::Lateness;
use super::limits::Limits;
use super::memory_error::MemoryError;
use super::params::Params;
use super::platform::HelperThreads;
use super::purpose::Purpose;
use super::reductions::Reductions;
use super::report::{Observer, Report};
use super::root::{Found, Role};
use super::time_manager::TimeManager;
use super::transposition_table::TranspositionTable;
use super::worker::{Shared, Worker};
use crate::eval::Network;

/// The settings of a searcher.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Search threads, at least one; always one on platforms without threads. With one thread, a
    /// search limited by depth or nodes is deterministic.
    pub threads: usize,
    /// Size of the transposition table in MiB, at least one.
    pub table_mib: usize,
    /// The parameters of the search.
    pub params: Params,
    /// The network that evaluates positions, in games that have one.
    pub network: Network,
}

impl Default for Settings {
    fn default() -> Self {
        let (params, network) = (Params::default(), Network::default());
        Self { threads: 1, table_mib: 64, params, network }
    }
}

/// Searches positions of a game, keeping the transposition table and histories between searches.
pub struct GameSearcher<G> {
    settings: Settings,
    reductions: Reductions,
    table: TranspositionTable,
    histories: Histories,
    eval_caches: Vec<EvalCache>,
    helpers: HelperThreads,
    lateness: Lateness,
    /// Keys and moves in the table belong to one kind of game.
    game: PhantomData<fn(G)>,
}

impl<G: GamePosition> GameSearcher<G> {
    /// A searcher with an empty transposition table and empty histories.
    pub fn new(settings: &Settings) -> Result<Self, MemoryError> {
        let threads = HelperThreads::available(settings.threads);
        let error = MemoryError::Threads { threads };
        Ok(Self {
            table: TranspositionTable::new(settings.table_mib)?,
            reductions: Reductions::new(&settings.params),
            histories: Histories::try_new(G::HISTORY_SIZES).ok_or(error)?,
            eval_caches: eval_caches(threads)?,
            helpers: helpers(settings.threads)?,
            lateness: Lateness::default(),
            settings: settings.clone(),
            game: PhantomData,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings, keeping the table and the histories unless the parameters or the
    /// network change.
    ///
    /// # Errors
    ///
    /// If allocating the table or the threads fails; the settings are then unchanged.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), MemoryError> {
        let threads = HelperThreads::available(settings.threads);
        let more = eval_caches(threads.saturating_sub(self.eval_caches.len()))
            .map_err(|_| MemoryError::Threads { threads })?;
        let helpers = (settings.threads != self.settings.threads)
            .then(|| helpers(settings.threads))
            .transpose()?;
        if settings.table_mib != self.settings.table_mib {
            self.table = TranspositionTable::new(settings.table_mib)?;
        }
        self.eval_caches.truncate(threads);
        self.eval_caches.extend(more);
        if let Some(helpers) = helpers {
            self.helpers = helpers;
        }
        if settings.params != self.settings.params || settings.network != self.settings.network {
            self.reductions = Reductions::new(&settings.params);
            self.table.clear();
            self.histories.clear();
        }
        self.settings = settings.clone();
        Ok(())
    }

    /// Clears the table, the histories and what was learned about clocks, as for a new game.
    pub fn clear(&mut self) {
        self.lateness = Lateness::default();
        self.table.clear();
        self.histories.clear();
    }

    /// Exchanges what was learned about clocks with a searcher that plays in the same game.
    pub(crate) fn swap_delays<H>(&mut self, other: &mut GameSearcher<H>) {
        std::mem::swap(&mut self.lateness, &mut other.lateness);
    }

    /// Searches a position until a limit is reached or `stop` is set.
    ///
    /// `past_keys` are the keys of the earlier positions of the game, for repetitions. The
    /// observer is called after each completed iteration.
    pub fn search(
        &mut self,
        position: &G,
        past_keys: &[u64],
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let plies = position.plies().unwrap_or(past_keys.len());
        let clock = limits.clock.as_ref().filter(|_| purpose.is_to_play());
        if let Some(clock) = clock {
            self.lateness.learn(clock, plies);
        }
        let time = TimeManager::start(limits, past_keys.len(), &self.lateness);
        if position.terminal().is_some() {
            return report(&Found { depth: 0, lines: vec![] }, purpose, 0, 0, &time);
        }
        let contempt = purpose.contempt(&self.settings.params);
        self.table.age(salt(contempt, position));
        self.histories.decay();
        // The evaluation may have changed.
        self.eval_caches.iter_mut().for_each(EvalCache::clear);
        let shared = Shared {
            table: &self.table,
            params: &self.settings.params,
            network: &self.settings.network,
            contempt,
            reductions: &self.reductions,
            histories: &self.histories,
            busy_moves: (self.eval_caches.len() > 1).then(BusyMoves::new),
            limits: Limits { nodes: time.node_limit(limits), ..*limits },
            time,
            stop,
            limit_reached: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            granted: AtomicU64::new(0),
            threads: self.eval_caches.len() as u64,
        };
        let mut workers: Vec<_> = self
            .eval_caches
            .iter_mut()
            .map(|cache| Worker::new(&shared, cache, position.clone(), past_keys))
            .collect();
        let (main, others) = workers.split_at_mut(1);
        let lines = purpose.lines();
        let search_main = || {
            let found = main[0].iterative_deepening(lines, Role::Main, &mut |worker, found| {
                let nodes = shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
                observer.iteration(&report(found, purpose, worker.deepest, nodes, &time));
            });
            shared.limit_reached.store(true, Ordering::Relaxed);
            found
        };
        let mut helped: Vec<Option<Found<G::Move>>> = vec![None; others.len()];
        let search_helpers = others.iter_mut().zip(&mut helped).map(|(worker, found)| {
            || *found = Some(worker.iterative_deepening(1, Role::Helper, &mut |_, _| {}))
        });
        let mut found = self.helpers.run(search_helpers, search_main);
        // Helpers search for one line only, and know nothing better when the depth has been reached.
        let is_complete = limits.depth.is_some_and(|depth| found.depth >= i32::from(depth));
        if lines == 1 && !is_complete {
            let helped = helped.into_iter().flatten();
            found = best_result(std::iter::once(found).chain(helped).collect());
        }
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let cuts: u64 = workers.iter().map(|worker| worker.cuts).sum();
        let by_first: u64 = workers.iter().map(|worker| worker.cuts_by_first).sum();
        log::debug!("{by_first} of {cuts} nodes failed high by their first move");
        if let Some(clock) = clock {
            self.lateness.moved(clock, plies, time.hard_limit(), time.elapsed());
        }
        report(&found, purpose, workers[0].deepest, nodes, &time)
    }
}

/// What scores depend on besides the key: what a draw costs White, and the
/// variant of the game.
fn salt<G: GamePosition>(contempt: i32, position: &G) -> u16 {
    let for_white = if position.is_white_to_move() { contempt } else { -contempt };
    (for_white as u16) << 3 | position.variant()
}

/// The evaluation caches of this many threads.
fn eval_caches(threads: usize) -> Result<Vec<EvalCache>, MemoryError> {
    let caches = (0..threads).map(|_| EvalCache::try_new()).collect::<Option<_>>();
    caches.ok_or(MemoryError::Threads { threads })
}

/// Asks for the memory of all threads before the first one starts: one that has started and cannot
/// allocate ends the program. A stack takes 2 MiB, and what a thread allocates less than one.
fn helpers(threads: usize) -> Result<HelperThreads, MemoryError> {
    let room = (HelperThreads::available(threads) - 1).saturating_mul(3 << 20);
    Vec::<u8>::new().try_reserve_exact(room).map_err(|_| MemoryError::Threads { threads })?;
    HelperThreads::start(threads).map_err(|error| {
        log::warn!("{threads} threads: {error}");
        MemoryError::Threads { threads }
    })
}

fn report<M: Copy>(
    found: &Found<M>,
    purpose: Purpose,
    deepest: usize,
    nodes: u64,
    time: &TimeManager,
) -> Report<M> {
    let mut lines = found.lines.clone();
    if let Purpose::Score { .. } = purpose {
        // A line that is searched later may turn out better.
        lines.sort_by_key(|line| -line.score);
    }
    let best = lines.first();
    Report {
        best: best.and_then(|line| line.moves.first().copied()),
        score: best.map_or(super::Score::DRAW, |line| line.score),
        depth: found.depth.clamp(0, 255) as u8,
        deepest: deepest.min(255) as u8,
        nodes,
        elapsed: time.elapsed(),
        pv: best.map_or(vec![], |line| line.moves.clone()),
        lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configure_keeps_the_histories() {
        let mut searcher =
            crate::search::Searcher::new(&Settings { table_mib: 1, ..Settings::default() })
                .unwrap();
        searcher.histories.main.update(5, 800);
        for threads in [3, 2, 1] {
            let settings = Settings { threads, ..searcher.settings().clone() };
            searcher.configure(&settings).unwrap();
            assert_eq!(searcher.eval_caches.len(), threads);
            assert!(searcher.histories.main.score(5) > 0);
        }
    }

    #[test]
    fn the_best_of_several_lines_comes_first() {
        use crate::search::NEVER;
        use waggle_hive_core::notation::parse_game;

        let game = parse_game("Base+MLP;;;wL;bL -wL").unwrap();
        let settings = Settings { table_mib: 1, ..Settings::default() };
        let mut searcher = crate::search::Searcher::new(&settings).unwrap();
        let (purpose, limits) = (Purpose::Score { lines: 3 }, Limits::depth(3));
        let report = searcher.search_game(&game, purpose, &limits, &NEVER, &mut ());
        assert!(report.lines.is_sorted_by_key(|line| -line.score), "{:?}", report.lines);
        assert_eq!(report.best, Some(report.lines[0].moves[0]));
    }

    #[test]
    fn what_a_clock_loses_between_two_moves_is_learned_at_every_level() {
        use crate::levels::{Level, Skill};
        use crate::search::{Clock, NEVER};
        use std::time::Duration;
        use waggle_hive_core::notation::parse_game;

        for level in [3, 13] {
            let skill = Skill { level: Level::new(level).unwrap(), seed: 1 };
            let mut searcher =
                crate::search::Searcher::new(&Settings { table_mib: 1, ..Settings::default() })
                    .unwrap();
            let mut search = |moves: &str, left: u64, purpose| {
                let text = format!("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-{moves}");
                let game = parse_game(&text).unwrap();
                let clock = Clock { left: Duration::from_millis(left), ..Clock::default() };
                let limits = Limits { depth: Some(1), ..Limits::clock(clock) };
                searcher.search_at(skill, &game, purpose, &limits, &NEVER, &mut ());
                searcher.lateness.worst()
            };
            assert!(search("", 1000, Purpose::Play) == 0.0);
            // An analysis with a clock is no move.
            assert!(search("", 300, Purpose::SCORE) == 0.0);
            // Placements, before which no position can recur.
            assert!(search(";wA1 -wQ;bA1 bQ-", 500, Purpose::Play) > 0.3, "level {level}");
        }
    }
}
