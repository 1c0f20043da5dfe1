//! A semaphore that does not block; it limits connections and sessions.

use std::sync::Arc;

/// A number of permits.
#[derive(Debug)]
pub(super) struct Semaphore {
    permits: usize,
    taken: Arc<()>,
}

impl Semaphore {
    pub(super) fn new(permits: usize) -> Self {
        Self { permits, taken: Arc::default() }
    }

    /// Takes a permit, returned on drop; `None` if all are taken.
    pub(super) fn try_acquire(&self) -> Option<Arc<()>> {
        let permit = Arc::clone(&self.taken);
        (Arc::strong_count(&permit) <= self.permits + 1).then_some(permit)
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
