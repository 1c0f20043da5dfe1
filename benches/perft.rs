//! Perft, with bulk counting.
//!
//! Openings are fast, because they count placements; the ten middle games count moves.

use divan::Bencher;
use divan::counter::ItemsCount;
use waggle::notation::parse_game;
use waggle::rules::{GameType, Position, perft};

fn main() {
    divan::main();
}

#[divan::bench(args = [4, 5])]
fn start(bencher: Bencher<'_, '_>, depth: u32) {
    bench(bencher, Position::new(GameType::MLP), depth);
}

#[divan::bench(args = 1..=10)]
fn middle_game(bencher: Bencher<'_, '_>, number: usize) {
    let game = include_str!("midgame.txt").lines().nth(number - 1).expect("there are ten");
    let game = parse_game(game).expect("the games are legal");
    bench(bencher, game.position().clone(), 3);
}

fn bench(bencher: Bencher<'_, '_>, mut position: Position, depth: u32) {
    let leaves = perft(&mut position, depth);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| perft(&mut position, depth));
}
