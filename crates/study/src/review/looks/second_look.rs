//! A second look at a move that is about to be marked.
//!
//! The first look compares a position with the next one: two searches that differ in depth and in
//! the player to move. The second look searches the position again with a larger budget to find what
//! should have been played, and then compares the positions after both moves, searched with the same
//! budget. What remains is the difference between the moves.

use std::sync::atomic::{AtomicBool, Ordering};

use super::first_look::FirstLook;
use super::lasting_loss::{LastingLoss, LossRange, lasting_loss};
use crate::review::judging::assessment::SecondLook;
use crate::review::judging::judgment::{Judgment, NOTHING, is_settled};
use crate::review::judging::mark::Mark;
use crate::review::reasons::prover::Prover;
use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Limits, Line, Purpose, Report, Score, Searcher};

/// How many moves to compare with the move played while all of them lose.
const MAX_TRIED: usize = 3;

/// A second look with the range of losses that it has seen; no range if the search would play the
/// move, too.
pub(super) type Looked = (SecondLook, Option<LossRange>);

/// The look of a search that would play the move, too.
fn agreeing(line: Line<Move>) -> SecondLook {
    let moves = line.moves.iter().skip(1).copied().collect();
    let played = Line { score: a_ply_later(line.score), moves };
    SecondLook { own: [Some(line.score), None], played, better: line }
}

