//! What the reviews of many games say about their players.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

/// How many of the longest forced wins are kept.
const LONGEST: usize = 20;

/// The sums of many reviews. They are of whole numbers, so that the order in which reviews
/// are added changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    games: usize,
    players: BTreeMap<String, PlayerTally>,
    /// The longest first.
    wins: Vec<ForcedWin>,
}

/// What the games of a player add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PlayerTally {
    games: u64,
    /// Games with a result, and the points from them in halves.
    decided: u64,
    half_points: u64,
    choices: u64,
    /// Hundredths of percents, for each choice.
    accuracy: u64,
    /// Thousandths of points, for each choice.
    loss: u64,
    /// Inaccuracies, mistakes, blunders, missed wins.
    counts: [u64; 4],
}

/// The fields of a review that [`PlayerTally::counts`] adds up.
const COUNTS: [&str; 4] = ["inaccuracies", "mistakes", "blunders", "missed_wins"];

/// A forced win of a game, as the search found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForcedWin {
    /// How many plies it takes.
    pub(super) plies: u64,
    pub(super) file: String,
    pub(super) number: u64,
    /// How many moves have been played where it begins.
    pub(super) ply: usize,
    pub(super) winner: String,
    /// Who plays, such as `ann - joanna`.
    pub(super) title: String,
    /// Whether the player who could win it did win the game.
    pub(super) is_won: bool,
}

impl ForcedWin {
    /// The longest forced win that a position of a game has, before a move is played.
    fn of(line: &Value) -> Option<Self> {
        let wins = line["moves"].as_array()?.iter().enumerate().filter_map(|(ply, mv)| {
            let win = &mv["before"]["win"];
            Some((win["plies"].as_u64()?, std::cmp::Reverse(ply), win["winner"].as_str()?))
        });
        let (plies, ply, winner) = wins.max()?;
        Some(Self {
            plies,
            file: text(&line["file"]),
            number: line["number"].as_u64().unwrap_or_default(),
            ply: ply.0,
            title: format!("{} - {}", name(line, "white"), name(line, "black")),
            is_won: line["game"]["result"].as_str() == Some(&format!("{winner} wins")),
            winner: winner.to_owned(),
        })
    }

    /// How many moves the winner needs.
    pub(super) const fn moves(&self) -> u64 {
        self.plies.div_ceil(2)
    }
}

impl Tally {
    /// Adds a line of `waggle review --all`.
    pub fn add(&mut self, line: &Value) {
        self.games += 1;
        for (color, word) in [("white", "White wins"), ("black", "Black wins")] {
            let player = self.players.entry(name(line, color)).or_default();
            player.games += 1;
            let half_points = match line["game"]["result"].as_str() {
                Some("Draw") => Some(1),
                Some(result) if result == word => Some(2),
                Some("White wins" | "Black wins") => Some(0),
                _ => None,
            };
            player.decided += u64::from(half_points.is_some());
            player.half_points += half_points.unwrap_or_default();
            let summary = &line["players"][color];
            let choices = summary["choices"].as_u64().unwrap_or_default();
            let scaled = |field: &str, scale: f64| {
                (summary[field].as_f64().unwrap_or_default() * scale).round() as u64
            };
            player.choices += choices;
            player.accuracy += choices * scaled("accuracy", 100.0);
            player.loss += choices * scaled("mean_loss", 1000.0);
            for (count, field) in player.counts.iter_mut().zip(COUNTS) {
                *count += summary[field].as_u64().unwrap_or_default();
            }
        }
        if let Some(win) = ForcedWin::of(line) {
            let key =
                |win: &ForcedWin| (std::cmp::Reverse(win.plies), win.file.clone(), win.number);
            let place = self.wins.partition_point(|other| key(other) < key(&win));
            self.wins.insert(place, win);
            self.wins.truncate(LONGEST);
        }
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The longest forced wins.
    pub(super) fn wins(&self) -> &[ForcedWin] {
        &self.wins
    }

    /// The players by the number of their games and then by name.
    fn players(&self) -> Vec<(&String, &PlayerTally)> {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by_key(|(name, player)| (std::cmp::Reverse(player.games), *name));
        players
    }

    /// The players as JSON.
    pub(super) fn players_json(&self) -> Value {
        let players = self.players().into_iter().map(|(name, player)| {
            let [inaccuracies, mistakes, blunders, missed_wins] = player.counts;
            json!({
                "name": name,
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
        players.collect()
    }

    /// The players and the longest forced wins, for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let players = self.players();
        let plural = |count: usize, word: &str| {
            format!("{count} {word}{}", if count == 1 { "" } else { "s" })
        };
        let mut text =
            format!("{}, {}\n\n", plural(self.games, "game"), plural(players.len(), "player"));
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
                plural(win.moves() as usize, "move"),
                win.number,
                win.file,
                if win.ply == 1 { "1 ply".to_owned() } else { format!("{} plies", win.ply) },
                win.title,
            );
        }
        text
    }
}

impl PlayerTally {
    /// In percent; `None` without a choice.
    fn accuracy(&self) -> Option<f64> {
        let mean = (self.choices > 0).then(|| self.accuracy as f64 / self.choices as f64)?;
        Some(mean.round() / 100.0)
    }

    fn mean_loss(&self) -> f64 {
        (self.loss as f64 / self.choices.max(1) as f64).round() / 1000.0
    }
}

/// The name of a player, or that there is none.
pub(super) fn name(line: &Value, color: &str) -> String {
    match line["game"][color].as_str() {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => "unknown".to_owned(),
    }
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;
    use crate::review::{Heading, json};

    /// The sample as a line of an archive.
    pub(in crate::review) fn line(number: u64, white: &str, result: &str) -> Value {
        let heading =
            Heading { white: white.to_owned(), result: result.to_owned(), ..Heading::default() };
        let mut line = json(&sample(), &heading);
        line["file"] = "a.pgn".into();
        line["number"] = number.into();
        line
    }

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let lines = [line(1, "ann", "White wins"), line(2, "joanna", "Draw"), line(3, "ann", "x")];
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
    fn the_longest_win_of_a_game_counts_once() {
        let mut tally = Tally::default();
        (1..=30).for_each(|number| tally.add(&line(number, "", "Black wins")));
        assert_eq!(tally.wins().len(), LONGEST);
        let win = &tally.wins()[0];
        assert_eq!((win.plies, win.number, win.is_won), (5, 1, true));
        assert_eq!(win.title, "unknown - unknown");
    }
}
