//! Facts proven by the solver, and ends of the game.

use super::Draft;
use super::comparison::{Comparison, liberties, passed, winning_move};
use super::prover::Prover;
use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use crate::review::judging::mark::Mark;
use waggle_hive_core::rules::{Color, Game, Move, Outcome, Piece, Position};
use waggle_hive_engine::analysis::Win;

/// How the move ends the game, the win that the player missed, and the win that the opponent now has.
pub(super) fn find(
    before: &Game,
    comparison: &Comparison,
    reviewed: &ReviewedMove,
    prover: &mut Prover<'_>,
) -> Vec<Draft> {
    let mut found = vec![];
    if reviewed.judgment.mark == Mark::Forced {
        found.push(Draft::before(Fact::OnlyMove, vec![]));
    }
    if let Some(outcome) = comparison.played.outcome() {
        found.push(Draft::before(Fact::Ends(outcome), vec![reviewed.mv]));
    } else if reviewed.repeats {
        let mut after = before.clone();
        let times =
            after.play(reviewed.mv).map_or(Game::REPETITIONS_OF_A_DRAW, |()| after.repetitions());
        found.push(Draft::before(Fact::Repeats { times }, vec![reviewed.mv]));
    }
    found.extend(missed(comparison, reviewed, prover));
    found.extend(allowed(comparison, reviewed, prover));
    found
}

/// The win that the player missed.
fn missed(
    comparison: &Comparison,
    reviewed: &ReviewedMove,
    prover: &mut Prover<'_>,
) -> Option<Draft> {
    let (us, before) = (comparison.us, &comparison.before);
    if reviewed.after.win() == Some((us, 0)) {
        return None;
    }
    let (winner, plies) = reviewed.before.win()?;
    let is_missed = reviewed.judgment.missed_win.is_some() || plies == 1;
    if winner != us || !is_missed {
        return None;
    }
    if let Some(mv) = winning_move(before, us) {
        let closes_the_gap = closes_the_gap(before, mv, us.other());
        return Some(Draft::before(Fact::CouldSurround { mv, closes_the_gap }, vec![mv]));
    }
    let win = reviewed.proven[0].then(|| prover.win(before, plies)).flatten()?;
    let fact = Fact::CouldWin { mv: win.mv, plies: win.plies };
    Some(Draft::before(fact, longest_line(&win)))
}

/// The win that the opponent now has.
fn allowed(
    comparison: &Comparison,
    reviewed: &ReviewedMove,
    prover: &mut Prover<'_>,
) -> Option<Draft> {
    let (them, played) = (comparison.us.other(), &comparison.played);
    let on_the_spot =
        (reviewed.after.win() == Some((them, 1)) && reviewed.judgment.mark.is_error()).then_some(1);
    let plies = reviewed.judgment.allowed_win.or(on_the_spot)?;
    if played.outcome().is_some() {
        return None;
    }
    if let Some((mv, was_threatened)) = surrounding_move(comparison, them) {
        return Some(Draft::after(Fact::AllowsSurround { mv, was_threatened }, vec![mv]));
    }
    let win = reviewed.proven[1].then(|| prover.win(played, plies)).flatten()?;
    let instead = comparison.instead.as_ref();
    let prevented_by = instead
        .filter(|(_, instead)| instead.outcome().is_none() && prover.has_no_win(instead, win.plies))
        .map(|(mv, _)| *mv);
    let fact = Fact::AllowsWin { mv: win.mv, plies: win.plies, prevented_by };
    Some(Draft::after(fact, longest_line(&win)))
}

/// A move of the opponent that surrounds now, preferably one that was already threatened before, and
/// whether it was.
fn surrounding_move(comparison: &Comparison, them: Color) -> Option<(Move, bool)> {
    let played = &comparison.played;
    let wins = |position: &Position, mv: Move| {
        position.is_legal(mv) && position.after(mv).outcome() == Some(Outcome::Win(them))
    };
    let threatened = passed(&comparison.before).and_then(|passed| {
        let was = passed.legal_moves().into_iter();
        was.filter(|&mv| wins(&passed, mv)).find(|&mv| wins(played, mv))
    });
    threatened.map(|mv| (mv, true)).or_else(|| Some((winning_move(played, them)?, false)))
}

/// Whether a surrounding move fills the only liberty of a queen that stays where she is.
fn closes_the_gap(position: &Position, mv: Move, queen: Color) -> bool {
    liberties(position, queen) == Some(1) && mv.piece() != Some(Piece::queen(queen))
}

fn longest_line(win: &Win) -> Vec<Move> {
    let mut line = vec![win.mv];
    let mut win = win;
    while let Some((defense, answer)) = win
        .defenses
        .iter()
        .filter_map(|defense| Some((defense.mv, defense.answer.as_ref()?)))
        .max_by_key(|(_, answer)| answer.plies)
    {
        line.extend([defense, answer.mv]);
        win = answer;
    }
    line
}
