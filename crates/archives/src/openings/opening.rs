//! The opening of a game.

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::{ByColor, GameType};

use crate::archive::Facts;

/// The opening of a game: its positions and the tags that matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Which pieces are in play.
    pub game_type: GameType,
    /// The symmetric keys of the positions, the start first.
    pub keys: Vec<u64>,
    /// Who won; nobody, if a game without a result has ended by repetition.
    pub result: GameResult,
    /// The year, if the date is known.
    pub year: Option<u16>,
    /// The names of the players, empty where unknown.
    pub players: ByColor<String>,
}

impl Opening {
    /// The first plies of a game; `None` if it starts from a custom position.
    pub fn of(record: &GameRecord, plies: usize) -> Option<Self> {
        if record.start.is_some() {
            return None;
        }
        let mut game = record.beginning();
        let mut keys = vec![game.position().symmetric_key()];
        for &mv in record.moves.iter().take(plies) {
            game.play(mv).ok()?;
            keys.push(game.position().symmetric_key());
        }
        let name = |tag: &str| record.tag(tag).unwrap_or_default().trim().to_owned();
        Some(Self {
            game_type: record.game_type,
            keys,
            result: record.result_with_repetition(),
            year: Facts(record).year(),
            players: ByColor { white: name("White"), black: name("Black") },
        })
    }

    /// The same, cut to this many plies.
    #[must_use]
    pub fn cut_to(&self, plies: usize) -> Self {
        let keys = self.keys.iter().take(plies + 1).copied().collect();
        Self { keys, players: self.players.clone(), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::games::lines;

    #[test]
    fn symmetric_openings_have_the_same_keys() {
        let text = "Base;;;wS1;bS1 wS1-;wQ -wS1\nBase;;;wS1;bS1 wS1/;wQ /wS1\nBase;;;wS1;bS1 wS1/;wQ -wS1\n";
        let openings: Vec<Opening> =
            lines::read(text).map(|record| Opening::of(&record.unwrap(), 3).unwrap()).collect();
        assert_eq!(openings[0].keys, openings[1].keys);
        assert_eq!(openings[0].keys[..3], openings[2].keys[..3]);
        assert_ne!(openings[0].keys[3], openings[2].keys[3]);
        let record = lines::read(text).next().unwrap().unwrap();
        assert_eq!(Opening::of(&record, 1).unwrap().keys.len(), 2);
    }
}
