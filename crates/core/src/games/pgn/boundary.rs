//! Where a game begins in a file of many: with the first tag after anything but tags.

use super::super::incremental::Boundary;
use super::scan::{Item, items};

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
        let line = if is_first { line.trim_start_matches('\u{feff}') } else { line };
        let mut starts = false;
        for (index, item) in items(line, &mut self.in_comment).into_iter().enumerate() {
            if matches!(item, Item::Tag(..)) {
                starts |= std::mem::take(&mut self.has_body) && index == 0;
            }
            self.has_body |= item.is_body();
        }
        starts
    }
}
