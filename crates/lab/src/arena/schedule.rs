//! Who plays whom, in which order, and which part of it is played here.
//!
//! Games come in colour-swapped pairs from one opening. The schedule is a pure
//! function of its settings, so that a match can be resumed from its record and
//! cut into parts for several machines without a server.

use std::fmt;
use std::str::FromStr;

use waggle_hive_core::rules::{ByColor, Color};

use super::knockout::{self, Results};

/// Which engines meet when there are more than two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
    /// The loser of an encounter is eliminated.
    Knockout,
}

/// Every `of`-th pair, from the `part`-th on: `1/3`, `2/3` and `3/3` are one match.
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

/// A text that is not a shard.
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

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game in the whole match, from 1; the same in every shard.
    pub number: u32,
    /// The number of the colour-swapped pair that it belongs to, from 0.
    pub pair: u32,
    /// Which opening is played, from 0; encounters that take place side by side share theirs.
    pub round: u32,
    /// The engines, by their place in the list.
    pub players: ByColor<usize>,
}

/// The whole plan of a match.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// How many engines there are; at least two.
    pub engines: usize,
    /// Who meets whom.
    pub format: Format,
    /// Games of each encounter.
    pub games: u32,
    /// The part that is played here.
    pub shard: Shard,
}

impl Schedule {
    /// Pairs of engines that meet, as places in the list, the smaller one first.
    #[must_use]
    pub fn encounters(&self) -> Vec<(usize, usize)> {
        let firsts = match self.format {
            Format::RoundRobin => 0..self.engines,
            Format::Gauntlet => 0..1,
            // Who meets whom is decided by the games.
            Format::Knockout => 0..0,
        };
        firsts
            .flat_map(|first| (first + 1..self.engines).map(move |second| (first, second)))
            .collect()
    }

    /// The games of this shard that are known when there are these results, played or not,
    /// in the order in which they are started. Only a knockout depends on results.
    #[must_use]
    pub fn fixtures_after(&self, results: &Results) -> Vec<Fixture> {
        match self.format {
            Format::Knockout => knockout::fixtures(self, results),
            Format::RoundRobin | Format::Gauntlet => self.fixtures(),
        }
    }

    /// How many games there will be; a lower bound for a knockout.
    #[must_use]
    pub fn number_of_games(&self) -> usize {
        match self.format {
            Format::Knockout => self.engines.saturating_sub(1) * self.games as usize,
            Format::RoundRobin | Format::Gauntlet => self.fixtures().len(),
        }
    }

    /// The games of this shard, if results do not matter for them.
    fn fixtures(&self) -> Vec<Fixture> {
        let encounters = self.encounters();
        let mut fixtures = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            for (place, &(first, second)) in encounters.iter().enumerate() {
                let pair = round * encounters.len() as u32 + place as u32;
                if !self.shard.contains(pair) {
                    continue;
                }
                let one_way = ByColor { white: first, black: second };
                let other_way = ByColor { white: second, black: first };
                for (leg, players) in [one_way, other_way].into_iter().enumerate() {
                    let leg = leg as u32;
                    if 2 * round + leg < self.games {
                        let number = 2 * pair + leg + 1;
                        fixtures.push(Fixture { number, pair, round, players });
                    }
                }
            }
        }
        fixtures
    }
}

impl Fixture {
    /// The color that this engine plays, if it plays at all.
    #[must_use]
    pub fn color_of(&self, engine: usize) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.players[color] == engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(engines: usize, format: Format, games: u32) -> Schedule {
        Schedule { engines, format, games, shard: Shard::WHOLE }
    }

    fn players(fixtures: &[Fixture]) -> Vec<(usize, usize)> {
        fixtures.iter().map(|game| (game.players.white, game.players.black)).collect()
    }

    #[test]
    fn colors_are_swapped_within_a_pair_that_shares_its_opening() {
        let games = schedule(2, Format::RoundRobin, 4).fixtures();
        assert_eq!(players(&games), [(0, 1), (1, 0), (0, 1), (1, 0)]);
        assert_eq!(games.iter().map(|game| game.round).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(games[1].color_of(0), Some(Color::Black));
        assert_eq!(games[1].color_of(2), None);
    }

    #[test]
    fn an_odd_number_of_games_leaves_half_a_pair() {
        let games = schedule(2, Format::RoundRobin, 3).fixtures();
        assert_eq!(players(&games), [(0, 1), (1, 0), (0, 1)]);
    }

    #[test]
    fn everybody_meets_everybody_in_a_round_robin() {
        let games = schedule(4, Format::RoundRobin, 2).fixtures();
        assert_eq!(games.len(), 12);
        for white in 0..4 {
            for black in (0..4).filter(|&black| black != white) {
                assert!(players(&games).contains(&(white, black)));
            }
        }
    }

    #[test]
    fn only_the_first_engine_plays_every_game_of_a_gauntlet() {
        let games = schedule(4, Format::Gauntlet, 2).fixtures();
        assert_eq!(players(&games), [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)]);
    }

    #[test]
    fn shards_are_disjoint_and_make_the_whole_match() {
        let whole = schedule(3, Format::RoundRobin, 7);
        let mut parts: Vec<Fixture> = ["1/3", "2/3", "3/3"]
            .iter()
            .flat_map(|text| Schedule { shard: text.parse().unwrap(), ..whole }.fixtures())
            .collect();
        parts.sort_by_key(|game| game.number);
        assert_eq!(parts, whole.fixtures());
        // Pairs stay together.
        let part = Schedule { shard: "2/3".parse().unwrap(), ..whole }.fixtures();
        assert_eq!(part[0].pair, part[1].pair);
    }

    #[test]
    fn a_shard_is_counted_from_one() {
        for text in ["0/3", "4/3", "1", "a/b", "1/0", ""] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.to_owned())));
        }
        assert_eq!("2/5".parse::<Shard>().unwrap().to_string(), "2/5");
    }
}
