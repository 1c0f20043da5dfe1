//! The engine and the plain rules agree on all moves of thousands of positions, and on the
//! positions after them.

use std::collections::BTreeMap;

use waggle::bees::Position;

use crate::plain::Plain;
use crate::scatter::{random_walk, strew};

/// The moves and the positions after them, as texts.
fn consequences(position: &Position) -> BTreeMap<String, String> {
    let moves = position.legal_moves();
    let texts: BTreeMap<String, String> =
        moves.iter().map(|&mv| (position.text_of(mv), position.after(mv).to_string())).collect();
    assert_eq!(texts.len(), moves.len(), "two moves with one text in {position}");
    texts
}

/// Asserts that both implementations agree on this position.
pub(crate) fn assert_agreement(position: &Position) {
    let plain = Plain::read(&position.to_string());
    assert_eq!(plain.text(), position.to_string());
    let expected: BTreeMap<String, String> =
        plain.moves().into_iter().map(|(text, next)| (text, next.text())).collect();
    let found = consequences(position);
    for (text, next) in &expected {
        assert_eq!(
            found.get(text),
            Some(next),
            "after {text} in {position}\n{}",
            position.drawing()
        );
    }
    let extra: Vec<&String> = found.keys().filter(|text| !expected.contains_key(*text)).collect();
    assert!(extra.is_empty(), "{extra:?} in {position}\n{}", position.drawing());
}

/// A debug build is about ten times slower, so it checks fewer positions.
const GAMES: u64 = if cfg!(debug_assertions) { 1 } else { 4 };
const STREWN: u64 = if cfg!(debug_assertions) { 60 } else { 800 };

#[test]
fn both_agree_along_random_games() {
    for seed in 0..GAMES {
        for position in random_walk(Position::start(), 120, seed) {
            assert_agreement(&position);
        }
    }
}

#[test]
fn both_agree_where_bees_are_strewn() {
    for seed in 0..STREWN {
        // After a few moves there are pushes that may not be returned.
        for position in random_walk(strew(seed), 4, seed) {
            assert_agreement(&position);
        }
    }
}

/// Random positions are worth little if the rare rules never apply.
#[test]
fn all_that_can_happen_happens_where_bees_are_strewn() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..800 {
        for position in random_walk(strew(seed), 4, seed) {
            for (text, next) in consequences(&position) {
                let kinds = [
                    ("a Drone or Warrior is pushed", text.contains('>') && !text.contains("Q>")),
                    ("a Queen is pushed", text.contains("Q>")),
                    ("both Warriors turn after a push", text.matches('^').count() == 2),
                    ("a Drone enters", text.starts_with('+') && !text.contains('^')),
                    ("a Warrior enters", text.starts_with("+W")),
                    ("Black wins", next.ends_with(" black")),
                    ("White wins", next.ends_with(" white")),
                    ("a draw", next.ends_with(" draw")),
                ];
                for (kind, _) in kinds.into_iter().filter(|kind| kind.1) {
                    *seen.entry(kind).or_default() += 1;
                }
            }
            if position.last_push().is_some() {
                let text = position.to_string();
                let (free, _) = text.rsplit_once(' ').unwrap();
                let without: Option<Position> = format!("{free} -").parse().ok();
                let more = without.map_or(0, |free| free.legal_moves().len());
                if more > position.legal_moves().len() {
                    *seen.entry("a push may not be returned").or_default() += 1;
                }
            }
        }
    }
    assert_eq!(seen.len(), 9, "{seen:?}");
    assert!(seen.values().all(|&count| count >= 10), "{seen:?}");
}
