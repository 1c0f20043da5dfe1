//! Hashes that identify games.

use std::fmt;

use waggle_hive_core::fnv::fnv1a;
use waggle_hive_core::games::GameRecord;
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::IllegalMove;

/// A hash of a game's starting position, moves, result and tags; the same on every machine and in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Hashes a game that can be replayed.
    pub fn of(record: &GameRecord) -> Result<Self, IllegalMove> {
        let mut parts = vec![game_string(&record.replay()?), format!("{:?}", record.result)];
        parts.extend(record.tags.iter().flat_map(|(name, value)| [name.clone(), value.clone()]));
        Ok(Self(fnv1a(parts.join("\n").as_bytes())))
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
    use waggle_hive_core::games::GameResult;
    use waggle_hive_core::notation::parse_game;

    #[test]
    fn games_differ_by_type_start_moves_result_and_tags() {
        let record = |text: &str| GameRecord::of(&parse_game(text).unwrap());
        let texts = ["Base;;;wS1;bS1 wS1-", "Base+M;;;wS1;bS1 wS1-", "Base;;;wS1;bS1 wS1/", "Base"];
        let mut records: Vec<_> = texts.into_iter().map(record).collect();
        records.extend([record("Base"), record("Base")]);
        records[4].result = GameResult::Draw;
        records[5].set_tag("White", "Ann");
        let found: Vec<_> = records.iter().map(|it| Fingerprint::of(it).unwrap()).collect();
        for (index, one) in found.iter().enumerate() {
            assert_eq!(one.to_string().len(), 16);
            assert!(found[index + 1..].iter().all(|other| one != other), "{index}");
        }
        assert_eq!(found[0], Fingerprint::of(&record("wS1;bS1 wS1-")).unwrap());
        assert_eq!(found[5].to_string(), "f58ce2f2e173f7f9");
    }
}
