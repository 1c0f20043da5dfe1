//! The facts of a game that a description counts.

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::Outcome;

use crate::archive::Facts;

/// The width of a rating band in points.
pub(super) const BAND: i32 = 200;

/// The facts of a game that a description counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    pub(super) result: GameResult,
    pub(super) game_type: String,
    /// The lower end of the band of the players' mean rating.
    pub(super) band: Option<i32>,
    pub(super) speed: Option<String>,
    /// How many of the players are programs.
    pub(super) bots: u8,
    pub(super) plies: usize,
    pub(super) ending: String,
}

impl GameFacts {
    /// The facts of a game.
    pub fn of(record: &GameRecord) -> Self {
        let facts = Facts(record);
        let band = match facts.ratings() {
            [Some(white), Some(black)] => Some((i64::from(white) + i64::from(black)).div_euclid(2)),
            _ => None,
        };
        let band = band.and_then(|mean| i32::try_from(mean).ok());
        Self {
            result: record.result,
            game_type: record.game_type.to_string(),
            band: band.map(|mean| mean.div_euclid(BAND) * BAND),
            speed: facts.speed().map(std::borrow::Cow::into_owned),
            bots: facts.bots(),
            plies: record.moves.len(),
            ending: ending(record, facts.conclusion()),
        }
    }
}

fn ending(record: &GameRecord, conclusion: Option<&str>) -> String {
    let outcome = record.replay().ok().and_then(|game| game.outcome());
    let words = match (outcome, conclusion, record.result) {
        (Some(Outcome::Win(_)), ..) => "queen surrounded",
        (Some(Outcome::Draw), ..) => "both queens surrounded",
        (None, Some(conclusion), _) if conclusion != "Unknown" => return in_words(conclusion),
        (None, _, GameResult::Unfinished) => "not finished",
        (None, _, GameResult::Draw) => "draw, not on the board",
        (None, _, GameResult::Win(_)) => "win, not on the board",
    };
    words.to_owned()
}

/// `PlyLimit` as `ply limit`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::games::site;

    #[test]
    fn a_game_is_described_by_its_tags_and_its_end() {
        let text = include_str!("../../../../../tests/data/sites/site.jsonl");
        let games: Vec<GameFacts> =
            site::read(text).flatten().map(|record| GameFacts::of(&record)).collect();
        let first = &games[0];
        assert_eq!((first.game_type.as_str(), first.band, first.bots), ("Base+MLP", Some(1400), 1));
        assert_eq!((first.speed.as_deref(), first.plies), (Some("Blitz"), 4));
        let endings: Vec<&str> = games.iter().map(|game| game.ending.as_str()).collect();
        assert!(
            endings.contains(&"queen surrounded") && endings.contains(&"timeout"),
            "{endings:?}"
        );
        assert_eq!(in_words("PlyLimit"), "ply limit");
    }
}
