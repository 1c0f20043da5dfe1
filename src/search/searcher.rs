//! The searcher: what remains between two searches, and the threads of one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::ThreadPool;

use super::game_position::GamePosition;
use super::limits::Limits;
use super::memory_error::MemoryError;
use super::params::{Params, Reductions};
use super::report::{Observer, Report};
use super::root::{Found, Role};
use super::table::Table;
use super::thread_data::ThreadData;
use super::time_manager::TimeManager;
use super::worker::{Shared, Worker};

/// How a searcher is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Threads that search, at least one. With one thread a search limited by depth or
    /// nodes finds the same every time.
    pub threads: usize,
    /// Size of the transposition table in MiB, at least one.
    pub table_mib: usize,
    /// How many best lines are found with exact scores.
    pub lines: usize,
    /// What the search is tuned by.
    pub params: Params,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, table_mib: 64, lines: 1, params: Params::default() }
    }
}

/// Searches positions of one game after the other, and remembers what helps.
pub struct Searcher {
    settings: Settings,
    reductions: Reductions,
    table: Table,
    threads: Vec<ThreadData>,
    /// The threads that help the calling one; none if it searches alone.
    helpers: Option<ThreadPool>,
}

impl Searcher {
    /// A searcher that knows nothing yet.
    ///
    /// # Errors
    ///
    /// If the table or the threads do not fit into memory.
    pub fn new(settings: &Settings) -> Result<Self, MemoryError> {
        Ok(Self {
            table: Table::new(settings.table_mib)?,
            reductions: Reductions::new(&settings.params),
            threads: thread_data(settings.threads.max(1))
                .ok_or(MemoryError::Threads { threads: settings.threads })?,
            helpers: helpers(settings.threads)?,
            settings: settings.clone(),
        })
    }

    /// How the searcher is set up.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes over new settings. What has been learned is kept as far as possible.
    ///
    /// # Errors
    ///
    /// If a table of the new size or so many threads do not fit into memory; nothing has
    /// changed then.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), MemoryError> {
        let threads = settings.threads.max(1);
        let more = thread_data(threads.saturating_sub(self.threads.len()))
            .ok_or(MemoryError::Threads { threads })?;
        let helpers = (settings.threads != self.settings.threads)
            .then(|| helpers(settings.threads))
            .transpose()?;
        if settings.table_mib != self.settings.table_mib {
            self.table = Table::new(settings.table_mib)?;
        }
        self.threads.truncate(threads);
        self.threads.extend(more);
        if let Some(helpers) = helpers {
            self.helpers = helpers;
        }
        if settings.params != self.settings.params {
            self.reductions = Reductions::new(&settings.params);
        }
        self.settings = settings.clone();
        Ok(())
    }

    /// Forgets everything: the next search is as the first one.
    pub fn forget(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Searches a position until a limit is reached or `stop` is set.
    ///
    /// `past_keys` are the keys of the positions before this one, for repetitions. The
    /// observer hears of every finished iteration.
    pub fn search<G: GamePosition>(
        &mut self,
        position: &G,
        past_keys: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let time = TimeManager::start(limits.time);
        if position.terminal().is_some() {
            return report(&Found { depth: 0, lines: vec![] }, 0, 0, &time);
        }
        self.table.age();
        let shared = Shared {
            table: &self.table,
            params: &self.settings.params,
            reductions: &self.reductions,
            limits: *limits,
            time,
            stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        for thread in &mut self.threads {
            thread.age();
        }
        let mut workers: Vec<_> = self
            .threads
            .iter_mut()
            .map(|thread| Worker::new(&shared, thread, position.clone(), past_keys))
            .collect();
        let (main, others) = workers.split_at_mut(1);
        let lines = self.settings.lines;
        let mut search_main = || {
            let found = main[0].deepen(lines, Role::Main, &mut |worker, found| {
                let nodes = shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
                observer.iteration(&report(found, worker.deepest, nodes, &time));
            });
            shared.over.store(true, Ordering::Relaxed);
            found
        };
        let mut helped: Vec<Option<Found<G::Move>>> = vec![None; others.len()];
        let mut found = match &self.helpers {
            None => search_main(),
            Some(pool) => pool.in_place_scope(|scope| {
                for (index, (worker, found)) in others.iter_mut().zip(&mut helped).enumerate() {
                    scope.spawn(move |_| {
                        let role = Role::Helper { ahead: (index as i32 + 1) & 1 };
                        *found = Some(worker.deepen(1, role, &mut |_, _| {}));
                    });
                }
                search_main()
            }),
        };
        // A helper may have finished a deeper iteration than the main thread.
        for other in helped.into_iter().flatten() {
            if lines == 1 && other.depth > found.depth {
                found = other;
            }
        }
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let cuts: u64 = workers.iter().map(|worker| worker.cuts).sum();
        let by_first: u64 = workers.iter().map(|worker| worker.cuts_by_first).sum();
        log::debug!("{by_first} of {cuts} nodes failed high by their first move");
        report(&found, workers[0].deepest, nodes, &time)
    }
}

/// What so many threads remember: nothing yet. `None` if there is no room for it.
fn thread_data(count: usize) -> Option<Vec<ThreadData>> {
    (0..count).map(|_| ThreadData::try_new()).collect()
}

/// A pool of its own for each searcher, so that two in one process do not wait for each
/// other.
fn helpers(threads: usize) -> Result<Option<ThreadPool>, MemoryError> {
    if threads < 2 {
        return Ok(None);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads - 1)
        .thread_name(|index| format!("search-{}", index + 1))
        .build();
    match pool {
        Ok(pool) => Ok(Some(pool)),
        Err(error) => {
            log::warn!("{threads} threads: {error}");
            Err(MemoryError::Threads { threads })
        }
    }
}

fn report<M: Copy>(found: &Found<M>, deepest: usize, nodes: u64, time: &TimeManager) -> Report<M> {
    let best = found.lines.first();
    Report {
        best: best.and_then(|line| line.moves.first().copied()),
        score: best.map_or(super::Score::DRAW, |line| line.score),
        depth: found.depth.clamp(0, 255) as u8,
        deepest: deepest.min(255) as u8,
        nodes,
        elapsed: time.elapsed(),
        pv: best.map_or(vec![], |line| line.moves.clone()),
        lines: found.lines.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_stay_keep_what_they_have_learned() {
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        searcher.threads[0].history.update(5, 800);
        for threads in [3, 2, 1] {
            let settings = Settings { threads, ..searcher.settings().clone() };
            searcher.configure(&settings).unwrap();
            assert_eq!(searcher.threads.len(), threads);
            assert!(searcher.threads[0].history.score(5) > 0);
        }
    }
}
