//! Which games of an archive count.

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::GameType;

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
        // As much of the date as the limit has: `2026` is until the end of the year. A game of
        // some day in that year may lie on either side of a day.
        let up_to = |limit: &str| date.get(..limit.len());
        let limits = [&self.since, &self.until].map(Option::as_deref);
        let [since, until] = limits.map(|limit| limit.map(|limit| (up_to(limit), limit)));
        since.is_none_or(|(date, since)| date.is_some_and(|date| date >= since))
            && until.is_none_or(|(date, until)| date.is_some_and(|date| date <= until))
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

/// A date as `yyyy.mm.dd`, as far as it is known: as it is, or from `dd-Mon-yyyy`.
fn in_order(date: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let year = super::opening::year(date)?;
    let parts: Vec<&str> = date.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let number = |text: &&str| text.parse::<u8>().ok();
    let (month, day) = match parts[..] {
        [first, ..] if first.len() == 4 => {
            (parts.get(1).and_then(number), parts.get(2).and_then(number))
        }
        [day, month, ..] => {
            let month = MONTHS.iter().position(|name| month.eq_ignore_ascii_case(name));
            (month.map(|index| index as u8 + 1), number(&day))
        }
        _ => (None, None),
    };
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{year}.{month:02}.{day:02}"),
        (Some(month), None) => format!("{year}.{month:02}"),
        (None, _) => year.to_string(),
    })
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
        assert!(accepts("2026.11.??", "2026.11", "2026"));
        for some_day in ["2026", "2026.??.??", "2026.11.??"] {
            assert!(accepts(some_day, "2026", "2026"), "{some_day}");
            assert!(!accepts(some_day, "2026.11.05", ""), "{some_day}");
            assert!(!accepts(some_day, "", "2026.11.05"), "{some_day}");
        }
    }
}
