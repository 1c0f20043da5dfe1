//! PGN as `MzingaViewer` writes it, and the variants of hivegame.com and others.
//!
//! ```text
//! [GameType "Base+MLP"]
//! [White "one"]
//! [Result "WhiteWins"]
//!
//! 1. wS1
//! {a comment on the first move}
//! 2. bS1 wS1-
//!
//! WhiteWins
//! ```
//!
//! Each ply has a line and a number of its own. A file may hold many games. What else
//! PGN has in chess is read, too: variations in parentheses, marks such as `?!` and `$6`, which
//! become comments, comments after `;` and `%`, and many moves on a line.

mod boundary;
mod read;
mod scan;
mod words;
mod write;

pub use read::{MAX_DEPTH, read};
pub use write::write;

use super::Format;

/// The format.
pub const FORMAT: Format = Format {
    name: "PGN",
    id: "pgn",
    about: "PGN as `MzingaViewer` writes it",
    endings: &["pgn"],
    recognises: |line| {
        let is_json = line.strip_prefix('{').is_some_and(begins_json);
        let is_tag = |inside: &str| inside.trim_start().starts_with(char::is_alphabetic);
        line.strip_prefix('[').is_some_and(is_tag)
            || !is_json && line.starts_with(['{', ';', '%'])
            || line.starts_with(|letter: char| letter.is_ascii_digit())
    },
    read: |text| read(text).collect(),
    boundary: || Box::new(boundary::BeforeTags::default()),
    write: |record| Ok(write(record)),
};

/// Whether the text after a brace is the first name of a JSON object, not a comment.
fn begins_json(inside: &str) -> bool {
    let name = inside.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(_, after)| after.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::super::{GameRecord, GameSplitter};
    use super::write::SETUP_TAG;
    use super::*;
    use crate::notation::parse_setup;
    use crate::rules::GameType;

    fn read_one(text: &str) -> GameRecord {
        let mut games = read(text);
        let game = games.next().expect("there is a game").expect("it can be read");
        assert!(games.next().is_none(), "there is one game only");
        game
    }

    #[test]
    fn games_without_moves_are_apart_and_no_tag_is_of_another_game() {
        let set_up = |text: &str| GameRecord {
            start: Some(Box::new(parse_setup(GameType::BASE, text).unwrap())),
            ..GameRecord::default()
        };
        let begun = read_one("[GameType \"Base+M\"]\n\n1. wS1\n");
        let mut odd = GameRecord { game_type: GameType::MLP, ..GameRecord::default() };
        odd.tags
            .extend([("gametype", "Base"), (SETUP_TAG, "x")].map(|(a, b)| (a.into(), b.into())));
        let written = [
            set_up("White[5] wQ@0,0 bQ@1,0"),
            begun,
            set_up("White[6] wQ@0,0 bQ@1,0"),
            GameRecord::default(),
            odd,
        ];
        let text: String = written.iter().map(write).collect();
        let found: Vec<GameRecord> = read(&text).map(Result::unwrap).collect();
        let facts = |game: &GameRecord| (game.game_type, game.start.clone(), game.moves.clone());
        assert!(found.iter().map(facts).eq(written.iter().map(facts)), "{text}");
        let mut splitter = GameSplitter::new(&FORMAT);
        let parts = text.lines().filter_map(|line| splitter.push(line.as_bytes())).count();
        assert_eq!(parts, written.len() - 1);
    }
}
