//! The reviews of many games summed up by player.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::heading::Heading;
use super::json::{PlayerObject, ReviewLine};
use crate::review::judging::ending::Ending;
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::Color;
use waggle_hive_core::text::{counted, name_in_table};

/// The number of longest forced wins to keep.
const MAX_WINS: usize = 20;

/// The sums over many reviews. They are whole numbers, so the order in which reviews are added does
/// not matter.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    games: usize,
    players: BTreeMap<String, PlayerTally>,
    /// The longest first.
    wins: Vec<ForcedWin>,
}

/// The sums over the games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PlayerTally {
    games: u64,
    /// Games with a result, and the points from them in halves.
    decided: u64,
    half_points: u64,
    choices: u64,
    /// The sum over all choices, in hundredths of a percent.
    accuracy: u64,
    /// The sum over all choices, in thousandths of a point.
    loss: u64,
    /// Inaccuracies, mistakes, blunders, missed wins.
    counts: [u64; 4],
}

/// A proven forced win in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForcedWin {
    /// Its length in plies.
    pub(super) plies: u16,
    pub(super) file: String,
    pub(super) number: usize,
    /// The number of moves played before it.
    pub(super) ply: usize,
    pub(super) winner: Color,
    /// The players, such as `ann - joanna`.
    pub(super) title: String,
    /// Whether its winner went on to win the game.
    pub(super) is_won: bool,
}

impl ForcedWin {
    /// The longest proven forced win among the positions before the moves of a game.
    fn of(line: &ReviewLine) -> Option<Self> {
        let wins = line.moves.iter().enumerate().filter_map(|(ply, mv)| {
            mv.before
                .win
                .filter(|_| mv.before_proven)
                .map(|win| (win.plies, std::cmp::Reverse(ply), win.winner))
        });
        let (plies, ply, winner) = wins.max_by_key(|(plies, ply, _)| (*plies, *ply))?;
        let winner = Color::from(winner);
        let [white, black] = [&line.game.white, &line.game.black].map(String::clone);
        Some(Self {
            plies,
            file: line.file.clone(),
            number: line.number,
            ply: ply.0,
            title: Heading { white, black, ..Heading::default() }.title(),
            is_won: result_of(line) == GameResult::Win(winner),
            winner,
        })
    }

    /// How many moves the winner needs.
    pub(super) const fn moves(&self) -> u16 {
        self.plies.div_ceil(2)
    }
}

fn result_of(line: &ReviewLine) -> GameResult {
    line.game.ending.map_or(GameResult::Unfinished, Ending::result)
}

impl Tally {
    /// Adds a line of `waggle review --all`.
    pub fn add(&mut self, line: &ReviewLine) {
        self.games += 1;
        for (player, summary, color) in [
            (&line.game.white, &line.players.white, Color::White),
            (&line.game.black, &line.players.black, Color::Black),
        ] {
            let half_points = result_of(line).half_points(color);
            let tally = self.players.entry(player.clone()).or_default();
            tally.add(summary, half_points.map(u64::from));
        }
        if let Some(win) = ForcedWin::of(line) {
            let key =
                |win: &ForcedWin| (std::cmp::Reverse(win.plies), win.file.clone(), win.number);
            let place = self.wins.partition_point(|other| key(other) < key(&win));
            self.wins.insert(place, win);
            self.wins.truncate(MAX_WINS);
        }
    }

    /// The number of games.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The longest forced wins.
    pub(super) fn wins(&self) -> &[ForcedWin] {
        &self.wins
    }

    /// The players by the number of their games and then by name, which is empty for all those without one.
    fn players(&self) -> Vec<(&String, &PlayerTally)> {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by_key(|(name, player)| (std::cmp::Reverse(player.games), *name));
        players
    }

    /// The players, for the index of a report.
    pub(super) fn player_rows(&self) -> Vec<Value> {
        let rows = self.players().into_iter().map(|(name, player)| {
            let [inaccuracies, mistakes, blunders, missed_wins] = player.counts;
            json!({
                "name": named(name),
                "games": player.games,
                "decided": player.decided,
                "points": player.half_points as f64 / 2.0,
                "accuracy": player.accuracy(),
                "mean_loss": player.mean_loss(),
                "inaccuracies": inaccuracies,
                "mistakes": mistakes,
                "blunders": blunders,
                "missed_wins": missed_wins,
            })
        });
        rows.collect()
    }

