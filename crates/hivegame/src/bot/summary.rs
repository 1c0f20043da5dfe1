//! Results of the games.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use waggle_hive_core::rules::Color;
use waggle_hive_core::text::counted;

use crate::frames::SiteGame;

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    won: usize,
    drawn: usize,
    lost: usize,
}

/// The results of all games.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    by_opponent: BTreeMap<String, Score>,
    /// Aborted games, and games whose winner the site does not name.
    undecided: usize,
    lost_on_time: usize,
    pub(super) declined: usize,
    pub(super) given_up: usize,
}

impl Summary {
    /// Counts a game and describes its end.
    pub(super) fn add(&mut self, site: &SiteGame, color: Color) -> String {
        let opponent = &site.player(color.other()).username;
        let conclusion = site.conclusion.as_deref().unwrap_or("Unknown");
        let score = self.by_opponent.entry(opponent.clone()).or_default();
        let word = match site.winner() {
            Some(None) => {
                score.drawn += 1;
                "drawn"
            }
            Some(Some(winner)) if winner == color => {
                score.won += 1;
                "won"
            }
            Some(Some(_)) => {
                score.lost += 1;
                self.lost_on_time += usize::from(conclusion == "Timeout");
                "lost"
            }
            None => {
                self.undecided += 1;
                "undecided"
            }
        };
        let plies = counted(site.history.len(), "ply", "plies");
        format!("{word} against {opponent} ({conclusion}, {plies})")
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum =
            |count: fn(&Score) -> usize| -> usize { self.by_opponent.values().map(count).sum() };
        let (won, drawn, lost) =
            (sum(|score| score.won), sum(|score| score.drawn), sum(|score| score.lost));
        write!(
            f,
            "{}: {won} won, {drawn} drawn, {lost} lost ({} on time), {} undecided; \
             {} declined; {} given up",
            counted(won + drawn + lost + self.undecided, "game", "games"),
            self.lost_on_time,
            self.undecided,
            counted(self.declined, "challenge", "challenges"),
            counted(self.given_up, "position", "positions")
        )?;
        for (opponent, Score { won, drawn, lost }) in &self.by_opponent {
            write!(f, "\n  {opponent}: {won} won, {drawn} drawn, {lost} lost")?;
        }
        Ok(())
    }
}

/// A clock, such as `4:05` or `9.5`.
pub(super) fn clock_words(left: Duration) -> String {
    let seconds = left.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1}")
    } else {
        let whole = left.as_secs();
        format!("{}:{:02}", whole / 60, whole % 60)
    }
}
