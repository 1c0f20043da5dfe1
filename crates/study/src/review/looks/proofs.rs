//! Proofs of the forced wins in a game.
//!
//! A search does not look at all lines, so a win that it sees may not exist. A review calls a win
//! forced only if the solver has proven it for this very position, with the game's past, and reports
//! the shortest one.

use crate::review::judging::assessment::Assessment;
use crate::review::reasons::prover::Prover;
use waggle_hive_core::rules::{Color, Game};
use waggle_hive_engine::search::Score;

/// Proves the wins that searches saw in a game's positions, as far as the prover can; the last may be over.
pub(super) fn prove(
    games: &[Game],
    is_over: bool,
    assessments: &mut [Assessment],
    prover: &mut Prover<'_>,
) {
    let open = games.len() - usize::from(is_over);
    // A win after a move may exist before it: its player has it, or the opponent cannot avoid it.
    for index in (0..open).rev() {
        let later = assessments.get(index + 1).and_then(|later| later.proven);
        let mut seen = seen(games, assessments, index);
        seen.extend(later.map(|(winner, plies)| (winner, u16::from(plies) + 1)));
        assessments[index].proven = Color::ALL.into_iter().find_map(|winner| {
            let mine = seen.iter().filter(|(color, _)| *color == winner);
            let plies = mine.map(|(_, plies)| *plies).min()?;
            prover.soonest(&games[index], winner, plies).map(|plies| (winner, plies))
        });
    }
    // A win before a move may still exist after it.
    for index in 1..open {
        let Some((winner, plies)) = assessments[index - 1].proven else { continue };
        if assessments[index].proven.is_none() {
            let win = prover.soonest(&games[index], winner, u16::from(plies) + 1);
            assessments[index].proven = win.map(|plies| (winner, plies));
        }
    }
    for index in 0..games.len() - 1 {
        doubt_better(&games[index], &mut assessments[index..], prover);
    }
}

/// Where the move played is proven to lose and the position is not, the better move loses only if that is
/// proven, too: otherwise what the search of the position itself says of it counts.
fn doubt_better(game: &Game, assessments: &mut [Assessment], prover: &mut Prover<'_>) {
    let [before, after, ..] = assessments else { return };
    let Some((winner, plies)) = after.proven else { return };
    let Some(look) = before.second_look.as_mut().filter(|look| look.better.score.is_loss()) else {
        return;
    };
    if before.proven.is_some() || winner == game.position().side_to_move() {
        return;
    }
    let mut game = game.clone();
    let is_played = look.better.moves.first().is_some_and(|&better| game.play(better).is_ok());
    if is_played && prover.soonest(&game, winner, u16::from(plies) + 2).is_none() {
        look.better.score = look.own[0].unwrap_or(before.line.score);
    }
}

/// The wins that searches saw from a position: who wins, and in how many plies.
fn seen(games: &[Game], assessments: &[Assessment], index: usize) -> Vec<(Color, u16)> {
    let player = games[index].position().side_to_move();
    let look = |index: usize| {
        assessments.get(index).and_then(|assessment| assessment.second_look.as_ref())
    };
    let scores = [
        Some(assessments[index].line.score),
        look(index).map(|look| look.better.score),
        index.checked_sub(1).and_then(look).map(|look| look.played.score),
    ];
    let win = |score: Score| {
        let winner = if score.is_win() { player } else { player.other() };
        score.plies_to_end().map(|plies| (winner, plies.unsigned_abs()))
    };
    scores.into_iter().flatten().filter_map(win).collect()
}
