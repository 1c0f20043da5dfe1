//! Background threads: Python's lock is released meanwhile, and Ctrl-C works.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::EngineError;

/// The interval between checks for Ctrl-C. A search stops within a millisecond or two.
const LOOK: Duration = Duration::from_millis(20);

/// A queue from a worker to Python.
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// Set to stop the work.
    pub(crate) stop: AtomicBool,
}

struct State<T> {
    items: std::collections::VecDeque<T>,
    is_closed: bool,
}

/// The result of a short wait.
enum Waited<T> {
    Item(T),
    Nothing,
    /// The queue is closed.
    End,
}

impl<T: Send> Queue<T> {
    pub(crate) fn new() -> Self {
        let state = State { items: std::collections::VecDeque::new(), is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), stop: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, item: T) {
        self.lock().items.push_back(item);
        self.changed.notify_all();
    }

    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits briefly for an item or for the end of the queue.
    fn wait(&self) -> Waited<T> {
        let mut state = self.lock();
        if state.items.is_empty() && !state.is_closed {
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match state.items.pop_front() {
            Some(item) => Waited::Item(item),
            None if state.is_closed => Waited::End,
            None => Waited::Nothing,
        }
    }

    /// The next item, `None` at the end. Ctrl-C stops the work and raises `KeyboardInterrupt`.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            match py.detach(|| self.wait()) {
                Waited::Item(item) => return Ok(Some(item)),
                Waited::End => return Ok(None),
                Waited::Nothing => {}
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop();
                // Waits for the worker, so that the engine is idle.
                py.detach(|| while !matches!(self.wait(), Waited::End) {});
                return Err(interrupt);
            }
        }
    }
}

/// Closes a queue when dropped: at the end of the work, even by a panic.
pub(crate) struct Closes<'a, T: Send>(pub(crate) &'a Queue<T>);

impl<T: Send> Drop for Closes<'_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Runs `work` on another thread and waits for it with Python's lock released. Ctrl-C sets the
/// stop flag of `work`, and raises `KeyboardInterrupt` once it has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let queue: Queue<()> = Queue::new();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _closes = Closes(&queue);
            work(&queue.stop)
        });
        let interrupted = queue.next(py);
        let result = py.detach(|| worker.join());
        interrupted?;
        result.map_err(|_| EngineError::new_err("internal error of the engine: please report it"))
    })
}

/// Items for which it is worth to start another thread.
const ENOUGH_ITEMS: usize = 64;

/// Divides items among as many threads as there are processors; `work` gets each part with the index
/// of its first item. The threads are new, because those of a pool do not survive a fork.
pub(crate) fn in_parts<T: Send, R: Send>(
    items: &mut [T],
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(items.len() / ENOUGH_ITEMS).max(1);
    let size = items.len().div_ceil(threads).max(1);
    let work = &work;
    thread::scope(|scope| {
        let mut parts = items.chunks_mut(size).enumerate();
        let first = parts.next();
        let others: Vec<_> =
            parts.map(|(part, items)| scope.spawn(move || work(part * size, items))).collect();
        let first = first.map(|(_, items)| work(0, items));
        let others = others
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        first.into_iter().chain(others).collect()
    })
}
