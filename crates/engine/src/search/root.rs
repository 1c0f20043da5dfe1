//! The root: iterative deepening and aspiration windows.

use std::collections::VecDeque;

use super::game_position::GamePosition;
use super::report::Line;
use super::score::Score;
use super::time_manager::Confidence;
use super::worker::Worker;

/// A legal move at the root, with its score and its line.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// The score of the current iteration; minus infinity for a move that did not raise alpha.
    score: Score,
    line: Vec<M>,
    /// Nodes searched below it, in all iterations.
    nodes: u64,
}

/// The role of a thread in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Reports, and ends the search.
    Main,
    /// Searches until the main thread ends the search.
    Helper,
}

/// A worker's result.
#[derive(Clone, Debug)]
pub(super) struct Found<M> {
    /// The depth of the last completed iteration.
    pub(super) depth: i32,
    /// The best lines, best first.
    pub(super) lines: Vec<Line<M>>,
}

impl<G: GamePosition> Worker<'_, G> {
    /// The moves at the root, ordered by the evaluation after them.
    fn root_moves(&mut self) -> Vec<RootMove<G::Move>> {
        let mut moves = vec![];
        self.position.moves_into(&mut moves);
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let undo = self.make(mv, 0);
                let score = -match self.terminal_score(1) {
                    Some(score) => score,
                    None => Score::new(self.evaluate()),
                };
                self.unmake(undo);
                RootMove { mv, score, line: vec![mv], nodes: 0 }
            })
            .collect();
        sort(&mut moves);
        moves
    }

    /// Iterative deepening until a limit is reached; calls `report` after each iteration.
    pub(super) fn iterative_deepening(
        &mut self,
        lines: usize,
        role: Role,
        report: &mut dyn FnMut(&Self, &Found<G::Move>),
    ) -> Found<G::Move> {
        self.plies[0].evaluation = self.evaluate();
        let mut moves = self.root_moves();
        let lines = lines.clamp(1, moves.len().max(1));
        let mut found = Found { depth: 0, lines: best_lines(&moves, lines) };
        let mut confidence = Confidence::default();
        let last = self.shared.limits.depth.map_or(Score::MAX_PLY as i32 / 2, i32::from);
        for depth in 1..=last {
            if self.is_stopped || self.shared.should_stop() && depth > 1 || moves.is_empty() {
                break;
            }
            for index in 0..lines {
                self.aspiration_search(&mut moves, index, depth);
                sort(&mut moves[index..]);
                if self.is_stopped {
                    break;
                }
            }
            if self.is_stopped {
                // The best move so far was searched first, so a move now ahead of it is better at
                // this depth. But a loss proves nothing until all moves have been searched.
                let score = moves[0].score;
                if lines == 1 && score > -Score::INFINITE && !score.is_loss() {
                    found.lines = best_lines(&moves, 1);
                }
                break;
            }
            found = Found { depth, lines: best_lines(&moves, lines) };
            report(self, &found);
            self.report_nodes();
            let best = &moves[0];
            let share = best.nodes as f64 / self.nodes.max(1) as f64;
            confidence.update(best.mv, best.score, share, moves.len());
            let is_late = role == Role::Main && self.shared.is_past_soft_limit(&confidence);
            if is_late || lines == 1 && self.is_decided(&found) {
                break;
            }
        }
        self.report_nodes();
        found
    }

    /// Whether more depth would change nothing: a win or loss is proven, and a shorter one
    /// excluded.
    fn is_decided(&self, found: &Found<G::Move>) -> bool {
        let plies = found.lines[0].score.plies_to_end();
        self.shared.limits.depth.is_none()
            && plies.is_some_and(|plies| i32::from(plies.abs()) <= found.depth)
    }

    /// Aspiration windows: searches the moves from `index` on with a window around the previous
    /// score of the first, and widens it until the score is inside.
    fn aspiration_search(&mut self, moves: &mut [RootMove<G::Move>], index: usize, depth: i32) {
        let guess = moves[index].score;
        let mut delta = self.shared.params.aspiration_delta;
        let (mut alpha, mut beta) = if depth >= 4 && !guess.is_decisive() {
            (guess - delta, guess + delta)
        } else {
            (-Score::INFINITE, Score::INFINITE)
        };
        loop {
            let score = self.search_root(&mut moves[index..], alpha, beta, depth);
            if self.is_stopped {
                return;
            }
            if score > alpha && score < beta {
                return;
            }
            sort(&mut moves[index..]);
            delta *= 3;
            if score <= alpha {
                alpha = if score.is_decisive() { -Score::INFINITE } else { score - delta };
            } else {
                beta = if score.is_decisive() { Score::INFINITE } else { score + delta };
            }
            alpha = alpha.max(-Score::INFINITE);
            beta = beta.min(Score::INFINITE);
        }
    }

    /// Searches the moves at the root. Those that raise alpha get their score, the others minus
    /// infinity.
    fn search_root(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        mut alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        let mut best = -Score::INFINITE;
        self.plies[1].killers = [0; 2];
        // Scores of the previous pass are invalid for moves that this one may not reach.
        for root_move in moves.iter_mut().skip(1) {
            root_move.score = -Score::INFINITE;
        }
        let busy_moves = self.busy_moves(depth);
        let mut indices: VecDeque<_> = (0..moves.len()).collect();
        for turn in 0.. {
            let Some(index) = indices.pop_front() else { break };
            let bits = G::move_bits(moves[index].mv);
            if let Some(busy_moves) = busy_moves {
                // What another thread is searching comes last, except for the first move.
                if index > 0 && turn < moves.len() && busy_moves.contains(self.key, bits) {
                    indices.push_back(index);
                    continue;
                }
                busy_moves.insert(self.key, bits);
            }
            let root_move = &mut moves[index];
            let nodes_before = self.nodes;
            let undo = self.make(root_move.mv, 0);
            let score = if index == 0 {
                -self.alpha_beta::<true>(-beta, -alpha, depth - 1, 1, false)
            } else {
                let reduced = (depth - 1 - self.root_reduction(depth, index)).max(0);
                let mut score = -self.alpha_beta::<false>(-(alpha + 1), -alpha, reduced, 1, true);
                if score > alpha && reduced < depth - 1 && !self.is_stopped {
                    score = -self.alpha_beta::<false>(-(alpha + 1), -alpha, depth - 1, 1, true);
                }
                if score > alpha && !self.is_stopped {
                    score = -self.alpha_beta::<true>(-beta, -alpha, depth - 1, 1, false);
                }
                score
            };
            self.unmake(undo);
            if let Some(busy_moves) = busy_moves {
                busy_moves.remove(self.key, bits);
            }
            root_move.nodes += self.nodes - nodes_before;
            if self.is_stopped {
                return best;
            }
            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.line.clear();
                root_move.line.push(root_move.mv);
                root_move.line.extend_from_slice(&self.pvs[1]);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Late move reduction at the root.
    fn root_reduction(&self, depth: i32, index: usize) -> i32 {
        if depth < 3 || index < 3 {
            return 0;
        }
        self.shared.reductions.plies(depth, index)
    }
}

/// Sorts the moves, best first; those without an exact score keep their order.
#[inline(never)]
fn sort<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|root_move| -root_move.score);
}

