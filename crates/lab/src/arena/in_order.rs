//! Things in the order of their numbers, whichever comes first.

use std::collections::BTreeMap;

/// Hands things over in the order of their numbers, from 1 on: what comes early waits for
/// those before it.
#[derive(Clone, Debug)]
pub struct InOrder<T> {
    next: u32,
    waiting: BTreeMap<u32, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 1, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Takes the thing with this number.
    pub fn push(&mut self, number: u32, thing: T) {
        self.waiting.insert(number, thing);
    }

    /// The next in order, if it has come.
    pub fn pop(&mut self) -> Option<T> {
        let thing = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(thing)
    }

    /// How many have come and not been handed over.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_early_waits_for_those_before_it() {
        let mut order = InOrder::default();
        let mut seen = vec![];
        for (number, waiting) in [(2, 1), (4, 2), (1, 1), (3, 0)] {
            order.push(number, number);
            while let Some(next) = order.pop() {
                seen.push(next);
            }
            assert_eq!(order.waiting(), waiting);
        }
        assert_eq!(seen, [1, 2, 3, 4]);
    }
}
