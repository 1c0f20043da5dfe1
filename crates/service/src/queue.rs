//! The queries to answer, and the lines to write.
//!
//! One lock guards both, so the answers to a query are always in order, with its final one last.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::vec;

use serde::Serialize;

use waggle_hive_engine::document::{Format, Json};

use super::answer::{Answer, Finding, Notice, OnTheWay};
use super::query::{ALL, Query};

/// The memory of a query besides its text, and of each ply, in bytes.
const COST: usize = 512;
const PLY_COST: usize = 2;
/// Searches wait while this many bytes are waiting to be written.
const ENOUGH_TO_WRITE: usize = 1 << 20;
/// Reading waits while this many bytes are waiting to be written.
const TOO_MUCH_TO_WRITE: usize = 16 << 20;

/// Why a query is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the queue is full: {0} queries wait")]
    Queries(usize),
    #[error("the queue is full: its queries take {} MiB", .0 >> 20)]
    Bytes(usize),
    #[error("a query with this id is not yet answered")]
    Id,
}

/// A position to search, or a game to review.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) query: Arc<Query>,
    pub(crate) ply: u16,
    pub(crate) stop: Arc<AtomicBool>,
    /// Distinguishes successive queries with the same id.
    number: u64,
}

/// The highest priority comes first, then the oldest.
type Rank = (Reverse<i64>, u64);

#[derive(Debug)]
struct Open {
    query: Arc<Query>,
    rank: Rank,
    plies: vec::IntoIter<u16>,
    /// The number of answers to come.
    left: usize,
    stop: Arc<AtomicBool>,
    cost: usize,
}

/// The pending searches and output.
#[derive(Debug)]
pub(crate) struct Queue {
    max_queries: usize,
    max_bytes: usize,
    /// The ids of queries with plies to search.
    waiting: BTreeMap<Rank, String>,
    open: HashMap<String, Open>,
    bytes: usize,
    next_number: u64,
    pub(crate) searching: usize,
    lines: VecDeque<String>,
    bytes_to_write: usize,
    pub(crate) is_ended: bool,
    pub(crate) is_closed: bool,
}

impl Queue {
    pub(crate) fn new(max_queries: usize, max_bytes: usize) -> Self {
        Self {
            max_queries,
            max_bytes,
            waiting: BTreeMap::new(),
            open: HashMap::new(),
            bytes: 0,
            next_number: 0,
            searching: 0,
            lines: VecDeque::new(),
            bytes_to_write: 0,
            is_ended: false,
            is_closed: false,
        }
    }

    pub(crate) fn add(&mut self, query: Query, plies: Vec<u16>) -> Result<(), Refusal> {
        let cost = COST + query.id.len() + query.game.len() + PLY_COST * plies.len();
        if self.open.contains_key(&query.id) {
            return Err(Refusal::Id);
        }
        if self.open.len() >= self.max_queries {
            return Err(Refusal::Queries(self.max_queries));
        }
        if cost > self.max_bytes.saturating_sub(self.bytes) {
            return Err(Refusal::Bytes(self.max_bytes));
        }
        let rank = (Reverse(query.priority), self.next_number);
        self.next_number += 1;
        self.bytes += cost;
        self.waiting.insert(rank, query.id.clone());
        let (id, left) = (query.id.clone(), plies.len());
        let (query, stop) = (Arc::new(query), Arc::default());
        self.open.insert(id, Open { query, rank, plies: plies.into_iter(), left, stop, cost });
        Ok(())
    }

    /// The next position to search.
    pub(crate) fn take(&mut self) -> Option<Task> {
        loop {
            let first = self.waiting.first_entry()?;
            let Some(open) = self.open.get_mut(first.get()) else {
                first.remove();
                continue;
            };
            let ply = open.plies.next();
            if open.plies.as_slice().is_empty() {
                first.remove();
            }
            let Some(ply) = ply else { continue };
            self.searching += 1;
            return Some(Task {
                query: Arc::clone(&open.query),
                ply,
                stop: Arc::clone(&open.stop),
                number: open.rank.1,
            });
        }
    }

    /// Writes the progress of a search, unless its query was dropped or the output is full.
    pub(crate) fn report(&mut self, task: &Task, report: &OnTheWay<'_>) {
        if self.is_open(task) && !self.has_enough_to_write() {
            self.write(report);
        }
    }

    /// Writes a result or its error, unless the query was dropped.
    pub(crate) fn finish(&mut self, task: &Task, found: Result<Finding, String>) {
        self.searching -= 1;
        if !self.is_open(task) {
            return;
        }
        let id = task.query.id.as_str();
        match found {
            Ok(finding) => {
                let Some(open) = self.open.get_mut(id) else { return };
                open.left -= 1;
                let left = open.left;
                if left == 0 {
                    self.close(id);
                }
                self.write(&Answer { id, left, finding: &finding });
            }
            Err(error) => {
                self.close(id);
                self.write(&Notice::Error { format: Format, id: Some(id), line: None, error });
            }
        }
    }

