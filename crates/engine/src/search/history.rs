//! The history heuristic with gravity, continuation history, and counter-moves. The game chooses
//! the indices: [`HistoryIndex`](super::HistoryIndex).

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use super::zeroed::zeros;

/// The main history: a score for each move.
pub(super) struct History {
    scores: Box<[AtomicI16]>,
}

impl History {
    /// The maximum absolute value of a score.
    pub(super) const MAX: i32 = 8192;

    /// Scores of 0 for this many indices; `None` if allocation fails.
    pub(super) fn try_new(size: usize) -> Option<Self> {
        Some(Self { scores: zeros(size)? })
    }

    pub(super) fn clear(&mut self) {
        self.scores.fill_with(AtomicI16::default);
    }

    /// The score at an index, within ±[`MAX`](Self::MAX).
    #[inline]
    pub(super) fn score(&self, index: usize) -> i32 {
        i32::from(self.scores[index].load(Ordering::Relaxed))
    }

    /// Adds a bonus or malus to the score at an index.
    #[inline]
    pub(super) fn update(&self, index: usize, bonus: i32) {
        update(&self.scores[index], bonus);
    }

    /// Halves all scores at the start of the next search.
    pub(super) fn decay(&mut self) {
        decay(&mut self.scores);
    }
}

/// Adds a bonus or malus, which counts for less the closer the score is to its limit (gravity).
#[inline]
fn update(score: &AtomicI16, bonus: i32) {
    let old = i32::from(score.load(Ordering::Relaxed));
    let new = old + bonus - old * bonus.abs() / History::MAX;
    score.store(new as i16, Ordering::Relaxed);
}

fn decay(scores: &mut [AtomicI16]) {
    for score in scores {
        *score.get_mut() /= 2;
    }
}

/// Continuation history: scores of moves as replies to an earlier move.
pub(super) struct ContinuationHistory {
    /// A row of replies for each context.
    scores: Box<[AtomicI16]>,
    row: usize,
}

impl ContinuationHistory {
    /// Scores of 0 for this many replies in each context; `None` if allocation fails.
    pub(super) fn try_new(contexts: usize, answers: usize) -> Option<Self> {
        Some(Self { scores: zeros(contexts * answers)?, row: answers })
    }

    pub(super) fn clear(&mut self) {
        self.scores.fill_with(AtomicI16::default);
    }

    /// The scores of the replies in a context.
    #[inline]
    pub(super) fn answers(&self, context: usize) -> Answers<'_> {
        Answers(&self.scores[context * self.row..][..self.row])
    }

    /// Adds a bonus or malus to the score of a reply.
    #[inline]
    pub(super) fn update(&self, context: usize, answer: usize, bonus: i32) {
        update(&self.answers(context).0[answer], bonus);
    }

    pub(super) fn decay(&mut self) {
        decay(&mut self.scores);
    }
}

/// The scores of the replies in one context.
#[derive(Clone, Copy)]
pub(super) struct Answers<'a>(&'a [AtomicI16]);

impl Answers<'_> {
    /// The score of a reply, within ±[`History::MAX`].
    #[inline]
    pub(super) fn score(&self, answer: usize) -> i32 {
        i32::from(self.0[answer].load(Ordering::Relaxed))
    }
}

/// The counter-move heuristic: the reply that last refuted a move.
pub(super) struct CounterMoves {
    replies: Box<[AtomicU16]>,
}

impl CounterMoves {
    /// An empty table for this many indices; `None` if allocation fails.
    pub(super) fn try_new(size: usize) -> Option<Self> {
        Some(Self { replies: zeros(size)? })
    }

    pub(super) fn clear(&mut self) {
        self.replies.fill_with(AtomicU16::default);
    }

    /// The bits of the reply to the move at an index; 0 if there is none.
    #[inline]
    pub(super) fn reply_to(&self, index: usize) -> u16 {
        self.replies[index].load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn store(&self, index: usize, reply: u16) {
        self.replies[index].store(reply, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_never_exceed_their_limits() {
        let history = History::try_new(8).unwrap();
        history.update(5, 1600);
        assert_eq!(history.score(5), 1600, "the first bonus counts in full");
        history.update(5, 1600);
        assert_eq!(history.score(5), 3200 - 1600 * 1600 / 8192);
        (0..1000).for_each(|_| history.update(5, 1600));
        assert!((8100..=History::MAX).contains(&history.score(5)));
        history.update(5, -1600);
        assert!(history.score(5) < 5100, "a malus counts for twice as much there");
        (0..1000).for_each(|_| history.update(5, -1600));
        assert!((-History::MAX..=-8100).contains(&history.score(5)));
        assert_eq!((history.score(4), history.score(6)), (0, 0));
    }

    #[test]
    fn decay_halves_scores_and_clear_resets_them() {
        let mut history = History::try_new(8).unwrap();
        history.update(1, 800);
        history.update(2, -800);
        history.decay();
        assert_eq!((history.score(1), history.score(2)), (400, -400));
        history.clear();
        assert_eq!((history.score(1), history.score(2)), (0, 0));
    }

    #[test]
    fn every_context_and_reply_has_its_own_score() {
        let mut history = ContinuationHistory::try_new(3, 5).unwrap();
        let pairs = || (0..3).flat_map(|context| (0..5).map(move |answer| (context, answer)));
        for (context, answer) in pairs() {
            history.update(context, answer, (10 * context + answer) as i32 * 2);
        }
        history.decay();
        for (context, answer) in pairs() {
            assert_eq!(history.answers(context).score(answer), (10 * context + answer) as i32);
            assert_eq!(history.answers(context).0.len(), 5);
        }
        history.clear();
        assert!(pairs().all(|(context, answer)| history.answers(context).score(answer) == 0));
    }

    #[test]
    fn the_last_reply_stored_is_the_counter_move() {
        let mut counter_moves = CounterMoves::try_new(4).unwrap();
        counter_moves.store(2, 77);
        counter_moves.store(2, 78);
        assert_eq!([1, 2, 3].map(|index| counter_moves.reply_to(index)), [0, 78, 0]);
        counter_moves.clear();
        assert_eq!(counter_moves.reply_to(2), 0);
    }
}
