//! Which games of an archive count.

use crate::games::{GameRecord, GameResult};
use crate::rules::GameType;

/// Tags that hold the rating of White, and those of Black.
const RATINGS: [[&str; 2]; 2] = [["WhiteElo", "WhiteRating"], ["BlackElo", "BlackRating"]];

/// What a game has to be like to count; by default every game does.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of one of these types, if there are any.
    pub game_types: Vec<GameType>,
    /// One of the players has this name, whatever the case of its letters.
    pub player: Option<String>,
    /// Not before this date, `yyyy`, `yyyy.mm` or `yyyy.mm.dd`.
    pub since: Option<String>,
    /// Not after this date, or what is within it.
    pub until: Option<String>,
    /// With this result.
    pub result: Option<GameResult>,
    /// Both players have at least this rating.
    pub min_rating: Option<i32>,
}

impl Filter {
    /// Whether a game counts. One whose file does not say what is asked for does not.
    #[must_use]
    pub fn accepts(&self, record: &GameRecord) -> bool {
        let is_of_type = self.game_types.is_empty() || self.game_types.contains(&record.game_type);
        let has_result = self.result.is_none_or(|result| result == record.result);
        is_of_type
            && has_result
            && self.has_player(record)
            && self.is_in_time(record)
            && self.is_rated(record)
    }

    fn has_player(&self, record: &GameRecord) -> bool {
        self.player.as_ref().is_none_or(|player| {
            let is_named = |tag| {
                let name = record.tag(tag).unwrap_or_default().trim().to_lowercase();
                name == player.trim().to_lowercase()
            };
            is_named("White") || is_named("Black")
        })
    }

    fn is_in_time(&self, record: &GameRecord) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let Some(date) = record.tag("Date").and_then(in_order) else { return false };
        // As much of the date as the limit has: `2026` is until the end of the year.
        let up_to = |limit: &str| date.chars().take(limit.len()).collect::<String>();
        self.since.as_ref().is_none_or(|since| up_to(since).as_str() >= since.as_str())
            && self.until.as_ref().is_none_or(|until| up_to(until).as_str() <= until.as_str())
    }

    fn is_rated(&self, record: &GameRecord) -> bool {
        self.min_rating.is_none_or(|least| {
            RATINGS.iter().all(|tags| {
                let rating =
                    tags.iter().find_map(|tag| record.tag(tag)?.trim().parse::<i32>().ok());
                rating.is_some_and(|rating| rating >= least)
            })
        })
    }
}

/// A date as `yyyy.mm.dd`: as it is, from `dd-Mon-yyyy`, or at least the year.
fn in_order(date: &str) -> Option<String> {
    const MONTHS: &str = "janfebmaraprmayjunjulaugsepoctnovdec";
    let year = super::opening::year(date)?;
    let parts: Vec<&str> = date.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let number = |text: &str| text.parse::<u8>().ok();
    match parts[..] {
        [_, month, day, ..] if parts[0].len() == 4 && number(month).is_some() => {
            Some(format!("{year}.{month:0>2}.{day:0>2}"))
        }
        [day, month, ..] if number(day).is_some() && month.len() == 3 => {
            let place = MONTHS.find(&month.to_lowercase())?;
            Some(format!("{year}.{:02}.{day:0>2}", place / 3 + 1))
        }
        _ => Some(year.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_does_not_say_is_not_accepted() {
        let mut record = GameRecord::default();
        let rated = Filter { min_rating: Some(1800), ..Filter::default() };
        let dated = Filter { since: Some("2020".to_owned()), ..Filter::default() };
        let named = Filter { player: Some("Ann".to_owned()), ..Filter::default() };
        assert!(Filter::default().accepts(&record));
        assert!(![&rated, &dated, &named].iter().any(|filter| filter.accepts(&record)));
        for (tag, value) in [
            ("WhiteElo", "1800"),
            ("BlackRating", "2000"),
            ("Date", "2020.01.05"),
            ("Black", "ann"),
        ] {
            record.set_tag(tag, value);
        }
        assert!([&rated, &dated, &named].iter().all(|filter| filter.accepts(&record)));
    }

    #[test]
    fn dates_are_compared_as_far_as_the_limit_goes() {
        let accepts = |date: &str, since: &str, until: &str| {
            let mut record = GameRecord::default();
            record.set_tag("Date", date);
            let limit = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            Filter { since: limit(since), until: limit(until), ..Filter::default() }
                .accepts(&record)
        };
        assert!(accepts("2026.11.20", "2026", "2026"));
        assert!(accepts("20-Nov-2026_20:11:03", "2026.11.20", "2026.11"));
        assert!(!accepts("2026.11.20", "2026.12", ""));
        assert!(!accepts("2026.11.20", "", "2026.11.19"));
        assert!(!accepts("????.??.??", "", "2026"));
    }
}
