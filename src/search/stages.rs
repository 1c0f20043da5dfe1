//! The moves of a node, listed in stages, each only if those before it did not do.

use super::game_state::{GameState, NOISY};
use super::ordering::{Clues, LIKELY, Ordered};
use super::picking::pick;
use super::worker::Worker;

/// Which moves of a node have been listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    /// The noisy ones; others may follow.
    Noisy,
    /// Also those quiet ones that a clue speaks for: the table move, killers and the
    /// counter-move.
    Likely,
    All,
    /// All that are wanted, which quiet ones are not.
    AllNoisy,
}

/// The moves of a node, generated in stages: noisy and likely moves refute most of what
/// can be refuted, and then the others are not even listed.
pub(super) struct Moves {
    /// Where they begin in [`Worker::ordered`].
    pub(super) first: usize,
    /// How many have been picked.
    pub(super) picked: usize,
    /// How many of them since moves were listed the last time.
    taken: usize,
    clues: Clues,
    listed: Listed,
}

impl<G: GameState> Worker<'_, G> {
    /// All moves of a node.
    pub(super) fn first_moves(&mut self, table_move: u16, ply: usize) -> Moves {
        let mut moves = self.noisy_moves(table_move, ply);
        moves.listed = Listed::Noisy;
        moves
    }

    /// The noisy moves of a node.
    pub(super) fn noisy_moves(&mut self, table_move: u16, ply: usize) -> Moves {
        let first = self.ordered.len();
        let moves = Moves {
            first,
            picked: 0,
            taken: 0,
            clues: self.clues(table_move, ply),
            listed: Listed::AllNoisy,
        };
        self.generated.clear();
        self.position.noisy_moves_into(&mut self.generated);
        self.order(&moves, Ordered::is_noisy);
        moves
    }

    /// The next of the moves, the best first.
    #[inline]
    pub(super) fn next_move(&mut self, moves: &mut Moves) -> Option<Ordered<G::Move>> {
        let index = moves.first + moves.picked;
        if moves.listed == Listed::Noisy {
            let is_quiet_first =
                moves.picked == 0 && moves.clues.table_move != 0 && !self.has_table_move(moves);
            // A noisy move that has failed often waits for the killers.
            if is_quiet_first || !self.has_score(index, NOISY) {
                self.add_likely_moves(moves);
            }
        }
        if moves.listed == Listed::Likely && !self.has_score(index, LIKELY) {
            self.add_other_moves(moves);
        }
        let next = pick(&mut self.ordered[index..], &mut moves.taken, &mut self.sorter)?;
        moves.picked += 1;
        Some(next)
    }

    /// Leaves out the quiet moves that have not been picked, and does not list them if
    /// that has not been done.
    #[inline]
    pub(super) fn drop_quiet(&mut self, moves: &mut Moves) {
        let listed = std::mem::replace(&mut moves.listed, Listed::AllNoisy);
        if matches!(listed, Listed::Noisy | Listed::AllNoisy) {
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
        self.ordered[moves.first..].iter().any(|ordered| ordered.bits == moves.clues.table_move)
    }

    /// Whether any of the moves listed from `index` on has this score or more.
    fn has_score(&self, index: usize, score: i32) -> bool {
        self.ordered[index..].iter().any(|ordered| ordered.score >= score)
    }

    /// Lists the quiet moves that a clue speaks for; all of them where the game does not
    /// tell quickly which of those are legal.
    fn add_likely_moves(&mut self, moves: &mut Moves) {
        let mut likely = [0; 4];
        let mut count = 0;
        for bits in moves.clues.likely() {
            if !likely[..count].contains(&bits) {
                likely[count] = bits;
                count += 1;
            }
        }
        self.generated.clear();
        if count > 0 && self.position.legal_among_into(&likely[..count], &mut self.generated) {
            self.order(moves, |ordered| !ordered.is_noisy());
            moves.listed = Listed::Likely;
            moves.taken = 0;
        } else {
            self.add_other_moves(moves);
        }
    }

    /// Lists the quiet moves that have not been listed.
    fn add_other_moves(&mut self, moves: &mut Moves) {
        self.generated.clear();
        self.position.moves_into(&mut self.generated);
        let most = if moves.listed == Listed::Likely { LIKELY } else { i32::MAX };
        self.order(moves, |ordered| !ordered.is_noisy() && ordered.score < most);
        moves.listed = Listed::All;
        moves.taken = 0;
    }

    /// What speaks for single moves at a node. Kept as it is now: what refutes a move is
    /// learned anew below the node.
    fn clues(&self, table_move: u16, ply: usize) -> Clues {
        let last_move = if ply > 0 { self.plies[ply - 1].made } else { None };
        Clues {
            table_move,
            killers: self.plies[ply].killers,
            counter_move: last_move.map_or(0, |last| self.memory.replies.to(last)),
            last_move,
        }
    }

    /// Appends those of the generated moves that belong here, with their scores.
    fn order(&mut self, moves: &Moves, belongs: impl Fn(&Ordered<G::Move>) -> bool) {
        let Self { ordered, memory, .. } = self;
        ordered.reserve(self.generated.len());
        self.position.hint_at(&self.generated, |mv, hint| {
            let next = moves.clues.ordered::<G>(mv, hint, memory);
            if belongs(&next) {
                ordered.push(next);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::*;
    use crate::rules::{Game, GameType, Move};
    use crate::search::Limits;
    use crate::search::clock::Clock;
    use crate::search::memory::Memory;
    use crate::search::params::{Params, Reductions};
    use crate::search::table::Table;
    use crate::search::worker::Shared;

    /// Whatever the clues are, and whatever is learned while the moves are tried.
    #[test]
    fn every_distinct_move_comes_exactly_once() {
        let params = Params::default();
        let shared = Shared {
            table: &Table::new(1).unwrap(),
            params: &params,
            reductions: &Reductions::new(&params),
            limits: Limits::default(),
            clock: Clock::start(None),
            stop: &AtomicBool::new(false),
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let mut memory = Memory::try_new().unwrap();
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for game_type in GameType::ALL {
            let mut game = Game::new(game_type);
            let mut seen: Vec<u16> = vec![0, Move::Pass.bits()];
            while game.outcome().is_none() && game.position().ply() < 60 {
                let legal = game.position().legal_moves();
                let mut distinct = legal.clone();
                game.position().keep_distinct_moves(&mut distinct, 0);
                let mut expected: Vec<u16> = distinct.iter().map(|mv| mv.bits()).collect();
                expected.sort_unstable();
                seen.extend(legal.iter().map(|mv| mv.bits()));
                let mut worker = Worker::new(&shared, &mut memory, game.position().clone(), &[]);
                worker.plies[0].made = Some(seen[random(seen.len())]);
                worker.plies[1].killers = [seen[random(seen.len())], seen[random(seen.len())]];
                let mut moves = worker.first_moves(seen[random(seen.len())], 1);
                let mut picked = vec![];
                while let Some(next) = worker.next_move(&mut moves) {
                    picked.push(next.bits);
                    let last = worker.plies[0].made.unwrap();
                    worker.memory.replies.learn(last, seen[random(seen.len())]);
                    worker.memory.history.reward(next.bits, random(400) as i32 - 200);
                }
                picked.sort_unstable();
                assert_eq!(picked, expected);
                game.play(legal[random(legal.len())]).unwrap();
            }
        }
    }
}
