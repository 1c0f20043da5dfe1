//! The operations at a search node, separately: at all positions one move after ten middle games.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use waggle::eval::{self, EvalInfo, ExactMobility, Network};
use waggle::notation::parse_game;
use waggle::rules::{Move, Position};

fn main() {
    divan::main();
}

/// The middle games with their legal moves.
fn middle_games() -> Vec<(Position, Vec<Move>)> {
    let parse = |line| parse_game(line).expect("the games are legal").position().clone();
    let with_moves = |position: Position| (position.clone(), position.legal_moves());
    include_str!("midgame.txt").lines().map(parse).map(with_moves).collect()
}

/// Makes every move, asks `question` of the position, and unmakes the move.
fn at_every_node(bencher: Bencher<'_, '_>, mut question: impl FnMut(&Position)) {
    let mut games = middle_games();
    let nodes: usize = games.iter().map(|(_, moves)| moves.len()).sum();
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| {
        for (position, moves) in &mut games {
            for &mv in &*moves {
                let undo = position.make(black_box(mv));
                question(position);
                position.unmake(undo);
            }
        }
    });
}

#[divan::bench]
fn make_and_unmake(bencher: Bencher<'_, '_>) {
    at_every_node(bencher, |position| {
        black_box(position);
    });
}

#[divan::bench]
fn count(bencher: Bencher<'_, '_>) {
    at_every_node(bencher, |position| {
        black_box(position.count_moves());
    });
}

#[divan::bench]
fn list(bencher: Bencher<'_, '_>) {
    let mut moves = vec![];
    at_every_node(bencher, |position| {
        moves.clear();
        position.moves_into(&mut moves);
        black_box(&moves);
    });
}

#[divan::bench]
fn exact_mobility(bencher: Bencher<'_, '_>) {
    at_every_node(bencher, |position| {
        black_box(ExactMobility::of(position));
    });
}

#[divan::bench]
fn eval_info(bencher: Bencher<'_, '_>) {
    at_every_node(bencher, |position| {
        black_box(EvalInfo::of(position));
    });
}

#[divan::bench]
fn evaluate(bencher: Bencher<'_, '_>) {
    let network = Network::default();
    at_every_node(bencher, |position| {
        black_box(eval::evaluate(&network, position, 0));
    });
}
