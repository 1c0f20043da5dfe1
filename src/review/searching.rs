//! Searching the positions of a game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::game_review::score_of_end;
use super::{Assessment, Judgment, Review, SecondLook};
use crate::analysis::WhiteScore;
use crate::rules::{Game, Move};
use crate::search::{Limits, Line, MemoryError, Report, Searcher};

/// Searches every position of a game, looks again at the moves that are about to be marked,
/// judges them, and says why.
///
/// The positions are searched from the last to the first, so that the table knows where
/// the game has led. Each is searched at least one ply deep, whatever the limits. `finished`
/// is called after each position; there is one more than moves. `None` if `stop` was set
/// before the end.
///
/// # Errors
///
/// If there is no memory for the solver that proves forced wins.
pub fn review(
    game: &Game,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(),
) -> Result<Option<Review>, MemoryError> {
    searcher.forget();
    let mut position = game.clone();
    let mut assessments = Vec::with_capacity(game.moves().len() + 1);
    let mut after: Option<(Game, WhiteScore)> = None;
    loop {
        let mut assessment = assess(&position, searcher, limits, stop);
        let player = position.position().side_to_move();
        let score = score_of_end(&position)
            .unwrap_or_else(|| WhiteScore::new(assessment.line.score, player));
        if let Some((next, after)) = &after {
            let scores = (score, *after);
            assessment.second_look = look_again(next, &assessment, scores, searcher, limits, stop);
        }
        assessments.push(assessment);
        after = Some((position.clone(), score));
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        finished();
        if position.undo().is_none() {
            break;
        }
    }
    assessments.reverse();
    let mut review = Review::new(game, &assessments);
    review.explain(stop)?;
    Ok((!stop.load(Ordering::Relaxed)).then_some(review))
}

fn assess(game: &Game, searcher: &mut Searcher, limits: &Limits, stop: &AtomicBool) -> Assessment {
    let mut iterations = vec![];
    let mut report = searcher.search_game(game, limits, stop, &mut iterations);
    if report.depth == 0 && game.outcome().is_none() {
        // The limits did not suffice for any search at all.
        report = searcher.search_game(game, &Limits::depth(1), stop, &mut ());
    }
    let line = Line { score: report.score, moves: report.pv };
    let shallow_best = best_within(&iterations, report.nodes / SHALLOW_PART);
    Assessment { line, depth: report.depth, shallow_best, second_look: None }
}

/// A shallow search enters so many times fewer positions.
const SHALLOW_PART: u64 = 10;

/// The best move of the last iteration that ended within so many positions.
fn best_within(iterations: &[Report<Move>], nodes: u64) -> Option<Move> {
    iterations.iter().rev().find(|report| report.nodes <= nodes).and_then(|report| report.best)
}

