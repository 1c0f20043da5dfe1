//! Scores as chances.

use crate::analysis::WhiteScore;
use crate::eval::VALUE_OF_E_TO_ONE;
use crate::rules::Color;

/// The lead in liberties at which the odds are e to 1.
const LIBERTIES_OF_E_TO_ONE: f64 = VALUE_OF_E_TO_ONE / 100.0;

/// Only a forced win is more certain than this.
const UNCERTAIN: f64 = 0.001;

/// The share of a point that this player can expect: 1 for a forced win, 0 for a
/// forced loss, and in between a logistic curve of the lead in liberties.
///
/// ```
/// use waggle::analysis::WhiteScore;
/// use waggle::review::chance;
/// use waggle::rules::Color;
/// use waggle::search::Score;
///
/// let even = WhiteScore::new(Score::DRAW, Color::White);
/// assert_eq!(chance(even, Color::Black), 0.5);
/// let won = WhiteScore::new(Score::win_in(5), Color::White);
/// assert_eq!(chance(won, Color::Black), 0.0);
/// ```
#[must_use]
pub fn chance(score: WhiteScore, player: Color) -> f64 {
    let lead = match (score.win(), score.liberties()) {
        (Some((winner, _)), _) => return f64::from(u8::from(winner == player)),
        (None, liberties) => liberties.unwrap_or(0.0),
    };
    let lead = if player == Color::White { lead } else { -lead };
    let chance = 1.0 / (1.0 + (-lead / LIBERTIES_OF_E_TO_ONE).exp());
    chance.clamp(UNCERTAIN, 1.0 - UNCERTAIN)
}

/// A chance in whole percents; 0 and 100 only if it is certain.
pub(super) fn percent(chance: f64) -> u32 {
    if chance <= 0.0 {
        0
    } else if chance >= 1.0 {
        100
    } else {
        (chance * 100.0).round().clamp(1.0, 99.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    #[test]
    fn the_chances_of_both_players_add_up_to_one() {
        for value in [-900, -120, 0, 7, 33, 480] {
            let score = WhiteScore::new(Score::new(value), Color::White);
            let (white, black) = (chance(score, Color::White), chance(score, Color::Black));
            assert!((white + black - 1.0).abs() < 1e-12);
            assert_eq!(white > 0.5, value > 0);
        }
    }

    #[test]
    fn only_forced_wins_are_certain() {
        let lead = WhiteScore::new(Score::new(3000), Color::White);
        assert!(chance(lead, Color::White) < 1.0);
        let won = WhiteScore::new(Score::win_in(9), Color::White);
        assert!((chance(won, Color::White) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn percents_are_whole_and_certain_only_where_the_chance_is() {
        let percents = [0.0, 0.001, 0.494, 0.9999, 1.0].map(percent);
        assert_eq!(percents, [0, 1, 49, 99, 100]);
    }

    #[test]
    fn the_constant_is_the_lead_with_odds_of_e_to_one() {
        let value = (LIBERTIES_OF_E_TO_ONE * 100.0).round() as i32;
        let white = chance(WhiteScore::new(Score::new(value), Color::White), Color::White);
        assert!((white / (1.0 - white) - std::f64::consts::E).abs() < 0.02);
    }
}
