//! Where games begin in a file of JSON objects that may span several lines.

use super::incremental::Boundary;

/// A game begins with the line that opens an object or a list outside of any other.
#[derive(Default)]
pub(super) struct Outermost {
    /// How many objects and lists are open.
    depth: usize,
    in_string: bool,
    /// Whether the next character of a string is escaped.
    is_escaped: bool,
}

impl Boundary for Outermost {
    fn starts_game(&mut self, line: &str) -> bool {
        let starts = self.depth == 0
            && line.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
        // No string goes on in the next line.
        (self.in_string, self.is_escaped) = (false, false);
        for letter in line.chars() {
            if self.in_string {
                let is_escaped = std::mem::take(&mut self.is_escaped);
                self.is_escaped = letter == '\\' && !is_escaped;
                self.in_string = letter != '"' || is_escaped;
                continue;
            }
            match letter {
                '"' => self.in_string = true,
                '{' | '[' => self.depth += 1,
                '}' | ']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        starts
    }
}
