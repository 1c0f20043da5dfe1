//! Random positions that need not be reachable by a game.

use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::plain_rules::{Bug, Cell, Color, Game, Piece, Way};

/// The shape of a random hive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Anywhere next to the hive.
    Blob,
    /// Next to the previous piece, in any direction.
    Snake,
    /// A straight line.
    Line(Way),
    /// Around a hole: straight, with a right turn after every this many pieces.
    Ring(usize),
}

/// The cell of the next piece on the ground.
fn next_cell(game: &Game, shape: Shape, last: Cell, count: usize, rng: &mut StdRng) -> Cell {
    let wanted = match shape {
        Shape::Blob => None,
        Shape::Snake => Way::ALL.choose(rng).map(|way| last.next(*way)),
        Shape::Line(way) => Some(last.next(way)),
        Shape::Ring(side) => Some(last.next(Way::ALL[count / side % 6])),
    };
    if let Some(cell) = wanted.filter(|cell| game.table.is_empty(*cell)) {
        return cell;
    }
    let cells: Vec<Cell> = game.table.stacks().keys().flat_map(|cell| cell.neighbors()).collect();
    let empty: Vec<Cell> = cells.into_iter().filter(|cell| game.table.is_empty(*cell)).collect();
    empty.choose(rng).copied().unwrap_or(Cell::ORIGIN)
}

/// A random hive of this shape near the origin, with most beetles and mosquitoes on top of it if
/// `climbs` is set.
pub fn random_position(bugs: &[Bug], shape: Shape, climbs: bool, rng: &mut StdRng) -> Game {
    let mut game = Game::new(bugs);
    let (mut climbers, mut others): (Vec<Piece>, Vec<Piece>) = random_pieces(bugs, rng)
        .into_iter()
        .partition(|piece| climbs && matches!(piece.bug, Bug::Beetle | Bug::Mosquito));
    let pieces = climbers.len() + others.len();
    climbers.shuffle(rng);
    others.shuffle(rng);

    let mut cell = Cell::new(rng.random_range(-16..16), rng.random_range(-16..16));
    for (count, piece) in others.into_iter().enumerate() {
        game.table.put(piece, cell);
        cell = next_cell(&game, shape, cell, count, rng);
    }
    // Few stacks grow higher than many.
    let cells: Vec<Cell> = game.table.stacks().keys().copied().collect();
    let stacks = rng.random_range(1..=8);
    let bases: Vec<Cell> = cells.choose_multiple(rng, stacks).copied().collect();
    for piece in climbers {
        game.table.put(piece, *bases.choose(rng).unwrap_or(&cell));
    }
    // Each piece has taken its player a ply.
    game.ply = 2 * pieces + rng.random_range(0..2);
    let tops: Vec<Piece> = game.table.tops().map(|(_, piece)| piece).collect();
    game.resting = tops.choose(rng).copied().filter(|_| rng.random_bool(0.3));
    game
}

/// Random pieces, mostly all, in the order of placement; at least one of each color on the ground.
fn random_pieces(bugs: &[Bug], rng: &mut StdRng) -> Vec<Piece> {
    let many = rng.random_bool(0.5);
    let mut pieces = Vec::new();
    for color in [Color::White, Color::Black] {
        for &bug in bugs {
            let least = match bug {
                Bug::Spider => 1,
                _ if many => bug.count(),
                _ => 0,
            };
            let count = rng.random_range(least..=bug.count());
            pieces.extend((1..=count).map(|number| Piece { color, bug, number }));
        }
    }
    pieces
}