/// A second look at a move, given the game before and after it and the move that a first look would have
/// played. `None` if it is inconclusive, or if `stop` was set.
pub(super) fn look_again(
    [earlier, game]: [&Game; 2],
    [mv, best]: [Move; 2],
    (searcher, prover): (&mut Searcher, &mut Prover<'_>),
    (limits, larger): (&Limits, &Limits),
    stop: &AtomicBool,
) -> Option<Looked> {
    let mut look = |game: &Game| {
        if game.outcome().is_some() {
            return None;
        }
        let mut reports = vec![];
        searcher.clear();
        let last = searcher.search_game(game, Purpose::SCORE, larger, stop, &mut reports);
        let is_done = last.depth > 0 && !stop.load(Ordering::Relaxed);
        reports.push(last);
        is_done.then_some(reports)
    };
    let mut better = best;
    let mut own_before = None;
    if larger != limits {
        let again = look(earlier)?.pop()?;
        better = again.best?;
        own_before = Some(again.score);
        if better == mv {
            return Some((agreeing(Line { score: again.score, moves: again.pv }), None));
        }
    } else if best == mv {
        return None;
    }
    let own = look(game)?;
    let own_after = own.last().map(|report| report.score);
    let (mut known, mut found) = (vec![mv], None::<LastingLoss>);
    loop {
        let mut after_better = earlier.clone();
        after_better.play(better).ok()?;
        let mut loss = lasting_loss(&look(&after_better)?, &own)?;
        known.push(better);
        let holds_out = found.as_ref().is_none_or(|found| loss.better.score < found.better.score);
        let both_lose = loss.better.score.is_win() && loss.played.score.is_win();
        let plies = loss.played.score.plies_to_end().unwrap_or_default().unsigned_abs();
        if holds_out {
            loss.better.moves.insert(0, better);
            found = Some(loss);
        }
        // Both moves lose, but another may hold out longer.
        if !both_lose || known.len() > MAX_TRIED {
            break;
        }
        match prover.saving_move(earlier, &known, plies + 1) {
            Some(saving) => better = saving,
            None => break,
        }
    }
    let LastingLoss { better, played, range } = found?;
    let score = a_ply_before(better.score);
    let look =
        SecondLook { better: Line { score, ..better }, played, own: [own_before, own_after] };
    Some((look, Some(range)))
}

/// Whether a move that does not end its game deserves a second look, by the first looks before and after it: if
/// it seems to cost anything, even less than an inaccuracy, since the first look may be that far off,
/// and its mark is in doubt. A first look's own best move may turn out worse one ply later, because
/// that look saw too late what is wrong with it.
pub(super) fn is_due(position: &Position, mv: Move, before: &FirstLook, after: &FirstLook) -> bool {
    let Some(&best) = before.assessment.line.moves.first() else { return false };
    if position.count_moves() == 1 {
        return false;
    }
    let player = position.side_to_move();
    let scores = (
        WhiteScore::new(before.assessment.line.score, player),
        WhiteScore::new(after.assessment.line.score, player.other()),
    );
    if best == mv {
        return Judgment::of(player, scores.0, scores.1).loss >= NOTHING;
    }
    let judgment = Judgment::in_position(position, mv, Some(best), false, scores.0, scores.1);
    let has_win = judgment.missed_win.is_some() || judgment.allowed_win.is_some();
    let may_be_settled = judgment.mark == Mark::Blunder || !has_win;
    judgment.mark > Mark::Best
        && judgment.costs_anything()
        && !(may_be_settled
            && first_range(before, after).is_some_and(|LossRange { least, greatest }| {
                is_settled(position, mv, least, greatest)
            }))
}

/// The range of losses seen by two first looks.
fn first_range(before: &FirstLook, after: &FirstLook) -> Option<LossRange> {
    // The score of the position is that of the opponent after the better move.
    let before = before.iterations.iter();
    let better: Vec<_> = before
        .map(|report| Report { score: a_ply_later(report.score), ..report.clone() })
        .collect();
    Some(lasting_loss(&better, &after.iterations)?.range)
}

/// The score for the player whose move led to a position with this score.
fn a_ply_before(score: Score) -> Score {
    for_opponent(score, |plies| plies + 1)
}

/// The score for the opponent of the player for whom a position has this score, after the move
/// that leads to it.
fn a_ply_later(score: Score) -> Score {
    for_opponent(score, |plies| plies.saturating_sub(1))
}

/// The score for the other player, with the distance of a forced win changed.
fn for_opponent(score: Score, plies: fn(usize) -> usize) -> Score {
    match score.plies_to_end().map(|left| plies(usize::from(left.unsigned_abs()))) {
        Some(plies) if score.is_win() => Score::loss_in(plies),
        Some(plies) => Score::win_in(plies),
        None => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::super::first_look::first_look;
    use super::*;
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_engine::search::{NEVER, Settings};

    #[test]
    fn wins_are_counted_from_a_ply_earlier() {
        assert_eq!(a_ply_before(Score::win_in(3)), Score::loss_in(4));
        assert_eq!(a_ply_before(Score::loss_in(2)), Score::win_in(3));
        assert_eq!(a_ply_before(Score::loss_in(0)), Score::win_in(1));
        assert_eq!(a_ply_before(Score::new(25)), Score::new(-25));
    }

    #[test]
    fn wins_are_counted_from_a_ply_later() {
        for score in [Score::win_in(3), Score::loss_in(2), Score::win_in(1), Score::new(25)] {
            assert_eq!(a_ply_before(a_ply_later(score)), score);
        }
    }

    /// What a second look says of a move that the first look would have played, or of another, if the
    /// player's score is 100 before it and this after it; `None` if it is not due.
    fn look(is_best: bool, after: i32, limits: &Limits) -> (Option<SecondLook>, [Move; 2]) {
        let earlier = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let mut before = first_look(&earlier, &mut searcher, limits, &NEVER);
        let best = before.assessment.line.moves[0];
        let other = *earlier.position().legal_moves().iter().find(|mv| **mv != best).unwrap();
        let (mut game, mv) = (earlier.clone(), if is_best { best } else { other });
        game.play(mv).unwrap();
        let mut afterwards = first_look(&game, &mut searcher, limits, &NEVER);
        before.assessment.line.score = Score::new(100);
        afterwards.assessment.line.score = Score::new(-after);
        if !is_due(earlier.position(), mv, &before, &afterwards) {
            return (None, [best, other]);
        }
        let workers = (&mut searcher, &mut Prover::new(&NEVER).unwrap());
        let larger = Limits { nodes: limits.nodes.map(|nodes| nodes * 10), ..*limits };
        let look = look_again([&earlier, &game], [mv, best], workers, (limits, &larger), &NEVER);
        (look.map(|(look, _)| look), [best, other])
    }

    #[test]
    fn both_lines_begin_with_their_moves() {
        for limits in [Limits::depth(3), Limits::nodes(800)] {
            let (look, [best, other]) = look(false, -100, &limits);
            let look = look.expect("the score falls");
            assert_ne!(look.better.moves[0], other);
            if limits.depth.is_some() {
                assert_eq!(look.better.moves[0], best, "a search to the same depth says the same");
            }
            let mut game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
            game.play(other).unwrap();
            assert!(game.position().is_legal(look.played.moves[0]));
        }
    }

    #[test]
    fn moves_that_cost_nothing_are_not_looked_at_again() {
        assert_eq!(look(false, 99, &Limits::depth(3)).0, None);
        assert_eq!(look(true, 99, &Limits::nodes(800)).0, None);
    }

    #[test]
    fn a_move_of_the_search_itself_is_doubted_where_the_score_falls_after_it() {
        assert_eq!(look(true, -100, &Limits::depth(3)).0, None, "a deeper search is not allowed");
        let (look, _) = look(true, -100, &Limits::nodes(800));
        assert!(look.is_some(), "a longer one is");
    }

    #[test]
    fn a_longer_search_may_agree_with_the_move() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let moves = game.position().legal_moves()[..2].to_vec();
        let look = agreeing(Line { score: Score::win_in(3), moves: moves.clone() });
        assert_eq!(look.own, [Some(Score::win_in(3)), None]);
        assert_eq!(look.better, Line { score: Score::win_in(3), moves: moves.clone() });
        assert_eq!(look.played, Line { score: Score::loss_in(2), moves: moves[1..].to_vec() });
    }
}
