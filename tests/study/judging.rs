//! How moves are judged by what searches say of the positions before and after them.

use crate::looks::game_with_a_win;
use waggle::games::GameResult;
use waggle::notation::{parse_game, parse_move};
use waggle::review::{Assessment, Judgment, Mark, Review, SecondLook};
use waggle::rules::{Color, Game, Move};
use waggle::search::{Line, Score};

/// What one search said of each position of a game, with these scores for White and lines that nobody played.
fn assessments(game: &Game, scores: &[i32]) -> Vec<Assessment> {
    let scores = scores.iter().zip([1, -1].into_iter().cycle()).take(game.moves().len() + 1);
    let assessed = |(score, sign)| Assessment {
        line: Line { score: Score::new(score * sign), moves: vec![] },
        depth: 7,
        shallow: None,
        second_look: None,
        proven: None,
    };
    scores.map(assessed).collect()
}

fn judged(game: &Game, assessments: &[Assessment]) -> Review {
    Review::new(game, GameResult::Unfinished, assessments)
}

fn game(text: &str) -> Game {
    parse_game(text).expect("the game can be read")
}

#[test]
fn the_move_of_the_search_is_best_and_costs_nothing_whatever_the_search_says_later() {
    let game = game("wS1;bS1 wS1-");
    let mut assessments = assessments(&game, &[50, -300, 300]);
    let first = game.moves().next().unwrap();
    let blunder = &judged(&game, &assessments).moves[0];
    assert_eq!(blunder.judgment.mark, Mark::Blunder);
    assert_eq!(blunder.better.as_ref(), Some(&assessments[0].line));
    assessments[0].line.moves.push(first);
    let best = &judged(&game, &assessments).moves[0];
    assert_eq!(best.judgment, Judgment::without_loss(Mark::Best));
    assert_eq!((best.better.as_ref(), best.depth, best.repeats), (None, 7, false));
}

#[test]
fn what_a_shallow_search_does_not_see_is_judged_mildly() {
    let text = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 /wQ;bA1 bQ/;wA1 \\wQ";
    let game = game(text);
    let mark = |shallow: [Option<(i32, bool)>; 2]| {
        let mut assessments = assessments(&game, &[0, 0, 0, 0, 0, 0, 0, 0, 0, -40]);
        for (assessment, shallow) in assessments[8..].iter_mut().zip(shallow) {
            assessment.shallow = shallow.map(|(score, is_played)| Line {
                score: Score::new(score),
                moves: game.moves().skip(8).filter(|_| is_played).collect(),
            });
        }
        judged(&game, &assessments).moves[8].judgment.mark
    };
    assert_eq!(mark([None, None]), Mark::Mistake);
    assert_eq!(mark([Some((0, false)), Some((40, false))]), Mark::Mistake, "it sees it, too");
    assert_eq!(mark([Some((0, false)), Some((0, false))]), Mark::Inaccuracy);
    assert_eq!(mark([Some((0, true)), Some((40, false))]), Mark::Inaccuracy, "it would play it");
    assert_eq!(mark([Some((0, false)), None]), Mark::Mistake, "nothing is known");
}

#[test]
fn the_second_look_decides() {
    let game = game("wS1;bS1 wS1-");
    let mut assessments = assessments(&game, &[50, -300, 300]);
    let [played, better] =
        ["wS1", "wG1"].map(|text| parse_move(game.restarted().position(), text).expect("a move"));
    let look = |score| SecondLook {
        better: Line { score: Score::new(40), moves: vec![better] },
        played: Line { score: Score::new(score), moves: vec![] },
        own: [None; 2],
    };
    assessments[0].second_look = Some(look(-40));
    let review = judged(&game, &assessments);
    assert_eq!((review.moves[0].mv, review.moves[0].looked_again), (played, true));
    assert_eq!(review.moves[0].judgment, Judgment::without_loss(Mark::Best));
    assessments[0].second_look = Some(look(60));
    let review = judged(&game, &assessments);
    assert_eq!(review.moves[0].judgment.mark, Mark::Blunder);
    assert_eq!(review.moves[0].after.liberties(), Some(-0.6));
    assert_eq!(review.moves[0].better.as_ref().map(|line| line.moves[0]), Some(better));
}

