//! The progress of a match: a bar on a terminal, otherwise a line a game.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::ProgressBar;
use waggle::arena::{Duel, EngineSpec, Fixture};
use waggle::games::GameResult;
use waggle::rules::{ByColor, Color};
use waggle::text::counted;

use super::super::terminal::bar_style;

/// The display, on the error output.
#[derive(Debug)]
pub(crate) struct MatchProgress {
    bar: Option<ProgressBar>,
}

impl MatchProgress {
    /// A display for this number of games, some of which have been played before.
    pub(crate) fn new(games: usize, done: usize) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games as u64).with_position(done as u64);
            bar.set_style(bar_style("{bar:24} {pos}/{len} games, {elapsed}, {left} {msg}"));
            bar.enable_steady_tick(Duration::from_secs(1));
            bar.reset_eta();
            bar
        });
        Self { bar }
    }

    /// Prints a line above the display.
    pub(crate) fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // A closed error output is no reason to stop.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Shows a finished game and the score after it.
    pub(crate) fn game(
        &self,
        fixture: &Fixture,
        duel: &Duel,
        players: ByColor<&EngineSpec>,
        score: &str,
    ) {
        let line = describe(fixture, duel, players);
        match &self.bar {
            Some(bar) => {
                if duel.termination.is_fault() {
                    bar.println(line);
                }
                bar.set_message(score.to_owned());
                bar.inc(1);
            }
            None => self.line(&format!("{line}; {score}")),
        }
        if let (true, Some((_, fault))) = (duel.termination.is_fault(), &duel.fault) {
            for text in &fault.last_lines {
                self.line(&format!("    {text}"));
            }
        }
    }

    pub(crate) fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// `game 3: one - two 1-0 by QueenSurrounded, 41 plies`
fn describe(fixture: &Fixture, duel: &Duel, players: ByColor<&EngineSpec>) -> String {
    let points = match duel.result {
        GameResult::Win(Color::White) => "1-0",
        GameResult::Win(Color::Black) => "0-1",
        GameResult::Draw => "½-½",
        GameResult::Unfinished => "-",
    };
    let line = format!(
        "game {}: {} - {} {points} by {}, {}",
        fixture.number,
        players.white.name,
        players.black.name,
        duel.termination,
        counted(duel.game.moves().len(), "ply", "plies")
    );
    match &duel.fault {
        Some((color, fault)) if duel.termination.is_fault() => {
            format!("{line}; {}: {}", players[*color].name, fault.detail)
        }
        _ => line,
    }
}
