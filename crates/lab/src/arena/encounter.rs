//! The games of two engines against each other.

use std::collections::BTreeMap;

use waggle_hive_core::rules::{ByColor, Color, GameType};

use super::{Estimate, GameSummary, MatchScore, Points, Sprt, Verdict};

/// The results of one engine against another, by several measures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// All games.
    pub score: MatchScore,
    /// The games that did not end by a fault: only these count in the statistics and an SPRT.
    pub sound: MatchScore,
    /// Those games by the color of the first engine.
    pub(super) sound_by_color: ByColor<MatchScore>,
    /// All games by the color of the first engine.
    pub by_color: ByColor<MatchScore>,
    /// All games by game type, in the order of [`GameType::ALL`].
    by_type: [MatchScore; GameType::ALL.len()],
    /// The first games of unfinished pairs, by pair, and whether they are sound.
    half_pairs: BTreeMap<String, (Points, bool)>,
}

impl Encounter {
    /// The number of games that ended by a fault.
    pub fn faults(&self) -> u32 {
        self.score.games() - self.sound.games()
    }

    /// The number of tolerated faults: three, or in long matches one game in a hundred.
    pub fn tolerated_faults(&self) -> u32 {
        tolerated_among(self.score.games())
    }

    /// Whether there are too many faults to judge the strength by the other games.
    pub fn is_withheld(&self) -> bool {
        let faults = self.faults();
        faults > self.tolerated_faults() || (faults > 0 && self.sound.games() == 0)
    }

    /// Whether that is certain after a match of this many games.
    pub fn is_lost(&self, games: u32) -> bool {
        self.faults() > tolerated_among(games.max(self.score.games()))
    }

    /// The difference in strength by the sound games; `None` if there are too many faults.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.is_withheld() { None } else { self.sound.estimate() }
    }

    /// The verdict of an SPRT on the sound games; withheld if there are too many faults.
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        if self.is_withheld() { Verdict::Withheld } else { sprt.verdict(&self.sound) }
    }

    /// The results by game type, of those that were played.
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
            self.sound_by_color[color].add_game(points);
            if let Some((other, true)) = other_half {
                self.sound.add_pair(other, points);
            }
        }
        self.by_color[color].add_game(points);
    }
}

/// How many of this many games may end by faults.
fn tolerated_among(games: u32) -> u32 {
    (games / 100).max(3)
}
