//! What the terminal can show.

use std::io::{self, IsTerminal as _};

use waggle::text;

use crate::commands::terminal::{has_colors, width};

/// The columns assumed if unknown.
const NARROW: usize = 80;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) colored: bool,
    /// The columns, asked for each time, because windows are resized.
    columns: fn() -> Option<usize>,
    /// Whether the output is a terminal, so that progress is shown.
    pub(crate) is_watched: bool,
    /// Whether the terminal echoes the input.
    pub(crate) echoes: bool,
}

impl Screen {
    pub(crate) fn of_terminal() -> Self {
        let echoes = io::stdin().is_terminal();
        let is_watched = echoes && io::stderr().is_terminal();
        Self { colored: has_colors(), columns: width, is_watched, echoes }
    }

    pub(crate) fn width(&self) -> usize {
        (self.columns)().unwrap_or(NARROW)
    }

    /// Indented lines, one column narrower than the output: some terminals break a full line.
    pub(crate) fn wrapped(&self, words: &[String], gap: &str) -> String {
        text::wrapped(words, gap, 2, self.width().saturating_sub(1).max(20)) + "\n"
    }
}
