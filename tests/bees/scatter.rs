//! Random positions: from play, and from bees scattered over the hive.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use waggle::bees::{Color, Direction, Hex, HexSet, Position, Queen};

/// The positions of a random game, in which half of the moves are pushes if there are any.
pub(crate) fn random_walk(start: Position, plies: usize, seed: u64) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut positions = vec![start];
    let mut position = start;
    for _ in 0..plies {
        let mut moves = position.legal_moves();
        let pushes = moves.iter().filter(|&&mv| position.text_of(mv).contains('>')).count();
        if pushes > 0 && random.random() {
            moves.retain(|&mv| position.text_of(mv).contains('>'));
        }
        let Some(&mv) = moves.choose(&mut random) else { break };
        position = position.after(mv);
        positions.push(position);
    }
    positions
}

/// Both Queens and many bees scattered over the hive, most of them near a Queen, with dead ones to
/// enter.
pub(crate) fn strew(seed: u64) -> Position {
    let mut random = StdRng::seed_from_u64(seed);
    loop {
        if let Some(text) = strewn_text(&mut random) {
            return text.parse().expect("a position that was strewn with care");
        }
    }
}

fn strewn_text(random: &mut StdRng) -> Option<String> {
    let hexes: Vec<Hex> = HexSet::BOARD.iter().collect();
    let mut letters = BTreeMap::new();
    let mut tips = Vec::new();
    for (name, left, right) in [
        ("OOO", Direction::NorthWest, Direction::NorthEast),
        ("ooo", Direction::SouthWest, Direction::SouthEast),
    ] {
        let tip = *hexes.choose(random)?;
        tips.push(tip);
        if !put(&mut letters, &[Some(tip), tip.neighbor(left), tip.neighbor(right)], name) {
            return None;
        }
    }
    if random.random() {
        let (color, tip) =
            [(Color::Black, tips[0]), (Color::White, tips[1])][random.random_range(0..2)];
        put_pushers(&mut letters, Queen::new(color, tip)?, random)?;
    }
    for pairs in [["AB", "CD", "EF", "GH", "IJ"], ["ab", "cd", "ef", "gh", "ij"]] {
        for pair in pairs {
            let head = place(&tips, &hexes, random)?;
            let back = *Direction::ALL.choose(random)?;
            put(&mut letters, &[Some(head), head.neighbor(back)], pair);
        }
    }
    for _ in 0..random.random_range(6..=22) {
        let drone = ["X", "x"].choose(random)?;
        put(&mut letters, &[place(&tips, &hexes, random)], drone);
    }
    let rows: Vec<String> = (0..11).rev().map(|row| row_text(row, &letters)).collect();
    let side = ["b", "w"].choose(random)?;
    let dead: String = [("X", 6), ("W", 3), ("x", 6), ("w", 3)]
        .iter()
        .map(|&(letter, most)| letter.repeat(random.random_range(0..=most)))
        .collect();
    let dead = if dead.is_empty() { "-".to_owned() } else { dead };
    Some(format!("{} {side} {dead} -", rows.join("/")))
}

/// Puts bees of one side behind a Queen: on each line a Warrior or two Drones.
fn put_pushers(letters: &mut BTreeMap<Hex, char>, queen: Queen, random: &mut StdRng) -> Option<()> {
    let back = *Direction::ALL.choose(random)?;
    let handles = queen.hexes().shifted(back) & !queen.hexes();
    let is_black = random.random();
    for (handle, warrior) in handles.iter().zip(["KL", "MN"]) {
        let behind = handle.neighbor(back);
        let name = if random.random() { warrior } else { "XX" };
        let name = if is_black { name.to_owned() } else { name.to_lowercase() };
        put(letters, &[Some(handle), behind], &name);
    }
    Some(())
}

/// A hex, usually a few steps from a Queen's tip.
fn place(tips: &[Hex], hexes: &[Hex], random: &mut StdRng) -> Option<Hex> {
    if random.random_ratio(1, 4) {
        return hexes.choose(random).copied();
    }
    let mut hex = *tips.choose(random)?;
    for _ in 0..random.random_range(1..=4) {
        hex = hex.neighbor(*Direction::ALL.choose(random)?).unwrap_or(hex);
    }
    Some(hex)
}

/// Puts letters on these hexes, if all of them are free.
fn put(letters: &mut BTreeMap<Hex, char>, places: &[Option<Hex>], names: &str) -> bool {
    let free = places.iter().all(|place| place.is_some_and(|hex| !letters.contains_key(&hex)));
    if free {
        letters.extend(places.iter().flatten().copied().zip(names.chars()));
    }
    free
}

fn row_text(row: u8, letters: &BTreeMap<Hex, char>) -> String {
    let hexes = HexSet::BOARD.iter().filter(|hex| hex.row() == row);
    let dots: String = hexes.map(|hex| *letters.get(&hex).unwrap_or(&'.')).collect();
    // The longest runs of empty hexes first, so that none is counted in parts.
    (1..=11).rev().fold(dots, |text, run| text.replace(&".".repeat(run), &run.to_string()))
}
