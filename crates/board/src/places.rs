//! A limited number of places, each free again when whoever took it is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many places there are, and how many are taken.
#[derive(Clone, Debug)]
pub(super) struct Places {
    most: usize,
    taken: Arc<AtomicUsize>,
}

/// A place taken.
#[derive(Debug)]
pub(super) struct Place(Arc<AtomicUsize>);

impl Places {
    pub(super) fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Takes a place; `None` if all are taken.
    pub(super) fn take(&self) -> Option<Place> {
        let one_more = |taken| (taken < self.most).then_some(taken + 1);
        self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Place(Arc::clone(&self.taken)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_is_left() {
        let places = Places::new(2);
        let (first, second) = (places.take(), places.take());
        assert!(first.is_some() && second.is_some() && places.take().is_none());
        drop(first);
        assert!(places.take().is_some());
    }
}
