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
        !is_json && line.starts_with(['[', '{', ';', '%'])
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
    use proptest::prelude::*;

    use super::super::{Comment, GameRecord, GameSplitter};
    use super::write::{SETUP_TAG, STANDARD_TAGS};
    use super::*;
    use crate::notation::parse_setup;
    use crate::rules::GameType;
    use crate::rules::random_games::game_of_choices;

    const GAME: &str = "\
[GameType \"Base+MLP\"]
[Date \"2026.11.20\"]
[Event \"\"]
[Site \"\"]
[Round \"1\"]
[White \"one\"]
[Black \"two\"]
[Result \"WhiteWins\"]
[Ending \"Timeout\"]

{before}
1. wS1
2. bS1 wS1-
{a
remark}
3. wA1 -wS1

WhiteWins

";

    fn read_one(text: &str) -> GameRecord {
        let mut games = read(text);
        let game = games.next().expect("there is a game").expect("it can be read");
        assert!(games.next().is_none(), "there is one game only");
        game
    }

    #[test]
    fn what_is_read_is_written_again_and_braces_and_quotes_do_not_break_it() {
        let mut record = read_one(GAME);
        assert_eq!(write(&record), GAME);
        record.set_tag("White", "the \"one\"\n");
        record.comments = vec![Comment { ply: 1, text: "{x}".into() }];
        let read = read_one(&write(&record));
        assert_eq!(read.tag("White"), Some("the \"one\""));
        assert_eq!(read.comments[0].text, "(x)");
    }

    #[test]
    fn a_game_in_progress_is_written_without_a_last_word() {
        let mut record = read_one("[Beta \"2\"]\n[White \"ann\"]\n\n1. wS1\n");
        record.set_tag("Event", "a\r\nb");
        assert_eq!(
            write(&record),
            "[GameType \"Base\"]\n[Date \"\"]\n[Event \"ab\"]\n[Site \"\"]\n[Round \"\"]\n\
             [White \"ann\"]\n[Black \"\"]\n[Result \"InProgress\"]\n[Beta \"2\"]\n\n1. wS1\n\n"
        );
        record.moves.clear();
        assert!(write(&record).contains("[Result \"NotStarted\"]\n"));
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

    proptest! {
        #[test]
        fn no_text_panics(lines in prop::collection::vec("[\\[{}0-9. ]{0,3}(GameType|w[SQ]1?|b[SA]1 [-/]?w[SQ]1?[-/]?|pass|1-0|\\PC{0,5})[\"}\\] ]{0,2}", 0..12)) {
            let games = read(&lines.join("\n")).count();
            prop_assert!(games <= lines.len());
        }

        #[test]
        fn a_random_game_is_read_back(choices in prop::collection::vec(0_usize..1000, 0..80)) {
            let game = game_of_choices(GameType::MLP, choices);
            let mut record = GameRecord {
                game_type: GameType::MLP,
                moves: game.moves().collect(),
                result: game.outcome().into(),
                ..GameRecord::default()
            };
            for name in STANDARD_TAGS {
                record.set_tag(name, "x");
            }
            record.comments.push(Comment { ply: record.moves.len(), text: "the end".into() });
            prop_assert_eq!(read_one(&write(&record)), record);
        }
    }
}
