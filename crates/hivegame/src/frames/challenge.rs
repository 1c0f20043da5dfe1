//! A challenge as the site sends it.

use serde::Deserialize;

use super::game::{User, or_none};
use crate::settings::Speed;

/// A challenge: who wants to play what.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct Challenge {
    pub challenge_id: String,
    pub challenger: User,
    #[serde(default, deserialize_with = "or_none")]
    pub opponent: Option<User>,
    pub game_type: String,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub visibility: String,
    #[serde(default, deserialize_with = "or_none")]
    pub challenger_rating: Option<f64>,
    #[serde(default, deserialize_with = "or_none")]
    pub time_base: Option<u64>,
    #[serde(default, deserialize_with = "or_none")]
    pub time_increment: Option<u64>,
    #[serde(default)]
    pub time_mode: String,
    #[serde(default, deserialize_with = "or_none")]
    pub speed: Option<Speed>,
}

impl Challenge {
    /// The speed: as the site says, otherwise by the clock as the site reckons.
    pub fn speed(&self) -> Speed {
        self.speed
            .unwrap_or_else(|| Speed::of(&self.time_mode, self.time_base, self.time_increment))
    }
}

impl Speed {
    /// The speed of a game with this base and increment in seconds.
    pub fn of(time_mode: &str, base: Option<u64>, increment: Option<u64>) -> Self {
        let (base, increment) = match (time_mode, base, increment) {
            ("Correspondence", ..) => return Self::Correspondence,
            ("Untimed", ..) | (_, None, None) => return Self::Untimed,
            (_, base, increment) => (base.unwrap_or_default(), increment.unwrap_or_default()),
        };
        match base.saturating_add(increment.saturating_mul(40)) {
            0 => Self::Untimed,
            1..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1500 => Self::Rapid,
            1500..=18_000 => Self::Classic,
            _ => Self::Correspondence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_reckoned_as_the_site_does() {
        for (base, increment, speed) in [
            (60, 2, Speed::Bullet),
            (60, 3, Speed::Blitz),
            (300, 4, Speed::Blitz),
            (300, 5, Speed::Rapid),
            (900, 15, Speed::Classic),
            (18_000, 0, Speed::Classic),
            (18_001, 0, Speed::Correspondence),
        ] {
            assert_eq!(
                Speed::of("RealTime", Some(base), Some(increment)),
                speed,
                "{base}+{increment}"
            );
        }
        assert_eq!(Speed::of("Correspondence", None, Some(86_400)), Speed::Correspondence);
        assert_eq!(Speed::of("Untimed", None, None), Speed::Untimed);
    }
}
