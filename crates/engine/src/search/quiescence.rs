//! Quiescence search: noisy moves only.

use super::game_position::{GamePosition, Terminal};
use super::score::Score;
use super::transposition_table::{Bound, Entry};
use super::worker::Worker;

impl<G: GamePosition> Worker<'_, G> {
    /// The score of the position if only noisy moves are played, and either player may stand pat.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        plies_left: i32,
        ply: usize,
    ) -> Score {
        self.pvs[ply].clear();
        if !self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        // The bucket of the transposition table is prefetched meanwhile.
        let evaluation = self.evaluate();
        let key = self.key;
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry
            && entry.cuts(alpha, beta)
        {
            return entry.score;
        }

        // Stand pat.
        let mut best = Score::new(evaluation);
        if best >= beta || plies_left <= 0 || ply >= Score::MAX_PLY {
            return best;
        }
        let old_alpha = alpha;
        alpha = alpha.max(best);

        let mut best_bits = 0;
        let mut moves = self.noisy_moves(entry.map_or(0, |entry| entry.move_bits), ply);
        let most = self.shared.params.quiescence_moves as usize;
        while moves.picked < most
            && let Some(next) = self.next_move(&mut moves)
        {
            let undo = self.make(next.mv, ply);
            let score = -self.quiescence(-beta, -alpha, plies_left - 1, ply + 1);
            self.unmake(undo);
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_bits = next.bits;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.move_stack.truncate(moves.first);
        if self.is_stopped {
            return Score::DRAW;
        }
        // Not all moves have been searched, so a score above alpha is a lower bound.
        let bound = if best > old_alpha { Bound::Lower } else { Bound::Upper };
        let entry = Entry { move_bits: best_bits, score: best, depth: 0, bound };
        self.shared.table.store(key, entry, ply);
        best
    }

    /// The score of a terminal node; `None` if the game goes on.
    #[inline]
    pub(super) fn terminal_score(&self, ply: usize) -> Option<Score> {
        Some(match self.position.terminal()? {
            Terminal::Win => Score::win_in(ply),
            Terminal::Loss => Score::loss_in(ply),
            Terminal::Draw => self.draw(ply),
        })
    }

    /// The score of a draw at this ply, with contempt.
    #[inline]
    pub(super) fn draw(&self, ply: usize) -> Score {
        Score::new(-self.contempt(ply))
    }
}
