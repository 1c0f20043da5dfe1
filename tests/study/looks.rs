//! The searches of a review: what is looked at again, reported, stopped and resumed.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle::games::GameResult;
use waggle::notation::parse_game;
use waggle::review::{Fact, Finding, Mark, Review, ReviewProgress, ReviewedMove, review};
use waggle::rules::{Game, Move};
use waggle::search::{Limits, Purpose, Score, Searcher, Settings};

/// A game that can be ended with the next move.
pub(crate) fn game_with_a_win() -> Game {
    let mut lines = include_str!("../data/puzzles.txt").lines();
    let won = lines.find_map(|line| line.strip_prefix("win 1 ")).expect("there is a win in one");
    parse_game(won).expect("it can be read")
}

/// A review with these limits and a small table, on as many threads.
fn reviewed(
    (known, game): (&[Finding], &Game),
    threads: usize,
    limits: &Limits,
    report: &mut dyn FnMut(ReviewProgress),
) -> Review {
    let settings = Settings { threads, table_mib: 1, ..Settings::default() };
    let (result, never) = (GameResult::Unfinished, AtomicBool::new(false));
    review(known, game, result, &settings, limits, &never, report).unwrap().unwrap()
}

fn last_move_of(game: &Game) -> ReviewedMove {
    let review = reviewed((&[], game), 1, &Limits::depth(2), &mut |_| ());
    review.moves.last().expect("moves have been played").clone()
}

/// A game with moves in doubt.
fn doubtful_game() -> Game {
    let text = "Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wG1 wA1/;bB1 bA1/";
    parse_game(text).unwrap()
}

#[test]
fn a_win_that_is_played_is_best_and_one_that_is_not_is_missed() {
    let game = game_with_a_win();
    let mut searcher = Searcher::new(&Settings::default()).unwrap();
    let never = AtomicBool::new(false);
    let best = searcher
        .search_game(&game, Purpose::SCORE, &Limits::depth(2), &never, &mut ())
        .best
        .unwrap();
    let mut won = game.clone();
    won.play(best).unwrap();
    let player = game.position().side_to_move();
    let last = last_move_of(&won);
    assert_eq!(last.after.win(), Some((player, 0)));
    assert_eq!((last.judgment.mark, last.better), (Mark::Best, None));

    let wins_not = |mv: &Move| {
        let mut after = game.clone();
        after.play(*mv).unwrap();
        let report =
            searcher.search_game(&after, Purpose::SCORE, &Limits::depth(3), &never, &mut ());
        !report.score.is_decisive()
    };
    let poor = game.position().legal_moves().into_iter().find(wins_not).expect("a poor move");
    let mut missed = game.clone();
    missed.play(poor).unwrap();
    let last = last_move_of(&missed);
    assert_eq!(last.judgment.missed_win, Some(1));
    assert!(last.judgment.mark.is_error());
    assert_eq!(last.better.unwrap().score.plies_to_end(), Some(1));
}

#[test]
fn there_is_no_review_after_a_stop() {
    let game = parse_game("wS1;bS1 wS1-").unwrap();
    let stop = AtomicBool::new(false);
    let mut finished = 0;
    let reviewed = review(
        &[],
        &game,
        GameResult::Unfinished,
        &Settings::default(),
        &Limits::depth(2),
        &stop,
        &mut |_| {
            finished += 1;
            stop.store(true, Ordering::Relaxed);
        },
    );
    assert!(reviewed.unwrap().is_none());
    assert_eq!(finished, 1);
}

#[test]
fn the_threads_make_no_difference() {
    let game = parse_game("Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-").unwrap();
    let [alone, together] = [1, 3]
        .map(|threads| reviewed((&[], &game), threads, &Limits::nodes(3000), &mut |_| ()).moves);
    assert_eq!(alone, together);
}

