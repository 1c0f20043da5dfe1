//! What must hold in every position.

use waggle::bees::{HexSet, Move, Position};

use crate::scatter::{random_walk, strew};

/// A debug build is some ten times slower.
const SEEDS: u64 = if cfg!(debug_assertions) { 100 } else { 1_000 };

fn positions() -> impl Iterator<Item = Position> {
    let strewn = (0..SEEDS).flat_map(|seed| random_walk(strew(seed), 4, seed));
    strewn.chain((0..2).flat_map(|seed| random_walk(Position::start(), 100, seed)))
}

#[test]
fn unmake_restores_everything() {
    for before in positions() {
        let mut position = before;
        for mv in before.legal_moves() {
            let undo = position.make(mv);
            position.unmake(undo);
            assert_eq!(position, before, "after {mv:?}");
        }
    }
}

#[test]
fn every_position_comes_back_from_its_text_with_its_key() {
    for position in positions() {
        let read: Position = position.to_string().parse().unwrap();
        assert_eq!(read, position);
        assert_eq!(read.key(), position.key());
    }
}

#[test]
fn every_move_comes_back_from_its_text() {
    for position in positions() {
        for mv in position.legal_moves() {
            let text = position.text_of(mv);
            assert_eq!(position.read_move(&text), Ok(mv), "{text} in {position}");
            assert_eq!(position.read_move(&format!(" {} ", text.to_uppercase())), Ok(mv));
        }
    }
}

#[test]
fn no_bee_appears_or_vanishes() {
    let count = |position: &Position| {
        waggle::bees::PLAYERS
            .into_iter()
            .map(|color| {
                let dead = position.dead(color);
                position.drones(color).len()
                    + position.warriors(color).count() as u32
                    + u32::from(dead.drones + dead.warriors)
            })
            .sum::<u32>()
    };
    for position in positions() {
        for mv in position.legal_moves() {
            assert_eq!(count(&position.after(mv)), count(&position), "{mv:?} in {position}");
        }
    }
}

#[test]
fn there_is_always_a_move_and_it_changes_the_hive() {
    let board = |position: &Position| position.to_string().split(' ').next().map(str::to_owned);
    for position in positions().filter(|position| position.outcome().is_none()) {
        let moves = position.legal_moves();
        assert!(!moves.is_empty());
        for mv in moves.into_iter().filter(|&mv| mv != Move::Pass) {
            assert_ne!(board(&position.after(mv)), board(&position), "{mv:?}");
        }
    }
}

#[test]
fn the_sets_of_a_position_do_not_overlap() {
    use waggle::bees::Color::{Black, White};
    for position in positions() {
        assert!(!position.occupied_by(Black).meets(position.occupied_by(White)));
        assert_eq!(position.occupied_by(Black) | position.occupied_by(White), position.occupied());
        for color in [Black, White] {
            let parts = [position.drones(color), position.heads(color), position.thoraxes(color)];
            let queen = position.queen(color).map_or(0, |queen| queen.hexes().len());
            let sum = parts.into_iter().map(HexSet::len).sum::<u32>() + queen;
            assert_eq!(sum, position.occupied_by(color).len());
        }
    }
}
