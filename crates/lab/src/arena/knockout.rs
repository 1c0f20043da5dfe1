//! Knockout: the loser of an encounter is eliminated, until one engine is left.

use std::collections::HashMap;

use waggle_hive_core::games::GameResult;

use super::{Fixture, Schedule};

/// The maximum number of pairs added to a tied encounter; then the engine listed first advances.
const MAX_EXTRA_PAIRS: u32 = 5;

/// Results of games by their numbers.
pub type Results = HashMap<u32, GameResult>;

/// All games of a knockout known so far, played or not: the next round begins when all results of
/// the current one are known.
///
/// In each round the first of the list meets the last, the second the second to last, and so on;
/// with an odd number the middle one advances without a game. The encounters of a round share their
/// openings; each round has new ones.
pub(super) fn fixtures(schedule: &Schedule, results: &Results) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    let mut left: Vec<usize> = (0..schedule.engines).collect();
    let mut first_pair = 0;
    for stage in 0..stages(schedule.engines) {
        let round = Round { schedule, stage, first_pair, encounters: left.len() / 2 };
        let mut winners: Vec<Option<usize>> = Vec::new();
        for place in 0..round.encounters {
            let players = (left[place], left[left.len() - 1 - place]);
            let (games, winner) = round.play_off(place, players, results);
            fixtures.extend(games);
            winners.push(winner);
        }
        if left.len() % 2 == 1 {
            winners.push(Some(left[left.len() / 2]));
        }
        // The next round waits for all results of this one; its games are numbered after them.
        let Some(mut next) = winners.into_iter().collect::<Option<Vec<usize>>>() else { break };
        next.sort_unstable();
        left = next;
        first_pair = fixtures.iter().map(|game| game.pair + 1).max().unwrap_or(0);
    }
    fixtures
}

/// The number of rounds until one of these engines is left.
fn stages(engines: usize) -> u32 {
    engines.next_power_of_two().ilog2()
}

/// A round of a knockout. Its pairs are numbered encounter by encounter, and added pairs after
/// them, so numbers do not depend on the order in which games end.
struct Round<'a> {
    schedule: &'a Schedule,
    stage: u32,
    first_pair: u32,
    encounters: usize,
}

impl Round<'_> {
    /// The games that an encounter needs so far, and its winner.
    fn play_off(
        &self,
        place: usize,
        players: (usize, usize),
        results: &Results,
    ) -> (Vec<Fixture>, Option<usize>) {
        let Self { schedule, stage, first_pair, .. } = *self;
        let (place, encounters) = (place as u32, self.encounters as u32);
        let regular = schedule.games.div_ceil(2);
        let regular_pair = |index: u32| {
            let round = stage * regular + index;
            Fixture::pair_of(first_pair + place * regular + index, round, players)
        };
        // The openings of all rounds come first, then those of added pairs.
        let extra_pair = |index: u32| {
            let round = stages(schedule.engines) * regular + stage * MAX_EXTRA_PAIRS + index;
            Fixture::pair_of(first_pair + (regular + index) * encounters + place, round, players)
        };
        let mut fixtures: Vec<Fixture> = (0..regular).flat_map(regular_pair).collect();
        let mut extra = 0;
        loop {
            match lead_of(players.0, &fixtures, results) {
                None => return (fixtures, None),
                Some(0) if extra < MAX_EXTRA_PAIRS => fixtures.extend(extra_pair(extra)),
                Some(lead) => {
                    let winner = if lead >= 0 { players.0 } else { players.1 };
                    return (fixtures, Some(winner));
                }
            }
            extra += 1;
        }
    }
}

