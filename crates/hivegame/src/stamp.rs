//! Time stamps as the site writes them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// An instant, in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(i128);

impl Stamp {
    /// Now, by the clock of this machine.
    pub fn now() -> Self {
        Self(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as i128)
    }

    /// Reads RFC 3339.
    pub fn parse(text: &str) -> Option<Self> {
        OffsetDateTime::parse(text, &Rfc3339).ok().map(|time| Self(time.unix_timestamp_nanos()))
    }

    /// The seconds from an earlier instant to this one; negative if it is a later one.
    pub fn seconds_since(self, earlier: Self) -> f64 {
        (self.0 - earlier.0) as f64 / 1e9
    }

    /// The instant this much later.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self(self.0 + time.as_nanos() as i128)
    }

    /// The minute of the day, in UTC.
    pub fn minute_of_day(self) -> u16 {
        (self.0.div_euclid(60_000_000_000).rem_euclid(24 * 60)) as u16
    }
}

impl std::fmt::Display for Stamp {
    /// To the second, such as `2026-08-04 18:05:09Z`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time =
            OffsetDateTime::from_unix_timestamp_nanos(self.0).map_err(|_| std::fmt::Error)?;
        let (date, clock) = (time.date(), time.time());
        let (hour, minute, second) = clock.as_hms();
        write!(f, "{date} {hour:02}:{minute:02}:{second:02}Z")
    }
}

/// Reads a time stamp; `None` if it is missing or another kind of text.
pub(crate) fn lenient<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Stamp>, D::Error> {
    let text = Option::<String>::deserialize(source)?;
    Ok(text.as_deref().and_then(Stamp::parse))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_compared_and_not_their_texts() {
        let stamp = |text| Stamp::parse(text).unwrap();
        assert_eq!(stamp("2026-08-04T18:05:09.5Z"), stamp("2026-08-04T20:05:09.500000+02:00"));
        assert!(stamp("2026-08-04T18:05:09.5Z") > stamp("2026-08-04T18:05:09.25Z"));
        let later = stamp("2026-08-04T18:05:09Z").after(Duration::from_millis(1500));
        assert!((later.seconds_since(stamp("2026-08-04T18:05:09Z")) - 1.5).abs() < 1e-9);
        assert_eq!(stamp("2026-08-04T18:05:09Z").to_string(), "2026-08-04 18:05:09Z");
        assert_eq!(stamp("2026-08-04T18:05:09Z").minute_of_day(), 18 * 60 + 5);
        assert_eq!(Stamp::parse("yesterday"), None);
    }
}
