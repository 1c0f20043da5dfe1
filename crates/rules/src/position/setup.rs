//! Positions set up piece by piece, without a game that leads to them.

use thiserror::Error;

use super::Position;
use crate::{ByColor, Color, GameType, Hex, Piece};

/// Why a set-up is not a position of Hive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum SetupError {
    #[error("`{0}` is not in play")]
    NotInPlay(Piece),
    #[error("`{0}` is on the table twice")]
    Twice(Piece),
    #[error("`{piece}` is on the table, but `{missing}` is not")]
    OutOfOrder { piece: Piece, missing: Piece },
    #[error("`{0}` cannot stand on another piece")]
    Climbs(Piece),
    #[error("the hive is not connected")]
    Split,
    #[error("{color} cannot have {count} of its pieces on the table at ply {ply}")]
    Hurry { color: Color, count: usize, ply: u16 },
    #[error("`{0}` is in hand or covered, so it cannot have moved last")]
    Resting(Piece),
}

impl Position {
    /// Sets up a position: `stacks` of pieces, each from bottom to top, after `ply` plies, the
    /// last of which moved `last_moved`.
    ///
    /// Not every position that passes is reachable by a game.
    ///
    /// # Examples
    ///
    /// ```
    /// use waggle_hive_rules::{Bug, Color, Direction, GameType, Hex, Piece, Position};
    ///
    /// let east = Hex::CENTER.neighbor(Direction::East);
    /// let [white, black] = Color::ALL.map(Piece::queen);
    /// let beetle = Piece::new(Color::White, Bug::Beetle, 1).unwrap();
    /// let stacks = [(Hex::CENTER, vec![white]), (east, vec![black, beetle])];
    /// let position = Position::from_stacks(GameType::BASE, 8, stacks, None)?;
    /// assert_eq!(position.height(east), 2);
    /// # Ok::<(), waggle_hive_rules::SetupError>(())
    /// ```
    #[inline]
    pub fn from_stacks(
        game_type: GameType,
        ply: u16,
        stacks: impl IntoIterator<Item = (Hex, Vec<Piece>)>,
        last_moved: Option<Piece>,
    ) -> Result<Self, SetupError> {
        let mut position = Self::new(game_type);
        position.put_outwards(stacks.into_iter().collect())?;
        position.ply = ply;
        position.last_moved = last_moved;
        position.check_setup()?;
        Ok(position)
    }

    /// Puts down the stacks from the first one outwards, so that the hive is always connected.
    fn put_outwards(&mut self, mut stacks: Vec<(Hex, Vec<Piece>)>) -> Result<(), SetupError> {
        let mut next = if stacks.is_empty() { None } else { Some(0) };
        while let Some(index) = next {
            let (hex, pieces) = stacks.swap_remove(index);
            for piece in pieces {
                self.put_down(piece, hex)?;
            }
            next = stacks
                .iter()
                .position(|(hex, _)| hex.neighbors().any(|beside| self.height(beside) > 0));
        }
        if stacks.is_empty() { Ok(()) } else { Err(SetupError::Split) }
    }

    fn put_down(&mut self, piece: Piece, hex: Hex) -> Result<(), SetupError> {
        if !self.game_type.contains(piece.bug()) {
            return Err(SetupError::NotInPlay(piece));
        }
        if self.hex_of(piece).is_some() {
            return Err(SetupError::Twice(piece));
        }
        if self.height(hex) > 0 && !piece.bug().climbs() {
            return Err(SetupError::Climbs(piece));
        }
        self.hive.put(piece, hex);
        Ok(())
    }

    fn check_setup(&self) -> Result<(), SetupError> {
        let mut counts = ByColor::<usize>::default();
        for piece in self.pieces_on_table() {
            counts[piece.color()] += 1;
            let before = Piece::new(piece.color(), piece.bug(), piece.number() - 1);
            if let Some(missing) = before.filter(|before| self.hex_of(*before).is_none()) {
                return Err(SetupError::OutOfOrder { piece, missing });
            }
        }
        let turns = ByColor { white: self.ply.div_ceil(2), black: self.ply / 2 };
        for color in Color::ALL {
            let (count, turns) = (counts[color], usize::from(turns[color]));
            if count > turns || count == 0 && turns > 0 {
                return Err(SetupError::Hurry { color, count, ply: self.ply });
            }
        }
        match self.last_moved {
            Some(piece) if self.hex_of(piece).is_none() || self.is_covered(piece) => {
                Err(SetupError::Resting(piece))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bug, Direction};

    fn piece(color: Color, bug: Bug, number: u8) -> Piece {
        Piece::new(color, bug, number).unwrap()
    }

    /// A row of stacks from the center to the east.
    fn row(stacks: &[&[Piece]]) -> Vec<(Hex, Vec<Piece>)> {
        let place = |index| Hex::CENTER.stepped(Direction::East, index);
        (0..).map(place).zip(stacks.iter().map(|stack| stack.to_vec())).collect()
    }

    #[test]
    fn a_played_position_can_be_set_up() {
        let mut played = Position::new(GameType::MLP);
        for _ in 0..40 {
            let moves = played.legal_moves();
            let _undo = played.make(moves[moves.len() / 3]);
        }
        let stacks = (0..Hex::COUNT).map(Hex::from_index).filter(|hex| played.height(*hex) > 0);
        let stacks: Vec<_> = stacks.map(|hex| (hex, played.stack(hex).collect())).collect();
        let set_up =
            Position::from_stacks(played.game_type(), played.ply(), stacks, played.last_moved());
        let set_up = set_up.unwrap();
        set_up.assert_valid();
        assert_eq!(set_up.key(), played.key());
        assert_eq!(set_up.legal_moves(), played.legal_moves());
    }

    #[test]
    fn impossible_positions_are_refused() {
        let white = Piece::queen(Color::White);
        let black = Piece::queen(Color::Black);
        let beetle = piece(Color::White, Bug::Beetle, 1);
        let second = piece(Color::White, Bug::Beetle, 2);
        let mosquito = piece(Color::White, Bug::Mosquito, 1);
        let set_up = |stacks: &[&[Piece]], ply, last_moved| {
            Position::from_stacks(GameType::BASE, ply, row(stacks), last_moved).map(|_| ())
        };
        assert_eq!(set_up(&[&[white], &[black]], 8, Some(white)), Ok(()));
        assert_eq!(set_up(&[&[white], &[mosquito]], 8, None), Err(SetupError::NotInPlay(mosquito)));
        assert_eq!(set_up(&[&[white], &[white]], 8, None), Err(SetupError::Twice(white)));
        let gap = SetupError::OutOfOrder { piece: second, missing: beetle };
        assert_eq!(set_up(&[&[black], &[second]], 8, None), Err(gap));
        assert_eq!(set_up(&[&[white, black]], 8, None), Err(SetupError::Climbs(black)));
        assert_eq!(set_up(&[&[white], &[], &[black]], 8, None), Err(SetupError::Split));
        let hurry = SetupError::Hurry { color: Color::White, count: 2, ply: 2 };
        assert_eq!(set_up(&[&[white], &[beetle], &[black]], 2, None), Err(hurry));
        let nobody = SetupError::Hurry { color: Color::White, count: 0, ply: 2 };
        assert_eq!(set_up(&[], 2, None), Err(nobody));
        assert_eq!(set_up(&[], 0, None), Ok(()));
        let covered = Err(SetupError::Resting(black));
        assert_eq!(set_up(&[&[white], &[black, beetle]], 8, Some(black)), covered);
    }
}
