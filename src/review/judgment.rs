//! The judgment of a move, by the scores before and after it.

use super::{Mark, chance};
use crate::analysis::WhiteScore;
use crate::rules::Color;

/// What a move has cost its player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgment {
    /// By how much the player's chances have fallen, between 0 and 1.
    pub loss: f64,
    /// The loss in a word.
    pub mark: Mark,
    /// In how many plies the player could have forced a win, but no longer can.
    pub missed_win: Option<u16>,
    /// In how many plies the opponent can force a win, but could not before.
    pub allowed_win: Option<u16>,
}

impl Judgment {
    /// The judgment of a move that costs nothing, whatever the search says a ply later:
    /// it was forced, or is the move that the search would play.
    #[must_use]
    pub const fn without_loss(mark: Mark) -> Self {
        Self { loss: 0.0, mark, missed_win: None, allowed_win: None }
    }

    /// Judges any other move of `player`.
    ///
    /// A move that misses a win is never good, however high the score remains.
    #[must_use]
    pub fn of(player: Color, before: WhiteScore, after: WhiteScore) -> Self {
        let loss = (chance(before, player) - chance(after, player)).max(0.0);
        let win_of =
            |score: WhiteScore, color| score.win().filter(|win| win.0 == color).map(|win| win.1);
        // A win of `color` in the first score that the second does not have.
        let new_win =
            |score, other, color| win_of(score, color).filter(|_| win_of(other, color).is_none());
        let missed_win = new_win(before, after, player);
        let allowed_win = new_win(after, before, player.other());
        let least = if missed_win.is_some() { Mark::Inaccuracy } else { Mark::Good };
        Self { loss, mark: Mark::of_loss(loss).max(least), missed_win, allowed_win }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    fn white(score: Score) -> WhiteScore {
        WhiteScore::new(score, Color::White)
    }

    #[test]
    fn the_same_drop_costs_white_and_helps_black() {
        let (before, after) = (white(Score::new(200)), white(Score::new(-200)));
        let judged = Judgment::of(Color::White, before, after);
        assert_eq!(judged.mark, Mark::Blunder);
        let helped = Judgment::of(Color::Black, before, after);
        assert_eq!((helped.loss, helped.mark), (0.0, Mark::Good));
    }

    #[test]
    fn a_missed_win_is_reported_and_never_good() {
        let before = white(Score::loss_in(5));
        let still_won = Judgment::of(Color::Black, before, white(Score::loss_in(9)));
        assert_eq!((still_won.missed_win, still_won.mark), (None, Mark::Good));
        let nearly = Judgment::of(Color::Black, before, white(Score::new(-20_000)));
        assert_eq!((nearly.missed_win, nearly.mark), (Some(5), Mark::Inaccuracy));
        let thrown_away = Judgment::of(Color::Black, before, white(Score::DRAW));
        assert_eq!((thrown_away.missed_win, thrown_away.mark), (Some(5), Mark::Blunder));
    }

    #[test]
    fn an_allowed_win_is_reported_unless_it_was_there_before() {
        let after = white(Score::loss_in(4));
        let allowed = Judgment::of(Color::White, white(Score::DRAW), after);
        assert_eq!((allowed.allowed_win, allowed.mark), (Some(4), Mark::Blunder));
        let was_lost = Judgment::of(Color::White, white(Score::loss_in(9)), after);
        assert_eq!((was_lost.allowed_win, was_lost.loss), (None, 0.0));
    }
}
