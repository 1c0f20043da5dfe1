//! The engine against the plain rules, ply by ply, in random games of all game types.
//!
//! Each test steers its games to a kind of unusual position, and asserts that they reach it.

use crate::common::engine;
use crate::common::plain_rules::{Bug, Cell, Game, Ply, Way, all_types, write_ply};
use crate::common::random_games::{Leg, Policy, play_random_game};
use waggle::rules::{self, Position};

/// Games of each game type for each test.
const GAMES: usize = if cfg!(debug_assertions) { 3 } else { 18 };

/// What the games of a test covered.
#[derive(Default, Debug)]
struct Sights {
    positions: usize,
    moves: usize,
    /// Throws of the opponent's pieces.
    throws: usize,
    passes: usize,
    /// Finished games.
    finished: usize,
    highest_stack: usize,
    /// Positions with two stacks or more, where gates above the ground are possible.
    stacked: usize,
    /// The longest hive along an axis, in cells.
    longest: usize,
    /// Positions with two stacks or more in a hive of more than fourteen cells.
    long_and_stacked: usize,
    /// The greatest distance of a piece from the first one's cell, along an axis.
    farthest: usize,
}

impl Sights {
    fn note(&mut self, game: &Game, ply: Option<Ply>) {
        let cells: Vec<Cell> = game.table.stacks().keys().copied().collect();
        let heights = cells.iter().map(|cell| game.table.height(*cell));
        let stacked = heights.clone().filter(|height| *height > 1).count() > 1;
        let mut length = 0;
        for axis in [|cell: &Cell| cell.q, |cell: &Cell| cell.r] {
            let along = cells.iter().map(axis);
            let Some((least, most)) = along.clone().min().zip(along.max()) else { continue };
            length = length.max(least.abs_diff(most) as usize + 1);
            let far = least.unsigned_abs().max(most.unsigned_abs());
            self.farthest = self.farthest.max(far as usize);
        }
        self.positions += 1;
        self.highest_stack = self.highest_stack.max(heights.max().unwrap_or_default());
        self.stacked += usize::from(stacked);
        self.longest = self.longest.max(length);
        self.long_and_stacked += usize::from(stacked && length > 14);
        match ply {
            Some(Ply::To { piece, .. }) if piece.color != game.side_to_move() => self.throws += 1,
            Some(Ply::Pass) => self.passes += 1,
            None if game.is_over() => self.finished += 1,
            _ => {}
        }
    }
}

/// Plays random games of all types with both rules and compares them at every ply. The journeys are
/// taken in turn.
fn explore(journeys: &[Vec<Leg>]) -> Sights {
    let mut sights = Sights::default();
    for bugs in all_types() {
        for (seed, legs) in journeys.iter().cycle().take(GAMES).enumerate() {
            explore_game(&bugs, legs, seed as u64, &mut sights);
        }
    }
    sights
}

fn explore_game(bugs: &[Bug], legs: &[Leg], seed: u64, sights: &mut Sights) {
    let mut fast = rules::Game::new(engine::game_type(bugs));
    let mut record = fast.game_type().to_string() + ";;";
    play_random_game(bugs, legs, seed, |slow, ply| {
        sights.note(slow, ply);
        let position = fast.position();
        position.assert_valid();
        assert_eq!(engine::state(position), slow.state(), "{record}");
        let complaints = engine::disagreements(slow, position);
        assert!(complaints.is_empty(), "{record}: {complaints:#?}");
        let count = position.legal_moves().len();
        assert_eq!(position.count_moves(), count, "{record}");
        sights.moves += count;
        if let Some(ply) = ply {
            record = format!("{record};{}", write_ply(slow, ply));
            let mv = engine::to_move(ply);
            fast.play(mv).unwrap_or_else(|e| panic!("{record}: {e}"));
        }
    });
    let mut left = fast.moves().len();
    while fast.undo().is_some() {
        left -= 1;
        fast.position().assert_valid();
        assert_eq!(usize::from(fast.position().ply()), left, "{record}");
    }
    assert_eq!(fast.position(), &Position::new(fast.game_type()), "{record}");
}

#[test]
fn both_rules_agree_in_games_of_any_moves() {
    let sights = explore(&[vec![(Policy::Uniform, 130)], vec![(Policy::Surround, 130)]]);
    assert!(sights.finished >= 5, "{sights:?}");
}

#[test]
fn both_rules_agree_on_high_stacks() {
    let sights = explore(&[vec![(Policy::Climb, 130)]]);
    assert!(sights.highest_stack >= 6 && sights.stacked >= 1000, "{sights:?}");
}

#[test]
fn both_rules_agree_where_pieces_are_thrown() {
    let throw = (Policy::Throw, 40);
    let climb = (Policy::Climb, 20);
    let sights = explore(&[vec![throw, throw, throw], vec![throw, climb, throw, climb]]);
    assert!(sights.throws >= 200 && sights.stacked >= 200, "{sights:?}");
}

#[test]
fn both_rules_agree_on_long_hives() {
    let journey = |way| vec![(Policy::Stretch(way), 28), (Policy::Climb, 60), (Policy::Throw, 30)];
    let sights = explore(&Way::ALL.map(journey));
    assert!(sights.longest >= 26 && sights.long_and_stacked >= 200, "{sights:?}");
}

#[test]
fn both_rules_agree_on_hives_that_drift_across_the_edges() {
    let journey = |way| vec![(Policy::Drift(way), 150), (Policy::Climb, 20), (Policy::Throw, 20)];
    let sights = explore(&Way::ALL.map(journey));
    assert!(sights.farthest >= 32 && sights.stacked >= 200, "{sights:?}");
}
