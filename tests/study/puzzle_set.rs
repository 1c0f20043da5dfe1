//! The puzzles that come with the program.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::sync::atomic::AtomicBool;

use waggle::analysis::Solver;
use waggle::notation::setup_text;
use waggle::puzzles::{Entry, Finder, built_in_sets, read_set};
use waggle::rules::Game;

use crate::common::engine;
use crate::common::forced_wins::{Referee, ply_of, won};
use crate::common::plain_puzzle::{Refuter, set_up};
use crate::program::{Run, folder, reading, waggle};

/// One in so many is taken unless `WAGGLE_PUZZLES` says another number.
const EVERY: usize = 202;
/// Longer wins are proven by the solver alone.
const LONGEST_BY_PLAIN_RULES: usize = 5;

fn every() -> usize {
    std::env::var("WAGGLE_PUZZLES").map_or(EVERY, |every| every.parse().unwrap())
}

fn puzzles() -> Vec<Entry> {
    built_in_sets().flat_map(|text| read_set(text).unwrap()).collect()
}

#[test]
fn the_set_is_large_balanced_and_has_none_twice() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 1000, "{}", puzzles.len());
    let ids: HashSet<String> = puzzles.iter().map(Entry::id).collect();
    assert_eq!(ids.len(), puzzles.len());
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for puzzle in &puzzles {
        *types.entry(puzzle.position.game_type().to_string()).or_default() += 1;
        *lengths.entry(puzzle.moves()).or_default() += 1;
    }
    assert!(types.len() == 8 && types.values().all(|&count| count >= 90), "{types:?}");
    // Without moves to win are those where one move defends.
    assert!((0..=3).all(|moves| lengths[&moves] >= 200), "{lengths:?}");
    let (easy, hard) = (|it: &&Entry| it.rating < 900, |it: &&Entry| it.rating >= 1500);
    assert!(puzzles.iter().filter(easy).count() >= 100);
    assert!(puzzles.iter().filter(hard).count() >= 10);
    let mut ratings: BTreeMap<u16, usize> = BTreeMap::new();
    for puzzle in &puzzles {
        *ratings.entry(puzzle.rating).or_default() += 1;
    }
    assert!(ratings.values().all(|count| count * 20 <= puzzles.len()), "{ratings:?}");
    for text in built_in_sets() {
        assert!(text.contains("\n# Public domain: CC0 1.0, https://"));
    }
}

/// `.ci/long puzzles` takes all.
#[test]
fn each_move_of_a_solution_is_the_only_one_by_the_solver_and_by_the_plain_rules() {
    let (puzzles, every) = (puzzles(), every());
    // The proofs of longer ones would take minutes.
    let is_short = |it: &&Entry| every == 1 || it.line.len() <= LONGEST_BY_PLAIN_RULES;
    let wins = puzzles.iter().filter(|it| !it.is_defense());
    let (mut refuter, never) = (Refuter::new(), AtomicBool::new(false));
    let mut proven = 0;
    for puzzle in wins.filter(is_short).step_by(every) {
        let id = puzzle.id();
        let mut position = puzzle.position.clone();
        let mut solver = Solver::new(1, 16).unwrap();
        let text = format!("{};{}", position.game_type(), setup_text(&position));
        let mut plain = set_up(&text);
        for (index, &mv) in puzzle.line.iter().enumerate() {
            let plies = u8::try_from(puzzle.line.len() - index).unwrap();
            if index.is_multiple_of(2) {
                let shortest = solver.shortest_win(&position, plies, &never).unwrap();
                assert_eq!(shortest, Some((mv, plies)), "{id}");
                let other = solver.other_win(&position, &[mv], plies, &never).unwrap();
                assert_eq!(other, None, "{id}");
                if puzzle.line.len() <= LONGEST_BY_PLAIN_RULES {
                    let us = plain.side_to_move();
                    let mut referee = Referee::of(&Game::from_position(position.clone()));
                    assert_eq!(referee.win(&plain, plies), Some(plies), "{id}");
                    let right = ply_of(&plain, mv);
                    for ply in plain.legal().into_iter().filter(|ply| *ply != right) {
                        let after = plain.after(ply);
                        assert!(refuter.survives(&after, us, plies - 1), "{id}: {ply} wins, too");
                    }
                }
            }
            plain.play(ply_of(&plain, mv));
            position = position.after(mv);
        }
        proven += 1;
    }
    assert!(proven >= 4);
}

