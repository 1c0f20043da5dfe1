//! Writing PGN.

use std::fmt::Write as _;

use crate::notation::{move_string, setup_text};
use crate::opening_names::opening_name;

use super::super::{Comment, GameRecord, GameResult, Variation};
use super::words::glyph;
use crate::rules::{Game, Move};

/// The tags that every file of `MzingaViewer` has, in its order, between the game type and
/// the result.
pub(super) const STANDARD_TAGS: [&str; 6] = ["Date", "Event", "Site", "Round", "White", "Black"];

/// The tag with the position in which a game begins, if it was set up.
pub(super) const SETUP_TAG: &str = "SetUp";

/// The tags that say what the game itself says.
const OF_GAME: [&str; 3] = ["GameType", "Result", SETUP_TAG];

/// The tag for the name of the opening, which the moves give if the file does not.
const OPENING_TAG: &str = "Opening";

/// Writes one game, ending in a blank line so that another may follow.
pub fn write(record: &GameRecord) -> String {
    let result = record.result.state(record.moves.is_empty() && record.start.is_none()).name();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
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
        let is_known = |known: &&str| known.eq_ignore_ascii_case(name);
        if !STANDARD_TAGS.iter().chain(&OF_GAME).any(is_known) {
            tag(name, value);
        }
    }
    let mut game = record.beginning();
    let opening = opening_name(&game, record.moves.iter().copied());
    if let Some(name) = opening.filter(|_| record.tag(OPENING_TAG).is_none()) {
        tag(OPENING_TAG, &name);
    }
    text.push('\n');
    let GameRecord { moves, comments, variations, .. } = record;
    write_branch(&mut text, &mut game, 0, (moves, comments, variations), '\n');
    if record.result != GameResult::Unfinished {
        let _ = write!(text, "\n{result}\n");
    }
    text.push('\n');
    text
}

/// The moves from a ply on, with comments and variations, each closed by `end`. The game is
/// as before in the end.
fn write_branch(
    text: &mut String,
    game: &mut Game,
    start: usize,
    (moves, comments, variations): (&[Move], &[Comment], &[Variation]),
    end: char,
) {
    let say = |text: &mut String, ply: usize| {
        for comment in comments.iter().filter(|comment| comment.ply == ply) {
            if let Some(glyph) = glyph(&comment.text) {
                // On the line of its move, if there is one.
                if !text.ends_with("\n\n") {
                    text.truncate(text.trim_end().len());
                    text.push(' ');
                }
                let _ = write!(text, "{glyph}{end}");
                continue;
            }
            if !comment.text.contains('}') {
                let _ = write!(text, "{{{}}}{end}", comment.text);
                continue;
            }
            // Nothing stands for a closing brace between braces, but a comment may go to the end of its line.
            text.truncate(text.trim_end_matches(' ').len());
            if !text.ends_with('\n') {
                text.push('\n');
            }
            for line in comment.text.lines() {
                let _ = writeln!(text, ";{line}");
            }
            // The next one is another comment.
            text.push('\n');
        }
    };
    let vary = |text: &mut String, game: &mut Game, ply: usize| {
        for other in variations.iter().filter(|other| other.ply == ply) {
            text.push('(');
            let branch = (&*other.moves, &*other.comments, &*other.variations);
            write_branch(text, game, ply, branch, ' ');
            text.truncate(text.trim_end().len());
            if text.rsplit('\n').next().is_some_and(|line| line.starts_with(';')) {
                text.push('\n');
            }
            text.push(')');
            text.push(end);
        }
    };
    say(text, start);
    let mut played = 0;
    for (index, &mv) in moves.iter().enumerate() {
        let ply = start + index + 1;
        let _ = write!(text, "{ply}. {}{end}", move_string(game.position(), mv));
        say(text, ply);
        vary(text, game, ply - 1);
        if game.play(mv).is_err() {
            break;
        }
        played += 1;
    }
    if moves.is_empty() {
        vary(text, game, start);
    }
    for _ in 0..played {
        game.undo();
    }
}
