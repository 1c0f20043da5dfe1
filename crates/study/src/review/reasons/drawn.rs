//! Wins that a player had in a drawn game.

use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::ReviewedMove;
use waggle_hive_core::rules::Color;
use waggle_hive_engine::analysis::WhiteScore;

/// The chances at which a player still has the win, whether or not it can be proven.
const KEPT: f64 = 0.9;
/// The minimum number of plies with such chances for a mention if no win is proven.
const LASTING: usize = 4;

/// The score of a position of the game, and whether a win in it is proven.
type Known = (WhiteScore, bool);

/// Who had a forced win in a drawn game, and its first and last ply; the later one if both had one. If
/// none is proven, who had such chances according to the engine. The last position counts: a draw may
/// have been agreed in it.
pub(super) fn find(moves: &[ReviewedMove]) -> Option<Fact> {
    let before = moves.iter().map(|reviewed| (reviewed.before, reviewed.proven[0]));
    let end = moves.last().map(|last| (last.after, last.proven[1]));
    let positions: Vec<Known> = before.chain(end).collect();
    latest(|winner| proven(&positions, winner)).or_else(|| latest(|winner| seen(moves, winner)))
}

/// What is found for the player who had it later.
fn latest(find: impl Fn(Color) -> Option<(usize, Fact)>) -> Option<Fact> {
    let found = Color::ALL.into_iter().filter_map(find);
    found.max_by_key(|(last, _)| *last).map(|(_, fact)| fact)
}

/// The proven forced win of a player.
fn proven(positions: &[Known], winner: Color) -> Option<(usize, Fact)> {
    let has_win = |&(score, is_proven): &Known| {
        is_proven && score.win().is_some_and(|(color, _)| color == winner)
    };
    let last = positions.iter().rposition(has_win)?;
    let first = positions.iter().position(has_win)?;
    let at_end = last + 1 == positions.len();
    Some((last, Fact::HadWin { winner, first, last, at_end }))
}

/// The last run of such chances for this player, if it is long enough.
fn seen(moves: &[ReviewedMove], winner: Color) -> Option<(usize, Fact)> {
    let keeps = |ply: &usize| keeps(moves, *ply, winner);
    let start_of_run = |last| (0..last).rfind(|ply| !keeps(ply)).map_or(0, |ply| ply + 1);
    let ends = (0..=moves.len()).rev().filter(keeps);
    let mut runs = ends.map(|last| (start_of_run(last), last));
    let (first, last) = runs.find(|(first, last)| last - first >= LASTING)?;
    Some((last, Fact::WasWinning { winner, first, last }))
}

/// Whether the player has such chances after this ply by both scores of it: that after the move, and that before the next.
fn keeps(moves: &[ReviewedMove], ply: usize, winner: Color) -> bool {
    let after = ply.checked_sub(1).and_then(|index| moves.get(index)).map(|it| it.after);
    let before = moves.get(ply).map(|it| it.before);
    after.into_iter().chain(before).all(|score| score.chance(winner) >= KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::judging::game_review::Review;
    use crate::review::sample::assessments;
    use waggle_hive_core::games::GameResult;
    use waggle_hive_core::notation::parse_game;

    /// What is found where White leads by so many hundredths of a liberty.
    fn found(leads: [i32; 13]) -> Option<Fact> {
        let game = r"Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
        let game = parse_game(game).expect("a game");
        find(&Review::new(&game, GameResult::Unfinished, &assessments(&game, &leads)).moves)
    }

    #[test]
    fn lasting_chances_in_a_drawn_game_name_their_plies() {
        let was = |winner, first, last| Some(Fact::WasWinning { winner, first, last });
        assert_eq!(found([200; 13]), was(Color::White, 0, 11));
        let leads = [0, 0, 200, 200, 200, 200, 200, 200, 100, 200, 0, 0, 0];
        assert_eq!(found(leads), was(Color::White, 2, 7), "what lasted two plies is left out");
        assert_eq!(found([-200; 13]), was(Color::Black, 0, 11));
        assert_eq!(found([100; 13]), None);
        let agreed = parse_game(r"Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-").expect("a game");
        let moves =
            Review::new(&agreed, GameResult::Unfinished, &assessments(&agreed, &[200; 5])).moves;
        assert_eq!(find(&moves), was(Color::White, 0, 4), "the end counts, too");
        let mut moves = moves;
        moves[1].after = WhiteScore::new(waggle_hive_engine::search::Score::DRAW, Color::White);
        assert_eq!(find(&moves), None, "another score after ply 2");
    }
}