    /// Drops the query with this id, or all, and confirms it.
    pub(crate) fn cancel(&mut self, cancel: &str) {
        let mut ids: Vec<(Rank, String)> = if cancel == ALL {
            self.open.iter().map(|(id, open)| (open.rank, id.clone())).collect()
        } else {
            self.open.get(cancel).map(|open| (open.rank, cancel.to_owned())).into_iter().collect()
        };
        ids.sort_unstable();
        for (_, id) in &ids {
            let left = self.close(id);
            self.write(&Notice::Cancelled { format: Format, id, left });
        }
        self.write(&Notice::Cancel { format: Format, cancel, queries: ids.len() });
    }

    /// Writes the load of the service.
    pub(crate) fn tell_status(&mut self, threads: usize) {
        self.write(&Notice::Status {
            format: Format,
            version: env!("CARGO_PKG_VERSION"),
            threads,
            searching: self.searching,
            queries: self.open.len(),
            max_queries: self.max_queries,
        });
    }

    /// Adds a line to the output.
    pub(crate) fn write(&mut self, document: &impl Serialize) {
        if self.is_closed {
            return;
        }
        let line = format!("{}\n", Json(document));
        self.bytes_to_write += line.len();
        self.lines.push_back(line);
    }

    /// The next line to write; [`written`](Self::written) must follow.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    /// Notes that a line of this length has been written.
    pub(crate) fn written(&mut self, bytes: usize) {
        self.bytes_to_write -= bytes;
    }

    /// Drops everything because the output is closed.
    pub(crate) fn close_all(&mut self) {
        self.is_closed = true;
        let ids: Vec<String> = self.open.keys().cloned().collect();
        for id in ids {
            self.close(&id);
        }
        self.lines.clear();
        self.bytes_to_write = 0;
    }

    /// Whether all queries are answered, everything is written, and the input has ended.
    pub(crate) fn is_done(&self) -> bool {
        self.is_closed || self.is_ended && self.open.is_empty() && self.lines.is_empty()
    }

    /// Whether there is nothing left to search and the input has ended.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_closed || self.is_ended && self.waiting.is_empty()
    }

    /// Whether searches have to wait for the output.
    pub(crate) fn has_enough_to_write(&self) -> bool {
        self.bytes_to_write > ENOUGH_TO_WRITE
    }

    /// Whether even reading has to wait for the output.
    pub(crate) fn has_too_much_to_write(&self) -> bool {
        self.bytes_to_write > TOO_MUCH_TO_WRITE
    }

    fn is_open(&self, task: &Task) -> bool {
        self.open.get(&task.query.id).is_some_and(|open| open.rank.1 == task.number)
    }

    /// Drops a query and stops its searches; returns the number of missing answers.
    fn close(&mut self, id: &str) -> usize {
        let Some(open) = self.open.remove(id) else { return 0 };
        self.waiting.remove(&open.rank);
        self.bytes -= open.cost;
        open.stop.store(true, Ordering::Relaxed);
        open.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue_of(queries: &[(&str, i64, &[u16])]) -> Queue {
        let mut queue = Queue::new(3, 1 << 20);
        for (id, priority, plies) in queries {
            queue.add(query(id, *priority), plies.to_vec()).unwrap();
        }
        queue
    }

    fn query(id: &str, priority: i64) -> Query {
        Query { id: id.to_owned(), priority, ..Query::default() }
    }

    fn tasks(queue: &mut Queue) -> Vec<(String, u16)> {
        let tasks = std::iter::from_fn(|| queue.take());
        tasks.map(|task| (task.query.id.clone(), task.ply)).collect()
    }

    /// The lines to write, without their format.
    fn lines(queue: &mut Queue) -> Vec<String> {
        let lines = std::iter::from_fn(|| queue.next_line());
        lines.map(|line| line.trim_end().replace("\"format\":1,", "")).collect()
    }

    #[test]
    fn too_many_queries_and_duplicate_ids_are_refused() {
        let mut queue = queue_of(&[("a", 0, &[0]), ("b", 0, &[0])]);
        assert_eq!(queue.add(query("a", 0), vec![0]), Err(Refusal::Id));
        queue.add(query("c", 0), vec![0]).unwrap();
        assert_eq!(queue.add(query("d", 0), vec![0]), Err(Refusal::Queries(3)));
        let mut queue = Queue::new(usize::MAX, 1 << 20);
        let large = |id: String| Query { id, game: "x".repeat(100_000), ..Query::default() };
        let refused = (0..100).find_map(|id| queue.add(large(id.to_string()), vec![0]).err());
        assert_eq!(refused, Some(Refusal::Bytes(1 << 20)));
        assert!(queue.bytes <= 1 << 20);
        queue.cancel(ALL);
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn nothing_is_written_about_a_finished_query() {
        let mut queue = queue_of(&[("a", 0, &[0, 1])]);
        let (first, second) = (queue.take().unwrap(), queue.take().unwrap());
        queue.finish(&first, Err("no memory".to_owned()));
        assert!(second.stop.load(Ordering::Relaxed));
        queue.add(query("a", 0), vec![0]).unwrap();
        queue.finish(&second, Err("of the first query".to_owned()));
        assert_eq!(
            lines(&mut queue),
            [r#"{"kind":"error","id":"a","line":null,"error":"no memory"}"#]
        );
        assert_eq!(tasks(&mut queue).len(), 1, "the second query of this id is still there");
    }
}
