//! What was played before a position.

use waggle_hive_core::rules::{Game, Hex, Move, Piece};

/// A ply of the past.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) piece: Piece,
    /// `None` for a placement.
    pub(crate) from: Option<Hex>,
    pub(crate) to: Hex,
}

/// The last plies, and when each piece last moved.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    /// The last plies, the latest first; `None` for a pass and before the start.
    pub(crate) steps: [Option<Step>; Self::DEPTH],
    /// By piece: how many plies ago it moved; 0 if that is not known.
    pub(crate) ages: [u16; Piece::COUNT],
}

impl Past {
    /// The plies that are looked at.
    pub(crate) const DEPTH: usize = 6;

    pub(crate) fn of(game: &Game) -> Self {
        let mut past = Self { steps: [None; Self::DEPTH], ages: [0; Piece::COUNT] };
        let mut places: [Option<Hex>; Piece::COUNT] = std::array::from_fn(|index| {
            game.start().and_then(|start| start.hex_of(Piece::from_index(index)))
        });
        let moves = game.moves();
        let plies = moves.len();
        for (ply, mv) in moves.enumerate() {
            let Move::To { piece, hex } = mv else { continue };
            let from = places[piece.index()].replace(hex);
            let ago = plies - ply;
            past.ages[piece.index()] = ago as u16;
            if let Some(step) = past.steps.get_mut(ago - 1) {
                *step = Some(Step { piece, from, to: hex });
            }
        }
        past
    }
}
