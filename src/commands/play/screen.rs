//! What a person sees and types.

use std::io::{self, IsTerminal as _};

use crate::commands::terminal::{has_colors, width};

/// The columns of a narrow terminal.
const NARROW: usize = 80;

/// What the output can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// Whether it shows colors.
    pub(crate) colored: bool,
    /// The columns of the output, asked for anew each time, because windows change their size.
    columns: fn() -> Option<usize>,
    /// Whether somebody watches, to whom progress can be shown.
    pub(crate) is_watched: bool,
    /// Whether what is typed is seen by itself, as in a terminal.
    pub(crate) echoes: bool,
}

impl Screen {
    /// The standard output.
    pub(crate) fn of_terminal() -> Self {
        let echoes = io::stdin().is_terminal();
        let is_watched = echoes && io::stderr().is_terminal();
        Self { colored: has_colors(), columns: width, is_watched, echoes }
    }

    /// A file or a pipe.
    #[cfg(test)]
    pub(crate) fn plain() -> Self {
        Self { colored: false, columns: || None, is_watched: false, echoes: false }
    }

    /// How wide the output is now.
    pub(crate) fn width(&self) -> usize {
        (self.columns)().unwrap_or(NARROW)
    }

    /// Words in indented lines, one column narrower than the output: some terminals break a
    /// line that is full.
    pub(crate) fn wrapped(&self, words: &[String], gap: &str) -> String {
        let most = self.width().saturating_sub(1).max(20);
        let mut lines = String::new();
        let mut width = most;
        for word in words {
            let needed = word.chars().count() + gap.len();
            if width + needed > most {
                lines.truncate(lines.trim_end().len());
                lines += if lines.is_empty() { "  " } else { "\n  " };
                width = 2 + word.chars().count();
            } else {
                lines += gap;
                width += needed;
            }
            lines += word;
        }
        lines.truncate(lines.trim_end().len());
        lines + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_to_the_width() {
        let words: Vec<String> = (0..60).map(|number| format!("word{number}")).collect();
        let text = Screen::plain().wrapped(&words, " ");
        assert!(text.lines().all(|line| line.len() < NARROW && line.starts_with("  w")), "{text}");
        assert_eq!(text.split_whitespace().count(), 60);
    }
}
