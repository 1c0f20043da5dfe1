//! Knockout: the loser of an encounter is eliminated, until one engine is left.

use std::collections::HashMap;

use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::ByColor;

use super::{Fixture, Schedule};

/// Pairs that are set aside for each encounter, so that its games have the same numbers
/// however many encounters before it were drawn.
const PAIRS_OF_AN_ENCOUNTER: u32 = 10_000;
/// Pairs that are added to a drawn encounter before the engine that was listed first goes on.
const MOST_EXTRA_PAIRS: u32 = 5;

/// The results of games by their numbers.
pub type Results = HashMap<u32, GameResult>;

/// All games of a knockout that are known so far, those that have been played included:
/// whoever is left meets in the next round when all results of the last one are there.
///
/// In a round the first on the list meets the last, the second the last but one, and so on;
/// with an odd number the one in the middle goes on without a game. The encounters of a round
/// share their openings, and each round has others.
pub(super) fn fixtures(schedule: &Schedule, results: &Results) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    let mut left: Vec<usize> = (0..schedule.engines).collect();
    let mut encounter = 0;
    for stage in 0..stages(schedule.engines) {
        let mut winners: Vec<Option<usize>> = Vec::new();
        for place in 0..left.len() / 2 {
            let (first, second) = (left[place], left[left.len() - 1 - place]);
            let (games, winner) = play_off(schedule, stage, encounter, (first, second), results);
            fixtures.extend(games);
            winners.push(winner);
            encounter += 1;
        }
        if left.len() % 2 == 1 {
            winners.push(Some(left[left.len() / 2]));
        }
        // The next round waits for all results of this one.
        let Some(mut next) = winners.into_iter().collect::<Option<Vec<usize>>>() else { break };
        next.sort_unstable();
        left = next;
    }
    fixtures
}

/// How many rounds it takes until one of these engines is left.
fn stages(engines: usize) -> u32 {
    engines.next_power_of_two().ilog2()
}

/// The games of an encounter in this round, as far as they are needed, and who has won it.
fn play_off(
    schedule: &Schedule,
    stage: u32,
    encounter: u32,
    players: (usize, usize),
    results: &Results,
) -> (Vec<Fixture>, Option<usize>) {
    let regular = schedule.games.div_ceil(2).min(PAIRS_OF_AN_ENCOUNTER - MOST_EXTRA_PAIRS);
    let pair = |index: u32| {
        // First come the openings of all rounds, then those of the pairs that are added.
        let round = match index.checked_sub(regular) {
            None => stage * regular + index,
            Some(extra) => stages(schedule.engines) * regular + stage * MOST_EXTRA_PAIRS + extra,
        };
        pair_of(encounter * PAIRS_OF_AN_ENCOUNTER + index, round, players)
    };
    let mut fixtures: Vec<Fixture> = (0..regular).flat_map(pair).collect();
    let mut index = regular;
    loop {
        match lead_of(players.0, &fixtures, results) {
            None => return (fixtures, None),
            Some(0) if index < regular + MOST_EXTRA_PAIRS => fixtures.extend(pair(index)),
            Some(lead) => {
                let winner = if lead >= 0 { players.0 } else { players.1 };
                return (fixtures, Some(winner));
            }
        }
        index += 1;
    }
}

/// How many games more an engine has won than lost; `None` before all have been played.
fn lead_of(engine: usize, fixtures: &[Fixture], results: &Results) -> Option<i32> {
    let points = |game: &Fixture| match results.get(&game.number)? {
        GameResult::Win(winner) if game.players[*winner] == engine => Some(1),
        GameResult::Win(_) => Some(-1),
        GameResult::Draw => Some(0),
        GameResult::Unfinished => None,
    };
    fixtures.iter().map(points).sum()
}

/// Two games from one opening.
fn pair_of(pair: u32, round: u32, (first, second): (usize, usize)) -> [Fixture; 2] {
    let one_way = ByColor { white: first, black: second };
    let other_way = ByColor { white: second, black: first };
    [
        Fixture { number: 2 * pair + 1, pair, round, players: one_way },
        Fixture { number: 2 * pair + 2, pair, round, players: other_way },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Format, Shard};
    use waggle_hive_core::rules::Color;

    fn schedule(engines: usize) -> Schedule {
        Schedule { engines, format: Format::Knockout, games: 2, shard: Shard::WHOLE }
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
        // The engine that is listed first wins by the last extra pair, or at once.
        let win = |results: &mut Results, pair: u32, result: GameResult| {
            let swapped = match result {
                GameResult::Win(color) => GameResult::Win(color.other()),
                result => result,
            };
            results.extend([(2 * pair + 1, result), (2 * pair + 2, swapped)]);
        };
        for pair in 0..2 + MOST_EXTRA_PAIRS {
            let is_last = pair == 1 + MOST_EXTRA_PAIRS;
            let result = if is_last { GameResult::Win(Color::White) } else { GameResult::Draw };
            win(&mut results, pair, result);
            win(&mut results, PAIRS_OF_AN_ENCOUNTER + pair, GameResult::Win(Color::White));
        }
        let games = fixtures(&schedule, &results);
        let openings = |encounter: u32| {
            let first = encounter * PAIRS_OF_AN_ENCOUNTER;
            let its = games
                .iter()
                .filter(|game| game.pair / PAIRS_OF_AN_ENCOUNTER * PAIRS_OF_AN_ENCOUNTER == first);
            let mut rounds: Vec<u32> = its.map(|game| game.round).collect();
            rounds.dedup();
            rounds
        };
        assert_eq!(openings(0), [0, 1, 4, 5, 6, 7, 8]);
        assert_eq!(openings(1), [0, 1]);
        assert_eq!(openings(2), [2, 3]);
    }

    /// The encounters of the games that have not been played.
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
        // The engine at the end of the list wins both games, the other encounter is even.
        results.extend([(1, GameResult::Win(Color::Black)), (2, GameResult::Win(Color::White))]);
        results.extend([(20_001, GameResult::Draw), (20_002, GameResult::Draw)]);
        assert_eq!(open(5, &results), [(1, 3)]);
        for pair in 0..MOST_EXTRA_PAIRS {
            assert_eq!(open(5, &results), [(1, 3)]);
            results.insert(20_003 + 2 * pair, GameResult::Draw);
            results.insert(20_004 + 2 * pair, GameResult::Draw);
        }
        // Even to the end: the engine that is listed first goes on, and 2 had no game.
        assert_eq!(open(5, &results), [(1, 4)]);
        results.extend([(40_001, GameResult::Draw), (40_002, GameResult::Win(Color::Black))]);
        assert_eq!(open(5, &results), [(1, 2)]);
        results.extend([(60_001, GameResult::Draw), (60_002, GameResult::Win(Color::White))]);
        assert!(open(5, &results).is_empty());
    }
}
