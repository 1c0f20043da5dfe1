//! A second look at a move that is about to be marked.
//!
//! The first look compares a position with the next one, two searches that differ in depth and
//! in who is to move. The second searches the position again with a larger budget, to find what
//! should have been played, and then compares the positions after both moves, each searched with
//! this budget: what remains is a difference between the moves, as far as it lasts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::game_review::score_of_end;
use super::judgment::NOTHING;
use super::lasting_loss::lasting_loss;
use super::prover::Prover;
use super::{Assessment, Judgment, Mark};
use waggle_hive_core::rules::{Color, Game, Move, Position};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Limits, Line, Score, Searcher};

/// How many times the budget of the first look each search of the second gets, as long as that is
/// not more than `ENOUGH`.
const TIMES: u32 = 10;
/// A budget beyond which marks change little: some four seconds on one thread. After a first look
/// that had as much or more, each of both lines gets as much as all moves together had.
const ENOUGH_NODES: u64 = 12_000_000;
const ENOUGH_TIME: Duration = Duration::from_secs(4);

/// How many moves may be tried against the one played where all of them lose.
const MOST_TRIED: usize = 3;

/// What a second look at a move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondLook {
    /// The line that begins with the better move, with its score for the player.
    pub better: Line<Move>,
    /// The line after the move played, with its score for the opponent.
    pub played: Line<Move>,
}

impl SecondLook {
    /// The scores before and after the move of this player.
    pub(super) fn scores(&self, player: Color) -> (WhiteScore, WhiteScore) {
        let before = WhiteScore::new(self.better.score, player);
        (before, WhiteScore::new(self.played.score, player.other()))
    }

    /// What a search says that would play the move itself, too.
    fn agreeing(line: Line<Move>) -> Self {
        let moves = line.moves.iter().skip(1).copied().collect();
        Self { played: Line { score: a_ply_later(line.score), moves }, better: line }
    }
}

