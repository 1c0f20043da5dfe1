//! The properties of an SGF text, `Name[value]`, not yet interpreted.

#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    /// The line of its name, counted from 1.
    pub(super) line: usize,
    pub(super) name: &'a str,
    /// The text between the brackets, unchanged.
    pub(super) value: &'a str,
    pub(super) is_closed: bool,
}

impl Property<'_> {
    /// The value without the backslashes that escape other characters.
    pub(super) fn unescaped(&self) -> String {
        let mut text = String::new();
        let mut letters = self.value.chars();
        while let Some(letter) = letters.next() {
            text.extend(if letter == '\\' { letters.next() } else { Some(letter) });
        }
        text.trim().to_owned()
    }
}

/// The properties of each game of a text. A game begins with `(`; one that lacks its `)` ends with an open value.
pub(super) fn games(text: &str) -> Vec<Vec<Property<'_>>> {
    let mut games: Vec<Vec<Property<'_>>> = Vec::new();
    let mut scanner = Scanner { rest: text, line: 1 };
    let (mut open, mut start, mut begins_line) = (0_usize, 1, true);
    while let Some(letter) = scanner.rest.chars().next() {
        if letter == '(' {
            if begins_line && open > 0 {
                cut_off(&mut games, start);
                open = 0;
            }
            games.push(Vec::new());
            (open, start, begins_line) = (open + 1, scanner.line, false);
            scanner.take(1);
        } else if is_of_name(letter) || letter == '[' {
            begins_line = false;
            let property = scanner.property();
            if let (Some(property), Some(game)) = (property, games.last_mut()) {
                game.push(property);
            }
        } else {
            open = open.saturating_sub(usize::from(letter == ')'));
            begins_line = letter == '\n' || begins_line && letter.is_whitespace();
            scanner.take(letter.len_utf8());
        }
    }
    if open > 0 {
        cut_off(&mut games, start);
    }
    games.retain(|game| !game.is_empty());
    games
}

/// Marks the last game, which begins in the line `start`, as cut off.
fn cut_off(games: &mut [Vec<Property<'_>>], start: usize) {
    if let Some(game) = games.last_mut() {
        let line = game.last().map_or(start, |last| last.line);
        game.push(Property { line, name: "", value: "", is_closed: false });
    }
}

pub(super) fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// Advances by this number of bytes and returns them.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (head, tail) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.line += head.matches('\n').count();
        self.rest = tail;
        head
    }

    /// Reads a name and its value; `None` if there is no value.
    fn property(&mut self) -> Option<Property<'a>> {
        let line = self.line;
        let end = self.rest.find(|letter| !is_of_name(letter)).unwrap_or(self.rest.len());
        let name = self.take(end);
        self.rest.starts_with('[').then(|| self.take(1))?;
        let end = end_of_value(name, self.rest);
        let value = self.take(end.unwrap_or(self.rest.len()));
        self.take(1);
        Some(Property { line, name, value, is_closed: end.is_some() })
    }
}

/// Whether this value is an action of a player, or begins one: not the player's name.
pub(super) fn is_action(name: &str, value: &str) -> bool {
    matches!(name, "P0" | "P1") && !value.starts_with("id ")
}

/// The end of a value, where its bracket closes.
fn end_of_value(name: &str, text: &str) -> Option<usize> {
    if is_action(name, text) {
        return text.find(']');
    }
    let mut is_escaped = false;
    text.char_indices().find_map(|(index, letter)| {
        let is_end = letter == ']' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end.then_some(index)
    })
}
