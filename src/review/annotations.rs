//! Sentences about a move.

use super::chance::percent;
use super::{ReviewedMove, chance};
use crate::analysis::moves_of_winner;
use crate::rules::Color;

/// Sentences about a move, such as `Black's chances fall from 62 % to 21 %.`; none if it is
/// good and changes nothing.
#[must_use]
pub fn annotations(reviewed: &ReviewedMove) -> Vec<String> {
    let mut annotations = outcome_annotations(reviewed);
    if reviewed.judgment.mark.is_error() {
        let player = reviewed.player;
        let percents = |score| percent(chance(score, player));
        let (before, after) = (percents(reviewed.before), percents(reviewed.after));
        if before > after {
            annotations.push(format!("{player}'s chances fall from {before} % to {after} %."));
        }
    }
    annotations
}

/// Sentences about wins that the move missed or allowed, and about a draw by repetition.
#[must_use]
pub fn outcome_annotations(reviewed: &ReviewedMove) -> Vec<String> {
    let player = reviewed.player;
    let mut annotations = vec![];
    let could_surround = reviewed.before.win() == Some((player, 1));
    if could_surround && reviewed.after.win() != Some((player, 0)) {
        annotations.push(format!("{player} could have surrounded with this move."));
    } else if let Some(plies) = reviewed.judgment.missed_win {
        annotations.push(format!("{player} misses a win in {} moves.", moves_of_winner(plies)));
    }
    if let Some(plies) = reviewed.judgment.allowed_win {
        annotations.push(allowed(player.other(), plies));
    }
    if reviewed.repeats {
        annotations.push("The same position for the third time: a draw.".to_owned());
    }
    annotations
}

fn allowed(winner: Color, plies: u16) -> String {
    match (plies, moves_of_winner(plies)) {
        (0, _) => format!("{winner} is helped to surround."),
        (_, 1) => format!("{winner} can surround at once."),
        (_, moves) => format!("{winner} can surround in {moves} moves."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::WhiteScore;
    use crate::review::{Judgment, Mark};
    use crate::rules::Move;
    use crate::search::Score;

    fn reviewed(player: Color, before: Score, after: Score) -> ReviewedMove {
        let (before, after) = (WhiteScore::new(before, player), WhiteScore::new(after, player));
        ReviewedMove {
            player,
            mv: Move::Pass,
            before,
            after,
            judgment: Judgment::of(player, before, after),
            better: None,
            repeats: false,
            depth: 9,
        }
    }

    fn annotations_of(player: Color, before: Score, after: Score) -> Vec<String> {
        annotations(&reviewed(player, before, after))
    }

    #[test]
    fn good_moves_have_no_annotations() {
        assert!(annotations_of(Color::Black, Score::new(10), Score::new(5)).is_empty());
        assert!(annotations_of(Color::White, Score::win_in(3), Score::win_in(8)).is_empty());
    }

    #[test]
    fn wins_that_come_and_go_are_counted_in_moves_of_the_winner() {
        assert_eq!(
            annotations_of(Color::Black, Score::win_in(5), Score::loss_in(2)),
            [
                "Black misses a win in 3 moves.",
                "White can surround at once.",
                "Black's chances fall from 100 % to 0 %."
            ]
        );
        let at_once = annotations_of(Color::White, Score::win_in(1), Score::DRAW);
        assert_eq!(at_once[0], "White could have surrounded with this move.");
        let later = annotations_of(Color::White, Score::win_in(1), Score::win_in(4));
        assert_eq!(later, ["White could have surrounded with this move."]);
        assert!(annotations_of(Color::White, Score::win_in(1), Score::win_in(0)).is_empty());
        let in_three = annotations_of(Color::White, Score::DRAW, Score::loss_in(6));
        assert_eq!(in_three[0], "Black can surround in 3 moves.");
        let suicide = annotations_of(Color::White, Score::DRAW, Score::loss_in(0));
        assert_eq!(suicide[0], "Black is helped to surround.");
    }

    #[test]
    fn a_draw_by_repetition_is_annotated_whatever_the_mark() {
        let mut last = reviewed(Color::White, Score::new(7), Score::DRAW);
        last.judgment = Judgment::without_loss(Mark::Best);
        last.repeats = true;
        assert_eq!(annotations(&last), ["The same position for the third time: a draw."]);
    }
}