/// The wins of an engine minus its losses; `None` before all games are played.
fn lead_of(engine: usize, fixtures: &[Fixture], results: &Results) -> Option<i32> {
    let points = |game: &Fixture| match results.get(&game.number)? {
        GameResult::Win(winner) if game.players[*winner] == engine => Some(1),
        GameResult::Win(_) => Some(-1),
        GameResult::Draw => Some(0),
        GameResult::Unfinished => None,
    };
    fixtures.iter().map(points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{MatchFormat, Shard};
    use waggle_hive_core::rules::Color;

    fn schedule(engines: usize) -> Schedule {
        Schedule { engines, format: MatchFormat::Knockout, games: 2, shard: Shard::WHOLE }
    }

    #[test]
    fn as_many_rounds_are_played_as_it_takes() {
        let rounds = [2, 3, 4, 5, 8, 9].map(stages);
        assert_eq!(rounds, [1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn each_round_has_openings_of_its_own_which_its_encounters_share() {
        let schedule = Schedule { games: 4, ..schedule(4) };
        let mut results = Results::new();
        // The engine listed first wins by the last extra pair, or at once.
        let win = |results: &mut Results, pair: u32, result: GameResult| {
            let swapped = match result {
                GameResult::Win(color) => GameResult::Win(color.other()),
                result => result,
            };
            results.extend([(2 * pair + 1, result), (2 * pair + 2, swapped)]);
        };
        for pair in [0, 1, 4, 6, 8, 10] {
            win(&mut results, pair, GameResult::Draw);
        }
        for pair in [2, 3, 12] {
            win(&mut results, pair, GameResult::Win(Color::White));
        }
        let games = fixtures(&schedule, &results);
        let of = |first: usize, second: usize| {
            let its = games.iter().filter(|game| {
                game.players.white.min(game.players.black) == first
                    && game.players.white.max(game.players.black) == second
            });
            let mut pairs: Vec<(u32, u32)> = its.map(|game| (game.pair, game.round)).collect();
            pairs.dedup();
            pairs
        };
        assert_eq!(of(0, 3), [(0, 0), (1, 1), (4, 4), (6, 5), (8, 6), (10, 7), (12, 8)]);
        assert_eq!(of(1, 2), [(2, 0), (3, 1)]);
        assert_eq!(of(0, 1), [(13, 2), (14, 3)]);
    }

    #[test]
    fn the_games_of_a_round_have_the_numbers_after_those_before_it() {
        let mut results = Results::new();
        let numbers = |results: &Results| -> Vec<u32> {
            fixtures(&schedule(4), results).iter().map(|game| game.number).collect()
        };
        assert_eq!(numbers(&results), [1, 2, 3, 4]);
        for game in [1, 3] {
            results.insert(game, GameResult::Win(Color::White));
            results.insert(game + 1, GameResult::Win(Color::Black));
        }
        assert_eq!(numbers(&results), [1, 2, 3, 4, 5, 6]);
    }

    /// The encounters of the games not played yet.
    fn open(engines: usize, results: &Results) -> Vec<(usize, usize)> {
        let games = fixtures(&schedule(engines), results);
        let open = games.iter().filter(|game| !results.contains_key(&game.number));
        let players = open.map(|game| (game.players.white, game.players.black));
        players.filter(|(white, black)| white < black).collect()
    }

    #[test]
    fn the_winners_of_a_round_meet_in_the_next() {
        let mut results = Results::new();
        assert_eq!(open(5, &results), [(0, 4), (1, 3)]);
        // The last engine of the list wins both games; the other encounter is tied.
        results.extend([(1, GameResult::Win(Color::Black)), (2, GameResult::Win(Color::White))]);
        results.extend([(3, GameResult::Draw), (4, GameResult::Draw)]);
        for pair in 0..MAX_EXTRA_PAIRS {
            assert_eq!(open(5, &results), [(1, 3)]);
            // Their numbers leave room for the other encounter.
            results.insert(7 + 4 * pair, GameResult::Draw);
            results.insert(8 + 4 * pair, GameResult::Draw);
        }
        // Still tied: the engine listed first advances, and 2 had no game.
        assert_eq!(open(5, &results), [(1, 4)]);
        results.extend([(25, GameResult::Draw), (26, GameResult::Win(Color::Black))]);
        assert_eq!(open(5, &results), [(1, 2)]);
        results.extend([(27, GameResult::Draw), (28, GameResult::Win(Color::White))]);
        assert!(open(5, &results).is_empty());
    }
}
