//! The times of day at which a worker takes no jobs.

use serde::Deserialize;

use super::stamp::Stamp;

/// Times of day in UTC, such as `08:00-22:30`; they may go past midnight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct QuietTimes(Vec<(u16, u16)>);

/// A text that is not a span of times.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected times of day in UTC such as `08:00-22:30`, found `{0}`")]
pub struct QuietTimesError(String);

impl QuietTimes {
    /// Whether this instant is in one of them.
    pub fn contains(&self, instant: Stamp) -> bool {
        let minute = instant.minute_of_day();
        self.0.iter().any(|&(from, to)| {
            if from <= to { (from..to).contains(&minute) } else { minute >= from || minute < to }
        })
    }
}

impl TryFrom<Vec<String>> for QuietTimes {
    type Error = QuietTimesError;

    fn try_from(texts: Vec<String>) -> Result<Self, QuietTimesError> {
        let span = |text: &String| {
            let (from, to) = text.split_once('-')?;
            Some((minute(from)?, minute(to)?))
        };
        let spans =
            texts.iter().map(|text| span(text).ok_or_else(|| QuietTimesError(text.clone())));
        spans.collect::<Result<_, _>>().map(Self)
    }
}

fn minute(text: &str) -> Option<u16> {
    let (hour, minute) = text.trim().split_once(':')?;
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60 || (hour, minute) == (24, 0)).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(texts: &[&str]) -> Result<QuietTimes, QuietTimesError> {
        texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>().try_into()
    }

    #[test]
    fn a_span_may_go_past_midnight() {
        let at = |clock: &str| Stamp::parse(&format!("2026-08-04T{clock}:30Z")).unwrap();
        let quiet = times(&["22:30-06:00", "12:00-13:00"]).unwrap();
        for (clock, is_quiet) in
            [("22:29", false), ("22:30", true), ("05:59", true), ("06:00", false), ("12:59", true)]
        {
            assert_eq!(quiet.contains(at(clock)), is_quiet, "{clock}");
        }
        assert!(times(&["00:00-24:00"]).unwrap().contains(at("23:59")));
        assert!(!QuietTimes::default().contains(at("12:00")));
        for text in ["8-9", "25:00-26:00", "08:00", "08:61-09:00"] {
            assert_eq!(times(&[text]), Err(QuietTimesError(text.to_owned())));
        }
    }
}
