//! Parallel work with results in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Items in flight per thread: enough that no thread waits for a slow neighbour, and few enough
/// that their memory does not matter.
const AHEAD: usize = 8;

/// Runs `work` on `items` with this many threads and passes the results to `take` in the order
/// of the items, until `take` breaks.
///
/// Each thread has its own state, made by `start`: a searcher, for example. At most eight items
/// per thread are in flight; `items` is advanced and `take` is called on the calling thread.
///
/// ```
/// use std::ops::ControlFlow;
/// use waggle_hive_archives::archive::in_order;
///
/// let mut squares = vec![];
/// in_order(1..=5, 2, || (), |(), number| number * number, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// ```
///
/// # Panics
///
/// If `work` panics.
pub fn in_order<T: Send, S, R: Send>(
    items: impl IntoIterator<Item = T>,
    threads: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    let threads = threads.max(1);
    let mut items = items.into_iter().fuse();
    let is_over = AtomicBool::new(false);
    let (give, given) = mpsc::channel::<(usize, T)>();
    let given = Mutex::new(given);
    let (done, results) = mpsc::channel();
    let next = || given.lock().unwrap_or_else(PoisonError::into_inner).recv();
    thread::scope(|scope| {
        for _ in 0..threads {
            let done = done.clone();
            let (start, work, next, is_over) = (&start, &work, &next, &is_over);
            scope.spawn(move || {
                let mut state = start();
                while let Ok((number, item)) = next()
                    && !is_over.load(Ordering::Relaxed)
                {
                    let result = catch_unwind(AssertUnwindSafe(|| work(&mut state, item)));
                    if done.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        // Results from the next one to take onwards; `None` if still outstanding.
        let mut waiting: VecDeque<Option<R>> = VecDeque::new();
        let mut taken = 0;
        'taking: loop {
            while waiting.len() < threads * AHEAD
                && let Some(item) = items.next()
            {
                // The threads receive until this end of the channel is dropped.
                let _ = give.send((taken + waiting.len(), item));
                waiting.push_back(None);
            }
            if waiting.is_empty() {
                break;
            }
            let Ok((number, result)) = results.recv() else { break };
            match result {
                Ok(result) => waiting[number - taken] = Some(result),
                Err(panic) => {
                    is_over.store(true, Ordering::Relaxed);
                    drop(give);
                    resume_unwind(panic);
                }
            }
            while let Some(result) = waiting.front_mut().and_then(Option::take) {
                waiting.pop_front();
                taken += 1;
                if take(result).is_break() {
                    break 'taking;
                }
            }
        }
        is_over.store(true, Ordering::Relaxed);
        drop(give);
    });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn slow_items_keep_their_order() {
        for threads in [1, 2, 5] {
            let mut seen = vec![];
            let work = |count: &mut usize, number: u64| {
                *count += 1;
                thread::sleep(Duration::from_millis(if number.is_multiple_of(17) { 5 } else { 0 }));
                number
            };
            in_order(
                0..200,
                threads,
                || 0,
                work,
                |number| {
                    seen.push(number);
                    ControlFlow::Continue(())
                },
            );
            assert!(seen.iter().copied().eq(0..200), "{threads} threads: {seen:?}");
        }
    }

    #[test]
    fn items_are_read_only_as_needed() {
        let read = std::cell::Cell::new(0);
        let items = (0..1000).inspect(|_| read.set(read.get() + 1));
        let mut taken = 0;
        in_order(
            items,
            2,
            || (),
            |(), number| number,
            |_| {
                taken += 1;
                assert!(read.get() < taken + 2 * AHEAD + 1, "{} read, {taken} taken", read.get());
                if taken == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(taken, 100);
        assert!(read.get() < 200, "the rest stays unread");
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let panicked = catch_unwind(|| {
            in_order(
                0..100,
                2,
                || (),
                |(), number| assert!(number < 50),
                |()| ControlFlow::Continue(()),
            );
        });
        assert!(panicked.is_err());
    }
}
