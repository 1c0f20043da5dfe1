//! The forced wins of a game that are proven.
//!
//! What a search sees may not be there: its lines are not all lines. A review says that a win is
//! forced where the solver has proven it for the position itself, with the game's past, and it
//! gives the shortest one.

use super::Assessment;
use super::game_review::score_of_end;
use super::prover::Prover;
use waggle_hive_core::rules::{Color, Game};
use waggle_hive_engine::search::Score;

/// Proves the wins that were seen in a game's positions, as far as the prover can.
pub(super) fn prove(games: &[Game], assessments: &mut [Assessment], prover: &mut Prover<'_>) {
    // A win after a move is one before it, too, if its player wins, or if nothing else helps.
    for index in (0..games.len()).rev() {
        if score_of_end(&games[index]).is_some() {
            continue;
        }
        let later = assessments.get(index + 1).and_then(|later| later.proven);
        let mut seen = seen(games, assessments, index);
        seen.extend(later.map(|(winner, plies)| (winner, u16::from(plies) + 1)));
        assessments[index].proven = Color::ALL.into_iter().find_map(|winner| {
            let mine = seen.iter().filter(|(color, _)| *color == winner);
            let plies = mine.map(|(_, plies)| *plies).min()?;
            prover.soonest(&games[index], winner, plies).map(|plies| (winner, plies))
        });
    }
    // And one before it may be there still.
    for index in 1..games.len() {
        let Some((winner, plies)) = assessments[index - 1].proven else { continue };
        if assessments[index].proven.is_none() && score_of_end(&games[index]).is_none() {
            let win = prover.soonest(&games[index], winner, u16::from(plies) + 1);
            assessments[index].proven = win.map(|plies| (winner, plies));
        }
    }
}

/// Who was seen to win from a position, and in how many plies.
fn seen(games: &[Game], assessments: &[Assessment], index: usize) -> Vec<(Color, u16)> {
    let player = games[index].position().side_to_move();
    let look = |index: usize| assessments.get(index).and_then(|it| it.second_look.as_ref());
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
