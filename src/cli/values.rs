//! Parsing numbers. The messages of clap and of the standard library are about integer types; these
//! say what is expected.

use std::num::{IntErrorKind, NonZeroUsize};
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use waggle::arena::seconds;

/// Parses an integer in this range.
pub(crate) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let read = text.trim().parse::<u64>();
        let is_long = matches!(&read, Err(error) if *error.kind() == IntErrorKind::PosOverflow);
        let number = read.ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            match (*range.start(), *range.end()) {
                (start, u64::MAX) if !is_long => {
                    format!("expected a whole number of at least {start}")
                }
                (start, end) => format!("expected a whole number from {start} to {end}"),
            }
        })
    }
}

/// Parses a number that counts from 1.
pub(crate) fn ordinal(text: &str) -> Result<NonZeroUsize, String> {
    number::<usize>(1..=u64::MAX)(text).map(|number| NonZeroUsize::MIN.saturating_add(number - 1))
}

/// Parses a number in this range, with an optional fraction.
pub(crate) fn real(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (*range.start(), *range.end()) {
            (start, end) if end.is_infinite() => {
                format!("expected a number of at least {start}, such as {}", start + 0.5)
            }
            (start, end) => format!("expected a number from {start} to {end}"),
        })
    }
}

/// Reads a time in seconds, in which something can be done.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let time = seconds(text).map_err(|error| error.to_string())?;
    if time.is_zero() {
        return Err("expected more than 0 seconds, in which nothing can be done".to_owned());
    }
    Ok(time)
}

/// Reads one of these words, and gives what it stands for.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    meanings: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let words = PossibleValuesParser::new(meanings.map(|(word, _)| word));
    words.try_map(move |word| {
        let found = meanings.iter().find(|(other, _)| *other == word);
        found.map(|(_, meaning)| *meaning).ok_or("no such word")
    })
}

/// Reads a name or a word.
pub(crate) fn word(text: &str) -> Result<String, &'static str> {
    if text.trim().is_empty() { Err("expected a name or a word") } else { Ok(text.to_owned()) }
}
