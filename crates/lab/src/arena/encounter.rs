//! The games of two engines against each other.

use std::collections::BTreeMap;

use waggle_hive_core::rules::{ByColor, Color, GameType};

use super::{GameSummary, MatchScore, Points, Sprt, Verdict};

/// Results of one engine against another, by several measures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// All games.
    pub score: MatchScore,
    /// The games that did not end by a fault: what a sequential test counts.
    pub sound: MatchScore,
    /// Games by the color of the first engine.
    pub by_color: ByColor<MatchScore>,
    /// Games by the pieces in play, in the order of [`GameType::ALL`].
    by_type: [MatchScore; GameType::ALL.len()],
    /// First games of pairs whose second game is not over, by pair, and whether they are sound.
    half_pairs: BTreeMap<String, (Points, bool)>,
}

impl Encounter {
    /// Games that ended by a fault.
    #[must_use]
    pub fn faults(&self) -> u32 {
        self.score.games() - self.sound.games()
    }

    /// How many faults a sequential test tolerates: three, and in long matches one game in a
    /// hundred.
    #[must_use]
    pub fn tolerated_faults(&self) -> u32 {
        (self.score.games() / 100).max(3)
    }

    /// What a sequential test says of the sound games; withheld if too many are not.
    #[must_use]
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        if self.faults() > self.tolerated_faults() {
            return Verdict::Withheld;
        }
        sprt.verdict(&self.sound)
    }

    /// Results by game type, of those that were played.
    pub fn by_type(&self) -> impl Iterator<Item = (GameType, &MatchScore)> {
        GameType::ALL.into_iter().zip(&self.by_type).filter(|(_, score)| score.games() > 0)
    }

    pub(super) fn add(&mut self, game: &GameSummary, color: Color, points: Points) {
        let of_type = GameType::ALL.into_iter().zip(&mut self.by_type);
        let mut of_type = of_type.filter(|(game_type, _)| *game_type == game.game_type);
        let mut scores = vec![&mut self.score];
        scores.extend(of_type.by_ref().map(|(_, score)| score));
        // The first game of a pair waits for the second.
        let is_sound = !game.termination.is_fault();
        let other_half = game.pair.as_ref().and_then(|pair| match self.half_pairs.remove(pair) {
            None => {
                self.half_pairs.insert(pair.clone(), (points, is_sound));
                None
            }
            half => half,
        });
        for score in scores {
            score.add_game(points);
            if let Some((other, _)) = other_half {
                score.add_pair(other, points);
            }
        }
        if is_sound {
            self.sound.add_game(points);
            if let Some((other, true)) = other_half {
                self.sound.add_pair(other, points);
            }
        }
        self.by_color[color].add_game(points);
    }
}
