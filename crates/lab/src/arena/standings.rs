//! The standings of a match: results by encounter, terminations, and use of time.

use std::collections::{BTreeMap, HashMap};

use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{ByColor, Color, GameType};

use super::{Encounter, MatchScore, Points, RatedGames, Ratings, Termination, TimeUse};

/// A finished game, as far as the statistics need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The names of the players.
    pub players: ByColor<String>,
    /// Identifies its pair; `None` if it has none.
    pub pair: Option<String>,
    /// The game type.
    pub game_type: GameType,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub termination: Termination,
    /// The number of plies.
    pub plies: u32,
    /// Each player's use of time.
    pub time: ByColor<TimeUse>,
}

/// The results of a match so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    names: Vec<String>,
    places: HashMap<String, usize>,
    encounters: BTreeMap<(usize, usize), Encounter>,
    terminations: BTreeMap<Termination, u32>,
    faults: BTreeMap<(usize, Termination), u32>,
    time: Vec<TimeUse>,
    plies: u32,
    white: MatchScore,
    anchor: Option<String>,
}

impl Standings {
    /// Empty standings of these engines.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        let time = vec![TimeUse::default(); names.len()];
        let mut places = HashMap::new();
        for (place, name) in names.iter().enumerate() {
            places.entry(name.clone()).or_insert(place);
        }
        Self { names, places, time, ..Self::default() }
    }

    /// The standings with the ratings counted from this engine's.
    #[must_use]
    pub fn anchored(self, anchor: Option<String>) -> Self {
        Self { anchor, ..self }
    }

    /// Counts a game, unless it has no result.
    pub fn add(&mut self, game: &GameSummary) {
        let Some(white) = points_of(game.result, Color::White) else { return };
        let players = ByColor::new_with(|color| self.place_of(&game.players[color]));
        self.white.add_game(white);
        self.plies += game.plies;
        *self.terminations.entry(game.termination).or_default() += 1;
        for color in Color::ALL {
            self.time[players[color]].add(&game.time[color]);
        }
        if let (GameResult::Win(winner), true) = (game.result, game.termination.is_fault()) {
            *self.faults.entry((players[winner.other()], game.termination)).or_default() += 1;
        }
        let first_color = if players.white < players.black { Color::White } else { Color::Black };
        let key = (players[first_color], players[first_color.other()]);
        let points = if first_color == Color::White { white } else { white.other() };
        self.encounters.entry(key).or_default().add(game, first_color, points);
    }

    /// The index of an engine; a new one is appended.
    fn place_of(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len();
        self.places.insert(name.to_owned(), place);
        self.names.push(name.to_owned());
        self.time.push(TimeUse::default());
        place
    }

    /// The standings without the players who have fewer games than this, and without their games.
    #[must_use]
    pub fn among_regulars(&self, least: u32) -> Self {
        let mut games = vec![0; self.names.len()];
        for ((first, second), encounter) in self.encounters() {
            games[first] += encounter.score.games();
            games[second] += encounter.score.games();
        }
        let is_regular = |place: &usize| games[*place] >= least;
        let kept: Vec<usize> = (0..self.names.len()).filter(is_regular).collect();
        let names = kept.iter().map(|&place| self.names[place].clone());
        let mut regulars = Self::new(names).anchored(self.anchor.clone());
        for ((first, second), encounter) in self.encounters() {
            let [first, second] = [first, second].map(|place| kept.binary_search(&place));
            if let (Ok(first), Ok(second)) = (first, second) {
                regulars.encounters.insert((first, second), encounter.clone());
                for (color, score) in Color::ALL.map(|color| (color, encounter.by_color[color])) {
                    let score = if color == Color::White { score } else { score.swapped() };
                    regulars.white += score;
                }
            }
        }
        regulars
    }

    /// The engines' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The pairs of engines that have met, by index, smaller first, with the first one's results.
    pub fn encounters(&self) -> impl Iterator<Item = ((usize, usize), &Encounter)> {
        self.encounters.iter().map(|(&key, encounter)| (key, encounter))
    }

    /// Whether the results of any encounter are withheld, see [`Encounter::is_withheld`].
    pub fn is_withheld(&self) -> bool {
        self.encounters.values().any(Encounter::is_withheld)
    }

    /// Whether all encounters are certain to be withheld after this many games.
    pub fn is_lost(&self, encounters: usize, games: u32) -> bool {
        self.encounters.len() >= encounters
            && self.encounters.values().all(|encounter| encounter.is_lost(games))
    }

    /// The results of the first two engines against each other, if they have met.
    pub fn first_encounter(&self) -> Option<&Encounter> {
        self.encounters.get(&(0, 1))
    }

    /// An engine's results against all others, faults included.
    pub fn total_of(&self, engine: usize) -> MatchScore {
        let mut total = MatchScore::default();
        for ((first, second), encounter) in self.encounters() {
            if first == engine {
                total += encounter.score;
            } else if second == engine {
                total += encounter.score.swapped();
            }
        }
        total
    }

    /// The ratings by the sound games of encounters not withheld; `None` without games.
    pub fn ratings(&self) -> Option<Ratings> {
        let sound = self.encounters().filter(|(_, encounter)| !encounter.is_withheld());
        let games = sound
            .map(|(players, encounter)| RatedGames { players, by_color: encounter.sound_by_color });
        let anchor = self.anchor.as_ref().and_then(|name| self.places.get(name)).copied();
        Ratings::of(self.names.len(), &games.collect::<Vec<_>>(), anchor)
    }

    /// The number of games by termination.
    pub fn terminations(&self) -> impl Iterator<Item = (Termination, u32)> {
        self.terminations.iter().map(|(&termination, &count)| (termination, count))
    }

    /// How often an engine lost by each fault.
    pub fn faults_of(&self, engine: usize) -> impl Iterator<Item = (Termination, u32)> {
        self.faults
            .iter()
            .filter(move |((who, _), _)| *who == engine)
            .map(|(&(_, termination), &count)| (termination, count))
    }

    /// An engine's use of time.
    pub fn time_of(&self, engine: usize) -> TimeUse {
        self.time[engine]
    }

    /// White's results.
    pub const fn white(&self) -> MatchScore {
        self.white
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        self.white.games()
    }

    /// The average length of a game in plies; 0 before the first game.
    pub fn average_plies(&self) -> f64 {
        f64::from(self.plies) / f64::from(self.games().max(1))
    }
}

