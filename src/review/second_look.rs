//! A second look at a move that is about to be marked.
//!
//! The first look compares a position with the next one, two searches that differ in depth and
//! in who is to move. The second compares the positions after both moves, each searched with
//! the same budget, which is larger: what remains is a difference between the moves, as far as
//! it lasts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::game_review::score_of_end;
use super::judgment::NOTHING;
use super::lasting_loss::lasting_loss;
use super::{Assessment, Judgment, Mark};
use crate::analysis::WhiteScore;
use crate::rules::{Color, Game, Move};
use crate::search::{Limits, Line, Score, Searcher};

/// How many times the budget of the first look each of both lines is searched with, as long as
/// that is not more than `ENOUGH`.
const MOST: u32 = 4;
/// How many times it is searched with at least.
const LEAST: u32 = 2;
/// A budget beyond which marks change little: some four seconds on one thread.
const ENOUGH_NODES: u64 = 8_000_000;
const ENOUGH_TIME: Duration = Duration::from_secs(4);

/// What a second look at a move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondLook {
    /// The line that begins with the better move, with its score for the player.
    pub better: Line<Move>,
    /// The line after the move played, with its score for the opponent.
    pub played: Line<Move>,
}

impl SecondLook {
    /// Whether a move that is judged like this at first deserves one: if it costs anything, which
    /// may be less than an inaccuracy, because the first look may be as wrong as that.
    fn is_due(judgment: &Judgment) -> bool {
        let may_be_wrong = judgment.loss >= NOTHING
            || judgment.missed_win.is_some()
            || judgment.allowed_win.is_some();
        judgment.mark > Mark::Best && may_be_wrong
    }

    /// Whether the move that the first look would play, too, is in doubt, by the scores before and
    /// after it: if it seems to cost anything a ply later, the search may have seen too late what is
    /// wrong with it.
    fn doubts_best(player: Color, before: WhiteScore, after: WhiteScore) -> bool {
        Judgment::of(player, before, after).loss >= NOTHING
    }

