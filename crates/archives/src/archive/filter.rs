//! Which games of an archive count.

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::rules::GameType;

use super::Facts;

/// Conditions that a game must meet to count; by default every game counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The game types; empty for all.
    pub game_types: Vec<GameType>,
    /// The name of either player, ignoring case.
    pub player: Option<String>,
    /// The first date: `yyyy`, `yyyy.mm` or `yyyy.mm.dd`.
    pub since: Option<String>,
    /// The last date; a year or a month is included to its end.
    pub until: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// The minimum rating of both players.
    pub min_rating: Option<i32>,
    /// The maximum rating of both players.
    pub max_rating: Option<i32>,
    /// The speeds, such as `blitz`; empty for all.
    pub speeds: Vec<String>,
    /// Whether it was played for ratings.
    pub rated: Option<bool>,
    /// How many of the players are programs.
    pub bots: Option<Bots>,
    /// How it ended, such as `resigned`; empty for all.
    pub conclusions: Vec<String>,
    /// Whether a game that cannot be read counts up to its error.
    pub up_to_error: bool,
}

/// How many of the players are programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bots {
    /// People play.
    None,
    /// One or both are programs.
    Any,
    /// Both are programs.
    Both,
}

impl Filter {
    /// Whether a game counts. A game that lacks the information for a condition does not.
    pub fn accepts(&self, record: &GameRecord) -> bool {
        let is_of_type = self.game_types.is_empty() || self.game_types.contains(&record.game_type);
        let has_result = self.result.is_none_or(|result| result == record.result_with_repetition());
        is_of_type
            && has_result
            && self.has_player(record)
            && self.is_in_time(record)
            && self.has_facts(record)
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
        // Compares only the parts that the limit has: `2026` lasts until the end of the year. A
        // game known only by its year cannot be compared with a day.
        let up_to = |limit: &str| date.get(..limit.len());
        let limits = [&self.since, &self.until].map(Option::as_deref);
        let [since, until] = limits.map(|limit| limit.map(|limit| (up_to(limit), limit)));
        since.is_none_or(|(date, since)| date.is_some_and(|date| date >= since))
            && until.is_none_or(|(date, until)| date.is_some_and(|date| date <= until))
    }

    fn has_facts(&self, record: &GameRecord) -> bool {
        let facts = Facts(record);
        let is_one_of = |wanted: &[String], found: Option<&str>| {
            wanted.is_empty()
                || found.is_some_and(|found| wanted.iter().any(|it| it.eq_ignore_ascii_case(found)))
        };
        let ratings = facts.ratings();
        let are_rated =
            |is_met: &dyn Fn(i32) -> bool| ratings.iter().all(|it| it.is_some_and(is_met));
        let bots = facts.bots();
        self.min_rating.is_none_or(|least| are_rated(&|rating| rating >= least))
            && self.max_rating.is_none_or(|most| are_rated(&|rating| rating <= most))
            && is_one_of(&self.speeds, facts.speed().as_deref())
            && self.rated.is_none_or(|rated| facts.is_rated() == Some(rated))
            && is_one_of(&self.conclusions, facts.conclusion())
            && self.bots.is_none_or(|wanted| match wanted {
                Bots::None => bots == 0,
                Bots::Any => bots > 0,
                Bots::Both => bots == 2,
            })
    }
}

/// A date as `yyyy`, `yyyy.mm` or `yyyy.mm.dd`, read from that form or from `dd-Mon-yyyy`.
fn in_order(date: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let year = super::facts::year(date)?;
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
    fn games_with_missing_information_are_rejected() {
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
    fn dates_are_compared_at_the_precision_of_the_limit() {
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
