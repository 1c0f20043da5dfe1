//! Where a game begins in a file of many: with a parenthesis outside of all values.

use super::super::incremental::Boundary;
use super::properties::{is_action, is_of_name};

/// What matters of the text so far.
#[derive(Default)]
pub(super) struct OpenParenthesis {
    /// The name that is being read.
    name: String,
    value: Option<Value>,
}

/// The value that is being read.
struct Value {
    is_action: bool,
    is_escaped: bool,
}

impl Value {
    /// Takes the next letter; whether the value ends with it.
    fn ends_with(&mut self, letter: char) -> bool {
        let is_end = letter == ']' && !self.is_escaped;
        self.is_escaped = letter == '\\' && !self.is_escaped && !self.is_action;
        is_end
    }
}

impl Boundary for OpenParenthesis {
    fn starts_game(&mut self, line: &str) -> bool {
        let is_outside = self.value.is_none();
        // The end of the line ends a name.
        for (index, letter) in line.char_indices().chain([(line.len(), '\n')]) {
            match &mut self.value {
                Some(value) => {
                    if value.ends_with(letter) {
                        self.value = None;
                    }
                }
                None if is_of_name(letter) => self.name.push(letter),
                None => {
                    let name = std::mem::take(&mut self.name);
                    if letter == '[' {
                        let is_action = is_action(&name, line.get(index + 1..).unwrap_or_default());
                        self.value = Some(Value { is_action, is_escaped: false });
                    }
                }
            }
        }
        is_outside && line.trim_start_matches('\u{feff}').trim_start().starts_with('(')
    }
}
