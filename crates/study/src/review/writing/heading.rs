//! The heading of a review.

use crate::review::judging::ending::Ending;
use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::Color;
use waggle_hive_core::text::name_in_table;

/// Who played, where and when, and the result; empty where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// Where and when, such as `hivegame.com, 2026.11.20`.
    pub occasion: String,
    /// The result in the words of the file, such as `White wins`.
    pub result: String,
}

/// How a game has ended, or what its file says of one that has not.
pub(super) fn ending_words(ending: Option<Ending>, said: &str) -> String {
    match ending {
        Some(ending) => ending.words(),
        None if said.is_empty() => "not finished".to_owned(),
        None => said.to_owned(),
    }
}

impl Heading {
    /// The heading for a game as its file describes it.
    pub fn of(record: &GameRecord) -> Self {
        let tag = |name: &str| record.tag(name).unwrap_or_default().trim().to_owned();
        let occasion = ["Event", "Site", "Date"].map(tag);
        let occasion: Vec<&str> =
            occasion.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let result = match record.result {
            GameResult::Win(Color::White) => "White wins".to_owned(),
            GameResult::Win(Color::Black) => "Black wins".to_owned(),
            GameResult::Draw => "Draw".to_owned(),
            GameResult::Unfinished => tag("ResultText"),
        };
        Self { white: tag("White"), black: tag("Black"), occasion: occasion.join(", "), result }
    }

    /// The name of a player; the color if unknown.
    pub fn name(&self, player: Color) -> String {
        let name = match player {
            Color::White => &self.white,
            Color::Black => &self.black,
        };
        if name.is_empty() { player.to_string() } else { name.clone() }
    }

    /// Both players, such as `ann - joanna`, with names no longer than a table shows.
    pub fn title(&self) -> String {
        let [white, black] = Color::ALL.map(|player| name_in_table(&self.name(player)));
        format!("{white} - {black}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::games::pgn;

    #[test]
    fn names_and_results_come_from_the_tags() {
        let text = "[White \"ann\"]\n[Site \"hivegame.com\"]\n[Date \"2026.11.20\"]\n\
                    [Result \"Adjudicated\"]\n\n1. wS1\n";
        let record = pgn::read(text).next().unwrap().unwrap();
        let heading = Heading::of(&record);
        assert_eq!(heading.title(), "ann - Black");
        assert_eq!(heading.occasion, "hivegame.com, 2026.11.20");
        assert_eq!(heading.result, "Adjudicated");
    }

    #[test]
    fn without_names_the_colors_remain() {
        let heading = Heading::of(&GameRecord::default());
        assert_eq!((heading.title().as_str(), heading.result.as_str()), ("White - Black", ""));
    }
}
