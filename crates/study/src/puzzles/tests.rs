//! (Tests only.) The finder against the solver.

use std::sync::atomic::AtomicBool;

use super::{Finder, Kind, Puzzle, PuzzleLine, Step};
use waggle_hive_core::notation::{game_string, parse_game};
use waggle_hive_core::rules::{Game, GameType, Outcome, Position};
use waggle_hive_engine::analysis::{SolveResult, Solver, Stopped};
use waggle_hive_engine::document::{Json, Origin};
use waggle_hive_engine::search::NEVER;

/// The plies of the tests.
const WITHIN: u8 = 3;

/// Games that end soon after in a forced win.
fn games() -> impl Iterator<Item = Game> {
    let lines = include_str!("../../../../tests/data/puzzles.txt").lines();
    lines.filter_map(|line| line.strip_prefix("win 3 ")).map(|game| parse_game(game).unwrap())
}

/// A finder that allows replies after which several moves win.
fn finder() -> Finder {
    Finder::new(WITHIN, Finder::DEFAULT_NODES, 1).unwrap().allowing_duals()
}

/// A puzzle in three plies.
pub(super) fn easy_puzzle() -> Puzzle {
    let mut finder = finder();
    let found = games().find_map(|game| finder.find(game.position(), &NEVER).unwrap());
    found.expect("one of the games leads to a puzzle")
}

pub(super) fn origin() -> Origin {
    let [file, fingerprint, settings] =
        ["a.pgn", "0123456789abcdef", "--within 3"].map(str::to_owned);
    Origin { file, number: 2, fingerprint, settings }
}

/// The number of moves that force a win within this many plies, according to the solver.
fn wins(position: &Position, within: u8) -> usize {
    let moves = Solver::new(1, 1).unwrap().first_moves(position, within, &NEVER);
    moves.keys().count() + moves.slower().count()
}

/// Whether the solver agrees that a position is a puzzle, and that it has no dual replies.
fn is_puzzle(position: &Position) -> (bool, bool) {
    let solved = Solver::new(1, 1).unwrap().solve(position, WITHIN, &NEVER, &mut ());
    let SolveResult::Win(win) = solved else { return (false, false) };
    if win.plies < 2 || wins(position, WITHIN) != 1 || position.legal_moves().len() == 1 {
        return (false, false);
    }
    let after = position.after(win.mv);
    let best = win
        .defenses
        .iter()
        .map(|reply| reply.answer.as_ref().map_or(0, |answer| answer.plies))
        .max();
    let replies = win.defenses.iter().filter_map(|reply| {
        let plies = reply.answer.as_ref().map_or(0, |answer| answer.plies);
        let leaves_one_way = || plies == 0 || wins(&after.after(reply.mv), WITHIN - 2) == 1;
        (Some(plies) == best).then(leaves_one_way)
    });
    let leave_one_way: Vec<bool> = replies.collect();
    (leave_one_way.contains(&true), !leave_one_way.contains(&false))
}

/// Asserts that every step is the only one that wins, and that the lines end in a win.
fn assert_sound(position: &Position, step: &Step, plies: u8, within: u8) {
    assert_eq!(wins(position, within), 1);
    let winner = Outcome::Win(position.side_to_move());
    let after = position.after(step.mv);
    if step.replies.is_empty() {
        assert_eq!((after.outcome(), plies), (Some(winner), 1));
    }
    for reply in &step.replies {
        let next = after.after(reply.mv);
        match &reply.answer {
            Some(answer) => assert_sound(&next, answer, plies - 2, within - 2),
            None => assert_eq!((next.outcome(), plies), (Some(winner), 2)),
        }
    }
}

#[test]
fn the_finder_agrees_with_the_solver_on_every_position() {
    let mut strict = Finder::new(WITHIN, Finder::DEFAULT_NODES, 1).unwrap();
    let (mut finder, mut found, mut others, mut sound) = (finder(), 0, 0, 0);
    for mut game in games().step_by(7).take(4) {
        for _ in 0..12 {
            let position = game.position();
            let puzzle = finder.find(position, &NEVER).unwrap();
            let (is_puzzle, is_sound) = is_puzzle(position);
            assert_eq!(puzzle.is_some(), is_puzzle, "{game:?}");
            let sole = strict.find(position, &NEVER).unwrap();
            assert_eq!(sole, puzzle.clone().filter(|puzzle| puzzle.dual_replies == 0));
            assert_eq!(sole.is_some(), is_sound, "{game:?}");
            sound += usize::from(is_sound);
            match puzzle {
                Some(puzzle) => {
                    assert_sound(position, &puzzle.solution, puzzle.plies, WITHIN);
                    assert_eq!(puzzle.line().len(), usize::from(puzzle.plies));
                    found += 1;
                }
                None => others += 1,
            }
            game.undo();
        }
    }
    assert!(found > sound && others > 20, "{found} {others} {sound}");
}

#[test]
fn the_rest_of_a_solution_is_not_another_puzzle() {
    let puzzle = easy_puzzle();
    let mut game = Game::from_position(puzzle.position.clone());
    for (_, mv) in puzzle.line() {
        game.play(mv).unwrap();
    }
    let mut finder = finder();
    assert_eq!(finder.of_game(&game, &NEVER).unwrap(), [puzzle]);
    assert_eq!(finder.of_game(&game, &AtomicBool::new(true)), Err(Stopped));
}

/// Wherever a position is a puzzle in one game type and none in another, a finder that has seen both says so.
#[test]
fn the_game_type_of_an_earlier_game_makes_no_difference() {
    let new = || Finder::new(WITHIN, 100_000, 1).unwrap().allowing_duals();
    let mut differing = 0;
    for game in games().filter(|game| game.game_type() != GameType::MLP) {
        let text = game_string(&game);
        let moves = text.split_once(';').map_or("", |(_, moves)| moves);
        let large = parse_game(&format!("Base+MLP;{moves}")).unwrap();
        let last = [game, large].map(|game| Game::from_position(game.position().clone()));
        let fresh = last.each_ref().map(|game| new().of_game(game, &NEVER).unwrap());
        if fresh[0].is_empty() == fresh[1].is_empty() {
            continue;
        }
        differing += 1;
        for order in [[0, 1], [1, 0]] {
            let mut finder = new();
            for index in order {
                assert_eq!(finder.of_game(&last[index], &NEVER).unwrap(), fresh[index], "{text}");
            }
        }
    }
    assert!(differing > 0);
}

#[test]
fn symmetric_puzzles_share_an_id_and_the_document_is_complete() {
    let puzzle = easy_puzzle();
    let heading = crate::review::Heading { white: "ann".to_owned(), ..Default::default() };
    let level = waggle_hive_engine::levels::Level::new(4).unwrap();
    let document = puzzle.document(origin(), &heading, level);
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
    let again = parse_game(&document.position).unwrap();
    assert_eq!(again.position().symmetric_key(), puzzle.position.symmetric_key());
    let repeat = document.clone().into_repeat();
    assert_eq!((repeat.kind, &repeat.id), (Kind::Repeat, &document.id));
    let searched = PuzzleLine::searched(origin());
    for line in [PuzzleLine::Puzzle(document), PuzzleLine::Repeat(repeat), searched] {
        assert_eq!(PuzzleLine::read(Json(&line).to_string().as_bytes()), Ok(line));
    }
}
