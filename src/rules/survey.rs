//! A survey of a position: what every piece of both players can do.
//!
//! It says exactly what an [`Overview`](super::Overview) says in haste, for explanations
//! and as a standard to measure that by. The facts come from the same generator as the
//! legal moves, with the pinned pieces computed once for both sides.

use super::board::Board;
use super::dispatch::{self, Task};
use super::grid::{self, Grid};
use super::hive::{self, Hive};
use super::movegen::{self, Jumps, Mover, Sink, Turn};
use super::{ByColor, Color, Hex, Piece, Position};

/// What the pieces of both players can do, each as if its owner were to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// For each piece on the table, by index, how many hexes it can go to.
    pub moves: [u8; Piece::COUNT],
    /// The pieces without another below or above that hold the hive together, a bit for
    /// each index.
    pub pinned: u32,
    /// For each player, the pieces that can come beside or onto the opponent's queen
    /// without leaving a liberty of hers, a bit for each index; throws count for the piece thrown.
    pub attackers: ByColor<u32>,
    /// For each player, how many liberties of the opponent's queen the next move can
    /// fill.
    pub fillable: ByColor<u8>,
    /// For each player, the hexes where pieces can be placed.
    pub entries: ByColor<u8>,
    /// For each player, how many throws of the opponent's pieces there are.
    pub throws: ByColor<u8>,
}

impl Position {
    /// Surveys the position.
    ///
    /// The player who is not to move is surveyed without regard to the resting piece.
    #[must_use]
    pub fn survey(&self) -> Survey {
        let mut surveyor = Surveyor::new();
        if self.ply() >= 2 {
            let turns = Color::ALL.map(|color| self.turn(color));
            dispatch::run(self.hive(), Surveying { turns: &turns, surveyor: &mut surveyor });
        }
        surveyor.into_survey()
    }
}

/// Surveys both players, White first, on the same board.
pub(super) struct Surveying<'a> {
    pub(super) turns: &'a [Turn<'a>; 2],
    pub(super) surveyor: &'a mut Surveyor,
}

impl Task for Surveying<'_> {
    type Answer = ();

    #[inline(always)]
    fn on<G: Grid>(self, board: &Board<G>) {
        both(self.turns, board, self.surveyor);
    }
}

