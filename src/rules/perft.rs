//! Perft: counting the leaves of the legal tree.

use super::{Move, Position};

/// The number of positions that `depth` plies lead to.
///
/// A pass is a move; a finished game is not continued. The last ply is counted
/// without being played; all others are played move by move.
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    Walk { moves: Vec::with_capacity(1024) }.count(position, depth)
}

/// The leaves below each legal move, in the order of generation.
#[must_use]
pub fn divide(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let count = |mv| {
        let undo = position.make(mv);
        let leaves = perft(position, depth.saturating_sub(1));
        position.unmake(undo);
        (mv, leaves)
    };
    moves.into_iter().map(count).collect()
}

/// One buffer for the moves of all plies.
struct Walk {
    moves: Vec<Move>,
}

impl Walk {
    fn count(&mut self, position: &mut Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => position.count_moves() as u64,
            2 => position.count_replies(&mut self.moves),
            _ => {
                let first = self.moves.len();
                position.moves_into(&mut self.moves);
                let mut leaves = 0;
                for index in first..self.moves.len() {
                    let undo = position.make(self.moves[index]);
                    leaves += self.count(position, depth - 1);
                    position.unmake(undo);
                }
                self.moves.truncate(first);
                leaves
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::GameType;

    #[test]
    fn opening_counts_are_those_of_other_engines() {
        for (game_type, counts) in [
            (GameType::BASE, [1, 4, 96, 1_440, 21_600, 516_240]),
            (GameType::MLP, [1, 7, 294, 6_678, 151_686, 5_427_108]),
        ] {
            for (depth, count) in counts.into_iter().enumerate() {
                let mut position = Position::new(game_type);
                assert_eq!(perft(&mut position, depth as u32), count, "{game_type} {depth}");
                assert_eq!(position, Position::new(game_type));
            }
        }
    }

    #[test]
    fn the_parts_sum_up_to_the_whole() {
        let mut position = Position::new(GameType::MLP);
        let parts = divide(&mut position, 4);
        assert_eq!(parts.len(), 7);
        assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 151_686);
    }
}
