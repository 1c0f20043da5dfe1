//! The order in which moves are tried: table move, noisy moves, killers, the
//! counter-move, and all others by their history.

use super::game_state::{GameState, NOISY};
use super::history::{Continuation, History, Replies};
use super::worker::Worker;

const TABLE_MOVE: i32 = 1 << 30;
const KILLERS: [i32; 2] = [NOISY - 1, NOISY - 2];
const COUNTER_MOVE: i32 = NOISY - 3;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered<M> {
    pub(super) mv: M,
    pub(super) bits: u16,
    /// What the game says at first sight.
    pub(super) hint: i32,
    /// What it has done elsewhere.
    pub(super) earned: i32,
    score: i32,
}

impl<M> Ordered<M> {
    pub(super) fn is_noisy(&self) -> bool {
        self.hint >= NOISY
    }
}

/// What a node knows that helps to order its moves.
struct Clues<'a> {
    table_move: u16,
    killers: [u16; 2],
    /// The move that led here.
    last_move: Option<u16>,
    history: &'a History,
    continuation: &'a Continuation,
    replies: &'a Replies,
}

impl Clues<'_> {
    #[inline]
    fn ordered<G: GameState>(&self, mv: G::Move, hint: i32) -> Ordered<G::Move> {
        let bits = G::move_bits(mv);
        let earned = self.history.of(bits)
            + self.last_move.map_or(0, |last| self.continuation.of(last, bits));
        let score = if bits == self.table_move && bits != 0 {
            TABLE_MOVE
        } else if hint >= NOISY {
            hint + earned
        } else if bits == self.killers[0] {
            KILLERS[0]
        } else if bits == self.killers[1] {
            KILLERS[1]
        } else if bits == self.last_move.map_or(0, |last| self.replies.to(last)) {
            COUNTER_MOVE
        } else {
            hint + earned
        };
        Ordered { mv, bits, hint, earned, score }
    }
}

/// Moves the best of `rest` to its front and returns it.
///
/// The first few are selected one by one, since most nodes need no more; then the rest
/// is sorted.
fn pick<M: Copy>(rest: &mut [Ordered<M>], selected: &mut usize) -> Option<Ordered<M>> {
    const SELECTED: usize = 6;
    if *selected < SELECTED {
        let best = (0..rest.len()).reduce(|best, index| {
            if rest[index].score > rest[best].score { index } else { best }
        })?;
        rest.swap(0, best);
    } else if *selected == SELECTED {
        rest.sort_unstable_by_key(|ordered| (-ordered.score, ordered.bits));
    }
    *selected += 1;
    rest.first().copied()
}

/// Which moves are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Noisy,
    Quiet,
}

/// The moves of a node, generated in stages: noisy moves refute most of what can be
/// refuted, and then the quiet ones are not even listed.
pub(super) struct Moves {
    /// Where they begin in [`Worker::ordered`].
    pub(super) first: usize,
    /// How many have been picked.
    pub(super) picked: usize,
    /// How many have been picked one by one of those listed now.
    selected: usize,
    table_move: u16,
    ply: usize,
    /// Whether there are none but those listed.
    is_complete: bool,
    has_dropped_quiet: bool,
}

impl<G: GameState> Worker<'_, G> {
    /// All moves of a node.
    pub(super) fn first_moves(&mut self, table_move: u16, ply: usize) -> Moves {
        let mut moves = self.noisy_moves(table_move, ply);
        moves.is_complete = false;
        moves
    }

    /// The noisy moves of a node.
    pub(super) fn noisy_moves(&mut self, table_move: u16, ply: usize) -> Moves {
        let first = self.ordered.len();
        let moves = Moves {
            first,
            picked: 0,
            selected: 0,
            table_move,
            ply,
            is_complete: true,
            has_dropped_quiet: false,
        };
        self.generated.clear();
        self.position.noisy_moves_into(&mut self.generated);
        self.order(&moves, Stage::Noisy);
        moves
    }

    /// The next of the moves, the best first.
    #[inline]
    pub(super) fn next_move(&mut self, moves: &mut Moves) -> Option<Ordered<G::Move>> {
        let index = moves.first + moves.picked;
        if !moves.is_complete {
            // A noisy move that has failed often waits for the killers.
            let is_first = |ordered: &Ordered<G::Move>| ordered.score >= NOISY;
            let is_quiet_first =
                moves.picked == 0 && moves.table_move != 0 && !self.has_table_move(moves);
            if is_quiet_first || !self.ordered[index..].iter().any(is_first) {
                self.add_quiet_moves(moves);
            }
        }
        let next = pick(&mut self.ordered[index..], &mut moves.selected)?;
        moves.picked += 1;
        Some(next)
    }

    /// Leaves out the quiet moves that have not been picked, and does not list them if
    /// that has not been done.
    #[inline]
    pub(super) fn drop_quiet(&mut self, moves: &mut Moves) {
        if moves.has_dropped_quiet {
            return;
        }
        moves.has_dropped_quiet = true;
        if !moves.is_complete {
            moves.is_complete = true;
            return;
        }
        let next = moves.first + moves.picked;
        let mut kept = next;
        for index in next..self.ordered.len() {
            if self.ordered[index].is_noisy() {
                self.ordered.swap(kept, index);
                kept += 1;
            }
        }
        self.ordered.truncate(kept);
    }

    /// Whether the table's move is among those listed.
    fn has_table_move(&self, moves: &Moves) -> bool {
        self.ordered[moves.first..].iter().any(|ordered| ordered.bits == moves.table_move)
    }

    fn add_quiet_moves(&mut self, moves: &mut Moves) {
        self.generated.clear();
        self.position.moves_into(&mut self.generated);
        self.order(moves, Stage::Quiet);
        moves.selected = 0;
        moves.is_complete = true;
    }

    /// Appends those of the generated moves that belong to the stage, with their scores.
    fn order(&mut self, moves: &Moves, stage: Stage) {
        let ply = moves.ply;
        let clues = Clues {
            table_move: moves.table_move,
            killers: self.plies[ply].killers,
            last_move: if ply > 0 { self.plies[ply - 1].made } else { None },
            history: &self.memory.history,
            continuation: &self.memory.continuation,
            replies: &self.memory.replies,
        };
        let ordered = &mut self.ordered;
        ordered.reserve(self.generated.len());
        self.position.hint_at(&self.generated, |mv, hint| {
            if (hint >= NOISY) == (stage == Stage::Noisy) {
                ordered.push(clues.ordered::<G>(mv, hint));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_from_the_best_to_the_worst() {
        let scores = [3, 9, -4, 7, 7, 0, 12, -9, 5, 1, 8];
        let mut moves: Vec<_> = scores
            .into_iter()
            .enumerate()
            .map(|(mv, score)| Ordered { mv, bits: mv as u16, hint: 0, earned: 0, score })
            .collect();
        let mut selected = 0;
        let picked: Vec<_> =
            (0..moves.len()).map(|n| pick(&mut moves[n..], &mut selected).unwrap().score).collect();
        let mut sorted = scores.to_vec();
        sorted.sort_unstable_by_key(|score| -score);
        assert_eq!(picked, sorted);
        assert!(pick::<u8>(&mut [], &mut 3).is_none());
    }
}