/// A second look at the last move of a game, if the first one, with its assessment before
/// the move and its score for the opponent after it, would mark it, or would have played it and was
/// wrong. `None` if it is not due, if one of the moves ends the game, so that nothing is in doubt,
/// or if `stop` was set.
pub(super) fn look_again(
    game: &Game,
    before: &Assessment,
    after: Score,
    (searcher, prover): (&mut Searcher, &mut Prover<'_>),
    (limits, larger): (&Limits, &Limits),
    stop: &AtomicBool,
) -> Option<SecondLook> {
    let mut earlier = game.clone();
    let mv = earlier.undo()?;
    let best = before.line.moves.first().copied()?;
    let position = earlier.position();
    let player = position.side_to_move();
    let scores =
        (WhiteScore::new(before.line.score, player), WhiteScore::new(after, player.other()));
    if score_of_end(game).is_some()
        || position.count_moves() == 1
        || !is_due(position, mv, best, scores)
    {
        return None;
    }
    let mut look = |game: &Game| {
        if game.outcome().is_some() {
            return None;
        }
        let mut reports = vec![];
        searcher.clear();
        let last = searcher.search_game(game, larger, stop, &mut reports);
        let is_done = last.depth > 0 && !stop.load(Ordering::Relaxed);
        reports.push(last);
        is_done.then_some(reports)
    };
    let mut better = best;
    if larger != limits {
        let again = look(&earlier)?.pop()?;
        better = again.best?;
        if better == mv {
            return Some(SecondLook::agreeing(Line { score: again.score, moves: again.pv }));
        }
    } else if best == mv {
        return None;
    }
    let own = look(game)?;
    let (mut known, mut found) = (vec![mv], None::<(Line<Move>, Line<Move>)>);
    loop {
        let mut after_better = earlier.clone();
        after_better.play(better).ok()?;
        let lines = lasting_loss(&look(&after_better)?, &own)?;
        known.push(better);
        let holds_out = found.as_ref().is_none_or(|(least, _)| lines.0.score < least.score);
        let both_lose = lines.0.score.is_win() && lines.1.score.is_win();
        let plies = lines.1.score.plies_to_end().unwrap_or_default().unsigned_abs();
        if holds_out {
            let mut moves = vec![better];
            moves.extend(lines.0.moves.iter().copied());
            let line = Line { score: lines.0.score, moves };
            found = Some((line, lines.1));
        }
        // That both moves lose does not mean that all do: another one may hold out longer.
        if !both_lose || known.len() > MOST_TRIED {
            break;
        }
        match prover.saving_move(&earlier, &known, plies + 1) {
            Some(saving) => better = saving,
            None => break,
        }
    }
    let (other, own) = found?;
    let score = a_ply_before(other.score);
    Some(SecondLook { better: Line { score, ..other }, played: own })
}

/// Whether a move deserves a second look, by the move that the first one would have played and the
/// scores before and after: if it seems to cost anything, which may be less than an inaccuracy,
/// because the first look may be as wrong as that. A move that the first look would have played
/// itself may have come out worse a ply later, because it saw too late what is wrong with it.
fn is_due(position: &Position, mv: Move, best: Move, scores: (WhiteScore, WhiteScore)) -> bool {
    if best == mv {
        return Judgment::of(position.side_to_move(), scores.0, scores.1).loss >= NOTHING;
    }
    let judgment = Judgment::in_position(position, mv, Some(best), false, scores.0, scores.1);
    judgment.mark > Mark::Best && judgment.costs_anything()
}

/// The limits of the second look. A limit of depth stays: it is counted from a ply later.
pub(super) fn enlarged(limits: &Limits) -> Limits {
    Limits {
        nodes: limits
            .nodes
            .map(|nodes| nodes.saturating_mul(TIMES.into()).min(ENOUGH_NODES).max(nodes)),
        time: limits.time.map(|time| time.saturating_mul(TIMES).min(ENOUGH_TIME).max(time)),
        ..*limits
    }
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

/// A score from the other side, with a forced end in other plies.
fn for_opponent(score: Score, plies: fn(usize) -> usize) -> Score {
    match score.plies_to_end().map(|left| plies(usize::from(left.unsigned_abs()))) {
        Some(plies) if score.is_win() => Score::loss_in(plies),
        Some(plies) => Score::win_in(plies),
        None => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::first_look::first_look;
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_engine::search::Settings;

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

    #[test]
    fn the_budget_is_larger_until_it_is_enough() {
        let nodes = [500, 1_500_000, 20_000_000].map(|nodes| enlarged(&Limits::nodes(nodes)).nodes);
        assert_eq!(nodes, [Some(5000), Some(12_000_000), Some(20_000_000)]);
        let seconds = |seconds| Limits::time(Duration::from_secs_f64(seconds));
        let times = [0.2, 1.0, 10.0].map(|time| enlarged(&seconds(time)));
        assert_eq!(times, [2.0, 4.0, 10.0].map(seconds));
        assert_eq!(enlarged(&Limits::depth(5)), Limits::depth(5));
    }

    /// What becomes of a move that the first look would have played, or of another, if the player's
    /// score is 100 before it and this after it.
    fn look(is_best: bool, after: i32, limits: &Limits) -> (Option<SecondLook>, [Move; 2]) {
        let mut game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let never = AtomicBool::new(false);
        let first = first_look(&game, &mut searcher, limits, &never);
        let best = first.line.moves[0];
        let other = *game.position().legal_moves().iter().find(|mv| **mv != best).unwrap();
        game.play(if is_best { best } else { other }).unwrap();
        let first = Assessment { line: Line { score: Score::new(100), ..first.line }, ..first };
        let workers = (&mut searcher, &mut Prover::new(&never).unwrap());
        let look = look_again(
            &game,
            &first,
            Score::new(-after),
            workers,
            (limits, &enlarged(limits)),
            &never,
        );
        (look, [best, other])
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
        let look = SecondLook::agreeing(Line { score: Score::win_in(3), moves: moves.clone() });
        assert_eq!(look.better, Line { score: Score::win_in(3), moves: moves.clone() });
        assert_eq!(look.played, Line { score: Score::loss_in(2), moves: moves[1..].to_vec() });
    }
}
