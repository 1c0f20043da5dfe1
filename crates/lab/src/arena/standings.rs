//! The standings of a match: results by encounter, terminations, and the use of time.

use std::collections::BTreeMap;

use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{ByColor, Color, GameType};

use super::{Encounter, MatchScore, Points, RatedGames, Ratings, Termination, TimeUse};

/// What the statistics need to know of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The names of the players.
    pub players: ByColor<String>,
    /// Identifies its colour-swapped pair; `None` if it has none.
    pub pair: Option<String>,
    /// Which pieces were in play.
    pub game_type: GameType,
    /// Who won.
    pub result: GameResult,
    /// What ended it.
    pub termination: Termination,
    /// How many moves it had.
    pub plies: u32,
    /// How the players used their time.
    pub time: ByColor<TimeUse>,
}

/// The results of a match so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    names: Vec<String>,
    encounters: BTreeMap<(usize, usize), Encounter>,
    terminations: BTreeMap<Termination, u32>,
    faults: BTreeMap<(usize, Termination), u32>,
    time: Vec<TimeUse>,
    plies: u32,
    white: MatchScore,
}

impl Standings {
    /// The standings before the first game; engines are listed in this order.
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        let time = vec![TimeUse::default(); names.len()];
        Self { names, time, ..Self::default() }
    }

    /// Counts a game; one without a result counts for nothing.
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

    /// The place of an engine in the list; it is appended if it is new.
    fn place_of(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.time.push(TimeUse::default());
            self.names.len() - 1
        })
    }

    /// The engines' names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The pairs of engines that have met, as places in the list, the smaller one first,
    /// with their results from the first one's point of view.
    pub fn encounters(&self) -> impl Iterator<Item = ((usize, usize), &Encounter)> {
        self.encounters.iter().map(|(&key, encounter)| (key, encounter))
    }

    /// Whether the results of some engines against each other are withheld, see
    /// [`Encounter::is_withheld`].
    #[must_use]
    pub fn is_withheld(&self) -> bool {
        self.encounters.values().any(Encounter::is_withheld)
    }

    /// Whether nothing is left that so many games of so many encounters could say.
    #[must_use]
    pub fn is_lost(&self, encounters: usize, games: u32) -> bool {
        self.encounters.len() >= encounters
            && self.encounters.values().all(|encounter| encounter.is_lost(games))
    }

    /// The results of the first two engines against each other, if they have met.
    #[must_use]
    pub fn first_encounter(&self) -> Option<&Encounter> {
        self.encounters.get(&(0, 1))
    }

    /// One engine's results against all others, faults included.
    #[must_use]
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

    /// The ratings of all engines by the sound games of all encounters but those that are
    /// withheld; `None` if there are no such games.
    #[must_use]
    pub fn ratings(&self) -> Option<Ratings> {
        let sound = self.encounters().filter(|(_, encounter)| !encounter.is_withheld());
        let games = sound
            .map(|(players, encounter)| RatedGames { players, by_color: encounter.sound_by_color });
        Ratings::of(self.names.len(), &games.collect::<Vec<_>>())
    }

    /// How often games ended in which way.
    pub fn terminations(&self) -> impl Iterator<Item = (Termination, u32)> {
        self.terminations.iter().map(|(&termination, &count)| (termination, count))
    }

    /// How often an engine lost by a fault of its own.
    pub fn faults_of(&self, engine: usize) -> impl Iterator<Item = (Termination, u32)> {
        self.faults
            .iter()
            .filter(move |((who, _), _)| *who == engine)
            .map(|(&(_, termination), &count)| (termination, count))
    }

    /// How an engine used its time.
    #[must_use]
    pub fn time_of(&self, engine: usize) -> TimeUse {
        self.time[engine]
    }

    /// The results of White.
    #[must_use]
    pub const fn white(&self) -> MatchScore {
        self.white
    }

    /// Games counted.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.white.games()
    }

    /// Plies of a game, on average; 0 before the first game.
    #[must_use]
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
    use crate::arena::{Sprt, Verdict};

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
    fn a_fault_is_counted_for_the_loser() {
        let mut standings = Standings::new(["a".to_owned(), "b".to_owned()]);
        standings.add(&GameSummary {
            termination: Termination::Crash,
            ..game("a", "b", "1", WHITE_WINS)
        });
        assert_eq!(standings.faults_of(1).collect::<Vec<_>>(), [(Termination::Crash, 1)]);
        assert_eq!(standings.faults_of(0).count(), 0);
        assert_eq!(standings.terminations().collect::<Vec<_>>(), [(Termination::Crash, 1)]);
    }

    #[test]
    fn faults_feed_no_test_and_too_many_withhold_its_verdict() {
        let sprt: Sprt = "elo0=0,elo1=200".parse().unwrap();
        let mut standings = Standings::new(["a".to_owned(), "b".to_owned()]);
        let verdict = |standings: &Standings| standings.first_encounter().unwrap().verdict(&sprt);
        for pair in 0..3 {
            let crash = game("a", "b", &pair.to_string(), WHITE_WINS);
            standings.add(&GameSummary { termination: Termination::Crash, ..crash });
            standings.add(&game("b", "a", &pair.to_string(), BLACK_WINS));
        }
        let encounter = standings.first_encounter().unwrap();
        assert_eq!((encounter.faults(), encounter.sound.games()), (3, 3));
        assert_eq!((encounter.score.pairs[4], encounter.sound.pairs[4]), (3, 0));
        assert_eq!(verdict(&standings), Verdict::Undecided);
        assert_eq!(encounter.estimate(), encounter.sound.trinomial());
        for pair in 3..60 {
            standings.add(&game("a", "b", &pair.to_string(), WHITE_WINS));
            standings.add(&game("b", "a", &pair.to_string(), BLACK_WINS));
        }
        assert_eq!(verdict(&standings), Verdict::Accepted);
        let crash = game("a", "b", "60", WHITE_WINS);
        standings.add(&GameSummary { termination: Termination::Crash, ..crash });
        assert_eq!(verdict(&standings), Verdict::Withheld);
        let encounter = standings.first_encounter().unwrap();
        assert_eq!(encounter.estimate(), None);
        // Of 400 games four may end so.
        assert!(encounter.is_lost(399) && !encounter.is_lost(400));
    }

    #[test]
    fn faults_alone_say_nothing() {
        let mut standings = Standings::new(["a".to_owned(), "b".to_owned()]);
        let crash = game("a", "b", "1", WHITE_WINS);
        standings.add(&GameSummary { termination: Termination::Crash, ..crash });
        let encounter = standings.first_encounter().unwrap();
        assert!(encounter.is_withheld() && encounter.estimate().is_none());
        assert!(!encounter.is_lost(2), "the next game may be sound");
    }
}