#[inline(always)]
fn both<G: Grid>(turns: &[Turn<'_>; 2], board: &Board<G>, surveyor: &mut Surveyor) {
    let pins = board.pins();
    for index in grid::numbers(&pins.hexes.without(G::from_words(board.stacked)).words()) {
        if let Some(piece) = turns[0].hive.top(board.hex_at(index)) {
            surveyor.survey.pinned |= 1 << piece.index();
        }
    }
    for turn in turns {
        surveyor.begin(turn.us, turn.hive);
        movegen::place(turn, board, turn.placeable, surveyor);
        if turn.may_move {
            Mover::new(turn, board, pins, hive::ALL).generate(surveyor);
        }
        surveyor.survey.fillable[turn.us] = surveyor.filled.count_ones() as u8;
    }
}

/// Takes down what can be done.
pub(super) struct Surveyor {
    survey: Survey,
    us: Color,
    /// The opponent's queen, if she is on the table.
    queen: Option<Hex>,
    /// The pieces that fill a liberty of the opponent's queen.
    beside: u32,
    /// The liberties found fillable, by direction from the queen.
    filled: u8,
}

impl Surveyor {
    pub(super) fn new() -> Self {
        Self { survey: Survey::default(), us: Color::White, queen: None, beside: 0, filled: 0 }
    }

    pub(super) fn into_survey(self) -> Survey {
        self.survey
    }

    /// Turns to the next player.
    #[inline(always)]
    fn begin(&mut self, us: Color, hive: &Hive) {
        self.us = us;
        self.queen = hive.hex_of(Piece::queen(us.other()));
        self.beside = 0;
        self.filled = 0;
        if let Some(queen) = self.queen {
            for hex in queen.neighbors() {
                if hive.height(hex) == 1
                    && let Some(piece) = hive.top(hex)
                {
                    self.beside |= 1 << piece.index();
                }
            }
        }
    }

    /// Takes down what a piece does to the opponent's queen by going to these hexes.
    #[inline(always)]
    fn attack<G: Grid>(&mut self, board: &Board<G>, piece: Piece, to: G) {
        if (to & board.near_queens[self.us.other()]).is_empty()
            || self.beside & 1 << piece.index() != 0
        {
            return;
        }
        let Some(queen) = self.queen else { return };
        let index = board.index_of(queen);
        self.survey.attackers[self.us] |= 1 << piece.index();
        self.filled |= G::ring(&to.words(), index) & !board.ring(index);
    }
}

impl Sink for Surveyor {
    #[inline(always)]
    fn placements<G: Grid>(&mut self, board: &Board<G>, pieces: u32, to: G) {
        self.survey.entries[self.us] = to.len() as u8;
        if let Some(piece) = hive::pieces(pieces).last() {
            self.attack(board, piece, to);
        }
    }

    #[inline(always)]
    fn moves<G: Grid>(&mut self, board: &Board<G>, piece: Piece, to: G) {
        let count = to.len() as u8;
        if piece.color() == self.us {
            self.survey.moves[piece.index()] = count;
        } else {
            self.survey.throws[self.us] += count;
        }
        self.attack(board, piece, to);
    }

    #[inline(always)]
    fn steps<G: Grid>(&mut self, board: &Board<G>, piece: Piece, from: Hex, directions: u8) {
        self.survey.moves[piece.index()] = directions.count_ones() as u8;
        self.attack(board, piece, board.around(from, directions));
    }

    #[inline(always)]
    fn jumps<G: Grid>(&mut self, board: &Board<G>, piece: Piece, over: &Jumps<'_>) {
        self.survey.moves[piece.index()] += over.directions.count_ones() as u8;
        if let Some(queen) = self.queen {
            for goal in over.goals() {
                if goal.is_beside(queen) {
                    self.attack(board, piece, G::single(board.index_of(goal)));
                }
            }
        }
    }

    #[inline(always)]
    fn jump<G: Grid>(&mut self, board: &Board<G>, piece: Piece, to: Hex) {
        self.survey.moves[piece.index()] += 1;
        if self.queen.is_some_and(|queen| to.is_beside(queen)) {
            self.attack(board, piece, G::single(board.index_of(to)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, GameType, Move};

    /// Plays games of arbitrary moves and compares the survey with lists of moves.
    #[test]
    fn a_survey_counts_what_the_lists_hold() {
        for (seed, game_type) in GameType::ALL.into_iter().cycle().take(48).enumerate() {
            let mut game = Game::new(game_type);
            let mut state = seed as u64 + 1;
            while game.outcome().is_none() && game.position().ply() < 90 {
                check(game.position());
                let moves = game.position().legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
            }
        }
    }

    fn check(position: &Position) {
        let us = position.side_to_move();
        if position.ply() < 2 {
            return;
        }
        let survey = position.survey();
        let moves = position.legal_moves();
        let to_hexes = |piece| {
            let is_his = |mv: &&Move| mv.piece() == Some(piece);
            moves.iter().filter(is_his).count()
        };
        for piece in Piece::of(us).filter(|piece| position.hex_of(*piece).is_some()) {
            assert_eq!(usize::from(survey.moves[piece.index()]), to_hexes(piece), "{piece}");
        }
        let throws: usize = Piece::of(us.other()).map(to_hexes).sum();
        assert_eq!(usize::from(survey.throws[us]), throws);
        let mut attacks = vec![];
        position.attacks_into(&mut attacks);
        let queen = position.hex_of(Piece::queen(us.other()));
        let mut liberties: Vec<Hex> = vec![];
        for mv in &attacks {
            assert!(moves.contains(mv));
            let Move::To { piece, hex } = *mv else { panic!("a pass is no attack") };
            if position.hex_of(piece).is_some() {
                assert!(survey.attackers[us] >> piece.index() & 1 == 1, "{piece}");
            }
            if position.height(hex) == 0 && !liberties.contains(&hex) {
                liberties.push(hex);
            }
        }
        let listed = |mv: &&Move| {
            let Move::To { piece, hex } = **mv else { return false };
            let Some(queen) = queen else { return false };
            let was_beside = position
                .hex_of(piece)
                .is_some_and(|from| from.is_beside(queen) && position.height(from) == 1);
            (hex == queen || hex.is_beside(queen) && position.height(hex) == 0) && !was_beside
        };
        assert_eq!(moves.iter().filter(listed).count(), attacks.len());
        assert_eq!(usize::from(survey.fillable[us]), liberties.len());
    }
}
