//! Text for terminals. Text from files and engines may contain anything, including a terminal's
//! control sequences.

use std::borrow::Cow;
use std::fmt;

/// The most characters of a text that a message quotes.
const MAX_QUOTE: usize = 40;

/// The most columns that a name fills in a table.
const MAX_NAME: usize = 40;

/// The most characters of a message of a parser: at its beginning, and at its end.
const MAX_MESSAGE: (usize, usize) = (100, 60);

/// What stands for a character that must not reach a terminal.
const REPLACED: char = char::REPLACEMENT_CHARACTER;

/// The text with `\u{fffd}` for each control character, C1 included, but tabs and the ends of
/// lines, and a space for other blanks: nothing of it can clear a screen or name a window.
///
/// ```
/// use waggle_hive_core::text::printable;
///
/// assert_eq!(printable("a\u{1b}[2Jb\n"), "a\u{fffd}[2Jb\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_command = |letter: char| letter.is_control() && !matches!(letter, '\t' | '\n' | '\r');
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|letter| if is_command(letter) { in_line(letter) } else { letter }).collect()
}

/// A text as a message quotes it: printable, on one line, and cut to fit.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cut(f, self.0, MAX_QUOTE)
    }
}

/// A name as a table shows it: printable, in one line, and no wider than a column may be.
pub fn name_in_table(name: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_cut(&mut text, name, MAX_NAME);
    text
}

/// A message on one line, printable; its quotes are already cut.
pub fn one_line(message: &str) -> String {
    message.chars().map(in_line).collect()
}

/// The message of a parser, which may quote all of its input: on one line, and without its middle if it
/// is long.
pub fn shortened(message: &str) -> String {
    let (start, end) = MAX_MESSAGE;
    let letters = message.chars().count();
    if letters <= start + end {
        return one_line(message);
    }
    let first: String = message.chars().take(start).map(in_line).collect();
    let last: String = message.chars().skip(letters - end).map(in_line).collect();
    format!("{first}…{last}")
}

/// A message with `nothing` for an empty quotation: a pair of quotation marks alone is unclear.
/// Quotation marks next to a letter belong to nested quotations.
pub fn spelled_out(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(place) = rest.find("``").into_iter().chain(rest.find("''")).min() {
        let (before, from) = rest.split_at(place);
        let (marks, after) = from.split_at(2);
        let is_alone = before.ends_with([' ', '(']) && !after.starts_with(char::is_alphanumeric);
        text.push_str(before);
        text.push_str(if is_alone { "nothing" } else { marks });
        rest = after;
    }
    text.push_str(rest);
    text
}

/// What is wrong with a JSON text, in words of ours instead of its parser's, whose message names a line and a
/// column at its end; `is_data`: it is JSON, but not what was wanted.
pub fn json_fault(message: &str, is_data: bool) -> String {
    let (reason, place) = message.rsplit_once(" at line ").unwrap_or((message, ""));
    let place = place.strip_prefix("1 ").map_or_else(|| format!("line {place}"), str::to_owned);
    match reason {
        _ if is_data => in_words(reason),
        _ if reason.starts_with("EOF") => "expected JSON, which ends too soon".to_owned(),
        "trailing characters" => format!("expected nothing after the JSON, found more at {place}"),
        _ => format!("expected JSON, which breaks off at {place}"),
    }
}

/// What a reader of data says of a value that is not of the type it wants, in words instead of the name of the type.
///
/// ```
/// use waggle_hive_core::text::in_words;
///
/// assert_eq!(in_words("invalid type: null, expected i64"), "invalid type: null, expected a whole number");
/// ```
pub fn in_words(reason: &str) -> String {
    let Some((found, wanted)) = reason.rsplit_once(", expected ") else {
        return reason.to_owned();
    };
    let wanted = match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        _ if wanted.starts_with("struct ") || wanted == "a map" => "an object",
        "a sequence" => "a list",
        _ => match wanted.strip_prefix("a tuple of size ") {
            Some(size) => return format!("{found}, expected a list of {size}"),
            None => wanted,
        },
    };
    format!("{found}, expected {wanted}")
}

/// A number of things, such as `1 ply` or `12 plies`.
///
/// ```
/// use waggle_hive_core::text::counted;
///
/// assert_eq!(counted(1, "ply", "plies"), "1 ply");
/// assert_eq!(counted(0, "ply", "plies"), "0 plies");
/// ```
pub fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    many: &str,
) -> String {
    let name = if number == N::from(1) { one } else { many };
    format!("{number} {name}")
}

/// Words separated by a gap, wrapped into indented lines of at most `width` columns.
///
/// ```
/// use waggle_hive_core::text::wrapped;
///
/// assert_eq!(wrapped(["a", "bc", "d"], " ", 1, 5), " a bc\n d");
/// ```
pub fn wrapped(
    words: impl IntoIterator<Item = impl AsRef<str>>,
    gap: &str,
    indent: usize,
    width: usize,
) -> String {
    let mut lines: Vec<String> = vec![];
    let mut column = 0;
    for word in words {
        let word = word.as_ref();
        let letters = word.chars().count();
        let needed = gap.chars().count() + letters;
        match lines.last_mut() {
            Some(line) if column + needed <= width => {
                *line += gap;
                *line += word;
                column += needed;
            }
            _ => {
                lines.push(format!("{:indent$}{word}", ""));
                column = indent + letters;
            }
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

fn write_cut(out: &mut impl fmt::Write, text: &str, max: usize) -> fmt::Result {
    let is_cut = text.chars().nth(max).is_some();
    let kept = if is_cut { max.saturating_sub(1) } else { max };
    text.chars().take(kept).try_for_each(|letter| out.write_char(in_line(letter)))?;
    if is_cut { out.write_char('…') } else { Ok(()) }
}

fn in_line(letter: char) -> char {
    match letter {
        letter if letter.is_control() && letter.is_whitespace() => ' ',
        letter if letter.is_control() => REPLACED,
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_terminal_are_replaced() {
        assert_eq!(printable("a\tb\r\nRené"), "a\tb\r\nRené");
        assert_eq!(printable("\u{9b}2J\u{7}\u{7f}\0"), "\u{fffd}2J\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(Quoted("\u{1b}]0;x\n").to_string(), "\u{fffd}]0;x ");
        assert_eq!(printable("a\u{b}\u{85}\u{c}b"), "a   b", "a blank line stays blank");
        assert_eq!(one_line("a\nb\u{90}"), "a b\u{fffd}");
    }

    #[test]
    fn only_what_is_empty_is_spelled_out() {
        assert_eq!(spelled_out("found ``"), "found nothing");
        assert_eq!(
            spelled_out("value '' for '--type': no ``, (``)"),
            "value nothing for '--type': no nothing, (nothing)"
        );
        for nested in ["with `err try `options``", "with ``a` is wrong`", "plain", "é``"] {
            assert_eq!(spelled_out(nested), nested);
        }
    }

    #[test]
    fn long_texts_are_cut_and_say_so() {
        assert_eq!(Quoted(&"é".repeat(40)).to_string(), "é".repeat(40));
        assert_eq!(Quoted(&"é".repeat(41)).to_string(), "é".repeat(39) + "…");
        assert_eq!(name_in_table(&"x".repeat(70_000)), "x".repeat(39) + "…");
        assert_eq!(shortened("found `a\nb`"), "found `a b`");
        let long = format!("found \"{}\", expected a list", "é".repeat(70_000));
        let short = shortened(&long);
        assert!(
            short.starts_with("found \"é") && short.ends_with("é\", expected a list"),
            "{short}"
        );
        assert_eq!(short.chars().count(), 161);
    }
}
