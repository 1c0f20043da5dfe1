//! An overview of a position: what can be seen of it in whole sets.
//!
//! This is what the evaluation is made of, so it has to be quick. Nothing is found out
//! piece by piece that can be found out for all pieces at once, and instead of asking
//! where each piece can go it asks, backwards, from where a liberty of a queen can be
//! filled. Three things are left out for that: a walk is looked at with the piece still in
//! its place, except for spiders that seem to arrive; gates on top of the hive do not
//! hold; and an ant reaches the edge of the hive or nothing.

mod pack;
mod siege;
mod whole;

use super::board::Board;
use super::dispatch::{self, Task};
use super::grid::Grid;
use super::hive::{self, Hive};
use super::{ByColor, Color, Piece, Position};
use whole::Whole;

/// What can be seen of a position at once. Sets of pieces have a bit for each index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// The pieces that belong to the game and are in hand.
    pub in_hand: u32,
    /// The pieces on the table.
    pub on_table: u32,
    /// The pieces below others.
    pub covered: u32,
    /// The pieces on the ground that hold the hive together.
    pub pinned: u32,
    /// The pieces on top of others.
    pub atop: u32,
    /// The pieces on the ground with a way to slide, pinned or not.
    pub slides: u32,
    /// Those with two ways or more.
    pub slides_much: u32,
    /// The uppermost pieces around the queen of each player.
    pub beside_queen: ByColor<u32>,
    /// What each player can do.
    pub outlook: ByColor<Outlook>,
}

/// How a liberty of the opponent's queen can be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// By one slide.
    Slide,
    /// By a step down from the top of the hive.
    StepDown,
    /// By a spider's walk.
    Spider,
    /// By a jump.
    Jump,
    /// By an ant's walk.
    Ant,
    /// By a ladybug's run.
    Ladybug,
    /// By a throw of either player's piece.
    Throw,
    /// By a new piece.
    Placement,
}

impl Means {
    /// All means, in the order of [`Outlook::fillable`].
    pub const ALL: [Self; 8] = [
        Self::Slide,
        Self::StepDown,
        Self::Spider,
        Self::Jump,
        Self::Ant,
        Self::Ladybug,
        Self::Throw,
        Self::Placement,
    ];
}

/// What a player can do. All but `open` and `entries` are nothing while a queen is in
/// hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The liberties of the opponent's queen that can be filled, a bit for each
    /// direction from her, by [`Means`]. Mosquitoes fill them as whom they touch.
    pub fillable: [u8; Means::ALL.len()],
    /// The pieces that can fill one of them or climb onto her, without opening another.
    pub attackers: u32,
    /// The liberties of the opponent's queen to which a slide leads from outside.
    pub open: u8,
    /// The kinds of bugs that the mosquito touches, a bit for each.
    pub mimicked: u8,
    /// The pieces of both players that can be thrown.
    pub throwable: u8,
    /// The hexes where pieces can be placed.
    pub entries: u8,
}

impl Position {
    /// Looks over the position.
    ///
    /// The player who is not to move is seen without regard to the resting piece.
    #[must_use]
    #[inline]
    pub fn overview(&self) -> Overview {
        let hive = self.hive();
        let mut overview = if self.ply() >= 2 {
            let us = self.side_to_move();
            let resting = self.last_moved().filter(|piece| piece.color() == us);
            let throws = self.game_type().pillbug;
            dispatch::run(hive, Overlooking { hive, resting, throws })
        } else {
            Overview { on_table: hive.on_table(), ..Overview::default() }
        };
        overview.in_hand = hive::all_in(self.game_type()) & !hive.on_table();
        overview
    }
}

/// Looks over a hive of two pieces or more.
pub(super) struct Overlooking<'a> {
    pub(super) hive: &'a Hive,
    /// The piece of the player to move that rests, if one does.
    pub(super) resting: Option<Piece>,
    /// Whether the pillbug is in play.
    pub(super) throws: bool,
}

impl Task for Overlooking<'_> {
    type Answer = Overview;

    #[inline(always)]
    fn on<G: Grid>(self, board: &Board<G>) -> Overview {
        let whole = Whole::of(&self, board);
        let (slides, slides_much) = whole.slides();
        let beside_queen =
            ByColor { white: whole.beside(Color::White), black: whole.beside(Color::Black) };
        // Once for each, so that neither has to be looked up by color.
        let outlook = ByColor {
            white: whole.outlook(Color::White, beside_queen.black),
            black: whole.outlook(Color::Black, beside_queen.white),
        };
        Overview {
            in_hand: 0,
            on_table: self.hive.on_table(),
            covered: self.hive.covered(),
            pinned: whole.pinned,
            atop: whole.uppermost & !whole.on_ground,
            slides,
            slides_much,
            beside_queen,
            outlook,
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bug, Game, GameType};

    /// Plays games of arbitrary moves and shows every position from the third on.
    fn at_each_position(mut show: impl FnMut(&Position)) {
        for (seed, game_type) in GameType::ALL.into_iter().cycle().take(64).enumerate() {
            let mut game = Game::new(game_type);
            let mut state = seed as u64 + 1;
            while game.outcome().is_none() && game.position().ply() < 100 {
                if game.position().ply() >= 2 {
                    show(game.position());
                }
                let moves = game.position().legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
            }
        }
    }

    /// The liberties of the opponent's queen that can be filled by any means.
    fn filled(outlook: &Outlook) -> u8 {
        outlook.fillable.iter().fold(0, |all, by_these| all | by_these)
    }

    #[test]
    fn what_it_says_of_pieces_is_what_generation_goes_by() {
        at_each_position(|position| {
            let (overview, survey) = (position.overview(), position.survey());
            assert_eq!(overview.pinned, survey.pinned);
            for piece in Piece::all() {
                let is_in = |set: u32| set >> piece.index() & 1 != 0;
                let hex = position.hex_of(piece);
                assert_eq!(is_in(overview.on_table), hex.is_some());
                assert_eq!(is_in(overview.covered), position.is_covered(piece));
                assert!(!is_in(overview.in_hand & overview.on_table));
                let Some(hex) = hex.filter(|_| !position.is_covered(piece)) else { continue };
                assert_eq!(is_in(overview.atop), position.height(hex) > 1);
                for color in Color::ALL {
                    let queen = position.hex_of(Piece::queen(color));
                    let is_beside = queen.is_some_and(|queen| hex.is_beside(queen));
                    assert_eq!(is_in(overview.beside_queen[color]), is_beside, "{piece}");
                }
                // Nobody throws her, so that all that she can do is slide.
                if piece.bug() == Bug::Queen
                    && !position.game_type().pillbug
                    && !is_in(overview.pinned | overview.atop)
                {
                    let ways = survey.moves[piece.index()];
                    assert_eq!(is_in(overview.slides), ways > 0, "{piece}");
                    assert_eq!(is_in(overview.slides_much), ways > 1, "{piece}");
                }
            }
        });
    }

    #[test]
    fn what_can_be_filled_is_seldom_seen_wrong() {
        let (mut seen, mut wrong) = (0, 0);
        at_each_position(|position| {
            let (overview, survey) = (position.overview(), position.survey());
            for us in Color::ALL {
                let outlook = &overview.outlook[us];
                if survey.entries[us] > 0 {
                    assert_eq!(outlook.entries, survey.entries[us]);
                }
                seen += 1;
                wrong +=
                    usize::from(filled(outlook).count_ones() != u32::from(survey.fillable[us]));
            }
        });
        assert!(wrong * 20 < seen, "{wrong} of {seen}");
    }
}
