//! Splits a line into words.

use std::num::IntErrorKind;

use waggle_hive_core::text::Quoted;

/// Why a line cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word is not a command.
    #[error("expected a command, found `{}`; try `help`", Quoted(.0))]
    Unknown(String),
    /// A word is missing.
    #[error("expected {expected} after `{}`, found nothing", Quoted(.after))]
    Missing {
        /// What was expected.
        expected: &'static str,
        /// The words before it.
        after: String,
    },
    /// A word is not what was expected.
    #[error("expected {expected} after `{}`, found `{}`", Quoted(.after), Quoted(.found))]
    Unexpected {
        /// What was expected.
        expected: &'static str,
        /// The words before it.
        after: String,
        /// The word found.
        found: String,
    },
}

pub(super) const COUNT: &str = "a number of 1 or more";

/// A number; a larger one than any that can be reached counts as the largest.
pub(super) fn whole(text: &str) -> Option<u64> {
    match text.parse::<u64>() {
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX),
        number => number.ok(),
    }
}

/// The first word of a line in lower case; empty if the line is blank.
pub fn keyword(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase()
}

/// The rest of a line after its first word, trimmed.
pub(super) fn after_keyword(line: &str) -> &str {
    line.trim().split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim())
}

/// The words of a line, with a cursor.
pub(super) struct Words<'a> {
    all: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        Self { all: line.split_whitespace().collect(), next: 0 }
    }

    /// Whether the next word is this one, in any case; then it is taken.
    pub(super) fn next_is(&mut self, keyword: &str) -> bool {
        let is_next =
            self.all.get(self.next).is_some_and(|word| word.eq_ignore_ascii_case(keyword));
        self.next += usize::from(is_next);
        is_next
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.all.get(self.next).copied()?;
        self.next += 1;
        Some(word)
    }

    /// The next word as a number, unless it is a keyword.
    pub(super) fn next_number<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, CommandError> {
        let Some(word) = self.all.get(self.next) else { return Ok(None) };
        let number = read(word);
        if number.is_none() && word.starts_with(|it: char| it.is_ascii_alphabetic()) {
            return Ok(None);
        }
        self.next += 1;
        number.map(Some).ok_or_else(|| self.wrong(expected))
    }

    /// The next word, which is required.
    pub(super) fn expect(&mut self, expected: &'static str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| self.missing(expected))
    }

    pub(super) fn missing(&self, expected: &'static str) -> CommandError {
        CommandError::Missing { expected, after: self.before(self.next) }
    }

    /// The error that the last word is wrong.
    pub(super) fn wrong(&self, expected: &'static str) -> CommandError {
        let last = self.next.saturating_sub(1);
        let found = self.all.get(last).copied().unwrap_or_default().to_owned();
        CommandError::Unexpected { expected, after: self.before(last), found }
    }

    /// Fails if there is another word.
    #[inline(never)]
    pub(super) fn end(&mut self) -> Result<(), CommandError> {
        self.next().map_or(Ok(()), |_| Err(self.wrong("nothing more")))
    }

    /// The next word as a number of 1 or more.
    pub(super) fn count(&mut self) -> Result<u64, CommandError> {
        let count = whole(self.expect(COUNT)?).filter(|&count| count > 0);
        count.ok_or_else(|| self.wrong(COUNT))
    }

    fn before(&self, index: usize) -> String {
        self.all.iter().take(index).copied().collect::<Vec<_>>().join(" ")
    }
}
