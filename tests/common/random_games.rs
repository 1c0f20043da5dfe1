//! Random games with a bias towards unusual positions.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::plain_rules::{Bug, Cell, Color, Game, Piece, Ply, Way};

/// The aim of the players of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// None: all legal moves are equally likely.
    Uniform,
    /// High stacks: beetles and mosquitoes are placed early and climb.
    Climb,
    /// Throws: the pillbug is placed early and throws opposing pieces.
    Throw,
    /// A long hive: White builds it one way, Black the other.
    Stretch(Way),
    /// A hive that drifts one way, each piece from its tail to its head.
    Drift(Way),
    /// The end: pieces are placed and moved next to the opposing queen.
    Surround,
}

/// The moves a player considers before it lets a queen be surrounded, if that is not its aim.
const TRIES: usize = 3;

/// A part of a random game: a policy for a number of plies.
pub type Leg = (Policy, usize);

/// Plays a random game, deterministically.
///
/// Calls `visit` with every position and the move played in it; with none in the last.
pub fn play_random_game(
    bugs: &[Bug],
    legs: &[Leg],
    seed: u64,
    mut visit: impl FnMut(&Game, Option<Ply>),
) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(bugs);
    let policies = legs.iter().flat_map(|&(policy, plies)| std::iter::repeat_n(policy, plies));
    for policy in policies {
        let legal: Vec<Ply> = game.legal().into_iter().collect();
        let thoughts = if policy == Policy::Surround { 0 } else { TRIES };
        let choice = (0..thoughts)
            .filter_map(|_| choose(&game, &legal, policy, &mut rng))
            .find(|&ply| !game.after(ply).is_over());
        let Some(ply) = choice.or_else(|| choose(&game, &legal, policy, &mut rng)) else { break };
        visit(&game, Some(ply));
        game.play(ply);
    }
    visit(&game, None);
}

fn choose(game: &Game, legal: &[Ply], policy: Policy, rng: &mut StdRng) -> Option<Ply> {
    if rng.random_bool(policy.resolve()) {
        let appeal = |ply: &&Ply| policy.appeal(game, **ply);
        let best = legal.iter().map(|ply| appeal(&ply)).max()?;
        let good: Vec<&Ply> = legal.iter().filter(|ply| appeal(ply) == best).collect();
        good.choose(rng).map(|ply| **ply)
    } else {
        legal.choose(rng).copied()
    }
}

impl Policy {
    /// The probability of following the aim.
    fn resolve(self) -> f64 {
        match self {
            Self::Uniform => 0.0,
            Self::Climb | Self::Throw | Self::Stretch(_) | Self::Surround => 0.8,
            Self::Drift(_) => 0.95,
        }
    }

    /// The value of a move for the aim.
    fn appeal(self, game: &Game, ply: Ply) -> i32 {
        let Ply::To { piece, cell, height } = ply else { return 0 };
        let from = game.table.cell_of(piece);
        match self {
            Self::Uniform => 0,
            Self::Climb if from.is_some() => i32::try_from(height).unwrap_or_default() * 2,
            Self::Climb => i32::from(matches!(piece.bug, Bug::Queen | Bug::Beetle | Bug::Mosquito)),
            Self::Throw if from.is_some() => i32::from(piece.color != game.side_to_move()) * 2,
            Self::Throw => {
                i32::from(matches!(piece.bug, Bug::Queen | Bug::Pillbug | Bug::Mosquito)) * 3
            }
            Self::Stretch(way) => match game.side_to_move() {
                Color::White => along(way, cell),
                Color::Black => -along(way, cell),
            },
            // Queens and ants drift best.
            Self::Drift(way) => from.map_or_else(
                || if matches!(piece.bug, Bug::Queen | Bug::Ant) { 100 } else { -100 },
                |from| along(way, cell) - along(way, from),
            ),
            Self::Surround => {
                let color = game.side_to_move().other();
                let queen = game.table.cell_of(Piece { color, bug: Bug::Queen, number: 1 });
                let beside = |cell| queen.is_some_and(|queen| queen.touches(cell));
                i32::from(beside(cell)) - i32::from(from.is_some_and(beside))
            }
        }
    }
}

/// How far a cell is in a direction, two per straight step.
fn along(way: Way, cell: Cell) -> i32 {
    let step = Cell::ORIGIN.next(way);
    2 * cell.q * step.q + cell.q * step.r + cell.r * step.q + 2 * cell.r * step.r
}
