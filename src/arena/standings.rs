//! The standings of a match: results by encounter, color and type, terminations, and
//! the use of time.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::games::GameResult;
use crate::rules::{ByColor, Color, GameType};

use super::{MatchScore, Points, Sprt, Termination, Verdict};

/// How an engine used its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Moves that it was asked for.
    pub moves: u32,
    /// Wall time from question to answer, summed.
    pub used: Duration,
    /// Moves that took longer than allowed.
    pub late_moves: u32,
    /// The most by which a move was late.
    pub overshoot: Duration,
}

impl TimeUse {
    /// Counts a move that took `elapsed` of the time that was `allowed`.
    pub fn add_move(&mut self, elapsed: Duration, allowed: Option<Duration>) {
        let over = allowed.map_or(Duration::ZERO, |allowed| elapsed.saturating_sub(allowed));
        self.moves += 1;
        self.used += elapsed;
        self.late_moves += u32::from(!over.is_zero());
        self.overshoot = self.overshoot.max(over);
    }

    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.used += other.used;
        self.late_moves += other.late_moves;
        self.overshoot = self.overshoot.max(other.overshoot);
    }

    /// Wall time for a move, on average.
    #[must_use]
    pub fn average(&self) -> Duration {
        self.used.checked_div(self.moves).unwrap_or_default()
    }
}

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

/// Results of one engine against another, by several measures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// All games.
    pub score: MatchScore,
    /// The games that did not end by a fault: what a sequential test counts.
    pub sound: MatchScore,
    /// Games by the color of the first engine.
    pub by_color: ByColor<MatchScore>,
    /// Games by the pieces in play, in the order of [`GameType::ALL`].
    by_type: [MatchScore; GameType::ALL.len()],
    /// First games of pairs whose second game is not over, by pair, and whether they are sound.
    half_pairs: BTreeMap<String, (Points, bool)>,
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

    /// The results of the first two engines against each other, if they have met.
    #[must_use]
    pub fn first_encounter(&self) -> Option<&Encounter> {
        self.encounters.get(&(0, 1))
    }

    /// One engine's results against all others.
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

impl Encounter {
    /// Games that ended by a fault.
    #[must_use]
    pub fn faults(&self) -> u32 {
        self.score.games() - self.sound.games()
    }

    /// How many faults a sequential test tolerates: three, and in long matches one game in a
    /// hundred.
    #[must_use]
    pub fn tolerated_faults(&self) -> u32 {
        (self.score.games() / 100).max(3)
    }

    /// What a sequential test says of the sound games; withheld if too many are not.
    #[must_use]
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        if self.faults() > self.tolerated_faults() {
            return Verdict::Withheld;
        }
        sprt.verdict(&self.sound)
    }

    /// Results by game type, of those that were played.
    pub fn by_type(&self) -> impl Iterator<Item = (GameType, &MatchScore)> {
        GameType::ALL.into_iter().zip(&self.by_type).filter(|(_, score)| score.games() > 0)
    }

    fn add(&mut self, game: &GameSummary, color: Color, points: Points) {
        let of_type = GameType::ALL.into_iter().zip(&mut self.by_type);
        let mut of_type = of_type.filter(|(game_type, _)| *game_type == game.game_type);
        let mut scores = vec![&mut self.score];
        scores.extend(of_type.by_ref().map(|(_, score)| score));
        // The first game of a pair waits for the second.
        let is_sound = !game.termination.is_fault();
        let other_half = game.pair.as_ref().and_then(|pair| match self.half_pairs.remove(pair) {
            None => {
                self.half_pairs.insert(pair.clone(), (points, is_sound));
                None
            }
            half => half,
        });
        for score in scores {
            score.add_game(points);
            if let Some((other, _)) = other_half {
                score.add_pair(other, points);
            }
        }
        if is_sound {
            self.sound.add_game(points);
            if let Some((other, true)) = other_half {
                self.sound.add_pair(other, points);
            }
        }
        self.by_color[color].add_game(points);
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
        for pair in 3..60 {
            standings.add(&game("a", "b", &pair.to_string(), WHITE_WINS));
            standings.add(&game("b", "a", &pair.to_string(), BLACK_WINS));
        }
        assert_eq!(verdict(&standings), Verdict::Accepted);
        let crash = game("a", "b", "60", WHITE_WINS);
        standings.add(&GameSummary { termination: Termination::Crash, ..crash });
        assert_eq!(verdict(&standings), Verdict::Withheld);
    }

    #[test]
    fn time_use_tells_by_how_much_an_engine_was_late() {
        let ms = Duration::from_millis;
        let mut time = TimeUse::default();
        time.add_move(ms(90), Some(ms(100)));
        time.add_move(ms(130), Some(ms(100)));
        time.add_move(ms(500), None);
        assert_eq!((time.moves, time.late_moves), (3, 1));
        assert_eq!((time.used, time.overshoot, time.average()), (ms(720), ms(30), ms(240)));
    }
}
