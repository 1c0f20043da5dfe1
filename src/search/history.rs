//! What moves have done elsewhere in the tree: the history heuristic, with gravity.

use super::thread_data::zeros;

/// Scores for moves by their sixteen bits.
pub(super) struct History {
    scores: Box<[i16]>,
}

impl History {
    /// No score grows beyond this.
    pub(super) const MAX: i32 = 8192;

    pub(super) fn try_new() -> Option<Self> {
        Some(Self { scores: zeros(1 << 16)? })
    }

    pub(super) fn clear(&mut self) {
        self.scores.fill(0);
    }

    /// The score of a move, within ±[`MAX`](Self::MAX).
    #[inline]
    pub(super) fn score(&self, bits: u16) -> i32 {
        i32::from(self.scores[bits as usize])
    }

    /// Adds a bonus (or a malus) that counts the less the more the move has already.
    #[inline]
    pub(super) fn update(&mut self, bits: u16, bonus: i32) {
        add(&mut self.scores[bits as usize], bonus);
    }

    /// Halves all scores: what was learned for the last move still helps for the next.
    pub(super) fn decay(&mut self) {
        decay(&mut self.scores);
    }
}

/// Adds a bonus (or a malus) that counts the less the more there is already.
#[inline]
fn add(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / History::MAX) as i16;
}

fn decay(scores: &mut [i16]) {
    for score in scores {
        *score /= 2;
    }
}

/// What moves have done in answer to a move of a certain piece: continuation history.
pub(super) struct ContinuationHistory {
    scores: Box<[i16]>,
}

impl ContinuationHistory {
    pub(super) fn try_new() -> Option<Self> {
        Some(Self { scores: zeros(1 << 20)? })
    }

    pub(super) fn clear(&mut self) {
        self.scores.fill(0);
    }

    /// The upper bits of a move tell the piece, all but the highest tell the answer.
    #[inline]
    fn index(last: u16, bits: u16) -> usize {
        (last as usize >> 10 & 31) << 15 | bits as usize & 0x7fff
    }

    /// The score of an answer, within ±[`History::MAX`].
    #[inline]
    pub(super) fn score(&self, last: u16, bits: u16) -> i32 {
        i32::from(self.scores[Self::index(last, bits)])
    }

    /// As [`History::update`].
    #[inline]
    pub(super) fn update(&mut self, last: u16, bits: u16, bonus: i32) {
        add(&mut self.scores[Self::index(last, bits)], bonus);
    }

    /// As [`History::decay`].
    pub(super) fn decay(&mut self) {
        decay(&mut self.scores);
    }
}

/// The reply that refuted a move last time: the counter-move heuristic.
pub(super) struct CounterMoves {
    replies: Box<[u16]>,
}

impl CounterMoves {
    pub(super) fn try_new() -> Option<Self> {
        Some(Self { replies: zeros(1 << 16)? })
    }

    pub(super) fn clear(&mut self) {
        self.replies.fill(0);
    }

    /// The refutation of a move, 0 if none is known.
    #[inline]
    pub(super) fn reply_to(&self, bits: u16) -> u16 {
        self.replies[bits as usize]
    }

    #[inline]
    pub(super) fn store(&mut self, bits: u16, reply: u16) {
        self.replies[bits as usize] = reply;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_never_leave_the_range() {
        let mut history = History::try_new().unwrap();
        for _ in 0..1000 {
            history.update(5, 2000);
        }
        assert!(history.score(5) <= History::MAX && history.score(5) > History::MAX / 2);
        for _ in 0..1000 {
            history.update(5, -2000);
        }
        assert!(history.score(5) >= -History::MAX);
        assert_eq!(history.score(6), 0);
    }
}