    /// The players and the longest forced wins, for a terminal.
    pub fn text(&self) -> String {
        let players: Vec<_> = self
            .players()
            .into_iter()
            .map(|(name, player)| (name_in_table(named(name)), player))
            .collect();
        let games = counted(self.games, "game", "games");
        let with_names = self.players.keys().filter(|name| !name.is_empty()).count();
        let who = match (counted(with_names, "player", "players"), players.len() - with_names) {
            (who, 0) => who,
            _ if with_names == 0 => "players without names".to_owned(),
            (who, _) => format!("{who} and some without names"),
        };
        let mut text = format!("{games}, {who}\n\n");
        let width = players.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "{:width$}  games  points  accuracy  mean loss  inaccuracies  mistakes  blunders  missed wins",
            "player"
        );
        for (name, player) in players {
            let [inaccuracies, mistakes, blunders, missed_wins] = player.counts;
            let accuracy =
                player.accuracy().map_or("-".to_owned(), |value| format!("{value:.1} %"));
            let _ = writeln!(
                text,
                "{name:width$}  {:>5}  {:>6.1}  {accuracy:>8}  {:>7.1} %  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}  {missed_wins:>11}",
                player.games,
                player.half_points as f64 / 2.0,
                player.mean_loss() * 100.0,
            );
        }
        if let Some(win) = self.wins.first() {
            let _ = writeln!(
                text,
                "\nThe longest forced win: {} in {}, game {} of {} after {} ({})",
                win.winner,
                counted(win.moves(), "move", "moves"),
                win.number,
                win.file,
                counted(win.ply, "ply", "plies"),
                win.title,
            );
        }
        text
    }
}

impl PlayerTally {
    /// Adds a game, with its points in halves if it has a result.
    fn add(&mut self, summary: &PlayerObject, half_points: Option<u64>) {
        self.games += 1;
        self.decided += u64::from(half_points.is_some());
        self.half_points += half_points.unwrap_or_default();
        // A document from outside may contain any counts.
        let add = |sum: &mut u64, count: u64| *sum = sum.saturating_add(count);
        let choices = summary.choices as u64;
        let of_choices = |value: f64| choices.saturating_mul(value.round() as u64);
        add(&mut self.choices, choices);
        add(&mut self.accuracy, of_choices(summary.accuracy.unwrap_or_default() * 100.0));
        add(&mut self.loss, of_choices(summary.mean_loss * 1000.0));
        let PlayerObject { inaccuracies, mistakes, blunders, missed_wins, .. } = summary;
        let counts = [inaccuracies, mistakes, blunders, missed_wins];
        self.counts.iter_mut().zip(counts).for_each(|(sum, count)| add(sum, *count as u64));
    }

    /// In percent; `None` without a choice.
    fn accuracy(&self) -> Option<f64> {
        let mean = (self.choices > 0).then(|| self.accuracy as f64 / self.choices as f64)?;
        Some(mean.round() / 100.0)
    }

    fn mean_loss(&self) -> f64 {
        (self.loss as f64 / self.choices.max(1) as f64).round() / 1000.0
    }
}

/// The name of a player in a table.
pub(super) const fn named(name: &str) -> &str {
    if name.is_empty() { "no name" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::line;

    const WHITE_WINS: GameResult = GameResult::Win(Color::White);
    const BLACK_WINS: GameResult = GameResult::Win(Color::Black);

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let lines = [
            line(1, "ann", WHITE_WINS),
            line(2, "joanna", GameResult::Draw),
            line(3, "ann", GameResult::Unfinished),
        ];
        let tally = |order: [usize; 3]| {
            let mut tally = Tally::default();
            for index in order {
                tally.add(&lines[index]);
            }
            tally.text()
        };
        assert_eq!(tally([0, 1, 2]), tally([2, 0, 1]));
        insta::assert_snapshot!(tally([0, 1, 2]));
    }

    #[test]
    fn the_words_of_an_unfinished_game_are_no_result() {
        let mut unfinished = line(1, "ann", GameResult::Unfinished);
        unfinished.game.result = "White wins".to_owned();
        let mut tally = Tally::default();
        tally.add(&unfinished);
        assert_eq!(tally.players["ann"].decided, 0);
        assert!(!tally.wins()[0].is_won);
    }

    #[test]
    fn the_longest_win_of_a_game_counts_once() {
        let mut tally = Tally::default();
        (1..=30).for_each(|number| tally.add(&line(number, "", BLACK_WINS)));
        assert_eq!(tally.wins().len(), MAX_WINS);
        let win = &tally.wins()[0];
        assert_eq!((win.plies, win.number, win.is_won), (5, 1, true));
        assert_eq!(win.title, "White - Black");
        assert!(tally.text().starts_with("30 games, players without names\n"));
    }
}
