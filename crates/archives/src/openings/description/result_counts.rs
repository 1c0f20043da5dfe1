//! Counts of results, grouped by properties of the games.

use std::collections::BTreeMap;

use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::Color;

use super::GameFacts;
use super::facts::BAND;
use crate::openings::counts::Sum;

/// How games ended for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Games that White won, that were drawn, and that Black won.
    pub results: [u32; 3],
    /// Games without a result.
    pub unfinished: u32,
}

impl ResultCounts {
    fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Win(Color::White) => self.results[0] += 1,
            GameResult::Draw => self.results[1] += 1,
            GameResult::Win(Color::Black) => self.results[2] += 1,
            GameResult::Unfinished => self.unfinished += 1,
        }
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.results.iter().sum::<u32>() + self.unfinished
    }

    /// White's share of the points, with half of its interval.
    pub(super) fn share(&self) -> Option<Share> {
        let [wins, draws, losses] = self.results;
        Share::of(f64::from(wins) + f64::from(draws) / 2.0, wins + draws + losses)
    }
}

/// A share of points, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    pub(super) points: f64,
    /// Both ends of the 95 % interval of Agresti and Coull, which counts two more wins and two
    /// more losses. Draws make the true one smaller.
    pub(super) interval: [f64; 2],
}

impl Share {
    /// The share of the points in a number of games; `None` without games.
    fn of(points: f64, games: u32) -> Option<Self> {
        const Z: f64 = 1.96;
        if games == 0 {
            return None;
        }
        let count = f64::from(games) + 4.0;
        let mean = (points + 2.0) / count;
        let half = Z * (mean * (1.0 - mean) / count).sqrt();
        let interval = [(mean - half).max(0.0), (mean + half).min(1.0)];
        Some(Self { points: points / f64::from(games), interval })
    }

    /// The share of the games of a position.
    pub(super) fn of_sum(sum: &Sum) -> Option<Self> {
        Self::of(f64::from(sum.half_points) / 2.0, sum.decided)
    }
}

/// A description of an archive in counts.
#[derive(Clone, Debug, Default)]
pub struct Description {
    pub(super) all: ResultCounts,
    pub(super) by_players: BTreeMap<u8, ResultCounts>,
    pub(super) by_type: BTreeMap<String, ResultCounts>,
    pub(super) by_band: BTreeMap<Option<i32>, ResultCounts>,
    pub(super) by_speed: BTreeMap<Option<String>, ResultCounts>,
    pub(super) by_ending: BTreeMap<String, ResultCounts>,
    /// The number of games by their plies.
    pub(super) lengths: BTreeMap<usize, u32>,
}

impl Description {
    /// Counts a game.
    pub fn add(&mut self, game: &GameFacts) {
        let result = game.result;
        self.all.add(result);
        self.by_players.entry(game.bots).or_default().add(result);
        self.by_type.entry(game.game_type.clone()).or_default().add(result);
        self.by_band.entry(game.band).or_default().add(result);
        self.by_speed.entry(game.speed.clone()).or_default().add(result);
        self.by_ending.entry(game.ending.clone()).or_default().add(result);
        *self.lengths.entry(game.plies).or_default() += 1;
    }

    /// The median length of the games in plies.
    pub(super) fn median_plies(&self) -> usize {
        let mut left = self.all.games().div_ceil(2);
        let reached = self.lengths.iter().find(|&(_, &games)| {
            left = left.saturating_sub(games);
            left == 0
        });
        reached.map_or(0, |(&plies, _)| plies)
    }
}

/// The label for a speed or rating that no tag gives.
pub(super) const NOT_KNOWN: &str = "not known";

pub(super) fn band_name(band: Option<i32>) -> String {
    band.map_or_else(|| NOT_KNOWN.to_owned(), |least| format!("{least}–{}", least + BAND - 1))
}

/// The label for games with this many programs among the players.
pub(super) fn players_name(bots: u8) -> &'static str {
    match bots {
        0 => "people",
        1 => "one program",
        _ => "two programs",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_leave_a_wide_interval() {
        let tally = |results| ResultCounts { results, unfinished: 3 }.share();
        assert_eq!(tally([0, 0, 0]), None);
        let two = tally([2, 0, 0]).unwrap();
        assert!((two.points - 1.0).abs() < 1e-9 && two.interval[0] < 0.5, "{two:?}");
        let many = tally([550, 0, 450]).unwrap();
        assert!((many.points - 0.55).abs() < 1e-9);
        assert!(
            (many.interval[0] - 0.519).abs() < 0.001 && (many.interval[1] - 0.581).abs() < 0.001
        );
    }

    #[test]
    fn the_median_is_the_length_of_the_middle_game() {
        let mut description = Description::default();
        for plies in [10, 50, 20, 60, 30] {
            *description.lengths.entry(plies).or_default() += 1;
            description.all.unfinished += 1;
        }
        assert_eq!(description.median_plies(), 30);
        assert_eq!(Description::default().median_plies(), 0);
    }
}
