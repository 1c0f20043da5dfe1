//! The items of a line: tags, comments, variations, and the words between them.

use crate::notation::parse_piece;

use super::words::PASS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// `[Name "value"]`, with the value as it is written.
    Tag(&'a str, &'a str),
    /// A part of a comment in braces, which ends here or goes on.
    Comment { text: &'a str, is_closed: bool },
    /// A comment without braces: to the end of the line, or a word in parentheses.
    Remark(&'a str),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// Anything else.
    Words(&'a str),
}

impl Item<'_> {
    /// Whether it belongs to the moves of a game: numbers alone do not, and comments may also stand before the
    /// tags and between them.
    pub(super) fn is_body(self) -> bool {
        match self {
            Self::Tag(..) | Self::Comment { .. } | Self::Remark(_) => false,
            Self::Open | Self::Close => true,
            Self::Words(words) => {
                words.contains(|letter: char| !(letter.is_ascii_digit() || " .\t".contains(letter)))
            }
        }
    }
}

/// The items of a line. `in_comment` says whether a comment of an earlier line goes on, and then
/// whether one goes on in the next.
pub(super) fn items<'a>(line: &'a str, in_comment: &mut bool) -> Vec<Item<'a>> {
    if let Some(remark) = line.strip_prefix('%').filter(|_| !*in_comment) {
        return vec![Item::Remark(remark.trim())];
    }
    let mut found = vec![];
    let mut rest = line.trim();
    loop {
        if *in_comment {
            let Some((text, after)) = rest.split_once('}') else {
                found.push(Item::Comment { text: rest, is_closed: false });
                return found;
            };
            found.push(Item::Comment { text, is_closed: true });
            *in_comment = false;
            rest = after;
        } else if let Some(inside) = rest.strip_prefix('{') {
            *in_comment = true;
            rest = inside;
            continue;
        } else if rest.is_empty() {
            return found;
        } else if let Some((name, value, after)) = tag_of(rest) {
            found.push(Item::Tag(name, value));
            rest = after;
        } else if let Some(remark) = rest.strip_prefix(';') {
            found.push(Item::Remark(remark.trim()));
            return found;
        } else if let Some(inside) = rest.strip_prefix('(') {
            rest = inside;
            match remark(inside) {
                Some((text, after)) => {
                    found.push(Item::Remark(text.trim()));
                    rest = after;
                }
                None => found.push(Item::Open),
            }
        } else if let Some(after) = rest.strip_prefix(')') {
            found.push(Item::Close);
            rest = after;
        } else {
            let end = rest.find(['{', ';', '(', ')']).unwrap_or(rest.len());
            let (words, after) = rest.split_at(end);
            found.push(Item::Words(words.trim()));
            rest = after;
        }
        rest = rest.trim();
    }
}

/// The most bytes of a remark in parentheses.
const MAX_REMARK_LEN: usize = 1000;

/// The remark in a parenthesis that opens before this text, and the text after it.
fn remark(text: &str) -> Option<(&str, &str)> {
    if begins_variation(text) {
        return None;
    }
    let end = text.bytes().take(MAX_REMARK_LEN).position(|byte| byte == b')')?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

/// Whether a parenthesis that this text follows opens a variation, and not a remark in words.
fn begins_variation(text: &str) -> bool {
    let text = text.trim_start();
    let word = text.split([' ', ')', '(']).next().unwrap_or_default();
    text.starts_with(|letter: char| letter.is_ascii_digit() || "{().;$".contains(letter))
        || parse_piece(word.trim_end_matches(['!', '?'])).is_ok()
        || word.eq_ignore_ascii_case(PASS)
}

/// The name and value of `[Name "value"]`, and what comes after it.
fn tag_of(line: &str) -> Option<(&str, &str, &str)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let (name, rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    // Another tag, or a comment, may follow on the line.
    if let Some(quoted) = rest.trim_start().strip_prefix('"') {
        for (at, _) in quoted.match_indices('"') {
            let (value, after) = quoted.split_at_checked(at)?;
            let escapes = value.len() - value.trim_end_matches('\\').len();
            if escapes % 2 == 1 {
                continue; // The quotation mark is part of the value.
            }
            let after = after.strip_prefix('"')?.trim_start().strip_prefix(']');
            if let Some(after) =
                after.map(str::trim_start).filter(|it| it.starts_with(['[', ';', '{']))
            {
                return Some((name, value, after));
            }
        }
    }
    let inside = inside.strip_suffix(']').filter(|inside| !inside.is_empty())?;
    let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    Some((name, value.strip_suffix('"').unwrap_or(value), ""))
}
