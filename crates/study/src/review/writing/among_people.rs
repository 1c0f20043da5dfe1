//! Where an accuracy stands among those of people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::json::ReviewLine;
use waggle_hive_core::notation::parse_archived_game;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::people::Model;

/// Accuracies of people, as [`Accuracies`] writes them. `docs/people.md` says of which games.
const TABLE: &str = include_str!("among_people.txt");

/// The least lengths, in plies, of games that are compared with each other.
const LENGTHS: [usize; 5] = [10, 30, 40, 50, 70];
/// The parts into which the accuracies of a row are divided, with equally many in each.
const PARTS: usize = 20;

/// An accuracy among those of people whose games were as long, reviewed with as many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/json.md` describes the fields")]
pub struct AmongPeople {
    pub better_than: u32,
    pub games: usize,
    pub from_ply: usize,
    #[serde(deserialize_with = "Option::deserialize")]
    pub to_ply: Option<usize>,
    pub nodes: u64,
}

impl AmongPeople {
    /// Where this accuracy stands; `None` if no games of people are like this finished one.
    pub(super) fn of(accuracy: f64, game: &Game, nodes: u64) -> Option<Self> {
        // A page has no room for the table, and for what reads fractions: 15 kB.
        if cfg!(target_family = "wasm") || !is_like_those_of_people(game) {
            return None;
        }
        let rows: Vec<Row> = TABLE.lines().filter_map(Row::read).collect();
        Row::place(&rows, accuracy, game.moves().len(), nodes)
    }

    /// The games, such as `512 games of people of 40 to 49 plies, reviewed with 2000 nodes a position, too`.
    pub(super) fn of_games(&self) -> String {
        let length = match self.to_ply {
            Some(to) => format!("{} to {to} plies", self.from_ply),
            None => format!("{} plies or more", self.from_ply),
        };
        let Self { games, nodes, .. } = self;
        format!("{games} games of people of {length}, reviewed with {nodes} nodes a position, too")
    }
}

/// Whether a game is of the type that people played, from its usual start.
fn is_like_those_of_people(game: &Game) -> bool {
    Model::knows(game.game_type()) && game.start().is_none()
}

/// A row of the table: the accuracies that divide those of the players of some games into equal parts.
struct Row {
    nodes: u64,
    from: usize,
    games: usize,
    quantiles: Vec<f64>,
}

impl Row {
    fn read(line: &str) -> Option<Self> {
        let mut numbers = line.split(' ');
        let [nodes, from, games] = [numbers.next()?, numbers.next()?, numbers.next()?];
        let quantiles: Result<Vec<f64>, _> = numbers.map(str::parse).collect();
        Some(Self {
            nodes: nodes.parse().ok()?,
            from: from.parse().ok()?,
            games: games.parse().ok()?,
            quantiles: quantiles.ok()?,
        })
    }

    fn place(rows: &[Self], accuracy: f64, plies: usize, nodes: u64) -> Option<AmongPeople> {
        let row = rows.iter().rev().find(|row| row.nodes == nodes && row.from <= plies)?;
        let longer = LENGTHS.iter().find(|length| **length > row.from);
        Some(AmongPeople {
            better_than: row.better_than(accuracy),
            games: row.games,
            from_ply: row.from,
            to_ply: longer.map(|length| length - 1),
            nodes,
        })
    }

    /// How many percent of the accuracies are lower.
    fn better_than(&self, accuracy: f64) -> u32 {
        let lower = self.quantiles.partition_point(|quantile| *quantile < accuracy);
        let between =
            match (lower.checked_sub(1).map(|at| self.quantiles[at]), self.quantiles.get(lower)) {
                (None, _) => return 0,
                (Some(_), None) => return 100,
                (Some(low), Some(high)) => (accuracy - low) / (high - low),
            };
        (100.0 * (lower as f64 - 1.0 + between) / (self.quantiles.len() - 1) as f64) as u32
    }
}

/// The accuracies of people, collected from reviews of their games.
#[derive(Debug, Default)]
pub struct Accuracies {
    /// By nodes and the least length of a game.
    all: BTreeMap<(u64, usize), Vec<f64>>,
}

