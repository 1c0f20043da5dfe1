//! The input: lines of a pipe, or lines edited in a terminal.

use std::io::{self, BufRead, IsTerminal as _, StdinLock, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use waggle::uhp::LineReader;

/// The maximum bytes of a line: no move or command is longer.
const MAX_LINE: usize = 64 << 10;

pub(super) enum Typing<R> {
    /// A file, a pipe, or a terminal whose output is redirected.
    Piped(LineReader<R>),
    /// A terminal with line editing, completion and history.
    Edited(Box<Editor<Words, DefaultHistory>>),
}

impl Typing<StdinLock<'static>> {
    pub(super) fn of_stdin() -> rustyline::Result<Self> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Self::piped(io::stdin().lock()));
        }
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            // Pasted lines are played one by one, as if typed.
            .bracketed_paste(false)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Words::default()));
        Ok(Self::Edited(Box::new(editor)))
    }
}

impl<R: BufRead> Typing<R> {
    /// Reads lines from `input`, each up to the maximum.
    pub(super) fn piped(input: R) -> Self {
        Self::Piped(LineReader::new(input, MAX_LINE))
    }

    /// The next line, trimmed and with control characters replaced; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Ctrl-C while editing is an error of the kind `Interrupted`.
    pub(super) fn next_line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        output: &mut impl Write,
    ) -> io::Result<Option<String>> {
        let line = match self {
            Self::Piped(lines) => {
                write!(output, "{prompt}")?;
                output.flush()?;
                lines.next_line()?.map(|line| line.text)
            }
            Self::Edited(editor) => {
                output.flush()?;
                editor.set_helper(Some(Words(words())));
                match editor.readline(prompt) {
                    Ok(line) => Some(line),
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(ReadlineError::Interrupted) => {
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                    Err(ReadlineError::Io(error)) => return Err(error),
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
        };
        let shown = |letter: char| match letter {
            '\t' => ' ',
            letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
            letter => letter,
        };
        if line.is_none() {
            writeln!(output)?;
        }
        Ok(line.map(|line| line.trim().chars().map(shown).collect()))
    }
}

/// The words that complete a line.
#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    /// The words that begin with the line, with or without the color.
    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or(line).to_lowercase();
        let begins = |word: &String| {
            let word = word.to_lowercase();
            let behind_color = word.get(1..).is_some_and(|rest| rest.starts_with(&typed));
            word.starts_with(&typed) || word.contains(' ') && behind_color
        };
        Ok((0, self.0.iter().filter(|word| begins(word)).cloned().collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_any_bytes_are_read() {
        let long = "x".repeat(3 * MAX_LINE);
        let mut input = format!(" hint \r\n\x1b[A\n{long}\nlast").into_bytes();
        input.push(0xff);
        let mut input = Typing::piped(input.as_slice());
        let mut next =
            || input.next_line("", Vec::new, &mut io::sink()).expect("memory can be read");
        assert_eq!(next().as_deref(), Some("hint"));
        assert_eq!(next().as_deref(), Some("\u{fffd}[A"));
        assert_eq!(next().map(|line| line.len()), Some(MAX_LINE));
        assert_eq!(next().as_deref(), Some("last\u{fffd}"));
        assert_eq!(next(), None);
    }
}
