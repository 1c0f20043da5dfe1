//! The schedule: who plays whom, in which order, and in which shard.
//!
//! Games come in pairs from one opening, with colors swapped. The schedule depends only on its
//! settings, so a match can be resumed from its record, and split between machines without a
//! server.

use std::fmt;
use std::str::FromStr;

use waggle_hive_core::rules::{ByColor, Color};

use super::knockout::{self, Results};

/// Which engines meet if there are more than two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFormat {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
    /// The loser of an encounter is eliminated.
    Knockout,
}

/// Every `of`-th pair from the `part`-th on: `1/3`, `2/3` and `3/3` are one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u32,
    of: u32,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    const fn contains(self, pair: u32) -> bool {
        pair % self.of == self.part - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// Why a text is not a shard.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("expected a part such as `2/5`, counted from 1, found `{0}`")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let wrong = || ShardError(text.to_owned());
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let part: u32 = part.trim().parse().map_err(|_| wrong())?;
        let of: u32 = of.trim().parse().map_err(|_| wrong())?;
        if (1..=of).contains(&part) { Ok(Self { part, of }) } else { Err(wrong()) }
    }
}

/// A scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game in the whole match, from 1; the same in every shard.
    pub number: u32,
    /// The number of its pair, from 0.
    pub pair: u32,
    /// The number of its opening, from 0; encounters at the same stage share theirs.
    pub round: u32,
    /// The indices of the engines.
    pub players: ByColor<usize>,
}

/// The plan of a match.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The number of engines, at least two.
    pub engines: usize,
    /// Who meets whom.
    pub format: MatchFormat,
    /// Games of each encounter.
    pub games: u32,
    /// The part to play here.
    pub shard: Shard,
}

impl Schedule {
    /// Pairs of engines that meet, by index, the smaller one first.
    pub fn encounters(&self) -> Vec<(usize, usize)> {
        let firsts = match self.format {
            MatchFormat::RoundRobin => 0..self.engines,
            MatchFormat::Gauntlet => 0..1,
            // The games decide who meets whom.
            MatchFormat::Knockout => 0..0,
        };
        firsts
            .flat_map(|first| (first + 1..self.engines).map(move |second| (first, second)))
            .collect()
    }

    /// The games of this shard known with these results, played or not, in starting order. Only a
    /// knockout depends on results.
    pub fn fixtures_after(&self, results: &Results) -> Vec<Fixture> {
        match self.format {
            MatchFormat::Knockout => knockout::fixtures(self, results),
            MatchFormat::RoundRobin | MatchFormat::Gauntlet => self.fixtures(),
        }
    }

    /// The number of games; a lower bound for a knockout.
    pub fn number_of_games(&self) -> usize {
        match self.format {
            MatchFormat::Knockout => self.engines.saturating_sub(1) * self.games as usize,
            MatchFormat::RoundRobin | MatchFormat::Gauntlet => self.fixtures().len(),
        }
    }

    /// The games of this shard, if they do not depend on results.
    fn fixtures(&self) -> Vec<Fixture> {
        let encounters = self.encounters();
        let mut fixtures = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            for (place, &(first, second)) in encounters.iter().enumerate() {
                let pair = round * encounters.len() as u32 + place as u32;
                if !self.shard.contains(pair) {
                    continue;
                }
                let games = Fixture::pair_of(pair, round, (first, second)).into_iter();
                fixtures.extend(games.take((self.games - 2 * round) as usize));
            }
        }
        fixtures
    }
}

impl Fixture {
    /// Two games from one opening.
    pub(super) fn pair_of(pair: u32, round: u32, (first, second): (usize, usize)) -> [Self; 2] {
        let one_way = ByColor { white: first, black: second };
        let other_way = ByColor { white: second, black: first };
        [
            Self { number: 2 * pair + 1, pair, round, players: one_way },
            Self { number: 2 * pair + 2, pair, round, players: other_way },
        ]
    }

    /// The color that this engine plays, if it plays.
    pub fn color_of(&self, engine: usize) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.players[color] == engine)
    }
}