#[test]
fn a_win_that_is_seen_after_one_move_is_none_of_the_position() {
    let game = game("wS1;bS1 wS1-");
    let mut assessments = assessments(&game, &[50, -300, 300]);
    let better = parse_move(game.restarted().position(), "wG1").expect("a move");
    let mut review = |better_score, played_score, own| {
        assessments[0].second_look = Some(SecondLook {
            better: Line { score: better_score, moves: vec![better] },
            played: Line { score: played_score, moves: vec![] },
            own,
        });
        judged(&game, &assessments).moves.swap_remove(0)
    };
    let (loss, win) = (Score::loss_in(4), Score::win_in(3));
    let both_lose = review(loss, win, [Some(Score::new(-200)), Some(win)]);
    assert_eq!(both_lose.before.liberties(), Some(-2.0), "its own search sees no loss");
    assert_eq!(both_lose.after.win(), Some((Color::Black, 3)));
    assert_eq!(both_lose.judgment.mark, Mark::Best, "the moves are compared all the same");
    let seen = review(loss, win, [Some(Score::loss_in(6)), Some(win)]);
    assert_eq!(seen.before.win(), Some((Color::Black, 4)));
    let not_searched = review(loss, win, [None, Some(win)]);
    assert_eq!(not_searched.before.liberties(), Some(0.5), "the first look counts");
    let (won, even) = (Score::win_in(5), Score::DRAW);
    let missed = review(won, even, [Some(Score::new(300)), Some(even)]);
    assert_eq!((missed.judgment.mark, missed.judgment.missed_win), (Mark::Blunder, None));
    let told = Judgment::of(Color::White, missed.before, missed.after);
    assert_eq!((missed.judgment.chance, missed.judgment.loss), (told.chance, told.loss));
    assert_eq!(missed.better.map(|line| line.score), Some(Score::new(300)));
    let allowed = review(Score::new(40), win, [Some(Score::new(40)), Some(Score::new(300))]);
    assert_eq!((allowed.after.liberties(), allowed.judgment.allowed_win), (Some(-3.0), None));
}

#[test]
fn the_move_of_the_search_is_not_best_where_it_loses_on_the_spot_and_another_holds_out() {
    let game = game("wS1;bS1 wS1-");
    let mut assessments = assessments(&game, &[0, 0, 0]);
    let first = game.moves().next().unwrap();
    assessments[0].line = Line { score: Score::loss_in(4), moves: vec![first] };
    let mark = |assessments: &[Assessment]| judged(&game, assessments).moves[0].judgment.mark;
    assessments[1].line.score = Score::win_in(3);
    assert_eq!(mark(&assessments), Mark::Best);
    assessments[1].line.score = Score::win_in(1);
    assert!(mark(&assessments).is_error());
}

#[test]
fn the_move_of_the_search_is_not_best_where_it_misses_a_proven_win() {
    let game = game("wS1;bS1 wS1-");
    let mut assessments = assessments(&game, &[300, 300, 0]);
    assessments[0].line.moves.extend(game.moves().next());
    let judgment = |assessments: &[Assessment]| judged(&game, assessments).moves[0].judgment;
    assert_eq!(judgment(&assessments).mark, Mark::Best);
    assessments[0].proven = Some((Color::White, 5));
    let missed = judgment(&assessments);
    assert_eq!((missed.mark, missed.missed_win), (Mark::Inaccuracy, Some(5)));
    assessments[1].proven = Some((Color::White, 6));
    assert_eq!(judgment(&assessments).mark, Mark::Best, "it still wins");
}

#[test]
fn a_move_without_alternative_is_forced() {
    let text = "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;\
                wS1 bQ-;bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;\
                bA1 bQ\\;wQ wB1\\;pass";
    let game = game(text);
    let scores: Vec<i32> = (0..21).map(|ply| if ply < 20 { 0 } else { 500 }).collect();
    let review = judged(&game, &assessments(&game, &scores));
    assert_eq!(review.moves[19].judgment, Judgment::without_loss(Mark::Forced));
    assert_ne!(review.moves[18].judgment.mark, Mark::Forced);
}

#[test]
fn the_third_time_is_a_draw_only_where_the_game_ends() {
    let start = "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
    let there_and_back = r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
    let twice = game(&format!("{start}{there_and_back}"));
    let thrice = game(&format!("{start}{there_and_back}{there_and_back}"));
    let on = game(&format!("{start}{there_and_back}{there_and_back}{there_and_back}"));
    let review = |game: &Game| judged(game, &assessments(game, &[200; 20]));
    assert_eq!(review(&twice).last.liberties(), Some(2.0));
    assert!(!review(&twice).moves.last().unwrap().repeats);
    let drawn = review(&thrice);
    assert_eq!(drawn.last.liberties(), Some(0.0));
    assert_eq!(drawn.moves.last().map(|last| (last.after, last.repeats)), Some((drawn.last, true)));
    assert_eq!(drawn.moves.iter().filter(|reviewed| reviewed.repeats).count(), 1);
    assert_eq!(review(&on).moves[11].after.liberties(), Some(2.0), "it was not drawn there");
}

#[test]
fn the_score_of_a_finished_game_is_its_result() {
    let mut won = game_with_a_win();
    let player = won.position().side_to_move();
    let wins = |mv: &Move| {
        let mut after = won.clone();
        after.play(*mv).is_ok() && after.outcome().is_some()
    };
    let win = won.position().legal_moves().into_iter().find(wins).expect("a win");
    won.play(win).unwrap();
    let scores = vec![0; won.moves().len() + 1];
    let review = judged(&won, &assessments(&won, &scores));
    let last = review.moves.last().unwrap();
    assert_eq!(last.after.win(), Some((player, 0)));
    assert_eq!(last.judgment.mark, Mark::Best, "it wins, whatever the search would play");
}

#[test]
#[should_panic(expected = "each position needs an assessment")]
fn a_missing_assessment_panics() {
    let game = game("wS1;bS1 wS1-");
    let _ = judged(&game, &assessments(&game, &[0]));
}
