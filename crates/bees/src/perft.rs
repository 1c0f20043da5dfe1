//! Perft: counts the leaf nodes of the game tree.

use super::Position;

/// The number of leaf nodes at `depth`. A forced pass is a move; a game that is over has none.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let undo = position.make(mv);
        leaves += perft(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}
