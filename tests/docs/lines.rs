//! No line is longer than a screen is wide, and no file is empty. rustfmt sees to Rust.

use super::{files, read};

/// The maximum length of a line in characters.
const MAX_LENGTH: usize = 160;

/// What is written by hand. `RULINGS.md` lists tests, a rule a line.
const ENDINGS: &[&str] = &["css", "html", "js", "md", "mjs", "py", "pyi", "ts"];
const WRITTEN_BY_TOOLS: &[&str] =
    &["web/npm/engine.js", "web/npm/engine.d.ts", "web/npm/waggle-board.js"];

/// What shows lines as the program prints them.
const SHOWS_OUTPUT: &str = "tests/console";

/// Rows of tables and game strings cannot be wrapped.
fn can_be_wrapped(line: &str) -> bool {
    !line.starts_with('|') && line.contains(' ')
}

#[test]
fn no_line_is_too_long_and_no_file_is_empty() {
    let mut found = vec![];
    for path in files() {
        let is_text = path.extension().is_some_and(|it| ENDINGS.iter().any(|end| it == *end));
        let is_ours = !WRITTEN_BY_TOOLS.iter().any(|it| path.ends_with(it));
        if !is_text || !is_ours || path.ends_with("RULINGS.md") || path.starts_with(SHOWS_OUTPUT) {
            continue;
        }
        let text = read(&path);
        assert!(!text.is_empty(), "{} is empty: left over from a move?", path.display());
        for (index, line) in text.lines().enumerate() {
            if line.chars().count() > MAX_LENGTH && can_be_wrapped(line) {
                found.push(format!("{}:{}", path.display(), index + 1));
            }
        }
    }
    assert!(found.is_empty(), "longer than {MAX_LENGTH} characters: {}", found.join(", "));
}
