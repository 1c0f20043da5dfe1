//! Hashes that identify games.

use std::fmt;

use waggle_hive_core::fnv::fnv1a;
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Game;

/// A hash of a game's starting position and moves; the same on every machine and in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Hashes a game.
    pub fn of(game: &Game) -> Self {
        Self(fnv1a(game_string(game).as_bytes()))
    }
}

/// 16 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    #[test]
    fn games_differ_by_type_start_and_moves() {
        let of = |text: &str| Fingerprint::of(&parse_game(text).unwrap()).to_string();
        let texts = ["Base;;;wS1;bS1 wS1-", "Base+M;;;wS1;bS1 wS1-", "Base;;;wS1;bS1 wS1/", "Base"];
        for (index, one) in texts.iter().enumerate() {
            assert_eq!(of(one).len(), 16);
            assert!(texts[index + 1..].iter().all(|other| of(one) != of(other)), "{one}");
        }
        assert_eq!(of("Base;;;wS1;bS1 wS1-"), of("wS1;bS1 wS1-"));
        assert_eq!(of("Base"), "20ed7c788dfe7f08");
    }
}
