//! Progress through an archive: a bar on a terminal, otherwise nothing.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::ProgressBar;
use waggle::text::{printable, spelled_out};

use super::super::terminal::{bar_style, grouped};

/// The bar counts bytes, so the remaining time is known before the games are counted.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    games: u64,
}

impl Progress {
    pub(crate) fn new(bytes: Option<u64>) -> Self {
        let bar = match (io::stderr().is_terminal(), bytes) {
            (false, _) => ProgressBar::hidden(),
            (true, Some(bytes)) => {
                let bar = ProgressBar::new(bytes);
                bar.set_style(bar_style("{bar:24} {msg}, {elapsed}, {left}"));
                bar
            }
            (true, None) => {
                let bar = ProgressBar::no_length();
                bar.set_style(bar_style("{spinner} {msg}, {elapsed}"));
                bar
            }
        };
        bar.set_message("0 games");
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, games: 0 }
    }

    /// One that shows nothing.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), games: 0 }
    }

    /// Counts a finished game and its bytes.
    pub(crate) fn game(&mut self, bytes: u64) {
        self.count();
        self.bar.set_position(bytes);
    }

    /// Counts a game of an earlier run, which says nothing about the remaining time.
    pub(crate) fn earlier_game(&mut self, bytes: u64) {
        self.count();
        self.bar.set_position(bytes);
        self.bar.reset_eta();
    }

    fn count(&mut self) {
        self.games += 1;
        if !self.bar.is_hidden() {
            let games = if self.games == 1 { "game" } else { "games" };
            self.bar.set_message(format!("{} {games}", grouped(self.games)));
        }
    }

    /// Prints a line on the error output, above the bar if there is one.
    pub(crate) fn say(progress: Option<&Self>, line: &str) -> io::Result<()> {
        let print = || writeln!(io::stderr(), "{}", spelled_out(&printable(line)));
        progress.map_or_else(print, |progress| progress.bar.suspend(print))
    }

    pub(crate) fn close(&self) {
        self.bar.finish_and_clear();
    }
}
