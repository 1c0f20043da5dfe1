//! Sets of pieces: one bit per index.

use super::{Bug, Color, GameType, Piece};

/// The pieces whose bits are set, in the order of their index.
#[inline]
pub fn pieces(mut set: u32) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let piece = Piece::from_index(set.trailing_zeros() as usize);
            set &= set - 1;
            piece
        })
    })
}

/// The bits of all pieces of a player.
#[inline]
pub const fn all_of(color: Color) -> u32 {
    let first = (1 << Piece::PER_PLAYER) - 1;
    match color {
        Color::White => first,
        Color::Black => first << Piece::PER_PLAYER,
    }
}

/// The bits of a player's pieces of one kind.
#[inline]
pub const fn all_of_kind(color: Color, bug: Bug) -> u32 {
    let slots = ((1 << bug.quantity()) - 1) << bug.first_slot();
    slots << (color as usize * Piece::PER_PLAYER)
}

/// The bits of all pieces.
pub const ALL: u32 = (1 << Piece::COUNT) - 1;

/// The bits of the pieces with number 1.
pub(super) const FIRST_OF_KIND: u32 = {
    let mut first = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        first |= 1 << Bug::ALL[kind].first_slot();
        kind += 1;
    }
    first | first << Piece::PER_PLAYER
};

/// The bits of the pieces that may throw.
pub(super) const THROWERS: u32 = {
    let mut throwers = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        let bug = Bug::ALL[kind];
        if bug.throws() {
            throwers |= all_of_kind(Color::White, bug) | all_of_kind(Color::Black, bug);
        }
        kind += 1;
    }
    throwers
};

/// The bits of the pieces in play.
#[inline]
pub const fn all_in(game_type: GameType) -> u32 {
    let mut absent = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        let bug = Bug::ALL[kind];
        if !game_type.contains(bug) {
            absent |= all_of_kind(Color::White, bug) | all_of_kind(Color::Black, bug);
        }
        kind += 1;
    }
    ALL & !absent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_sets_hold_the_right_pieces() {
        let set = |belongs: &dyn Fn(Piece) -> bool| {
            Piece::all()
                .filter(|piece| belongs(*piece))
                .fold(0, |set, piece| set | 1 << piece.index())
        };
        assert_eq!(ALL, set(&|_| true));
        assert_eq!(FIRST_OF_KIND, set(&|piece| piece.number() == 1));
        assert_eq!(THROWERS, set(&|piece| matches!(piece.bug(), Bug::Pillbug | Bug::Mosquito)));
        for color in Color::ALL {
            assert_eq!(all_of(color), set(&|piece| piece.color() == color));
            for bug in Bug::ALL {
                let expected = set(&|piece| piece.color() == color && piece.bug() == bug);
                assert_eq!(all_of_kind(color, bug), expected);
            }
        }
        for game_type in GameType::ALL {
            assert_eq!(all_in(game_type), set(&|piece| game_type.contains(piece.bug())));
        }
        assert_eq!(pieces(0b1010_0001).map(Piece::index).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