#[test]
fn all_marks_are_reported_after_the_first_look_and_refined_later() {
    let mut reports = vec![];
    let reviewed = reviewed((&[], &doubtful_game()), 1, &Limits::nodes(500), &mut |progress| {
        reports.push(progress);
    });
    let (first, later) = reports.split_at(9);
    assert!(
        first.iter().map(|report| (report.look, report.done)).eq((1..10).map(|done| (1, done)))
    );
    assert!(first[..8].iter().all(|report| report.judged.is_empty()));
    assert!(first[8].judged.iter().map(|(ply, _)| *ply).eq(0..8));
    assert!(!later.is_empty(), "something is in doubt");
    assert!(later.iter().all(|report| report.look > 1 && report.done <= report.total));
    let mut judgments: Vec<_> = first[8].judged.iter().map(|(_, judgment)| *judgment).collect();
    for (ply, judgment) in later.iter().flat_map(|report| &report.judged) {
        judgments[*ply] = *judgment;
    }
    assert!(
        reviewed.moves.iter().map(|reviewed| reviewed.judgment).eq(judgments),
        "nothing wins here"
    );
}

#[test]
fn a_draw_by_agreement_is_told() {
    let game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
    let settings = Settings { table_mib: 1, ..Settings::default() };
    let never = AtomicBool::new(false);
    let agrees = |result| {
        let limits = Limits::depth(1);
        let review = review(&[], &game, result, &settings, &limits, &never, &mut |_| ());
        let last = review.unwrap().unwrap().moves.pop().unwrap();
        last.reasons.iter().any(|reason| reason.fact == Fact::Agreed)
    };
    assert!(agrees(GameResult::Draw) && !agrees(GameResult::Unfinished));
}

#[test]
fn a_review_resumes_from_its_findings() {
    let (game, limits) = (doubtful_game(), Limits::nodes(500));
    let run = |known: &[Finding]| {
        let mut found = vec![];
        let mut keep = |progress: ReviewProgress| found.extend(progress.found);
        let review = reviewed((known, &game), 1, &limits, &mut keep);
        (review.moves, found)
    };
    let (moves, found) = run(&[]);
    assert!(found.len() > game.moves().len() + 1, "there are second looks");
    let text = serde_json::to_string(&found).unwrap();
    let found: Vec<Finding> = serde_json::from_str(&text).unwrap();
    for part in [5, found.len() - 1] {
        let (again, rest) = run(&found[..part]);
        assert_eq!(again, moves, "with {part} findings");
        assert_eq!(rest.len(), found.len() - part, "nothing is searched twice");
    }
    // What is about another game is searched again.
    let other = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
    let mut count = 0;
    let mut keep = |progress: ReviewProgress| count += usize::from(progress.found.is_some());
    reviewed((&found, &other), 1, &limits, &mut keep);
    assert!(count > 0);
}

#[test]
fn a_loss_that_is_not_proven_excuses_no_move_that_allows_a_win() {
    let won = include_str!("../data/puzzles.txt").lines();
    let mut won = won.filter_map(|line| line.strip_prefix("win 3 "));
    let game = won.find_map(|text| parse_game(text).ok().filter(|game| game.moves().len() == 89));
    let (game, limits) = (game.expect("one has so many moves"), Limits::nodes(500));
    let run = |known: &[Finding]| {
        let mut found = vec![];
        let mut keep = |progress: ReviewProgress| found.extend(progress.found);
        let review = reviewed((known, &game), 1, &limits, &mut keep);
        (review.moves.last().expect("moves have been played").judgment, found)
    };
    let found = serde_json::to_value(run(&[]).1).unwrap();
    let first = |ply: usize| {
        let mut found = found.as_array().expect("a list").iter();
        found.find(|found| found["ply"] == ply && found["look"] == 1).expect("all are seen").clone()
    };
    let (before, after) = (first(88), first(89));
    // A second look that sees the opponent win after another move, too, in more moves than can be proven.
    let better = (Score::loss_in(20).value(), ["wB1 bA3"]);
    let second = serde_json::json!({
        "ply": 88, "look": 2, "of": after["of"], "lines": [better, after["lines"][0]], "range": [0.0, 0.0],
    });
    let known: Vec<Finding> = serde_json::from_value([before, after, second].into()).unwrap();
    let (judgment, _) = run(&known);
    assert!(judgment.mark.is_error() && judgment.allowed_win == Some(3), "{judgment:?}");
}
