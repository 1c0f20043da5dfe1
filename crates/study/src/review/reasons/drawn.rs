//! Wins that a drawn game had.

use super::Fact;
use crate::review::ReviewedMove;
use waggle_hive_core::rules::Color;

/// Who has at least these chances has kept the win, whether or not it can be proven.
const KEPT: f64 = 0.9;
/// For how many plies at least chances as high as that are told where no win is proven.
const LASTING: usize = 4;

/// Who had a win in a game that was drawn, from which ply on, and for the last time; the one who had
/// it later, if both had. If none is proven, whom the engine gave such chances.
pub(super) fn find(moves: &[ReviewedMove]) -> Option<Fact> {
    latest(|winner| proven(moves, winner)).or_else(|| latest(|winner| seen(moves, winner)))
}

/// What is found for the player for whom it was so later.
fn latest(find: impl Fn(Color) -> Option<(usize, Fact)>) -> Option<Fact> {
    let found = Color::ALL.into_iter().filter_map(find);
    found.max_by_key(|(last, _)| *last).map(|(_, fact)| fact)
}

/// The forced win of a player that is proven.
fn proven(moves: &[ReviewedMove], winner: Color) -> Option<(usize, Fact)> {
    let has_win = |reviewed: &ReviewedMove| {
        reviewed.proven[0] && reviewed.before.win().is_some_and(|(color, _)| color == winner)
    };
    let last = moves.iter().rposition(has_win)?;
    let kept = start_of_run(&moves[..last], winner);
    let first = kept + moves[kept..].iter().position(has_win)?;
    Some((last, Fact::HadWin { winner, first, last }))
}

/// The last time that the engine gave this player such chances, if that lasted.
fn seen(moves: &[ReviewedMove], winner: Color) -> Option<(usize, Fact)> {
    let ends = (0..moves.len()).rev().filter(|&index| keeps(&moves[index], winner));
    let runs = ends.map(|last| (start_of_run(&moves[..last], winner), last));
    let (first, last) = runs.into_iter().find(|(first, last)| last - first >= LASTING)?;
    Some((last, Fact::WasWinning { winner, first, last }))
}

/// How many of these moves come before those at the end at which the player has such chances.
fn start_of_run(moves: &[ReviewedMove], winner: Color) -> usize {
    moves.iter().rposition(|reviewed| !keeps(reviewed, winner)).map_or(0, |index| index + 1)
}

fn keeps(reviewed: &ReviewedMove, winner: Color) -> bool {
    reviewed.before.chance(winner) >= KEPT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Assessment, Review};
    use waggle_hive_core::notation::parse_game;
    use waggle_hive_engine::search::{Line, Score};

    /// What is found where White leads by so many hundredths of a liberty.
    fn found(leads: [i32; 13]) -> Option<Fact> {
        let game = r"Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
        let signs = [1, -1].into_iter().cycle();
        let assessments: Vec<Assessment> = leads
            .into_iter()
            .zip(signs)
            .map(|(lead, sign)| Assessment {
                line: Line { score: Score::new(lead * sign), moves: vec![] },
                depth: 1,
                shallow: None,
                second_look: None,
                proven: None,
            })
            .collect();
        find(&Review::new(&parse_game(game).expect("a game"), &assessments).moves)
    }

    #[test]
    fn chances_that_lasted_are_told_with_their_plies() {
        let was = |winner, first, last| Some(Fact::WasWinning { winner, first, last });
        assert_eq!(found([200; 13]), was(Color::White, 0, 11));
        let leads = [0, 0, 200, 200, 200, 200, 200, 200, 100, 200, 0, 0, 0];
        assert_eq!(found(leads), was(Color::White, 2, 7), "what lasted two plies is left out");
        assert_eq!(found([-200; 13]), was(Color::Black, 0, 11));
        assert_eq!(found([100; 13]), None);
    }
}