/// A second look at the last move of a game, if the first one, with these scores before and
/// after the move, would mark it, or would have played it and was wrong.
fn look_again(
    game: &Game,
    before: &Assessment,
    (score, after): (WhiteScore, WhiteScore),
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<SecondLook> {
    let mut earlier = game.clone();
    let mv = earlier.undo()?;
    let best = before.line.moves.first().copied()?;
    let position = earlier.position();
    if score_of_end(game).is_some() || position.count_moves() == 1 {
        return None;
    }
    let better = if best == mv {
        if !SecondLook::doubts_best(position.side_to_move(), score, after) {
            return None;
        }
        SecondLook::instead(&earlier, mv, searcher, limits, stop)?
    } else {
        let judgment = Judgment::in_position(position, mv, Some(best), None, score, after);
        if !SecondLook::is_due(&judgment) {
            return None;
        }
        best
    };
    SecondLook::at(game, better, searcher, limits, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;
    use crate::review::{Mark, ReviewedMove};
    use crate::rules::Color;
    use crate::search::{Score, Settings};

    /// A game that can be ended with the next move.
    fn won_game() -> Game {
        let line = include_str!("../../tests/data/puzzles.txt")
            .lines()
            .find(|line| line.starts_with("win 1 "))
            .expect("there is a win in one");
        parse_game(line.splitn(3, ' ').nth(2).expect("a game")).expect("it can be read")
    }

    fn review_of(game: &Game, limits: &Limits) -> Review {
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let never = AtomicBool::new(false);
        review(game, &mut searcher, limits, &never, &mut || ()).unwrap().unwrap()
    }

    fn last_move_of(game: &Game) -> ReviewedMove {
        review_of(game, &Limits::depth(2)).moves.pop().expect("moves have been played")
    }

    #[test]
    fn a_shallow_search_is_the_last_iteration_within_so_many_positions() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let moves = game.position().legal_moves();
        let ends = [(10, moves[0]), (40, moves[1]), (400, moves[2])];
        let iterations = ends.map(|(nodes, best)| Report::after(nodes, Score::DRAW, &[best]));
        let best = [9, 10, 39, 40, 399, 400].map(|nodes| best_within(&iterations, nodes));
        let expected = [None, Some(0), Some(0), Some(1), Some(1), Some(2)];
        assert_eq!(best, expected.map(|index: Option<usize>| index.map(|index| moves[index])));
    }

    #[test]
    fn the_score_after_a_move_is_the_score_before_the_next() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-").unwrap();
        let reviewed = review_of(&game, &Limits::depth(2));
        for pair in reviewed.moves.windows(2) {
            assert!(pair[0].after == pair[1].before || pair.iter().any(|it| it.looked_again));
            assert_eq!(pair[0].player, pair[1].player.other());
        }
        let last = &reviewed.moves[5];
        assert!(last.after == reviewed.last || last.looked_again);
        assert!(reviewed.moves.iter().map(|reviewed| reviewed.mv).eq(game.moves()));
        assert!(reviewed.moves.iter().all(|reviewed| reviewed.depth == 2));
        let worse = reviewed.moves.iter().filter(|reviewed| reviewed.better.is_some());
        for reviewed in worse {
            assert!(reviewed.judgment.loss > 0.0);
            assert_ne!(reviewed.better.as_ref().unwrap().moves[0], reviewed.mv);
        }
    }

    #[test]
    fn each_position_is_searched_even_if_the_limits_are_too_low() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1").unwrap();
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        assert!(review_of(&game, &limits).moves.iter().all(|reviewed| reviewed.depth == 1));
    }

    #[test]
    fn a_win_that_is_played_is_best_and_one_that_is_not_is_missed() {
        let game = won_game();
        let mut searcher = Searcher::new(&Settings::default()).unwrap();
        let never = AtomicBool::new(false);
        let best = searcher.search_game(&game, &Limits::depth(2), &never, &mut ()).best.unwrap();
        let mut won = game.clone();
        won.play(best).unwrap();
        let player = game.position().side_to_move();
        let last = last_move_of(&won);
        assert_eq!(last.after.win(), Some((player, 0)));
        assert_eq!((last.judgment.mark, last.better), (Mark::Best, None));

        let wins_not = |mv: &Move| {
            let mut after = game.clone();
            after.play(*mv).unwrap();
            let report = searcher.search_game(&after, &Limits::depth(3), &never, &mut ());
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
    fn a_move_of_the_search_itself_is_doubted_where_the_score_falls_after_it() {
        let before = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let (limits, never) = (Limits::depth(3), AtomicBool::new(false));
        let best = searcher.search_game(&before, &limits, &never, &mut ()).best.unwrap();
        let other = *before.position().legal_moves().iter().find(|mv| **mv != best).unwrap();
        // What becomes of a move that the first look would have played.
        let mut look = |mv, after| {
            let mut game = before.clone();
            game.play(mv).unwrap();
            let line = Line { score: Score::new(100), moves: vec![mv] };
            let first = Assessment { line, depth: 1, shallow_best: None, second_look: None };
            let scores = [100, after].map(|score| WhiteScore::new(Score::new(score), Color::White));
            searcher.forget();
            look_again(&game, &first, (scores[0], scores[1]), &mut searcher, &limits, &never)
        };
        assert_eq!(look(other, 99), None, "the score stays");
        assert_eq!(look(best, -100), None, "a deeper search would play it, too");
        assert_eq!(look(other, -100).map(|look| look.better.moves[0]), Some(best));
    }

    #[test]
    fn there_is_no_review_after_a_stop() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let mut searcher = Searcher::new(&Settings::default()).unwrap();
        let stop = AtomicBool::new(false);
        let mut finished = 0;
        let reviewed = review(&game, &mut searcher, &Limits::depth(2), &stop, &mut || {
            finished += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert!(reviewed.unwrap().is_none());
        assert_eq!(finished, 1);
    }
}
