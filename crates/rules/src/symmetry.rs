//! Symmetries of small hives: moves that lead to equivalent positions.

use super::{Hex, Move, Position};

/// A rotation or reflection about the origin, as a matrix over axial coordinates: the rows give
/// the new `q` and the new `r`.
pub(super) type Symmetry = [[i32; 2]; 2];

pub(super) const IDENTITY: Symmetry = [[1, 0], [0, 1]];

/// All but the identity.
pub(super) const SYMMETRIES: [Symmetry; 11] = {
    const SIXTH_OF_A_TURN: Symmetry = [[0, -1], [1, 1]];
    const REFLECTION: Symmetry = [[0, 1], [1, 0]];
    let mut symmetries = [REFLECTION; 11];
    let mut turn = SIXTH_OF_A_TURN;
    let mut turns = 0;
    while turns < 5 {
        symmetries[2 * turns] = turn;
        symmetries[2 * turns + 1] = after(REFLECTION, turn);
        turn = after(SIXTH_OF_A_TURN, turn);
        turns += 1;
    }
    symmetries
};

/// The product of both: `first`, then `last`.
const fn after(last: Symmetry, first: Symmetry) -> Symmetry {
    let mut both = [[0; 2]; 2];
    let mut row = 0;
    while row < 2 {
        let mut column = 0;
        while column < 2 {
            both[row][column] = last[row][0] * first[0][column] + last[row][1] * first[1][column];
            column += 1;
        }
        row += 1;
    }
    both
}

/// The image of a hex under a symmetry about an origin.
pub(super) fn image(hex: Hex, origin: Hex, [[qq, qr], [rq, rr]]: Symmetry) -> Hex {
    let (q, r) = (i32::from(origin.q()), i32::from(origin.r()));
    // Everything is modulo the side of the torus, so the sign of an offset does not matter.
    let (dq, dr) = (i32::from(hex.q()) - q, i32::from(hex.r()) - r);
    Hex::new(q + qq * dq + qr * dr, r + rq * dq + rr * dr)
}

impl Position {
    /// Larger hives are skipped: only a straight line has a symmetry, and long ones are rare.
    const MAX_PIECES: usize = 4;

    /// Of the legal moves in the list from `first` on, keeps one of each set that leads to
    /// equivalent positions, such as Black's six placements next to White's first piece.
    #[inline]
    pub fn keep_distinct_moves(&self, moves: &mut Vec<Move>, first: usize) {
        if self.ply() > 2 * Self::MAX_PIECES as u16
            || self.pieces_on_table().count() > Self::MAX_PIECES
        {
            return;
        }
        let hexes = || self.pieces_on_table().filter_map(|piece| self.hex_of(piece));
        let Some(origin) = hexes().next() else { return };
        // A symmetry maps each piece to itself, since all are different.
        let symmetries = SYMMETRIES
            .into_iter()
            .filter(|&symmetry| hexes().all(|hex| image(hex, origin, symmetry) == hex));
        let symmetries: Vec<_> = symmetries.collect();
        if symmetries.is_empty() {
            return;
        }
        let is_first_of_its_images = |mv: &Move| match *mv {
            Move::To { hex, .. } => symmetries.iter().all(|&one| image(hex, origin, one) >= hex),
            Move::Pass => true,
        };
        let listed = moves.split_off(first);
        moves.extend(listed.into_iter().filter(is_first_of_its_images));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games::visit_random_games;
    use crate::{Game, GameType, perft};

    fn distinct(position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        position.keep_distinct_moves(&mut moves, 0);
        moves
    }

    #[test]
    fn the_eleven_symmetries_differ_and_keep_distances() {
        let near: Vec<_> = Hex::CENTER.neighbors().collect();
        let mut images: Vec<Vec<Hex>> = SYMMETRIES
            .iter()
            .map(|symmetry| near.iter().map(|hex| image(*hex, Hex::CENTER, *symmetry)).collect())
            .collect();
        assert!(images.iter().flatten().all(|hex| hex.is_beside(Hex::CENTER)));
        images.push(near);
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 12);
    }

    #[test]
    fn the_first_plies_have_few_distinct_moves() {
        let mut game = Game::new(GameType::BASE);
        // Spider, beetle, grasshopper, ant: a queen does not begin.
        assert_eq!(distinct(game.position()).len(), 4);
        game.play(game.position().legal_moves()[0]).unwrap();
        assert_eq!((game.position().legal_moves().len(), distinct(game.position()).len()), (24, 4));
        game.play(distinct(game.position())[0]).unwrap();
        // Opposite Black's piece, or to the left or right of that.
        assert_eq!(
            (game.position().legal_moves().len(), distinct(game.position()).len()),
            (15, 10)
        );
    }

    /// Each dropped move has a twin that is kept, with as many lines of play behind it.
    #[test]
    fn every_dropped_move_has_a_twin() {
        let mut dropped = 0;
        visit_random_games(48, 6, |game| {
            let position = game.position();
            let (legal, kept) = (position.legal_moves(), distinct(position));
            let lines = |mv: Move| {
                let mut position = position.clone();
                let _ = position.make(mv);
                (mv.piece(), perft(&mut position, 2))
            };
            let kept_lines: Vec<_> = kept.iter().map(|&mv| lines(mv)).collect();
            for mv in legal.iter().filter(|mv| !kept.contains(mv)) {
                assert!(kept_lines.contains(&lines(*mv)), "{mv:?}");
                dropped += 1;
            }
            assert!(kept.iter().all(|mv| legal.contains(mv)));
        });
        assert!(dropped > 500, "{dropped}");
    }
}
