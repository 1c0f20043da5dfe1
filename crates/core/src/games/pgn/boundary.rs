//! Where a game begins in a file of many.

use super::super::incremental::Boundary;
use super::scan::{Item, items};

/// Finds the first tag of each game: one after the moves of the game before or, if that has none, one
/// that it has already, after a blank line.
#[derive(Default)]
pub(super) struct FirstTags {
    has_body: bool,
    is_after_blank: bool,
    names: Vec<String>,
}

impl FirstTags {
    /// Takes the items of a line outside of comments; whether a game begins with each, after another.
    pub(super) fn begins(&mut self, items: &[Item<'_>]) -> Vec<bool> {
        self.is_after_blank |= items.is_empty();
        items.iter().map(|item| self.is_first(item)).collect()
    }

    fn is_first(&mut self, item: &Item<'_>) -> bool {
        let Item::Tag(name, _) = item else {
            self.has_body |= item.is_body();
            return false;
        };
        let is_known = || self.names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_first = self.has_body || self.is_after_blank && is_known();
        if is_first {
            *self = Self::default();
        }
        self.is_after_blank = false;
        self.names.push((*name).to_owned());
        is_first
    }
}

/// Cuts a file before the first tags of its games.
#[derive(Default)]
pub(super) struct BeforeTags {
    /// Whether there has been a line: the first may have a mark of its encoding before it.
    has_begun: bool,
    in_comment: bool,
    tags: FirstTags,
}

impl Boundary for BeforeTags {
    fn starts_game(&mut self, line: &str) -> bool {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let line = if is_first { line.trim_start_matches('\u{feff}') } else { line };
        let items = items(line, &mut self.in_comment);
        self.tags.begins(&items).first().is_some_and(|begins| *begins)
    }
}