/// `.ci/long puzzles` takes all.
#[test]
fn no_move_wins_and_each_but_the_one_that_defends_loses_by_the_plain_rules() {
    let (mut refuter, within) = (Refuter::new(), Finder::DEFENDED);
    for puzzle in puzzles().iter().filter(|it| it.is_defense()).step_by(every()) {
        let (id, position) = (puzzle.id(), &puzzle.position);
        let plain = set_up(&format!("{};{}", position.game_type(), setup_text(position)));
        let mut solver = Solver::new(1, 16).unwrap();
        let win = solver.shortest_win(position, within, &AtomicBool::new(false)).unwrap();
        assert_eq!(win, None, "{id}");
        let right = ply_of(&plain, puzzle.line[0]);
        for ply in plain.legal() {
            let after = plain.after(ply);
            if ply == right {
                assert!(!after.is_over() && refuter.has_no_win(&after, within), "{id}: it loses");
            } else if after.state() != won(plain.side_to_move().other()) {
                let mut referee = Referee::of(&Game::from_position(engine::set_up(&after)));
                assert!(referee.win(&after, within).is_some(), "{id}: {ply} defends, too");
            }
        }
    }
}

#[test]
fn a_set_is_made_by_games_and_resumed_and_never_replaced_unasked() {
    let folder = folder("puzzle_set");
    let path = folder.to_str().unwrap();
    let make = |games: &str, more: &[&str]| {
        let set = ["puzzles", "--make", path, "--games", games, "--seed", "1", "--threads", "1"];
        waggle(&[&set, more].concat())
    };
    let output = make("1", &[]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let lines = output.err;
    assert!(lines.ends_with("games played: 1\n") && lines.starts_with("rating "), "{lines}");
    let base = fs::read_to_string(folder.join("base.tsv")).unwrap();
    assert!(make("1", &[]).complaint().contains("already exists"));
    assert_eq!(make("1", &["--force"]).code, Some(0));
    assert_eq!(fs::read_to_string(folder.join("base.tsv")).unwrap(), base);
    assert!(!folder.join("found.tsv").exists());
    let file = folder.join("base.tsv");
    let rated = waggle(&["puzzles", "--rate", file.to_str().unwrap(), "--threads", "1"]);
    let body: Vec<&str> = base.lines().filter(|it| !it.starts_with('#')).collect();
    assert_eq!(rated.out, body.join("\n") + "\n");
    let found = folder.join("found.tsv");
    let head = "# puzzles found in games of the levels, seed 1\n";
    let line = body.first().expect("a puzzle");
    for torn in [head.get(..9), Some(head)].map(Option::unwrap_or_default) {
        let rest = if torn == head { line.get(..40).unwrap_or(line) } else { "" };
        fs::write(&found, format!("{torn}{rest}")).unwrap();
        assert_eq!(make("1", &["--resume", "--force"]).code, Some(0));
        assert_eq!(fs::read_to_string(folder.join("base.tsv")).unwrap(), base);
    }
    fs::write(&found, format!("{head}# end of a game\n")).unwrap();
    let nothing = make("1", &["--resume", "--force"]).complaint();
    assert!(nothing.contains("found no puzzle in the games") && !found.exists(), "{nothing}");
    fs::write(&found, format!("{head}x\n")).unwrap();
    assert!(make("1", &["--resume"]).complaint().contains("already exists"));
    fs::write(&file, "x\n").unwrap();
    let broken = waggle(&["puzzles", "--play", file.to_str().unwrap()]).complaint();
    assert!(broken.contains("line 1 is not a puzzle: expected 7 tab-separated fields"), "{broken}");
}

#[test]
fn puzzles_are_solved_missed_and_shown_in_the_terminal() {
    let easiest = [false, true].map(|is_defense| {
        let those = puzzles().into_iter().filter(|it| it.is_defense() == is_defense);
        those.min_by_key(|it| it.rating.abs_diff(600)).unwrap()
    });
    let file = folder("puzzle_play").join("two.tsv");
    fs::write(&file, easiest.each_ref().map(Entry::to_string).join("\n")).unwrap();
    let tasks =
        [("surrounds", "is too slow: the reply is "), ("does not lose", " loses: the reply is ")];
    for (easiest, (task, fault)) in easiest.iter().zip(tasks) {
        let solution = easiest.to_string().split('\t').nth(2).unwrap().to_owned();
        let right = solution.split(';').step_by(2).collect::<Vec<_>>().join("\n") + "\n";
        let other =
            easiest.position.legal_moves().into_iter().find(|mv| *mv != easiest.line[0]).unwrap();
        let other = waggle::notation::move_string(&easiest.position, other);
        for (input, said, end) in [
            (right.clone(), "Solved!", "1 of 1 puzzle solved.\n"),
            (format!("{other}\n{right}"), fault, "0 of 1 puzzle solved.\n"),
            ("hint\nhint\nsolution\n".to_owned(), " moves.\n", "0 of 1 puzzle solved.\n"),
            ("next\n".to_owned(), task, "0 of 0 puzzles solved.\n"),
            (String::new(), task, "0 of 0 puzzles solved.\n"),
        ] {
            let theme = easiest.themes[0].name();
            let arguments = ["puzzles", "--play", "--theme", theme, file.to_str().unwrap()];
            let Run { code, out: text, .. } = reading(&arguments, &input);
            assert!(code == Some(0) && text.contains(said) && text.ends_with(end), "{text}");
        }
    }
}
