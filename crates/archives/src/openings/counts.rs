//! Game counts of positions and of the moves from them.

use std::collections::{BTreeMap, HashMap};

use super::{CountMinSketch, Opening};
use waggle_hive_core::rules::{Color, GameType};

/// The totals of a position's or a move's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) games: u32,
    /// Games with a result, and White's half points from them.
    pub(super) decided: u32,
    pub(super) half_points: u32,
    /// The first and the last year.
    pub(super) years: Option<(u16, u16)>,
}

impl Sum {
    fn add(&mut self, opening: &Opening) {
        self.games += 1;
        if let Some(half_points) = opening.result.half_points(Color::White) {
            self.decided += 1;
            self.half_points += half_points;
        }
        if let Some(year) = opening.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }
}

/// The games that went from one position to another.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveCounts {
    pub(super) sum: Sum,
    /// The number of games by player, keyed by the player's number.
    pub(super) players: HashMap<u32, u32>,
}

/// The games of a position, in total and by the next position.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionCounts {
    pub(super) sum: Sum,
    pub(super) ways: HashMap<u64, MoveCounts>,
}

impl PositionCounts {
    /// Counts a game, and the move that it made here: the key of the next position and the number
    /// of the player.
    pub(super) fn add(&mut self, opening: &Opening, next: Option<(u64, Option<u32>)>) {
        self.sum.add(opening);
        let Some((next, player)) = next else { return };
        let way = self.ways.entry(next).or_default();
        way.sum.add(opening);
        if let Some(player) = player {
            *way.players.entry(player).or_default() += 1;
        }
    }
}

/// The names of players, numbered.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<String, u32>,
    list: Vec<String>,
}

impl Names {
    /// The number of a name; `None` if it is empty.
    fn number_of(&mut self, name: &str) -> Option<u32> {
        if name.is_empty() {
            return None;
        }
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let number = self.list.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.list.push(name.to_owned());
        Some(number)
    }

    /// The number of the player who moved after so many plies.
    pub(super) fn mover(&mut self, opening: &Opening, ply: usize) -> Option<u32> {
        self.number_of(&opening.players[[Color::White, Color::Black][ply % 2]])
    }

    /// The players with the most games, with their numbers of games.
    pub(super) fn most(&self, games: &HashMap<u32, u32>, count: usize) -> Vec<(String, u32)> {
        let named = games.iter().map(|(&name, &games)| (self.list[name as usize].clone(), games));
        let mut players: Vec<(String, u32)> = named.collect();
        players.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        players.truncate(count);
        players
    }
}

/// Counts the games of each position and of each move from it.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub(super) least: u32,
    pub(super) places: HashMap<u64, PositionCounts>,
    /// The starting positions of the game types that occur.
    pub(super) starts: BTreeMap<String, (GameType, u64)>,
    pub(super) names: Names,
    sketch: Option<CountMinSketch>,
    pub(super) games: usize,
}

impl Counts {
    /// Starts with no games. Only positions with at least `least` games will be reported; those
    /// that the sketch of a first pass rules out are not counted.
    pub fn new(least: u32, sketch: Option<CountMinSketch>) -> Self {
        Self {
            least: least.max(1),
            places: HashMap::new(),
            starts: BTreeMap::new(),
            names: Names::default(),
            sketch,
            games: 0,
        }
    }

    /// The number of games counted.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Counts a game.
    pub fn add(&mut self, opening: &Opening) {
        self.games += 1;
        let Some(&start) = opening.keys.first() else { return };
        self.starts.entry(opening.game_type.to_string()).or_insert((opening.game_type, start));
        let least = self.least;
        let is_worth_it = |sketch: Option<&CountMinSketch>, key| {
            sketch.is_none_or(|sketch| sketch.may_have(key, least))
        };
        for (ply, &key) in opening.keys.iter().enumerate() {
            // A repeated position counts once.
            if opening.keys[..ply].contains(&key) {
                continue;
            }
            if !is_worth_it(self.sketch.as_ref(), key) {
                continue;
            }
            let next = opening.keys.get(ply + 1).copied();
            let mover = next.and_then(|_| self.names.mover(opening, ply));
            let next = next.filter(|&next| is_worth_it(self.sketch.as_ref(), next));
            self.places.entry(key).or_default().add(opening, next.map(|next| (next, mover)));
        }
    }
}