impl Accuracies {
    /// Adds the accuracies of a review by `waggle review --all --nodes N`; returns whether it can be compared: the game is
    /// finished, of the type that people are known to play, not very short, and nothing else limited the searches.
    pub fn add(&mut self, line: &ReviewLine) -> bool {
        let own = format!(" --network {}", Network::default().hash());
        let words: Vec<&str> = line.settings.trim_end_matches(&own).split(' ').collect();
        let ["--nodes", nodes, "--table", _] = words[..] else { return false };
        let length = LENGTHS.iter().rev().find(|length| **length <= line.moves.len());
        let game = parse_archived_game(&line.game.game_string);
        let is_like = game.is_ok_and(|game| is_like_those_of_people(&game));
        let (Ok(nodes), Some(&length), true, Some(_)) =
            (nodes.parse(), length, is_like, line.game.ending)
        else {
            return false;
        };
        let both = [&line.players.white, &line.players.black].map(|player| player.accuracy);
        // Both or none, so that two accuracies are a game.
        let [Some(white), Some(black)] = both else { return false };
        self.all.entry((nodes, length)).or_default().extend([white, black]);
        true
    }

    /// The table: a row for each number of nodes and each length, with the accuracies that divide it.
    pub fn table(mut self) -> String {
        let mut text = String::new();
        for (&(nodes, length), accuracies) in &mut self.all {
            accuracies.sort_by(f64::total_cmp);
            // Writing to a string cannot fail, here and below.
            let _ = write!(text, "{nodes} {length} {}", accuracies.len() / 2);
            for part in 0..=PARTS {
                let at = (part * (accuracies.len() - 1) + PARTS / 2) / PARTS;
                let _ = write!(text, " {:.1}", accuracies[at]);
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::line;
    use waggle_hive_core::games::GameResult;

    /// A review of a game of so many plies with these accuracies.
    fn reviewed(plies: usize, accuracies: [f64; 2]) -> ReviewLine {
        let mut reviewed = line(1, "ann", GameResult::Draw);
        reviewed.settings = "--nodes 2000 --table 64".to_owned();
        reviewed.moves = reviewed.moves.into_iter().cycle().take(plies).collect();
        reviewed.players.white.accuracy = Some(accuracies[0]);
        reviewed.players.black.accuracy = Some(accuracies[1]);
        reviewed
    }

    #[test]
    fn an_accuracy_is_better_than_those_that_are_lower() {
        let mut accuracies = Accuracies::default();
        for number in 0..100 {
            let accuracy = f64::from(number) / 2.0;
            assert!(accuracies.add(&reviewed(35, [accuracy, accuracy + 50.0])));
        }
        assert!(accuracies.add(&reviewed(200, [90.0, 90.0])));
        let table = accuracies.table();
        let rows: Vec<Row> = table.lines().filter_map(Row::read).collect();
        let place = |accuracy, plies, nodes| Row::place(&rows, accuracy, plies, nodes);
        for (accuracy, percent) in [(0.0, 0), (25.0, 25), (50.3, 50), (91.0, 91), (99.9, 100)] {
            let found = place(accuracy, 33, 2000).unwrap();
            assert!(found.better_than.abs_diff(percent) <= 1, "{accuracy}: {found:?}");
            assert_eq!((found.games, found.from_ply, found.to_ply), (100, 30, Some(39)));
        }
        let long = place(90.0, 400, 2000).unwrap();
        assert_eq!((long.better_than, long.to_ply), (0, None), "nobody was worse");
        assert_eq!(place(90.1, 70, 2000).unwrap().better_than, 100);
        assert_eq!((place(90.0, 9, 2000), place(90.0, 35, 2001)), (None, None));
    }

    #[test]
    fn only_finished_games_that_nothing_but_nodes_limited_are_compared() {
        let mut accuracies = Accuracies::default();
        let refused = |change: fn(&mut ReviewLine)| {
            let mut line = reviewed(35, [90.0, 90.0]);
            change(&mut line);
            !Accuracies::default().add(&line)
        };
        assert!(refused(|line| line.settings = "--depth 9 --table 64".to_owned()));
        assert!(refused(|line| line.settings += " --network 0123456789abcdef"));
        assert!(refused(|line| line.game.ending = None));
        assert!(refused(|line| line.game.game_string = "Base;;;wS1".to_owned()));
        assert!(refused(|line| line.players.black.accuracy = None));
        assert!(refused(|line| line.moves.truncate(6)));
        assert!(accuracies.add(&reviewed(35, [90.0, 90.0])));
    }

    #[test]
    fn the_table_can_be_read_and_is_in_order() {
        let rows: Vec<Row> = TABLE.lines().map(|line| Row::read(line).unwrap()).collect();
        assert!(rows.is_sorted_by_key(|row| (row.nodes, row.from)));
        for row in rows {
            assert!(LENGTHS.contains(&row.from) && row.games >= 20);
            assert_eq!(row.quantiles.len(), PARTS + 1);
            assert!(row.quantiles.is_sorted());
        }
    }
}
