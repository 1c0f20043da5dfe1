//! Principal variation search (PVS): alpha-beta with null windows for all moves after the first.

use super::game_position::{GamePosition, NOISY};
use super::move_picker::MovePicker;
use super::ordering::ScoredMove;
use super::reductions::PLY;
use super::score::Score;
use super::transposition_table::{Bound, Entry};
use super::worker::Worker;

/// The state of a node before its moves are searched.
struct Node {
    depth: i32,
    ply: usize,
    evaluation: i32,
    /// Whether the evaluation is better than two plies ago.
    is_improving: bool,
    expects_cut: bool,
}

impl<G: GamePosition> Worker<'_, G> {
    /// The score of the position (fail-soft): exact if it is between `alpha` and `beta`,
    /// otherwise a bound.
    ///
    /// `PV` nodes have an open window and keep their line; all others have a null window.
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence(alpha, beta, self.shared.params.quiescence_plies, ply);
        }
        self.pvs[ply].clear();

        // Step 1. Stop if a limit is reached.
        if !self.enter(ply) {
            return Score::DRAW;
        }

        // Step 2. Terminal nodes and repetitions.
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        if self.is_repetition() {
            return self.draw(ply);
        }
        if ply >= Score::MAX_PLY {
            return Score::new(self.evaluate());
        }

        // Step 3. Mate distance pruning: a shorter win, or a loss no sooner, has already been
        // found.
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Static evaluation, while the bucket of the transposition table is prefetched.
        let evaluation = self.evaluate();
        self.plies[ply].evaluation = evaluation;
        self.apply_evaluation_bonus(ply);

        // Step 5. Transposition table cutoff.
        let key = self.key;
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && entry.cuts(alpha, beta)
        {
            return entry.score;
        }

        let node = Node {
            depth,
            ply,
            evaluation,
            is_improving: ply >= 2 && evaluation > self.plies[ply - 2].evaluation,
            expects_cut: cut_node,
        };

        // Steps 6 to 8. Prune the whole node.
        if !PV
            && !beta.is_decisive()
            && !self.position.is_threatened()
            && let Some(score) = self.prune_node(&node, alpha, beta)
        {
            return score;
        }
        if self.is_stopped {
            return Score::DRAW;
        }

        // Step 9. Internal iterative reduction (IIR): without a table move, or with one from a
        // much shallower search, move ordering is poor, so search with less depth.
        let table_move = entry.map_or(0, |entry| entry.move_bits);
        let params = self.shared.params;
        let reduce = depth >= params.iterative_reduction_depth
            && entry.is_none_or(|entry| {
                let is_stale = depth - entry.depth >= params.iterative_reduction_lag;
                entry.move_bits == 0 || (PV || cut_node) && is_stale
            });
        let node = Node { depth: depth - i32::from(reduce), ..node };

        self.search_moves::<PV>(&node, alpha, beta, table_move)
    }

    /// Reverse futility pruning, razoring and null move pruning: the score, if one applies.
    fn prune_node(&mut self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        let params = self.shared.params;
        let evaluation = Score::new(node.evaluation);

        // Step 6. Reverse futility pruning (RFP): the evaluation is so far above beta that the
        // score is not expected to drop below it.
        let lead = params.reverse_futility_margin * (node.depth - i32::from(node.is_improving));
        if node.depth <= params.reverse_futility_depth && evaluation >= beta + lead {
            return Some(evaluation);
        }

        // Step 7. Razoring: so far below alpha, only noisy moves could raise the score enough.
        let lag = params.razoring_base + params.razoring_slope * node.depth * node.depth;
        if node.depth <= params.razoring_depth && evaluation + lag <= alpha {
            let score = self.quiescence(alpha, alpha + 1, params.quiescence_plies, node.ply);
            if score <= alpha {
                return Some(score);
            }
        }

        // Step 8. Null move pruning (NMP): if passing fails high, so does the best move. Not twice
        // in a row, which would be the same node with less depth.
        if node.expects_cut
            && node.depth >= params.null_move_depth
            && evaluation >= beta + params.null_move_margin
            && node.ply > 0
            && self.plies[node.ply - 1].made.is_some()
            && let Some(null_move) = self.position.null_move()
        {
            let reduction = params.null_move_base + node.depth / params.null_move_divisor;
            let reduced = node.depth - 1 - reduction;
            let undo = self.make_null(null_move, node.ply);
            let score = -self.alpha_beta::<false>(-beta, -beta + 1, reduced, node.ply + 1, false);
            self.unmake(undo);
            if !self.is_stopped && score >= beta {
                // A win after a null move is unproven.
                return Some(if score.is_decisive() { beta } else { score });
            }
        }
        None
    }

    /// Steps 10 to 14: the loop over the moves.
    fn search_moves<const PV: bool>(
        &mut self,
        node: &Node,
        mut alpha: Score,
        beta: Score,
        table_move: u16,
    ) -> Score {
        let ply = node.ply;
        let old_alpha = alpha;
        let mut moves = self.all_moves(table_move, ply);

        let mut best = -Score::INFINITE;
        let mut best_move: Option<ScoredMove<G::Move>> = None;
        loop {
            // Step 10. Late move pruning and futility pruning: skip all remaining quiet moves,
            // most of which have not been generated yet.
            if !PV && !best.is_loss() && self.skips_quiet(node, moves.picked, alpha) {
                self.drop_quiet(&mut moves);
            }
            let Some((next, count)) = self.next_free_move(&mut moves, node.depth) else { break };

            // Step 11. Make the move and search it, with a reduction for late moves.
            let score = self.search_move::<PV>(node, &next, count, alpha, beta);
            if self.is_stopped {
                self.move_stack.truncate(moves.first);
                return Score::DRAW;
            }

            // Step 12. Check for a new best move and a fail high.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(next);
                    if PV {
                        self.update_pv(ply, next.mv);
                    }
                    if score >= beta {
                        self.update_histories(node, &moves, &next);
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.move_stack.truncate(moves.first);

        // Step 13. Write to the transposition table.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            move_bits: best_move.map_or(0, |best| best.bits),
            score: best,
            depth: node.depth,
            bound,
        };
        self.shared.table.store(self.key, entry, ply);
        best
    }

    /// Late move pruning and futility pruning: whether to skip all remaining quiet moves.
    fn skips_quiet(&self, node: &Node, tried: usize, alpha: Score) -> bool {
        if tried == 0 {
            return false;
        }
        let params = self.shared.params;
        // Late move pruning (LMP): with good move ordering, late moves rarely matter.
        let enough = params.late_move_base + params.late_move_slope * node.depth * node.depth;
        let enough = if node.is_improving { enough * 3 / 2 } else { enough };
        if node.depth <= params.late_move_pruning_depth && tried as i32 >= enough {
            return true;
        }
        // Futility pruning: a quiet move is not expected to raise alpha.
        let lag = params.futility_base + params.futility_slope * node.depth;
        node.depth <= params.futility_depth && Score::new(node.evaluation) + lag <= alpha
    }

    /// Makes a move and returns its score: the first with the full window, the others with a
    /// null window and, if that fails high, a re-search.
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        next: &ScoredMove<G::Move>,
        count: usize,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let ply = node.ply;
        let reduction = self.reduction::<PV>(node, next, count);
        let busy_moves = self.busy_moves(node.depth);
        if let Some(busy_moves) = busy_moves {
            busy_moves.insert(self.key, next.bits);
        }
        let undo = self.make(next.mv, ply);
        self.plies[ply].made_is_noisy = next.is_noisy();
        let reduction = reduction - self.threat_discount(reduction);
        let new_depth = node.depth - 1;
        let score = if count == 1 {
            -self.alpha_beta::<PV>(-beta, -alpha, new_depth, ply + 1, !PV && !node.expects_cut)
        } else {
            // Late move reduction (LMR): a reduced search first, then full depth if it beats alpha.
            let reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
            let mut score = -self.alpha_beta::<false>(-(alpha + 1), -alpha, reduced, ply + 1, true);
            if score > alpha && reduced < new_depth && !self.is_stopped {
                let cut_node = !node.expects_cut;
                score =
                    -self.alpha_beta::<false>(-(alpha + 1), -alpha, new_depth, ply + 1, cut_node);
            }
            if PV && score > alpha && score < beta && !self.is_stopped {
                score = -self.alpha_beta::<PV>(-beta, -alpha, new_depth, ply + 1, false);
            }
            score
        };
        self.unmake(undo);
        if let Some(busy_moves) = busy_moves {
            busy_moves.remove(self.key, next.bits);
        }
        score
    }

    /// Late move reduction, in plies.
    fn reduction<const PV: bool>(
        &self,
        node: &Node,
        next: &ScoredMove<G::Move>,
        count: usize,
    ) -> i32 {
        let params = self.shared.params;
        if node.depth < 2 || count < 2 || !params.reduces() {
            return 0;
        }
        let mut parts = self.shared.reductions.parts(node.depth, count);
        parts += PLY * params.reduction_at_cut_nodes * i32::from(node.expects_cut);
        parts += params.reduction_not_improving * i32::from(!node.is_improving);
        parts -= PLY * i32::from(PV);
        parts -= PLY * params.reduction_of_noisy * i32::from(next.is_noisy());
        parts -= PLY * next.history / params.reduction_history;
        if !next.is_noisy() {
            parts -= PLY * next.static_score / params.reduction_history;
        }
        // Rounded to the nearest ply.
        (parts + PLY / 2).max(0) / PLY
    }

    /// Late move reduction: the plies by which to reduce less, because the move just made leaves
    /// the opponent's queen one liberty.
    fn threat_discount(&self, reduction: i32) -> i32 {
        if reduction == 0 || !self.position.is_threatened() {
            return 0;
        }
        self.shared.params.reduction_of_threats.min(reduction)
    }

    /// Updates the history of the quiet move that led to this ply by the change of the static
    /// evaluation, as Stockfish does: this orders moves before any has failed high.
    fn apply_evaluation_bonus(&mut self, ply: usize) {
        let Some(last) = self.last_move(ply) else { return };
        let before = self.plies[ply - 1];
        if !before.made_is_noisy {
            let gain = -self.plies[ply].evaluation - before.evaluation;
            let params = self.shared.params;
            let (bonus, max) = (params.evaluation_bonus * gain, params.evaluation_bonus_max);
            self.shared.histories.main.update(last.main, bonus.clamp(-max, max));
        }
    }

    /// Step 14. Updates histories, killers and the counter-move after a fail high: a bonus for
    /// the move, a malus for the moves tried before it.
    fn update_histories(&mut self, node: &Node, moves: &MovePicker, good: &ScoredMove<G::Move>) {
        self.cuts += 1;
        self.cuts_by_first += u64::from(moves.picked == 1);
        let params = self.shared.params;
        let bonus = (params.history_curve * node.depth + params.history_slope) * node.depth;
        let bonus = bonus.min(params.history_max);
        let last = self.last_move(node.ply);
        let histories = self.shared.histories;
        for (index, tried) in self.move_stack[moves.first..][..moves.picked].iter().enumerate() {
            if moves.is_put_off(index) {
                continue;
            }
            let index = self.position.history_index(tried.mv);
            let bonus = if tried.bits == good.bits { bonus } else { -bonus };
            histories.main.update(index.main, bonus);
            if let Some(last) = last {
                let answer = index.continuation;
                histories.continuation.update(last.context, answer, bonus);
            }
        }
        if !good.is_noisy() {
            let killers = &mut self.plies[node.ply].killers;
            if killers[0] != good.bits {
                *killers = [good.bits, killers[0]];
            }
            if let Some(last) = last {
                histories.counter_moves.store(last.main, good.bits);
            }
        }
    }
}

const _: () =
    assert!(NOISY > 4 * super::history::History::MAX, "quiet moves are ordered after noisy ones");
