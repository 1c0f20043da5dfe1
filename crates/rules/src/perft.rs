//! Perft: the number of leaf nodes of the tree of legal moves.

use super::{Move, Position};

/// The number of leaf nodes at `depth` plies.
///
/// A pass is a move; a finished game is not continued. The last ply is bulk-counted.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    Walk { moves: Vec::with_capacity(1024) }.count(position, depth)
}

/// The leaf nodes below each legal move, in the order of generation.
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

/// The moves of all plies in one buffer.
struct Walk {
    moves: Vec<Move>,
}

impl Walk {
    fn count(&mut self, position: &mut Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => position.count_moves() as u64,
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
    use crate::{Color, Direction, GameType, Hex, Piece};

    /// Perft that plays the last ply, too.
    fn played(position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            leaves += played(position, depth - 1);
            position.unmake(undo);
        }
        leaves
    }

    fn assert_played(position: &Position, depth: u32) {
        let mut after = position.clone();
        assert_eq!(perft(&mut after, depth), played(&mut after, depth), "{position:?}");
        assert_eq!(&after, position);
    }

    /// A few moves lead out of the window.
    #[test]
    fn what_is_counted_at_the_edge_of_the_window_can_be_played() {
        for direction in Direction::ALL {
            for length in 12..16 {
                let pieces = Piece::of(Color::White).zip(Piece::of(Color::Black));
                let line = pieces.flat_map(|(white, black)| [white, black]).take(length);
                let place = |index| Hex::CENTER.stepped(direction, index as u16);
                let stacks = line.enumerate().map(|(index, piece)| (place(index), vec![piece]));
                let position = Position::from_stacks(GameType::MLP, 20, stacks, None).unwrap();
                assert_played(&position, 2);
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
