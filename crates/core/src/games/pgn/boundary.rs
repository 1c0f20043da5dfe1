//! Where a game begins in a file of many: with the first tag after anything but tags.

use super::super::incremental::Boundary;
use super::super::result_word::result_of;
use super::read::{tag_of, without_number};

/// What matters of the lines so far.
#[derive(Default)]
pub(super) struct TagsAfterBody {
    /// Whether there has been a line: the first may have a mark of its encoding before it.
    has_begun: bool,
    in_comment: bool,
    has_body: bool,
}

impl Boundary for TagsAfterBody {
    fn starts_game(&mut self, line: &str) -> bool {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let mut rest = if is_first { line.trim_start_matches('\u{feff}') } else { line }.trim();
        let mut is_start_of_line = true;
        while !rest.is_empty() {
            if self.in_comment {
                let Some((_, after)) = rest.split_once('}') else { return false };
                (self.in_comment, self.has_body) = (false, true);
                rest = after.trim();
            } else if let Some(inside) = rest.strip_prefix('{') {
                self.in_comment = true;
                rest = inside;
            } else if tag_of(rest).is_some() {
                return std::mem::take(&mut self.has_body) && is_start_of_line;
            } else {
                let (words, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
                let words = words.trim();
                self.has_body |= result_of(words).is_some() || !without_number(words).is_empty();
                rest = after;
            }
            is_start_of_line = false;
        }
        false
    }
}
