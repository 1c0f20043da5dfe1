//! Background threads: Python's lock is released meanwhile, and Ctrl-C works.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::EngineError;

/// The interval between checks for Ctrl-C. A search stops within a millisecond or two.
const LOOK: Duration = Duration::from_millis(20);

/// What a worker sends to Python, which ends when the worker drops its sender, even by a panic.
pub(crate) struct Inbox<T> {
    items: Mutex<Receiver<T>>,
    /// Set to stop the work.
    pub(crate) stop: Arc<AtomicBool>,
}

impl<T: Send> Inbox<T> {
    pub(crate) fn new() -> (Sender<T>, Self) {
        let (sender, items) = channel();
        (sender, Self { items: Mutex::new(items), stop: Arc::default() })
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits briefly.
    fn wait(&self) -> Result<T, RecvTimeoutError> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
    }

    /// The next item, `None` at the end. Ctrl-C stops the work and raises `KeyboardInterrupt`.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            match py.detach(|| self.wait()) {
                Ok(item) => return Ok(Some(item)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop();
                // Waits for the worker, so that the engine is idle.
                let is_over = || matches!(self.wait(), Err(RecvTimeoutError::Disconnected));
                py.detach(|| while !is_over() {});
                return Err(interrupt);
            }
        }
    }
}

/// Runs `work` on another thread and waits for it with Python's lock released. Ctrl-C sets the
/// stop flag of `work`, and raises `KeyboardInterrupt` once it has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let (sender, inbox) = Inbox::<()>::new();
    let stop = &inbox.stop;
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let _ends = sender;
            work(stop)
        });
        let interrupted = inbox.next(py);
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
