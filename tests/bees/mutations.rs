//! No text can cause a panic.

use std::fs;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use waggle::bees::{Game, Position, perft};

use crate::scatter::strew;

const LETTERS: &str = "abcdefghijklmnopqwxABCXOQW0123456789-+>^/:;, \u{e4}\u{1f41d}";

/// A text with a few letters changed, inserted or removed, or a part repeated.
fn damaged(text: &str, random: &mut StdRng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let wrong: Vec<char> = LETTERS.chars().collect();
    for _ in 0..random.random_range(1..=2) {
        let place = random.random_range(0..=letters.len());
        let other = random.random_range(0..=letters.len());
        let letter = *wrong.choose(random).unwrap();
        match random.random_range(0..4) {
            0 => letters.insert(place, letter),
            1 if place < letters.len() => letters[place] = letter,
            2 if place < letters.len() => drop(letters.remove(place)),
            _ => {
                let part = letters[place.min(other)..place.max(other)].to_vec();
                letters.splice(place..place, part);
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn damaged_positions_are_refused_or_played_on() {
    let mut random = StdRng::seed_from_u64(7);
    let mut read = 0;
    for seed in 0..4_000 {
        let text = damaged(&strew(seed % 50).to_string(), &mut random);
        if let Ok(mut position) = text.parse::<Position>() {
            read += 1;
            assert_eq!(position.to_string().parse(), Ok(position));
            perft(&mut position, 2);
            assert!(position.evaluate().abs() < 30_000);
            assert_eq!(position.labeled_drawing().lines().count(), 11);
        }
    }
    assert!(read > 100, "{read} of the texts could be read");
}

#[test]
fn damaged_games_and_moves_are_refused_or_played() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/bees/GAME.md");
    let document = fs::read_to_string(path).unwrap();
    let record = document.lines().find(|line| line.starts_with("Bees;")).unwrap();
    let mut random = StdRng::seed_from_u64(8);
    for seed in 0..300 {
        if let Ok(game) = Game::read(&damaged(record, &mut random)) {
            assert_eq!(Game::read(&game.to_string()).unwrap().to_string(), game.to_string());
        }
        let position = strew(seed);
        for mv in position.legal_moves() {
            let text = damaged(&position.text_of(mv), &mut random);
            if let Ok(mv) = position.read_move(&text) {
                // Not every move that can be parsed is legal, but each has a text.
                let text = position.text_of(mv);
                assert!(!text.is_empty());
                if position.is_legal(mv) {
                    assert_eq!(position.read_move(&text), Ok(mv));
                }
            }
        }
    }
}
