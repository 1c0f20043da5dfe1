//! Independent jobs on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{sync::mpsc, thread};

use waggle_hive_engine::search::HAS_THREADS;

/// Runs jobs, given by number, on one thread per worker; `finished` is called on this thread after
/// each. A job without a result ends its thread's work.
pub(super) fn in_parallel<W: Send, T: Send>(
    workers: &mut [W],
    jobs: usize,
    job: &(impl Fn(&mut W, usize) -> Option<T> + Sync),
    finished: &mut dyn FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    let work = |worker: &mut W, finished: &mut dyn FnMut(usize, T)| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                break;
            }
            let Some(result) = job(worker, number) else { break };
            finished(number, result);
        }
    };
    if HAS_THREADS && workers.len() > 1 {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for worker in &mut *workers {
                let (sender, work) = (sender.clone(), &work);
                let work = move || {
                    work(worker, &mut |number, result| {
                        sender.send((number, result)).unwrap_or_default();
                    });
                };
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break; // The system allows no more threads.
                }
            }
            drop(sender);
            for (number, result) in receiver {
                finished(number, result);
            }
        });
    }
    // With a single worker, or if no thread could be started.
    if let Some(worker) = workers.first_mut() {
        work(worker, finished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_job_is_done_once_until_one_has_no_result() {
        for threads in [1, 3] {
            let mut results = vec![];
            in_parallel(
                &mut vec![0; threads],
                20,
                &|_, job| Some(job * job),
                &mut |job, result| {
                    results.push((job, result));
                },
            );
            results.sort_unstable();
            assert!(results.into_iter().eq((0..20).map(|job| (job, job * job))));
        }
        let mut finished = 0;
        in_parallel(&mut [()], 9, &|(), job| (job < 4).then_some(()), &mut |_, ()| finished += 1);
        assert_eq!(finished, 4);
    }
}
