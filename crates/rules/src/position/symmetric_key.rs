//! A key that is the same for all translations, rotations and reflections of a position.

use super::Position;
use crate::symmetry::{IDENTITY, SYMMETRIES, Symmetry};
use crate::{Hex, Piece, zobrist};

/// A piece, its coordinates in the plane, and the number of pieces below it.
type PieceAt = (Piece, i32, i32, u8);

impl Position {
    /// A key that is invariant under translations, rotations and reflections of the hive.
    ///
    /// Game types have different keys. It never changes, because files contain it.
    ///
    /// ```
    /// use waggle_hive_rules::{GameType, Position};
    ///
    /// let mut position = Position::new(GameType::BASE);
    /// let _ = position.make(position.legal_moves()[0]);
    /// // Black's first piece goes to one of six equivalent hexes.
    /// let replies = position.legal_moves();
    /// let keys = replies.iter().map(|mv| {
    ///     let mut after = position.clone();
    ///     let _ = after.make(*mv);
    ///     after.symmetric_key()
    /// });
    /// let distinct: std::collections::HashSet<u64> = keys.collect();
    /// assert_eq!((replies.len(), distinct.len()), (24, 4));
    /// ```
    #[inline]
    pub fn symmetric_key(&self) -> u64 {
        let pieces = self.pieces();
        let us = self.side_to_move();
        let moved = self.last_moved.and_then(|piece| Some((piece, self.hex_of(piece)?)));
        let resting = moved
            .filter(|&(piece, hex)| self.game_type.pillbug && self.rest_matters(us, piece, hex));
        let resting = resting.map(|(piece, _)| piece);
        let symmetries = SYMMETRIES.into_iter().chain([IDENTITY]);
        let key = symmetries.map(|symmetry| image_key(&pieces, resting, symmetry)).min();
        key.unwrap_or(0)
            ^ self.turn_key(self.ply, self.hive.on_table(), None)
            ^ zobrist::game_type(self.game_type)
    }

    /// The pieces on the table, with coordinates that do not wrap around the torus.
    fn pieces(&self) -> Vec<PieceAt> {
        let ((first_q, _), (first_r, _)) = self.hive.extents();
        let piece_at = |piece| {
            let hex = self.hive.hex_of(piece)?;
            let from = |first: u16, coordinate: u16| i32::from(coordinate.wrapping_sub(first) & 31);
            let below = std::iter::successors(self.below(piece), |&piece| self.below(piece));
            Some((piece, from(first_q, hex.q()), from(first_r, hex.r()), below.count() as u8))
        };
        self.pieces_on_table().filter_map(piece_at).collect()
    }
}

/// The key of the pieces after a symmetry, shifted so that coordinates start at 0.
fn image_key(pieces: &[PieceAt], resting: Option<Piece>, [[qq, qr], [rq, rr]]: Symmetry) -> u64 {
    let image = |q, r| (qq * q + qr * r, rq * q + rr * r);
    let images = || pieces.iter().map(|&(_, q, r, _)| image(q, r));
    let first_q = images().map(|(q, _)| q).min().unwrap_or(0);
    let first_r = images().map(|(_, r)| r).min().unwrap_or(0);
    pieces.iter().fold(0, |key, &(piece, q, r, height)| {
        let (q, r) = image(q, r);
        let hex = Hex::new(q - first_q, r - first_r);
        let rests = if resting == Some(piece) { zobrist::resting(piece, hex) } else { 0 };
        key ^ zobrist::piece_on(piece, hex, height) ^ rests
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::random_games::visit_random_games;
    use crate::symmetry::image;
    use crate::{Color, GameType};

    /// The position rotated or reflected, and shifted.
    pub(crate) fn moved(position: &Position, symmetry: Symmetry, shift: i32) -> Position {
        let origin = Hex::CENTER;
        let place = |hex: Hex| {
            let hex = image(hex, origin, symmetry);
            Hex::new(i32::from(hex.q()) + shift, i32::from(hex.r()) - 3 * shift)
        };
        let stacks = (0..Hex::COUNT).map(Hex::from_index).filter(|hex| position.height(*hex) > 0);
        let stacks: Vec<_> =
            stacks.map(|hex| (place(hex), position.stack(hex).collect())).collect();
        let (game_type, ply) = (position.game_type(), position.ply());
        Position::from_stacks(game_type, ply, stacks, position.last_moved()).unwrap()
    }

    #[test]
    fn it_is_invariant_and_equivalent_positions_have_as_many_moves() {
        let mut keys: HashMap<u64, (u16, usize)> = HashMap::new();
        visit_random_games(24, 90, |game| {
            let position = game.position();
            let key = position.symmetric_key();
            for (shift, symmetry) in (0..).zip(SYMMETRIES.into_iter().chain([IDENTITY])) {
                assert_eq!(moved(position, symmetry, 5 * shift).symmetric_key(), key);
            }
            // Equivalent positions have as many moves.
            let facts = (position.ply() & 1, position.count_moves());
            assert_eq!(*keys.entry(key).or_insert(facts), facts, "{game:?}");
        });
        assert!(keys.len() > 800, "{}", keys.len());
    }

    #[test]
    fn game_types_and_players_have_different_keys() {
        let keys = GameType::ALL.map(|game_type| Position::new(game_type).symmetric_key());
        let mut distinct = keys.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 8);
        let queens = |ply| {
            let stack = |color, hex| (hex, vec![Piece::queen(color)]);
            let east = Hex::new(17, 16);
            let stacks = [stack(Color::White, Hex::CENTER), stack(Color::Black, east)];
            Position::from_stacks(GameType::BASE, ply, stacks, None).unwrap()
        };
        assert_ne!(queens(8).symmetric_key(), queens(9).symmetric_key());
        assert_eq!(queens(8).symmetric_key(), queens(10).symmetric_key());
    }

    /// Files contain these keys: changing them breaks all books.
    #[test]
    fn it_never_changes() {
        let mut position = Position::new(GameType::MLP);
        let mut keys = vec![position.symmetric_key()];
        for _ in 0..12 {
            let moves = position.legal_moves();
            let _ = position.make(moves[moves.len() / 3]);
            keys.push(position.symmetric_key());
        }
        let mixed = keys.iter().fold(0_u64, |sum, key| sum.rotate_left(7) ^ key);
        assert_eq!((keys[0], mixed), (0xe132_cc27_0fc7_eac8, 0xd5d5_8f14_ec13_203d));
    }
}