impl Extend<GameSummary> for Standings {
    fn extend<I: IntoIterator<Item = GameSummary>>(&mut self, games: I) {
        for game in games {
            self.add(&game);
        }
    }
}

fn points_of(result: GameResult, color: Color) -> Option<Points> {
    match result {
        GameResult::Draw => Some(Points::Draw),
        GameResult::Win(winner) if winner == color => Some(Points::Win),
        GameResult::Win(_) => Some(Points::Loss),
        GameResult::Unfinished => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, pair: &str, result: GameResult) -> GameSummary {
        GameSummary {
            players: ByColor { white: white.to_owned(), black: black.to_owned() },
            pair: Some(pair.to_owned()),
            game_type: GameType::MLP,
            result,
            termination: Termination::QueenSurrounded,
            plies: 40,
            time: ByColor::default(),
        }
    }

    const WHITE_WINS: GameResult = GameResult::Win(Color::White);
    const BLACK_WINS: GameResult = GameResult::Win(Color::Black);

    #[test]
    fn results_are_counted_for_the_engine_that_is_listed_first() {
        let mut standings = Standings::new(["a".to_owned(), "b".to_owned()]);
        standings.add(&game("a", "b", "1", WHITE_WINS));
        standings.add(&game("b", "a", "2", WHITE_WINS));
        standings.add(&game("b", "a", "1", BLACK_WINS));
        standings.add(&game("a", "b", "3", GameResult::Draw));
        let score = standings.first_encounter().unwrap().score;
        assert_eq!((score.wins, score.draws, score.losses), (2, 1, 1));
        assert_eq!(score.pairs, [0, 0, 0, 0, 1]);
        let ((_, encounter),) = (standings.encounters().next().unwrap(),);
        assert_eq!(encounter.by_color.white.games(), 2);
        assert_eq!(encounter.by_color.black.wins, 1);
        assert_eq!(encounter.by_type().collect::<Vec<_>>(), [(GameType::MLP, &score)]);
        assert_eq!(standings.total_of(1), score.swapped());
        assert_eq!((standings.white().wins, standings.white().losses), (2, 1));
        assert!((standings.average_plies() - 40.0).abs() < 1e-9);
    }

    #[test]
    fn an_unknown_engine_is_appended() {
        let mut standings = Standings::default();
        standings.add(&game("x", "y", "1", GameResult::Draw));
        standings.add(&game("z", "x", "1", BLACK_WINS));
        assert_eq!(standings.names(), ["x", "y", "z"]);
        assert_eq!(standings.total_of(0).wins, 1);
        assert_eq!(standings.total_of(2).losses, 1);
        assert_eq!(standings.encounters().count(), 2);
    }

    #[test]
    fn players_with_few_games_are_left_out_with_their_games() {
        let mut standings = Standings::default();
        for (white, black) in [("x", "a"), ("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")] {
            standings.add(&game(white, black, white, WHITE_WINS));
        }
        let regulars = standings.among_regulars(2);
        assert_eq!(regulars.names(), ["a", "b", "c"]);
        assert_eq!((regulars.games(), regulars.white().wins), (4, 4));
        assert_eq!(regulars.total_of(1).games(), 4);
        assert_eq!(
            standings.among_regulars(1),
            Standings { terminations: BTreeMap::new(), plies: 0, ..standings }
        );
    }
}
