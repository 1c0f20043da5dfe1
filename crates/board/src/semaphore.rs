//! A semaphore that does not block; it limits connections and sessions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of permits.
#[derive(Clone, Debug)]
pub(super) struct Semaphore {
    permits: usize,
    taken: Arc<AtomicUsize>,
}

/// A permit, returned on drop.
#[derive(Debug)]
pub(super) struct Permit(Arc<AtomicUsize>);

impl Semaphore {
    pub(super) fn new(permits: usize) -> Self {
        Self { permits, taken: Arc::default() }
    }

    /// Takes a permit; `None` if all are taken.
    pub(super) fn try_acquire(&self) -> Option<Permit> {
        let one_more = |taken| (taken < self.permits).then_some(taken + 1);
        self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Permit(Arc::clone(&self.taken)))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_permit_can_be_taken_again() {
        let semaphore = Semaphore::new(2);
        let (first, second) = (semaphore.try_acquire(), semaphore.try_acquire());
        assert!(first.is_some() && second.is_some() && semaphore.try_acquire().is_none());
        drop(first);
        assert!(semaphore.try_acquire().is_some());
    }
}