    /// What a search with the budget of the second look would play instead of the move that the
    /// first one would play.
    fn instead(
        before: &Game,
        played: Move,
        searcher: &mut Searcher,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Move> {
        searcher.forget();
        let report = searcher.search_game(before, &enlarged(limits), stop, &mut ());
        report.best.filter(|best| *best != played)
    }

    /// The scores before and after the move of this player.
    pub(super) fn scores(&self, player: Color) -> (WhiteScore, WhiteScore) {
        let before = WhiteScore::new(self.better.score, player);
        (before, WhiteScore::new(self.played.score, player.other()))
    }

    /// Looks again at the last move of a game and at the one that should have been played.
    /// `None` if one of them ends the game, so that nothing is in doubt, or if `stop` was set.
    fn at(
        after_played: &Game,
        better: Move,
        searcher: &mut Searcher,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Self> {
        let mut after_better = after_played.clone();
        after_better.undo()?;
        after_better.play(better).ok()?;
        let limits = enlarged(limits);
        let mut look = |game: &Game| {
            if game.outcome().is_some() {
                return None;
            }
            let mut reports = vec![];
            searcher.forget();
            let last = searcher.search_game(game, &limits, stop, &mut reports);
            let is_done = last.depth > 0 && !stop.load(Ordering::Relaxed);
            reports.push(last);
            is_done.then_some(reports)
        };
        let (other, played) = lasting_loss(&look(&after_better)?, &look(after_played)?)?;
        let mut moves = vec![better];
        moves.extend(other.moves);
        Some(Self { better: Line { score: a_ply_before(other.score), moves }, played })
    }
}

/// A second look at the last move of a game, if the first one, with its assessment before
/// the move and its score for the opponent after it, would mark it, or would have played it and was wrong.
pub(super) fn look_again(
    game: &Game,
    before: &Assessment,
    after: Score,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<SecondLook> {
    let mut earlier = game.clone();
    let mv = earlier.undo()?;
    let best = before.line.moves.first().copied()?;
    let position = earlier.position();
    let player = position.side_to_move();
    let score = WhiteScore::new(before.line.score, player);
    let after = WhiteScore::new(after, player.other());
    if score_of_end(game).is_some() || position.count_moves() == 1 {
        return None;
    }
    let better = if best == mv {
        if !SecondLook::doubts_best(player, score, after) {
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

/// The limits of the second look. A limit of depth stays: it is counted from a ply later.
fn enlarged(limits: &Limits) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| {
            let most = nodes.saturating_mul(MOST.into()).min(ENOUGH_NODES);
            most.max(nodes.saturating_mul(LEAST.into()))
        }),
        time: limits
            .time
            .map(|time| time.saturating_mul(MOST).min(ENOUGH_TIME).max(time.saturating_mul(LEAST))),
        ..*limits
    }
}

/// The score for the player whose move led to a position with this score.
fn a_ply_before(score: Score) -> Score {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Score::loss_in(usize::from(plies.unsigned_abs()) + 1),
        Some(plies) => Score::win_in(usize::from(plies.unsigned_abs()) + 1),
        None => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_game, parse_move};
    use crate::search::Settings;

    #[test]
    fn wins_are_counted_from_a_ply_earlier() {
        assert_eq!(a_ply_before(Score::win_in(3)), Score::loss_in(4));
        assert_eq!(a_ply_before(Score::loss_in(2)), Score::win_in(3));
        assert_eq!(a_ply_before(Score::loss_in(0)), Score::win_in(1));
        assert_eq!(a_ply_before(Score::new(25)), Score::new(-25));
    }

    #[test]
    fn both_lines_begin_with_their_moves_and_have_the_same_budget() {
        let game = parse_game("wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
        let mut before = game.clone();
        before.undo();
        let better = parse_move(before.position(), "bQ bS1/").unwrap();
        let mut searcher =
            Searcher::new(&Settings { table_mib: 1, ..Settings::default() }).unwrap();
        let never = AtomicBool::new(false);
        let limits = Limits::nodes(500);
        let look = SecondLook::at(&game, better, &mut searcher, &limits, &never).unwrap();
        assert_eq!(look.better.moves[0], better);
        assert!(game.position().is_legal(look.played.moves[0]));
        assert_eq!(enlarged(&limits), Limits::nodes(2000));
        assert_eq!(enlarged(&Limits::nodes(3_000_000)), Limits::nodes(8_000_000));
        assert_eq!(enlarged(&Limits::nodes(6_000_000)), Limits::nodes(12_000_000));
        let seconds = |seconds| Limits::time(Duration::from_secs_f64(seconds));
        assert_eq!(enlarged(&seconds(0.5)), seconds(2.0));
        assert_eq!(enlarged(&seconds(4.0)), seconds(8.0));
        assert_eq!(enlarged(&Limits::depth(5)), Limits::depth(5));
    }

    #[test]
    fn moves_that_cost_nothing_are_not_looked_at_again() {
        let judged = |loss, mark| Judgment { loss, ..Judgment::without_loss(mark) };
        assert!(SecondLook::is_due(&judged(0.3, Mark::Blunder)));
        assert!(SecondLook::is_due(&judged(0.03, Mark::Good)));
        assert!(!SecondLook::is_due(&judged(0.01, Mark::Good)));
        assert!(!SecondLook::is_due(&judged(0.0, Mark::Best)));
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
        let mut look = |mv, after: i32| {
            let mut game = before.clone();
            game.play(mv).unwrap();
            let line = Line { score: Score::new(100), moves: vec![mv] };
            let first = Assessment { line, depth: 1, shallow_best: None, second_look: None };
            look_again(&game, &first, Score::new(-after), &mut searcher, &limits, &never)
        };
        assert_eq!(look(other, 99), None, "the score stays");
        assert_eq!(look(best, -100), None, "a deeper search would play it, too");
        assert_eq!(look(other, -100).map(|look| look.better.moves[0]), Some(best));
    }
}
