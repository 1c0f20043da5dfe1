//! The solver against exhaustive search.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::mate_search::MateSearch;
use super::{FirstMove, MoveResult, SolveResult, Solver, Win};
use crate::search::{NEVER, Score};
use waggle_hive_core::notation::{parse_game, parse_move, parse_setup};
use waggle_hive_core::rules::{Bug, Color, Game, GameType, Move, Outcome, Piece, Position};

/// Whether `attacker` can force a win within this many plies.
fn wins(position: &Position, attacker: Color, plies: u8) -> bool {
    match position.outcome() {
        Some(outcome) => return outcome == Outcome::Win(attacker),
        None if plies == 0 => return false,
        None => {}
    }
    let mut moves = position.legal_moves().into_iter();
    let wins = |mv: Move| wins(&position.after(mv), attacker, plies - 1);
    if position.side_to_move() == attacker { moves.any(wins) } else { moves.all(wins) }
}

fn solve(position: &Position, within: u8, threads: usize) -> SolveResult {
    Solver::new(threads, 1).unwrap().solve(position, within, &AtomicBool::new(false), &mut ())
}

/// Asserts that a win is a proof: every reply is listed, and every line ends in time.
fn assert_proves(position: &Position, win: &Win, attacker: Color) {
    assert!(position.is_legal(win.mv));
    let position = position.after(win.mv);
    if let Some(outcome) = position.outcome() {
        assert_eq!((outcome, win.plies), (Outcome::Win(attacker), 1));
        assert!(win.defenses.is_empty());
        return;
    }
    let replies: Vec<Move> = win.defenses.iter().map(|reply| reply.mv).collect();
    assert_eq!(replies, position.legal_moves());
    let mut longest = 0;
    for reply in &win.defenses {
        let position = position.after(reply.mv);
        let Some(answer) = &reply.answer else {
            assert_eq!(position.outcome(), Some(Outcome::Win(attacker)));
            continue;
        };
        assert_proves(&position, answer, attacker);
        assert!(!wins(&position, attacker, answer.plies - 1), "there is a shorter win");
        longest = longest.max(answer.plies);
    }
    assert_eq!(longest + 2, win.plies, "the best defense has the stated length");
}

/// A random game that prefers moves next to the queens, so that it comes to an end.
fn endgame(random: &mut ChaCha8Rng) -> Game {
    loop {
        let mut game = Game::new(GameType::ALL[random.random_range(0..8)]);
        while game.outcome().is_none() && game.position().ply() < 80 {
            let moves = game.position().legal_moves();
            let attacks: Vec<Move> =
                moves.iter().copied().filter(|&mv| fills(game.position(), mv)).collect();
            let choice = if !attacks.is_empty() && random.random_bool(0.4) {
                attacks.choose(random)
            } else {
                moves.choose(random)
            };
            game.play(*choice.unwrap()).unwrap();
        }
        if game.outcome().is_some() {
            return game;
        }
    }
}

fn fills(position: &Position, mv: Move) -> bool {
    let Move::To { piece, hex } = mv else { return false };
    let queen = position.hex_of(Piece::queen(position.side_to_move().other()));
    piece.bug() != Bug::Queen && queen.is_some_and(|queen| queen.is_beside(hex))
}

#[test]
fn the_shortest_win_is_found_with_its_proof() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut found = [0; 4];
    for _ in 0..40 {
        let mut game = endgame(&mut random);
        for _ in 0..4 {
            game.undo();
            let position = game.position();
            let us = position.side_to_move();
            let truth = (1..=3).find(|&plies| wins(position, us, plies));
            match (solve(position, 3, 1), truth) {
                (SolveResult::Win(win), Some(plies)) => {
                    assert_eq!(win.plies, plies, "{game:?}");
                    assert_proves(position, &win, us);
                    found[usize::from(plies)] += 1;
                }
                (SolveResult::NoWin, None) => found[0] += 1,
                (result, truth) => panic!("{result:?}, expected {truth:?} in {game:?}"),
            }
        }
    }
    assert!(found[0] > 20 && found[1] > 20 && found[3] > 3, "{found:?}");
}

/// Asserts that the results of all moves are those of exhaustive search.
fn assert_results(position: &Position, within: u8) -> [usize; 3] {
    let us = position.side_to_move();
    let moves = Solver::new(1, 1).unwrap().first_moves(position, within, &NEVER);
    let legal: Vec<Move> = moves.moves.iter().map(|first| first.mv).collect();
    assert_eq!(legal, position.legal_moves());
    let mut found = [0; 3];
    for FirstMove { mv, result } in moves.moves {
        let position = position.after(mv);
        let survives = |reply: &Move| !wins(&position.after(*reply), us, within - 2);
        match result {
            MoveResult::Wins(plies) => {
                assert!(plies <= within && wins(&position, us, plies - 1));
                assert!(plies == 1 || !wins(&position, us, plies - 2));
                found[0] += 1;
            }
            MoveResult::Refuted { by, is_only } => {
                let survivals: Vec<Move> =
                    position.legal_moves().into_iter().filter(survives).collect();
                assert!(survivals.contains(&by));
                assert_eq!(survivals.len() == 1, is_only);
                found[1 + usize::from(is_only)] += 1;
            }
            MoveResult::EndsGame => {
                assert!(position.outcome().is_some_and(|it| it != Outcome::Win(us)));
            }
            MoveResult::Unknown => panic!("nobody has stopped it"),
        }
    }
    found
}

