//! Wins that a drawn game had.

use super::Fact;
use crate::review::ReviewedMove;
use waggle_hive_core::rules::Color;

/// Who has at least these chances has kept the win, whether or not it can be proven.
const KEPT: f64 = 0.9;

/// Who had a forced win in a game that was drawn, from which ply on, and for the last time; the
/// one who had it later, if both had.
pub(super) fn find(moves: &[ReviewedMove]) -> Option<Fact> {
    let has_win = |reviewed: &ReviewedMove, color: Color| {
        let winner = reviewed.before.win().map(|(winner, _)| winner);
        reviewed.proven[0] && winner == Some(color)
    };
    let had = Color::ALL.into_iter().filter_map(|winner| {
        let last = moves.iter().rposition(|reviewed| has_win(reviewed, winner))?;
        let is_doubtful = |reviewed: &ReviewedMove| reviewed.before.chance(winner) < KEPT;
        let kept = moves[..last].iter().rposition(is_doubtful).map_or(0, |index| index + 1);
        let first = kept + moves[kept..].iter().position(|reviewed| has_win(reviewed, winner))?;
        Some((last, Fact::HadWin { winner, first, last }))
    });
    had.max_by_key(|(last, _)| *last).map(|(_, fact)| fact)
}
