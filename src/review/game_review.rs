//! Searching the positions of a game, and judging its moves.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Judgment;
use crate::analysis::WhiteScore;
use crate::rules::{Color, Game, Move};
use crate::search::{Limits, Line, Report, Searcher};

/// A game with a judgment on each of its moves.
#[derive(Debug)]
pub struct Review {
    /// The game.
    pub game: Game,
    /// Its moves, in their order.
    pub moves: Vec<ReviewedMove>,
    /// What is thought of the last position.
    pub last: WhiteScore,
}

/// A move with what was thought before and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Who played it.
    pub player: Color,
    /// The move.
    pub mv: Move,
    /// What the position before it is worth if the best is played.
    pub before: WhiteScore,
    /// What the position after it is worth.
    pub after: WhiteScore,
    /// Whether it is the move that the search would play, or wins on the spot.
    pub is_best: bool,
    /// Whether there was no other move.
    pub is_forced: bool,
    /// What it has cost.
    pub judgment: Judgment,
    /// What should have been played, and what that is worth to the player; `None` if
    /// nothing is better.
    pub better: Option<Line<Move>>,
    /// How deep the position before it was searched, in plies.
    pub depth: u8,
}

/// Searches every position of a game and judges the moves between them.
///
/// The positions are searched from the last to the first, so that the table remembers
/// where the game has led to. `finished` is called after each of them: there is one more
/// than moves. `None` if `stop` was set before the end.
pub fn review(
    game: &Game,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(),
) -> Option<Review> {
    searcher.forget();
    let mut position = game.clone();
    let mut moves = Vec::with_capacity(game.moves().len());
    let (last, _) = look(&position, searcher, limits, stop);
    finished();
    let mut after = last;
    while let Some(mv) = position.undo() {
        let is_forced = position.position().count_moves() == 1;
        let (before, report) = look(&position, searcher, limits, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        finished();
        let player = position.position().side_to_move();
        // Of several moves that end the game the search names one only.
        let wins = after.win() == Some((player, 0));
        let is_best = is_forced || wins || report.best == Some(mv);
        let judgment = Judgment::of(player, before, after, is_best);
        let better = (judgment.loss > 0.0 || judgment.missed_win.is_some())
            .then_some(Line { score: report.score, moves: report.pv });
        let depth = report.depth;
        moves.push(ReviewedMove {
            player,
            mv,
            before,
            after,
            is_best,
            is_forced,
            judgment,
            better,
            depth,
        });
        after = before;
    }
    moves.reverse();
    Some(Review { game: game.clone(), moves, last })
}

/// What a position is worth, and what the search says about it.
fn look(
    game: &Game,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
) -> (WhiteScore, Report<Move>) {
    let report = searcher.search_game(game, limits, stop, &mut ());
    let score = match game.outcome() {
        Some(outcome) => WhiteScore::of_outcome(outcome),
        None => WhiteScore::new(report.score, game.position().side_to_move()),
    };
    (score, report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;
    use crate::review::Mark;
    use crate::search::Settings;

    /// A game that can be ended with the next move.
    fn won_game() -> Game {
        let line = include_str!("../../tests/data/puzzles.txt")
            .lines()
            .find(|line| line.starts_with("win 1 "))
            .expect("there is a win in one");
        parse_game(line.splitn(3, ' ').nth(2).expect("a game")).expect("it can be read")
    }

    fn review_of(game: &Game, depth: u8) -> Review {
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let never = AtomicBool::new(false);
        review(game, &mut searcher, &Limits::depth(depth), &never, &mut || ()).unwrap()
    }

    fn last_move_of(game: &Game) -> ReviewedMove {
        review_of(game, 2).moves.pop().expect("moves have been played")
    }

    #[test]
    fn the_score_after_a_move_is_the_score_before_the_next() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-").unwrap();
        let reviewed = review_of(&game, 2);
        for pair in reviewed.moves.windows(2) {
            assert_eq!(pair[0].after, pair[1].before);
            assert_eq!(pair[0].player, pair[1].player.other());
        }
        assert_eq!(reviewed.moves[5].after, reviewed.last);
        assert!(reviewed.moves.iter().map(|reviewed| reviewed.mv).eq(game.moves()));
        let choices = reviewed.moves.iter().filter(|reviewed| reviewed.better.is_some());
        for reviewed in choices {
            assert!(!reviewed.is_best && reviewed.judgment.loss > 0.0);
            assert_ne!(reviewed.better.as_ref().unwrap().moves[0], reviewed.mv);
        }
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
        assert!(last.is_best && last.better.is_none());
        assert_eq!((last.judgment.mark, last.judgment.missed_win), (Mark::Good, None));

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
        assert!(last.judgment.mark > Mark::Good);
        assert_eq!(last.better.unwrap().score.plies_to_end(), Some(1));
    }

    #[test]
    fn whoever_stops_it_gets_no_review() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let mut searcher = Searcher::new(&Settings::default()).unwrap();
        let stop = AtomicBool::new(false);
        let mut finished = 0;
        let reviewed = review(&game, &mut searcher, &Limits::depth(2), &stop, &mut || {
            finished += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert!(reviewed.is_none());
        assert_eq!(finished, 1);
    }
}
