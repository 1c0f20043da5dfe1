//! The threads of the service: one reads, some search, and the caller's writes.

use std::io::{self, BufReader, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use waggle_hive_core::text::spelled_out;
use waggle_hive_engine::document::Format;
use waggle_hive_engine::eval::Network;
use waggle_hive_uhp::LineReader;

use super::answer::{Notice, OnTheWay};
use super::query::{MAX_QUERY_LEN, Query, QueryError, Request};
use super::queue::{Queue, Task};
use super::worker::Worker;

/// The limits of a service, and what it evaluates with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceSettings {
    /// The number of positions searched at a time, each on one thread.
    pub threads: usize,
    /// The maximum table of a search in MiB.
    pub table_mib: usize,
    /// The maximum number of queries waiting for answers.
    pub max_queries: usize,
    /// The maximum memory for all queries, in bytes.
    pub max_bytes: usize,
    /// The network of all searches.
    pub network: Network,
}

/// The queue, and what its threads wait for.
struct Shared {
    settings: ServiceSettings,
    queue: Mutex<Queue>,
    /// There is something to search, or the input has ended.
    work: Condvar,
    /// There is something to write, or everything is done.
    lines: Condvar,
    /// Lines have been written.
    room: Condvar,
}

/// Answers the queries of `input` until it ends and all are answered, or until `output` is closed,
/// which is not an error.
pub fn serve(
    settings: ServiceSettings,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let threads = settings.threads.max(1);
    let shared = Arc::new(Shared {
        queue: Mutex::new(Queue::new(settings.max_queries, settings.max_bytes)),
        settings,
        work: Condvar::new(),
        lines: Condvar::new(),
        room: Condvar::new(),
    });
    let mut workers = vec![];
    for _ in 0..threads {
        let shared = Arc::clone(&shared);
        workers.push(thread::Builder::new().spawn(move || shared.search())?);
    }
    // Not joined: if the output is closed, it may wait for input until the process ends.
    let reading = Arc::clone(&shared);
    thread::Builder::new().spawn(move || reading.read(input))?;
    let written = shared.write(output);
    if written.is_err() {
        shared.queue().close_all();
        shared.work.notify_all();
        shared.room.notify_all();
    }
    for worker in workers {
        // It catches its panics.
        let _ = worker.join();
    }
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, input: impl Read) {
        let mut lines = LineReader::new(BufReader::new(input), MAX_QUERY_LEN);
        let mut number = 0;
        while let Ok(Some((line, is_cut))) = lines.next_bytes() {
            number += 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let mut queue = self.queue();
            while queue.has_too_much_to_write() && !queue.is_closed {
                queue = self.room.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            if queue.is_closed {
                return;
            }
            drop(queue);
            if is_cut {
                let error = format!("expected a line of at most {MAX_QUERY_LEN} bytes");
                self.refuse(number, None, &error);
            } else {
                self.heed(number, &line);
            }
        }
        self.queue().is_ended = true;
        self.work.notify_all();
        self.lines.notify_all();
    }

    /// Executes or enqueues a request.
    fn heed(&self, number: u64, line: &[u8]) {
        match Request::read(line) {
            Ok(Request::Query(query)) => self.add(number, *query),
            Ok(Request::Cancel(id)) => {
                self.queue().cancel(&id);
                self.work.notify_all();
                self.lines.notify_one();
            }
            Ok(Request::Status) => {
                self.queue().tell_status(self.settings.threads);
                self.lines.notify_one();
            }
            Err((id, error)) => self.refuse(number, id.as_deref(), &error.to_string()),
        }
    }

    fn add(&self, number: u64, query: Query) {
        let id = query.id.clone();
        let plies = |query: &Query| -> Result<Vec<u16>, QueryError> {
            let game = query.replay()?;
            let plies = query.plies(&game)?;
            Ok(if query.review { vec![game.position().ply()] } else { plies })
        };
        let added = plies(&query).map_err(|error| error.to_string()).and_then(|plies| {
            self.queue().add(query, plies).map_err(|refusal| refusal.to_string())
        });
        match added {
            Ok(()) => self.work.notify_all(),
            Err(error) => self.refuse(number, Some(&id), &error),
        }
    }

    fn refuse(&self, line: u64, id: Option<&str>, error: &str) {
        let error = spelled_out(error);
        self.queue().write(&Notice::Error { format: Format, id, line: Some(line), error });
        self.lines.notify_one();
    }

    /// Searches until there is nothing left.
    fn search(&self) {
        let mut worker = Worker::new(&self.settings);
        while let Some(task) = self.next_task() {
            let told = &mut |report: &OnTheWay<'_>| {
                self.queue().report(&task, report);
                self.lines.notify_one();
            };
            let found = panic::catch_unwind(AssertUnwindSafe(|| worker.find(&task, told)));
            let found = found.unwrap_or_else(|_| {
                worker = Worker::new(&self.settings);
                Err("an internal error, which is a bug in waggle".to_owned())
            });
            self.queue().finish(&task, found);
            self.lines.notify_one();
        }
        self.lines.notify_one();
    }

    fn next_task(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.is_exhausted() {
                return None;
            }
            let waits_for = if queue.has_enough_to_write() {
                &self.room
            } else if let Some(task) = queue.take() {
                return Some(task);
            } else {
                &self.work
            };
            queue = waits_for.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn write(&self, mut output: impl Write) -> io::Result<()> {
        let mut queue = self.queue();
        loop {
            if let Some(line) = queue.next_line() {
                drop(queue);
                output.write_all(line.as_bytes())?;
                output.flush()?;
                queue = self.queue();
                queue.written(line.len());
                if !queue.has_enough_to_write() {
                    self.room.notify_all();
                }
            } else if queue.is_done() {
                return Ok(());
            } else {
                queue = self.lines.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}
