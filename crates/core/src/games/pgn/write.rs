//! Writing PGN.

use std::fmt::Write as _;

use crate::notation::{move_string, setup_text};

use super::super::result_word::state_of;
use super::super::{GameRecord, GameResult};

/// The tags that every file of `MzingaViewer` has, in its order, between the game type and
/// the result.
pub(super) const STANDARD_TAGS: [&str; 6] = ["Date", "Event", "Site", "Round", "White", "Black"];

/// The tag with the position in which a game begins, if it was set up.
pub(super) const SETUP_TAG: &str = "SetUp";

/// Writes one game, ending in a blank line so that another may follow.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let result = state_of(record.result, record.moves.is_empty() && record.start.is_none()).name();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String =
            value.chars().filter(|&letter| !matches!(letter, '"' | '\n' | '\r')).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("GameType", &record.game_type.to_string());
    for name in STANDARD_TAGS {
        tag(name, record.tag(name).unwrap_or_default());
    }
    tag("Result", result);
    if let Some(start) = &record.start {
        tag(SETUP_TAG, &setup_text(start));
    }
    for (name, value) in &record.tags {
        if !STANDARD_TAGS.contains(&name.as_str()) {
            tag(name, value);
        }
    }
    text.push('\n');
    let mut game = record.beginning();
    write_comments(&mut text, record, 0);
    for (index, &mv) in record.moves.iter().enumerate() {
        let ply = index + 1;
        let _ = writeln!(text, "{ply}. {}", move_string(game.position(), mv));
        write_comments(&mut text, record, ply);
        if game.play(mv).is_err() {
            break;
        }
    }
    if record.result != GameResult::Unfinished {
        let _ = write!(text, "\n{result}\n");
    }
    text.push('\n');
    text
}

fn write_comments(text: &mut String, record: &GameRecord, ply: usize) {
    for comment in record.comments.iter().filter(|comment| comment.ply == ply) {
        let inside = comment.text.replace('{', "(").replace('}', ")");
        let _ = writeln!(text, "{{{inside}}}");
    }
}
