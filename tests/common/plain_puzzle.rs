//! Puzzles by the plain rules. The solver only proposes moves; whether they win or save is found out by playing.

use std::sync::atomic::AtomicBool;

use waggle::analysis::Solver;

use super::engine;
use super::forced_wins::{ply_of, won};
use super::plain_rules::{Bug, Cell, Color, Game, Piece, replay};

/// The position of a text such as `Base+P;White[9] wQ@0,0 wB1@1,0+ bQ@1,0!`.
///
/// # Panics
/// If it cannot be read.
pub fn set_up(text: &str) -> Game {
    let (game_type, pieces) = text.split_once(';').expect("a type and a position");
    let mut words = pieces.split(' ');
    let turn = words.next().and_then(|turn| turn.strip_suffix(']')).expect("a turn");
    let (side, number) = turn.split_once('[').expect("a side and a number");
    let mut game = replay(game_type).expect("a game type");
    game.ply = 2 * (number.parse::<usize>().expect("a number") - 1) + usize::from(side == "Black");
    let mut placed: Vec<(usize, Piece, Cell)> = vec![];
    for word in words {
        let (name, place) = word.split_once('@').expect("a piece and its place");
        let piece = Piece::parse(name).expect("a piece");
        let cell = place.trim_end_matches(['+', '!']);
        let (q, r) = cell.split_once(',').expect("two coordinates");
        let cell = Cell { q: q.parse().expect("a number"), r: r.parse().expect("a number") };
        placed.push((place.matches('+').count(), piece, cell));
        if place.ends_with('!') {
            game.resting = Some(piece);
        }
    }
    placed.sort_by_key(|(level, ..)| *level);
    for (_, piece, cell) in placed {
        game.table.put(piece, cell);
    }
    game
}

/// Refutes moves.
pub struct Refuter {
    solver: Solver,
}

impl Refuter {
    pub fn new() -> Self {
        Self { solver: Solver::new(1, 16).expect("the table is small") }
    }

    /// Whether no move of the player to move wins within so many plies.
    pub fn has_no_win(&mut self, game: &Game, plies: u8) -> bool {
        let us = game.side_to_move();
        plies == 0
            || plies == 1 && !could_surround(game, us)
            || game.legal().into_iter().all(|ply| self.survives(&game.after(ply), us, plies - 1))
    }

    /// Whether the player to move has a reply after which `us` does not win within so many plies, this
    /// one included.
    pub fn survives(&mut self, game: &Game, us: Color, plies: u8) -> bool {
        if game.is_over() {
            return game.state() != won(us);
        }
        if plies == 0 {
            return true;
        }
        let never = AtomicBool::new(false);
        let proposed = self.solver.saving_move(&engine::set_up(game), &[], plies, &never);
        let Some(mv) = proposed.expect("nobody stops it") else { return false };
        let after = game.after(ply_of(game, mv));
        if after.is_over() { after.state() != won(us) } else { self.has_no_win(&after, plies - 1) }
    }
}

/// Whether one more piece could surround the queen of the other player: one side of her is free at
/// most, or she may be thrown to another place.
fn could_surround(game: &Game, us: Color) -> bool {
    let queen = Piece { color: us.other(), bug: Bug::Queen, number: 1 };
    let Some(cell) = game.table.cell_of(queen) else { return false };
    let throws = |cell| {
        game.table.top(cell).is_some_and(|piece| matches!(piece.bug, Bug::Pillbug | Bug::Mosquito))
    };
    cell.neighbors().filter(|&side| game.table.is_empty(side)).count() <= 1
        || cell.neighbors().any(throws)
}
