//! The solver against puzzles, and against exhaustive search five plies deep.

mod common;

use std::sync::atomic::AtomicBool;

use common::engine::wins;
use waggle::analysis::{SolveResult, Solver};
use waggle::notation::parse_game;
use waggle::rules::{Game, Position};

/// Forced wins and losses with their distance, proven by exhaustive search.
const PUZZLES: &str = include_str!("data/puzzles.txt");

/// Whether the player to move is said to win or to lose, in how many plies, and the game.
fn puzzles() -> impl Iterator<Item = (&'static str, u8, Game)> {
    PUZZLES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (kind, rest) = line.split_once(' ').expect("a kind");
        let (plies, game) = rest.split_once(' ').expect("a distance");
        (kind, plies.parse().expect("a number"), parse_game(game).expect("a game"))
    })
}

/// The plies of the shortest forced win that the solver finds.
fn solved(position: &Position, within: u8, threads: usize) -> Option<u8> {
    let mut solver = Solver::new(threads, 1).expect("the table is small");
    match solver.solve(position, within, &AtomicBool::new(false), &mut ()) {
        SolveResult::Win(win) => Some(win.plies),
        SolveResult::NoWin => None,
        SolveResult::Stopped(_) => panic!("nobody has stopped it"),
    }
}

#[test]
fn the_puzzles_are_solved_by_their_shortest_wins() {
    assert!(puzzles().count() >= 90);
    for (kind, plies, game) in puzzles() {
        let truth = (kind == "win").then_some(plies);
        assert_eq!(solved(game.position(), 3, 1), truth, "{game:?}");
    }
}

#[test]
fn wins_in_three_moves_are_those_that_looking_at_everything_finds() {
    // Exhaustive search is slow without optimization.
    let step = if cfg!(debug_assertions) { 12 } else { 1 };
    let mut found = [0; 6];
    // Two plies before a win in two moves there often is one in three.
    let positions = puzzles().filter(|(kind, plies, _)| (*kind, *plies) == ("win", 3));
    for (threads, (_, _, mut game)) in [1, 2].into_iter().cycle().zip(positions.step_by(step)) {
        game.undo();
        game.undo();
        let position = game.position();
        let us = position.side_to_move();
        let truth = (1..=5).find(|&plies| wins(&mut position.clone(), us, plies));
        assert_eq!(solved(position, 5, threads), truth, "{game:?}");
        found[usize::from(truth.unwrap_or(0))] += 1;
    }
    assert!(found[5] > 0, "{found:?}");
}
