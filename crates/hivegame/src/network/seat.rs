//! The engine of a game: a thread that thinks and ponders.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::book::Book;
use waggle_hive_engine::search::{MemoryError, NEVER, Report, Searcher, Settings, random};

use super::bot_line::News;
use crate::bot::{Decision, Event, Task};

/// The engine of a game; dropping it stops it.
pub(super) struct Seat {
    orders: Sender<(Box<Task>, bool, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Seat {
    /// Starts the thread, which has a table of its own.
    pub(super) fn new(
        settings: &Settings,
        book: bool,
        news: Sender<News>,
    ) -> Result<Self, SeatError> {
        let searcher = Searcher::new(settings)?;
        let (orders, received) = channel::<(Box<Task>, bool, Arc<AtomicBool>)>();
        let mut thinker = Thinker { searcher, book, news };
        // Not joined: it ends with its orders.
        thread::Builder::new().name("game".to_owned()).spawn(move || {
            for (task, is_to_move, stop) in received {
                if is_to_move {
                    thinker.think(&task, &stop);
                } else {
                    thinker.search(&task, &stop);
                }
            }
        })?;
        Ok(Self { orders, stop: Arc::default() })
    }

    /// Replaces the current order.
    pub(super) fn order(&mut self, task: Box<Task>, is_to_move: bool) {
        self.rest();
        self.stop = Arc::default();
        let _ = self.orders.send((task, is_to_move, Arc::clone(&self.stop)));
    }

    /// Stops the current search.
    pub(super) fn rest(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.rest();
    }
}

/// Why a game has no engine.
#[derive(Debug, thiserror::Error)]
pub(super) enum SeatError {
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Thread(#[from] io::Error),
}

struct Thinker {
    searcher: Searcher,
    book: bool,
    news: Sender<News>,
}

impl Thinker {
    /// Finds a move and reports it.
    fn think(&mut self, task: &Task, stop: &AtomicBool) {
        let decision = self.without_search(&task.game).or_else(|| {
            let report = self.search(task, stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mv = report.best.or_else(|| task.game.position().legal_moves().first().copied())?;
            Some(Decision {
                mv,
                line: report.pv,
                score: (report.depth > 0).then_some(report.score),
                depth: report.depth,
                elapsed: report.elapsed,
            })
        });
        if let Some(decision) = decision {
            let event = Event::Decided { ticket: task.ticket, decision };
            let _ = self.news.send(News::Event(event));
        }
    }

    /// The only legal move, or one from the book.
    fn without_search(&self, game: &Game) -> Option<Decision> {
        let position = game.position();
        let mv = match position.legal_moves()[..] {
            [only] => only,
            _ if self.book => Book::own()?.choose(position, random())?,
            _ => return None,
        };
        let elapsed = std::time::Duration::ZERO;
        Some(Decision { mv, line: vec![mv], score: None, depth: 0, elapsed })
    }

    fn search(&mut self, task: &Task, stop: &AtomicBool) -> Report<Move> {
        let settings = Settings { threads: task.threads, ..self.searcher.settings().clone() };
        // Without memory for more threads it continues with those that it has.
        let _ = self.searcher.configure(&settings);
        let Task { skill, game, purpose, limits, .. } = task;
        limits.with_a_first_ply(stop, |limits| {
            self.searcher.search_at(*skill, game, *purpose, limits, stop, &mut ())
        })
    }
}

/// Scores a position on a thread of its own, and reports the score.
pub(super) fn judge(
    task: Box<Task>,
    settings: &Settings,
    news: Sender<News>,
) -> Result<(), SeatError> {
    /// Enough for a second.
    const TABLE_MIB: usize = 16;
    let settings = Settings { threads: 1, table_mib: TABLE_MIB, ..settings.clone() };
    let mut searcher = Searcher::new(&settings)?;
    thread::Builder::new().name("draw".to_owned()).spawn(move || {
        let Task { ticket, game, purpose, limits, .. } = *task;
        let report = searcher.search_game(&game, purpose, &limits, &NEVER, &mut ());
        let _ = news.send(News::Event(Event::Judged { ticket, score: report.score }));
    })?;
    Ok(())
}
