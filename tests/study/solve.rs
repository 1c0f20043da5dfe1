//! The solver against puzzles, and against exhaustive search five plies deep.

use std::sync::atomic::AtomicBool;

use crate::common::engine::wins;
use crate::program::waggle;
use waggle::analysis::{MoveResult, SolveResult, Solver};
use waggle::notation::{parse_game, parse_move};
use waggle::rules::{Game, Position};

/// Forced wins and losses with their distance, proven by exhaustive search.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

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

/// Games whose winning move, by the board alone, leads to what has stood twice, and this move.
const PLAYED_OUT: [(&str, &str); 3] = [
    (
        r"Base;InProgress;White[44];wB1;bS1 -wB1;wB2 wB1-;bQ \bS1;wQ wB2\;bB1 -bQ;wA1 wB1\;bS2 bB1\;wA1 /bS2;bB1 bS2;wA1 \bQ;bA1 -bB1;wA2 wB1\;bA1 /wA2;wA3 \wB2;bA2 bB1\;wA3 /bA2;bA3 -bB1;wA1 -bA3;bG1 \bQ;wS1 wQ/;bG1 bS1\;wB1 bS1/;bQ \wB1;wS1 wB1/;bQ \wS1;wS2 wS1-;bA1 wS2-;wB2 wA2;bB1 bA3\;wG1 wS1\;bB1 wA3;wG1 \bQ;bG2 bA3\;wQ wB2/;bS2 \wA1;wB2 bG1;bG3 -bS1;wG2 wS1\;bA1 wA2\;wG3 wS2\;bB2 /bG2;wG2 wQ\;bB2 wA1\;wQ wS1\;bA3 wG3-;wG2 /bA1;bA3 /wG2;wB2 bA2;bA3 wG1/;wS2 bA3-;bG3 wB2\;wB2 bG2;bG3 wB1\;wB1 /bQ;bB1 bB2\;wA3 /bB1;bS2 /bB2;wA1 wG2\;bB2 wB2;wA1 \bS2;bG1 bA1/;wA3 bG1-;bB2 -bS1;wB2 bA2;bB2 \bG2;wG3 wB1\;bB2 -bS1;wQ wS1-;bB2 wB2;wB1 bQ;bB2 bS1\;wQ wS1/;bB2 /wA2;wA1 bA1\;bB2 wA2;wA1 /wB1;bB2 /wA2;wA3 /wG1;bB2 wG2;wA3 bG1-;bB2 /wA2;wA3 /wG1;bB2 wG2;wA3 \bA3;bB2 /wA2",
        r"wA3 /wG1",
    ),
    (
        r"Base+L;InProgress;Black[28];wS1;bG1 /wS1;wQ wS1-;bA1 /bG1;wB1 wQ/;bS1 bA1\;wA1 -wB1;bQ bG1\;wA1 -bA1;bS1 -wA1;wL \wB1;bA2 \bS1;wA2 /wL;bA2 wQ\;wA3 wB1/;bA2 bQ\;wA3 /bA2;bA3 \bS1;wA2 \bA3;bS2 bA2-;wL -wB1;bS2 wQ\;wA3 \wL;bA2 wA3/;wB2 /wA3;bL /bS2;wB1 bA2\;bL -bG1;wB1 bA2;bB1 bS2-;wS2 wB1\;bB1 bS2/;wG1 wS2-;bB1 wQ;wL wS2\;bA1 \wA2;wG2 \wG1;bG2 bS2-;wA3 bG2/;bG3 /bS2;wG1 /wB1;bG3 wL\;wL /wB2;bG2 wA3/;wS2 -bG2;bA1 -wS2;wL wB1\;bQ wS1\;wG1 \wG2;bQ bG1\;wG1 /wB1;bQ wS1\;wG1 \wG2;bQ /bS2;wG1 /wB1",
        r"bQ wS1\",
    ),
    (
        r"Base+ML;InProgress;White[19];wB1;bL -wB1;wB2 wB1/;bG1 -bL;wM wB2-;bG2 bG1\;wQ \wM;bQ \bL;wA1 wB2\;bA1 /bG1;wM -bA1;bG1 wA1-;wA2 wB1\;bM /bQ;wA2 \bQ;bM wA1\;wS1 \wA2;bA2 bG1\;wS1 -wB2;bA2 -wM;wB1 bL;bA2 wM\;wM -bA2;bM wQ/;wB1 bQ;bA3 bA1\;wA3 /wA2;bA3 -wQ;wM -bA3;bA3 bA1\;wM -bA2;bA3 -wQ;wM -bA3;bA3 bA1\;wM \wA2;bA3 -wQ",
        r"wM -bA3",
    ),
];

#[test]
fn a_win_through_a_third_occurrence_does_not_count() {
    for (game, key) in PLAYED_OUT {
        // By the position alone it is the only win.
        let position = parse_game(game).expect("a game").position().clone();
        let played = parse_move(&position, key).expect("a move");
        let mut solver = Solver::new(1, 1).expect("the table is small");
        let never = AtomicBool::new(false);
        let SolveResult::Win(win) = solver.solve(&position, 3, &never, &mut ()) else {
            panic!("{key} wins in {game}");
        };
        assert_eq!(win.mv, played);
        let mut drawn = parse_game(game).expect("a game");
        drawn.play(played).expect("it is legal");
        assert_eq!(drawn.repetitions(), 3, "it would be a draw");
        let args = ["solve", game, "--within", "3", "--threads", "1", "--json"];
        let solution = waggle(&args).document();
        assert_ne!(solution["proof"]["move"], key, "{game}");
        solver.set_past(&parse_game(game).expect("a game"));
        let moves = solver.first_moves(&position, 3, &never);
        let result = moves.moves.iter().find(|first| first.mv == played).map(|first| first.result);
        assert_eq!(result, Some(MoveResult::EndsGame), "{game}");
    }
}