fn best_lines<M: Clone>(moves: &[RootMove<M>], lines: usize) -> Vec<Line<M>> {
    moves
        .iter()
        .take(lines)
        .map(|root_move| Line { score: root_move.score, moves: root_move.line.clone() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::params::Params;
    use crate::search::tree_game::TreeGame;
    use crate::search::worker::with_shared;

    /// Calls `test` with a worker at the root of this tree.
    fn with_worker(tree: &str, limits: Limits, test: impl FnOnce(&mut Worker<'_, TreeGame>)) {
        with_shared::<TreeGame>(&Params::exact(), limits, |shared, eval_cache| {
            test(&mut Worker::new(shared, eval_cache, TreeGame::parse(tree), &[]));
        });
    }

    /// The search is stopped after the first move turned out worse than before.
    #[test]
    fn a_move_not_searched_in_this_iteration_is_not_sorted_to_the_front() {
        with_worker("((3 3)(9 9))", Limits::nodes(4), |worker| {
            let before = [(0, 20), (1, 10)];
            let mut moves = before.map(|(mv, score)| {
                let score = Score::new(score);
                RootMove { mv, score, line: vec![mv], nodes: 0 }
            });
            worker.search_root(&mut moves, -Score::INFINITE, Score::INFINITE, 2);
            assert!(worker.is_stopped);
            assert_eq!(moves[0].score, Score::new(3));
            sort(&mut moves);
            assert_eq!(moves[0].mv, 0);
        });
    }

    #[test]
    fn the_root_has_an_evaluation_to_improve_on() {
        with_worker("17", Limits::depth(1), |worker| {
            worker.iterative_deepening(1, Role::Main, &mut |_, _| {});
            assert_eq!(worker.plies[0].evaluation, 17);
        });
    }
}
