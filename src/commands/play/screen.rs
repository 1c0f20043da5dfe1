//! What a person sees and types.

use std::io::{self, BufRead, IsTerminal as _};

use waggle::uhp::{Line, LineReader};

use crate::commands::terminal::{has_colors, width};

/// The columns of a narrow terminal.
const NARROW: usize = 80;
/// The most bytes of a line that are read: more is no move and no command.
const LONGEST: usize = 64 << 10;

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

/// The lines of a person: no line is too long to be read, and what is too much is left out.
pub(super) fn typed_lines<R: BufRead>(input: R) -> LineReader<R> {
    LineReader::new(input, LONGEST)
}

/// The next line without the blanks around it; what commands a terminal is replaced. `None` at
/// the end of the input.
pub(super) fn next_line(input: &mut LineReader<impl BufRead>) -> io::Result<Option<String>> {
    let line = input.next_line()?;
    let shown = |line: Line| {
        let letters = line.text.trim().chars().map(|letter| match letter {
            '\t' => ' ',
            letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
            letter => letter,
        });
        letters.collect()
    };
    Ok(line.map(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_they_hold() {
        let long = "x".repeat(3 * LONGEST);
        let mut input = format!(" hint \r\n\x1b[A\n{long}\nlast").into_bytes();
        input.push(0xff);
        let mut input = typed_lines(input.as_slice());
        let mut next = || next_line(&mut input).expect("memory can be read");
        assert_eq!(next().as_deref(), Some("hint"));
        assert_eq!(next().as_deref(), Some("\u{fffd}[A"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST));
        assert_eq!(next().as_deref(), Some("last\u{fffd}"));
        assert_eq!(next(), None);
    }

    #[test]
    fn words_are_wrapped_to_the_width() {
        let words: Vec<String> = (0..60).map(|number| format!("word{number}")).collect();
        let text = Screen::plain().wrapped(&words, " ");
        assert!(text.lines().all(|line| line.len() < NARROW && line.starts_with("  w")), "{text}");
        assert_eq!(text.split_whitespace().count(), 60);
    }
}
