//! Counting the leaves of the tree of legal moves.

use super::Position;

/// How many sequences of `depth` legal moves there are. A forced pass counts as
/// a move; positions after the end of a game have no moves.
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
