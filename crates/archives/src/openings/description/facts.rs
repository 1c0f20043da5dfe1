//! The facts of a game that a description counts.

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::{Game, Outcome};

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
            result: record.result_with_repetition(),
            game_type: record.game_type.to_string(),
            band: band.map(|mean| mean.div_euclid(BAND) * BAND),
            speed: facts.speed().map(std::borrow::Cow::into_owned),
            bots: facts.bots(),
            plies: record.moves.len(),
            ending: ending(record, facts.conclusion()),
        }
    }
}

/// The endings that are seen on the board alone, whatever a tag says, and one that says nothing.
const NOT_TOLD: [&str; 5] =
    ["queen surrounded", "both queens surrounded", "repetition", "board", "unknown"];

fn ending(record: &GameRecord, conclusion: Option<&str>) -> String {
    let game = record.replay().ok();
    let outcome = game.as_ref().and_then(Game::outcome);
    let told = conclusion.map(in_words).filter(|told| !NOT_TOLD.contains(&told.as_str()));
    let words = match (outcome, told, record.result) {
        (Some(Outcome::Win(_)), ..) => "queen surrounded",
        (Some(Outcome::Draw), ..) => "both queens surrounded",
        (None, Some(told), _) => return told,
        (None, _, result) if game.is_some_and(|game| result.is_by_repetition(&game)) => {
            "repetition"
        }
        (None, _, GameResult::Unfinished) => "not finished",
        // As in reviews: without a cause told, the players agreed.
        (None, _, GameResult::Draw) if conclusion.is_none() => "draw by agreement",
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
    use crate::openings::Opening;
    use waggle_hive_core::games::{lines, site};
    use waggle_hive_core::rules::Color;

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
        let there_and_back = r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-".repeat(2);
        let facts = |state: &str, ending: &str| {
            let text = format!("Base;{state};;wA1;bA1 wA1-;wQ -wA1;bQ bA1-{there_and_back}");
            let mut record = lines::read(&text).next().unwrap().unwrap();
            record.set_tag("Ending", ending);
            let GameFacts { result, ending, .. } = GameFacts::of(&record);
            (result, ending, Opening::of(&record, 2).unwrap().result)
        };
        let drawn = (GameResult::Draw, "repetition".to_owned(), GameResult::Draw);
        assert_eq!(facts("InProgress", ""), drawn);
        assert_eq!(facts("Draw", "QueenSurrounded"), drawn);
        let untold = lines::read("Base;Draw;;wA1;bA1 wA1-").next().unwrap().unwrap();
        assert_eq!(GameFacts::of(&untold).ending, "draw by agreement");
        let won = GameResult::Win(Color::White);
        assert_eq!(
            facts("WhiteWins", "Repetition"),
            (won, "win, not on the board".to_owned(), won)
        );
    }
}
