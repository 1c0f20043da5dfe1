//! Facts about a game from its tags, whichever site wrote them.

use std::borrow::Cow;
use std::fmt;

use waggle_hive_core::games::GameRecord;

/// The facts in the tags of a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a>(pub &'a GameRecord);

/// The tags that hold White's rating, and those that hold Black's.
const RATINGS: [[&str; 2]; 2] = [["WhiteElo", "WhiteRating"], ["BlackElo", "BlackRating"]];

/// The programs of boardspace.net, which its files mark only by their names.
const BOARDSPACE_BOTS: [&str; 5] = ["WeakBot", "Dumbot", "SmartBot", "BestBot", "RandomBot"];

impl<'a> Facts<'a> {
    /// The value of the first of these tags that is not empty.
    fn first_of(self, tags: &[&str]) -> Option<&'a str> {
        let values = tags.iter().filter_map(|tag| self.0.tag(tag));
        values.map(str::trim).find(|value| !value.is_empty())
    }

    /// The ratings of White and of Black.
    pub fn ratings(self) -> [Option<i32>; 2] {
        RATINGS.map(|tags| tags.iter().find_map(|tag| self.0.tag(tag)?.trim().parse().ok()))
    }

    /// How many of the players are programs: those with the title `BOT`, engines of a match, and the
    /// programs of boardspace.net.
    pub fn bots(self) -> u8 {
        let is_bot = |[name, title, engine]: [&str; 3]| {
            self.first_of(&[title]) == Some("BOT")
                || self.first_of(&[engine]).is_some()
                || self.first_of(&[name]).is_some_and(|name| BOARDSPACE_BOTS.contains(&name))
        };
        u8::from(is_bot(["White", "WhiteTitle", "WhiteEngine"]))
            + u8::from(is_bot(["Black", "BlackTitle", "BlackEngine"]))
    }

    /// Whether it was played for ratings, if that is known.
    pub fn is_rated(self) -> Option<bool> {
        match self.first_of(&["Rated"])?.to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => None,
        }
    }

    /// The speed as the site names it, otherwise by its time control.
    pub fn speed(self) -> Option<Cow<'a, str>> {
        if let Some(speed) = self.first_of(&["Speed"]) {
            return Some(Cow::Borrowed(speed));
        }
        let control = self.first_of(&["TimeControl"])?;
        Speed::of(control).map(|speed| Cow::Owned(speed.to_string()))
    }

    /// How it ended, in the site's or the match's word.
    pub fn conclusion(self) -> Option<&'a str> {
        self.first_of(&["Conclusion", "Ending"])
    }

    /// The year in which it was played.
    pub fn year(self) -> Option<u16> {
        self.0.tag("Date").and_then(year)
    }
}

/// The year of a date in any format: the first run of four digits that can be a year.
pub(super) fn year(date: &str) -> Option<u16> {
    date.split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .find(|year| (1900..3000).contains(year))
}

/// The speed of a game by its base and 40 increments, as hivegame.com defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Speed {
    Untimed,
    Bullet,
    Blitz,
    Rapid,
    Classic,
    Correspondence,
}

impl Speed {
    /// The speed of a time control in seconds: `300+3`, `40/5400` for so many moves (of several periods the first counts), `1/86400` for
    /// a time per move, `-` for none. A correspondence game with a total time and no increment has the form `259200`.
    pub fn of(control: &str) -> Option<Self> {
        if control == "-" {
            return Some(Self::Untimed);
        }
        let first = control.split(':').next()?;
        let (moves, clock) = first.split_once('/').unwrap_or(("40", first));
        let (base, increment) = clock.split_once('+').unwrap_or((clock, "0"));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|it| *it >= 0.0);
        let seconds = 40.0 * (number(base)? / number(moves)?.max(1.0) + number(increment)?);
        Some(match seconds {
            0.0 => Self::Untimed,
            ..180.0 => Self::Bullet,
            ..480.0 => Self::Blitz,
            ..1500.0 => Self::Rapid,
            ..=18000.0 => Self::Classic,
            _ => Self::Correspondence,
        })
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_found_in_every_date_format() {
        for (date, found) in [
            ("2026.11.20", Some(2026)),
            ("20-Nov-2026_20:11:03", Some(2026)),
            ("Wed Oct 02 08:32:57 PST 2013", Some(2013)),
            ("????.??.??", None),
            ("12345", None),
        ] {
            assert_eq!(year(date), found, "{date}");
        }
    }

    #[test]
    fn the_speed_follows_from_the_time_control() {
        for (control, speed) in [
            ("-", Some(Speed::Untimed)),
            ("0+0", Some(Speed::Untimed)),
            ("60+2", Some(Speed::Bullet)),
            ("60+3", Some(Speed::Blitz)),
            ("479", Some(Speed::Blitz)),
            ("300+5", Some(Speed::Rapid)),
            ("1500", Some(Speed::Classic)),
            ("18000+0", Some(Speed::Classic)),
            ("18001", Some(Speed::Correspondence)),
            ("1/86400", Some(Speed::Correspondence)),
            ("40/6+0.05", Some(Speed::Bullet)),
            ("40/5400:1800", Some(Speed::Classic)),
            ("?", None),
            ("-5+1", None),
        ] {
            assert_eq!(Speed::of(control), speed, "{control}");
        }
    }

    #[test]
    fn programs_are_recognised_by_title_engine_or_name() {
        let mut record = GameRecord::default();
        assert_eq!(Facts(&record).bots(), 0);
        record.set_tag("WhiteTitle", "BOT");
        record.set_tag("BlackTitle", "GM");
        assert_eq!(Facts(&record).bots(), 1);
        record.set_tag("BlackEngine", "self");
        assert_eq!(Facts(&record).bots(), 2);
        let mut record = GameRecord::default();
        record.set_tag("Black", "Dumbot");
        assert_eq!(Facts(&record).bots(), 1);
    }
}
