//! The move picker: generates the moves of a node in stages, as long as there is no cutoff.

use super::game_position::{GamePosition, NOISY};
use super::move_sort::pick;
use super::ordering::{MIN_REFUTATION, OrderingHints, ScoredMove};
use super::worker::Worker;

/// The moves generated so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Noisy moves; the others follow.
    Noisy,
    /// Also quiet refutations: table move, killers and counter-move.
    Refutations,
    All,
    /// Noisy moves only, as in quiescence search.
    NoisyOnly,
}

/// The state of a node's move generation. Most nodes that fail high do so with a noisy move or a
/// refutation, and never generate the other moves.
pub(super) struct MovePicker {
    /// The start of the moves in [`Worker::move_stack`].
    pub(super) first: usize,
    pub(super) picked: usize,
    /// The number picked since the last stage was generated.
    taken: usize,
    hints: OrderingHints,
    stage: Stage,
    /// A bit for each of the first 64 picked moves that other threads were searching.
    put_off: u64,
}

impl MovePicker {
    /// Whether the picked move with this index waits until the others have been searched.
    #[inline]
    pub(super) fn is_put_off(&self, index: usize) -> bool {
        index < 64 && self.put_off >> index & 1 != 0
    }
}

impl<G: GamePosition> Worker<'_, G> {
    /// Starts picking all moves of a node.
    pub(super) fn all_moves(&mut self, table_move: u16, ply: usize) -> MovePicker {
        let mut moves = self.noisy_moves(table_move, ply);
        moves.stage = Stage::Noisy;
        moves
    }

    /// Starts picking the noisy moves of a node.
    pub(super) fn noisy_moves(&mut self, table_move: u16, ply: usize) -> MovePicker {
        let first = self.move_stack.len();
        let moves = MovePicker {
            first,
            picked: 0,
            taken: 0,
            hints: self.hints(table_move, ply),
            stage: Stage::NoisyOnly,
            put_off: 0,
        };
        self.generated.clear();
        self.position.noisy_moves_into(&mut self.generated);
        self.order(&moves, ScoredMove::is_noisy);
        moves
    }

    /// The best of the remaining moves, and its number, from one. What another thread is searching
    /// comes last, except for the first move; then the table has its result.
    #[inline]
    pub(super) fn next_free_move(
        &mut self,
        moves: &mut MovePicker,
        depth: i32,
    ) -> Option<(ScoredMove<G::Move>, usize)> {
        while let Some(next) = self.next_move(moves) {
            let index = moves.picked - 1;
            let is_busy = (1..64).contains(&index)
                && self.busy_moves(depth).is_some_and(|busy| busy.contains(self.key, next.bits));
            if !is_busy {
                return Some((next, moves.picked));
            }
            moves.put_off |= 1 << index;
        }
        if moves.put_off == 0 {
            return None;
        }
        let index = moves.put_off.trailing_zeros() as usize;
        moves.put_off &= moves.put_off - 1;
        Some((self.move_stack[moves.first + index], index + 1))
    }

    /// The best of the remaining moves.
    #[inline]
    pub(super) fn next_move(&mut self, moves: &mut MovePicker) -> Option<ScoredMove<G::Move>> {
        let index = moves.first + moves.picked;
        if moves.stage == Stage::Noisy {
            let is_quiet_first =
                moves.picked == 0 && moves.hints.table_move != 0 && !self.has_table_move(moves);
            // A noisy move with a bad history comes after the killers.
            if is_quiet_first || !self.has_score(index, NOISY) {
                self.add_refutations(moves);
            }
        }
        if moves.stage == Stage::Refutations && !self.has_score(index, MIN_REFUTATION) {
            self.add_other_moves(moves);
        }
        let next = pick(&mut self.move_stack[index..], &mut moves.taken, &mut self.sorter)?;
        moves.picked += 1;
        Some(next)
    }

    /// Drops the remaining quiet moves, generated or not.
    #[inline]
    pub(super) fn drop_quiet(&mut self, moves: &mut MovePicker) {
        let stage = std::mem::replace(&mut moves.stage, Stage::NoisyOnly);
        if matches!(stage, Stage::Noisy | Stage::NoisyOnly) {
            return;
        }
        let next = moves.first + moves.picked;
        let mut kept = next;
        for index in next..self.move_stack.len() {
            if self.move_stack[index].is_noisy() {
                self.move_stack.swap(kept, index);
                kept += 1;
            }
        }
        self.move_stack.truncate(kept);
    }

    /// Whether the table move is among the moves generated so far.
    fn has_table_move(&self, moves: &MovePicker) -> bool {
        self.move_stack[moves.first..].iter().any(|scored| scored.bits == moves.hints.table_move)
    }

    /// Whether any generated move from `index` on has at least this score.
    fn has_score(&self, index: usize, score: i32) -> bool {
        self.move_stack[index..].iter().any(|scored| scored.score >= score)
    }

    /// Adds the legal quiet refutations, or all quiet moves if the game has no fast legality test.
    fn add_refutations(&mut self, moves: &mut MovePicker) {
        let mut refutations = [0; 4];
        let mut count = 0;
        for bits in moves.hints.refutations() {
            if !refutations[..count].contains(&bits) {
                refutations[count] = bits;
                count += 1;
            }
        }
        self.generated.clear();
        if count > 0 && self.position.legal_among_into(&refutations[..count], &mut self.generated) {
            self.order(moves, |scored| !scored.is_noisy());
            moves.stage = Stage::Refutations;
            moves.taken = 0;
        } else {
            self.add_other_moves(moves);
        }
    }

    /// Adds the quiet moves that have not been generated yet.
    fn add_other_moves(&mut self, moves: &mut MovePicker) {
        self.generated.clear();
        self.position.moves_into(&mut self.generated);
        let most = if moves.stage == Stage::Refutations { MIN_REFUTATION } else { i32::MAX };
        self.order(moves, |scored| !scored.is_noisy() && scored.score < most);
        moves.stage = Stage::All;
        moves.taken = 0;
    }

    /// The ordering hints of a node: a copy, since killers and counter-moves change below it.
    fn hints(&self, table_move: u16, ply: usize) -> OrderingHints {
        let last = self.last_move(ply);
        let counter_moves = &self.shared.histories.counter_moves;
        OrderingHints {
            table_move,
            killers: self.plies[ply].killers,
            counter_move: last.map_or(0, |last| counter_moves.reply_to(last.main)),
            context: last.map(|last| last.context),
        }
    }

    /// Scores and appends the generated moves that belong to the stage.
    fn order(&mut self, moves: &MovePicker, belongs: impl Fn(&ScoredMove<G::Move>) -> bool) {
        let Self { move_stack, shared, position, generated, .. } = self;
        let history = &shared.histories.main;
        let answers = moves.hints.context.map(|at| shared.histories.continuation.answers(at));
        move_stack.reserve(generated.len());
        position.static_scores(generated, |mv, static_score| {
            let index = position.history_index(mv);
            let history = history.score(index.main)
                + answers.map_or(0, |answers| answers.score(index.continuation));
            let next = moves.hints.scored(mv, G::move_bits(mv), static_score, history);
            if belongs(&next) {
                move_stack.push(next);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::search::Limits;
    use crate::search::busy_moves::BusyMoves;
    use crate::search::params::Params;
    use crate::search::worker::with_shared;
    use waggle_hive_core::rules::random_games::visit_random_games;
    use waggle_hive_core::rules::{GameType, Move, Position};

    /// For any ordering hints, with updates of the histories between moves, and with moves that
    /// other threads are searching.
    #[test]
    fn every_distinct_move_is_picked_exactly_once() {
        with_shared::<Position>(&Params::default(), Limits::default(), |shared, eval_cache| {
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let mut random = |below: usize| random.random_range(0..below);
            let histories = shared.histories;
            let mut all_put_off = 0;
            let mut seen = vec![];
            visit_random_games(GameType::ALL.len(), 60, |game| {
                let position = game.position();
                if position.ply() == 0 {
                    seen = vec![Move::from_bits(0).unwrap(), Move::Pass];
                }
                let legal = position.legal_moves();
                let mut distinct = legal.clone();
                position.keep_distinct_moves(&mut distinct, 0);
                let mut expected: Vec<u16> = distinct.iter().map(|mv| mv.bits()).collect();
                expected.sort_unstable();
                seen.extend(&legal);
                let mut worker = Worker::new(shared, eval_cache, position.clone(), &[]);
                let mut any = || seen[random(seen.len())];
                worker.plies[0].made = Some(position.history_index(any()));
                worker.plies[1].killers = [any().bits(), any().bits()];
                let busy_moves = worker.busy_moves(BusyMoves::MIN_DEPTH).unwrap();
                (0..9).for_each(|_| busy_moves.insert(worker.key, any().bits()));
                let mut moves = worker.all_moves(any().bits(), 1);
                let mut numbers = vec![];
                let mut picked = vec![];
                while let Some((next, number)) =
                    worker.next_free_move(&mut moves, BusyMoves::MIN_DEPTH)
                {
                    numbers.push(number);
                    picked.push(next.bits);
                    let last = worker.plies[0].made.unwrap();
                    histories.counter_moves.store(last.main, seen[random(seen.len())].bits());
                    let index = position.history_index(next.mv);
                    histories.main.update(index.main, random(400) as i32 - 200);
                }
                let is_put_off = |number: usize| {
                    let bits = worker.move_stack[moves.first + number - 1].bits;
                    (2..=64).contains(&number) && busy_moves.contains(worker.key, bits)
                };
                let (last, first): (Vec<_>, Vec<_>) =
                    (1..=numbers.len()).partition(|number| is_put_off(*number));
                all_put_off += last.len();
                assert_eq!(numbers, [first, last].concat());
                picked.sort_unstable();
                assert_eq!(picked, expected);
            });
            assert!(all_put_off > 100, "{all_put_off}");
        });
    }
}
