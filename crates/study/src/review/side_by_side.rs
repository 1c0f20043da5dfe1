//! Assesses the positions of a game on several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use super::Assessment;
use super::first_look::first_look;
use super::prover::Prover;
use super::second_look::{enlarged, look_again};
use waggle_hive_core::rules::Game;
use waggle_hive_engine::search::{Instant, Limits, Score, Searcher};

/// A review with a limit of time takes so many times the time of its first looks.
const FIRST_LOOKS: f64 = 4.5;
/// How many searches a second look has, unless several moves lose.
const SEARCHES: u32 = 3;

/// The positions of a game, and what is known about them.
pub(super) struct Positions<'a> {
    /// The game up to each of its positions, from the first.
    games: Vec<Game>,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    /// When the last second look is to end, if the first ones have a limit of time.
    end: Option<Instant>,
    threads: usize,
    queue: Mutex<Queue>,
}

struct Queue {
    /// How many positions are not yet taken. They are taken from the last to the first, so that
    /// a move gets its second look as soon as both of its positions are assessed.
    waiting: usize,
    assessments: Vec<Option<Assessment>>,
}

impl<'a> Positions<'a> {
    pub(super) fn of(
        game: &Game,
        threads: usize,
        limits: &'a Limits,
        stop: &'a AtomicBool,
    ) -> Self {
        let mut games = vec![game.restarted()];
        for mv in game.moves() {
            let mut next = games[games.len() - 1].clone();
            if next.play(mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
            games.push(next);
        }
        let assessments = vec![None; games.len()];
        let queue = Mutex::new(Queue { waiting: games.len(), assessments });
        let threads = threads.clamp(1, games.len());
        let looks = FIRST_LOOKS * games.len() as f64 / threads as f64;
        let all = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * looks).ok();
        let end = limits.time.and_then(all).and_then(|all| Instant::now().checked_add(all));
        Self { games, limits, stop, end, threads, queue }
    }

    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// The limits of the searches of a second look. Of the time that is left each position gets
    /// the same, and what one does not need the next ones have.
    fn larger(&self) -> Limits {
        let larger = enlarged(self.limits);
        let (Some(end), Some(first), Some(most)) = (self.end, self.limits.time, larger.time) else {
            return larger;
        };
        let waiting = locked(&self.queue).waiting;
        let left = end.saturating_duration_since(Instant::now());
        let share = left.mul_f64(self.threads as f64 / (waiting + self.threads) as f64);
        let time = share.saturating_sub(first) / SEARCHES;
        Limits { time: Some(time.min(most).max(first)), ..larger }
    }

    /// Assesses all of them, each searcher with its prover on a thread of its own, and calls `finished` on this
    /// thread after each. `None` if it was stopped.
    pub(super) fn assess(
        self,
        searchers: Vec<Searcher>,
        provers: Vec<Prover<'_>>,
        finished: &mut dyn FnMut(),
    ) -> Option<(Vec<Game>, Vec<Assessment>)> {
        let threads = searchers.len();
        let workers: Vec<_> = searchers.into_iter().zip(provers).collect();
        let workers = Mutex::new(workers);
        let work = |finished: &mut dyn FnMut()| {
            let worker = locked(&workers).pop();
            if let Some((mut searcher, mut prover)) = worker {
                self.work(&mut searcher, &mut prover, finished);
            }
        };
        if threads > 1 {
            thread::scope(|scope| {
                let (sender, receiver) = mpsc::channel();
                for _ in 0..threads {
                    let sender = sender.clone();
                    let work = &work;
                    let work = move || work(&mut || sender.send(()).unwrap_or_default());
                    if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                        break; // There are no more; those there are do it all.
                    }
                }
                drop(sender);
                for () in receiver {
                    finished();
                }
            });
        }
        work(finished);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let queue = self.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let assessments: Option<_> = queue.assessments.into_iter().collect();
        Some((self.games, assessments?))
    }

    /// Assesses positions as long as there are any.
    fn work(&self, searcher: &mut Searcher, prover: &mut Prover<'_>, finished: &mut dyn FnMut()) {
        let Self { games, limits, stop, .. } = self;
        while let Some(index) = self.take() {
            let assessment = first_look(&games[index], searcher, limits, stop);
            for (index, before, after) in self.keep(index, assessment) {
                let game = &games[index + 1];
                let look = look_again(
                    game,
                    &before,
                    after,
                    (searcher, prover),
                    (limits, &self.larger()),
                    stop,
                );
                if let Some(before) = &mut locked(&self.queue).assessments[index] {
                    before.second_look = look;
                }
                if !stop.load(Ordering::Relaxed) {
                    finished();
                }
            }
            if index + 1 == games.len() && !stop.load(Ordering::Relaxed) {
                finished();
            }
        }
    }

    /// The next position to assess.
    fn take(&self) -> Option<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let queue = &mut *locked(&self.queue);
        queue.waiting = queue.waiting.checked_sub(1)?;
        Some(queue.waiting)
    }

    /// Keeps an assessment, and tells of which moves it completes what is to be known for a second
    /// look: the index of the position before the move, its assessment, and the score after it.
    fn keep(&self, index: usize, assessment: Assessment) -> Vec<(usize, Assessment, Score)> {
        let assessments = &mut locked(&self.queue).assessments;
        assessments[index] = Some(assessment);
        let complete = |index: usize| {
            let [Some(before), Some(after)] = assessments.get(index..index + 2)? else {
                return None;
            };
            Some((index, before.clone(), after.line.score))
        };
        [Some(index), index.checked_sub(1)].into_iter().flatten().filter_map(complete).collect()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