#[test]
fn first_moves_have_the_results_of_exhaustive_search() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut found = [0; 3];
    for _ in 0..4 {
        let mut game = endgame(&mut random);
        for _ in 0..2 {
            game.undo();
            let results = assert_results(game.position(), 3);
            found = [0, 1, 2].map(|index| found[index] + results[index]);
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

/// After the ant's move Black can only fill the last liberty of its own queen.
#[test]
fn a_win_in_two_plies_is_none_in_one() {
    let text = "White[20] wQ@0,-1 wS1@1,-1 wS2@-1,0 wG1@2,0 wA1@0,-2 bQ@0,0 bS1@1,0 bS2@-1,1";
    let position = parse_setup(GameType::BASE, text).unwrap();
    let mv = parse_move(&position, "wA1 /bS2").unwrap();
    let replies = position.after(mv);
    assert!(replies.legal_moves().iter().all(|mv| replies.after(*mv).outcome().is_some()));
    let mut solver = Solver::new(1, 1).unwrap();
    for (within, plies) in [(1, None), (2, Some(2)), (3, Some(2))] {
        let moves = solver.first_moves(&position, within, &NEVER).moves;
        let found = moves.iter().find(|first| first.mv == mv).unwrap().result;
        let wins_in = if let MoveResult::Wins(plies) = found { Some(plies) } else { None };
        assert_eq!(wins_in, plies, "within {within}: {found:?}");
    }
}

#[test]
fn another_win_is_found_until_all_are_known() {
    let position = parse_game(IN_TWO).unwrap().position().clone();
    let mut solver = Solver::new(1, 1).unwrap();
    let mut known = vec![];
    while let Some(mv) = solver.other_win(&position, &known, 3, &NEVER).unwrap() {
        assert!(!known.contains(&mv));
        known.push(mv);
    }
    let us = position.side_to_move();
    let truth = position.legal_moves().into_iter().filter(|mv| wins(&position.after(*mv), us, 2));
    let truth: HashSet<Move> = truth.collect();
    assert_eq!(HashSet::from_iter(known), truth);
    assert!(!truth.is_empty());
}

/// White's mosquito is on Black's queen, which has two liberties left.
const IN_TWO: &str = r"Base+MLP;InProgress;White[11];wB1;bS1 wB1\;wL wB1/;bA1 /bS1;wM wL/;bM -bA1;wQ -wL;bQ bS1-;wM wL\;bL -bM;wM bQ;bB1 bM\;wB2 wM-;bB1 bA1\;wA1 wM\;bL /wB1;wP \wB2;bL wL/;wP wL\;bM /wA1";

#[test]
fn every_number_of_threads_finds_the_same_distance() {
    let position = parse_game(IN_TWO).unwrap().position().clone();
    for threads in [1, 2, 3] {
        let SolveResult::Win(win) = solve(&position, 7, threads) else { panic!("there is a win") };
        assert_eq!(win.plies, 3);
        assert_proves(&position, &win, position.side_to_move());
    }
}

#[test]
fn a_stopped_search_returns_the_excluded_plies() {
    let position = Position::new(GameType::BASE);
    let mut solver = Solver::new(1, 1).unwrap();
    let result = solver.solve(&position, 9, &AtomicBool::new(true), &mut ());
    assert_eq!(result, SolveResult::Stopped(0));
}

/// Only one reply survives here, and it is not searched first.
#[test]
fn a_stopped_search_does_not_return_a_loss() {
    let text = "White[40] wQ@2,-3 wS1@1,-2 wS2@3,-5 wB1@1,-3+ wB2@-2,1+ wG1@1,-4 wG2@-1,3 wG3@0,-1 \
                wA1@0,-2 wA2@0,1 wA3@2,1 bQ@1,-3 bS1@-1,0 bS2@-5,2 bB1@-4,2 bB2@-1,2! bG1@1,1 \
                bG2@-3,1 bG3@0,0 bA1@0,2 bA2@-2,1 bA3@2,-5";
    let position = parse_setup(GameType::BASE, text).unwrap();
    let position = position.after(parse_move(&position, r"wB1 bA3\").unwrap());
    let search = MateSearch::new(&position, Color::White, 2);
    let searched = |nodes| {
        let mut solver = Solver::new(1, 1).unwrap().limited_to(nodes);
        solver.search(&search, 2, &AtomicBool::new(false), &mut ())
    };
    let whole = searched(1_000_000);
    assert_eq!(whole.score, Score::DRAW);
    assert!(whole.nodes < 1000, "{}", whole.nodes);
    for nodes in 1..whole.nodes {
        assert!(!searched(nodes).score.is_loss(), "after {nodes} of {} nodes", whole.nodes);
    }
}
