//! Expected scores, also called winning chances.

use super::WhiteScore;
use crate::eval::CHANCE_SCALE;
use waggle_hive_core::rules::Color;

/// The scale of the logistic curve between people: the score, in hundredths of a liberty, at which the odds are e to 1.
/// `waggle tune-people --reviews` fits it; `docs/review.md` says how well.
pub const PEOPLE_CHANCE_SCALE: f64 = 64.0;

/// The minimum distance from 0 and 1 of a score that is not a forced win or loss.
const MIN_DOUBT: f64 = 0.001;

/// The expected score, from 0 to 1, of a person with this lead in liberties against another: a logistic curve that
/// never reaches 0 or 1.
pub fn chance_of_lead(liberties: f64) -> f64 {
    on_curve(liberties, PEOPLE_CHANCE_SCALE)
}

fn on_curve(liberties: f64, scale: f64) -> f64 {
    let chance = 1.0 / (1.0 + (-100.0 * liberties / scale).exp());
    chance.clamp(MIN_DOUBT, 1.0 - MIN_DOUBT)
}

impl WhiteScore {
    /// This player's expected score between people: 1 for a forced win, 0 for a forced loss, otherwise
    /// [`chance_of_lead`].
    ///
    /// ```
    /// use waggle_hive_engine::analysis::WhiteScore;
    /// use waggle_hive_core::rules::Color;
    /// use waggle_hive_engine::search::Score;
    ///
    /// let even = WhiteScore::new(Score::DRAW, Color::White);
    /// assert_eq!(even.chance(Color::Black), 0.5);
    /// let won = WhiteScore::new(Score::win_in(5), Color::White);
    /// assert_eq!(won.chance(Color::Black), 0.0);
    /// ```
    pub fn chance(self, player: Color) -> f64 {
        self.chance_by(player, PEOPLE_CHANCE_SCALE)
    }

    /// The same between engines that search as the games did to which [`CHANCE_SCALE`] was fitted.
    pub fn chance_in_self_play(self, player: Color) -> f64 {
        self.chance_by(player, CHANCE_SCALE)
    }

    fn chance_by(self, player: Color, scale: f64) -> f64 {
        let lead = match (self.win(), self.liberties()) {
            (Some((winner, _)), _) => return f64::from(u8::from(winner == player)),
            (None, liberties) => liberties.unwrap_or(0.0),
        };
        on_curve(if player == Color::White { lead } else { -lead }, scale)
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
            let (white, black) = (score.chance(Color::White), score.chance(Color::Black));
            assert!((white + black - 1.0).abs() < 1e-12);
            assert_eq!(white > 0.5, value > 0);
        }
    }

    #[test]
    fn only_forced_wins_are_certain() {
        let lead = WhiteScore::new(Score::new(3000), Color::White);
        assert!(lead.chance(Color::White) < 1.0);
        let won = WhiteScore::new(Score::win_in(9), Color::White);
        assert!((won.chance(Color::White) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn the_scale_is_the_lead_with_odds_of_e_to_one_and_each_curve_has_its_own() {
        let white = chance_of_lead(PEOPLE_CHANCE_SCALE / 100.0);
        assert!((white / (1.0 - white) - std::f64::consts::E).abs() < 1e-9);
        let ahead = WhiteScore::new(Score::new(CHANCE_SCALE.round() as i32), Color::White);
        assert!((ahead.chance_in_self_play(Color::White) - 0.73).abs() < 0.005);
        assert!(ahead.chance(Color::White) > 0.76);
    }
}
