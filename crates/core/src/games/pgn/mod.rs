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
    boundary: || Box::new(boundary::TagsAfterBody::default()),
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

    use super::super::{Comment, GameError, GameFault, GameRecord, GameResult, MoveFault};
    use super::write::STANDARD_TAGS;
    use super::*;
    use crate::rules::random_games::game_of_choices;
    use crate::rules::{Color, GameType, IllegalMove};

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

    fn fault(text: &str) -> GameError {
        read(text).next().expect("there is a game").expect_err("it is broken")
    }

    #[test]
    fn what_is_read_is_written_again() {
        let record = read_one(GAME);
        assert_eq!(record.game_type, GameType::MLP);
        assert_eq!(record.moves.len(), 3);
        assert_eq!(record.result, GameResult::Win(Color::White));
        assert_eq!(record.tag("Ending"), Some("Timeout"));
        assert_eq!(record.comments.len(), 2);
        assert_eq!(record.comments[1], Comment { ply: 2, text: "a\nremark".into() });
        assert_eq!(write(&record), GAME);
    }

    #[test]
    fn a_file_holds_many_games_and_a_broken_one_spoils_no_other() {
        let text = format!("{GAME}[GameType \"Base\"]\n\n1. pass\n\n{GAME}");
        let games: Vec<_> = read(&text).collect();
        assert_eq!(games.len(), 3);
        assert!(games[0].is_ok() && games[1].is_err() && games[2].is_ok());
    }

    #[test]
    fn tags_begin_a_game_after_anything_but_tags() {
        let second = "[GameType \"Base\"]\n[Event \"x\"]\n\n1. wS1\n";
        for first in ["1-0", "{a comment}", "1. wS1", "[Site \"y\"]\n\n*"] {
            let text = format!("{first}\n{second}");
            let games: Vec<GameRecord> = read(&text).map(Result::unwrap).collect();
            assert_eq!(games.len(), 2, "{first}");
            assert_eq!((games[0].tag("Event"), games[1].tag("Event")), (None, Some("x")));
            assert_eq!(games[1].moves.len(), 1);
        }
        let won = read_one("[White \"ann\"]\n\n1-0\n");
        assert_eq!((won.moves.len(), won.result), (0, GameResult::Win(Color::White)));
        assert_eq!(read_one("[White \"ann\"]\n").tag("White"), Some("ann"));
    }

    #[test]
    fn tags_may_lack_quotes_or_a_value() {
        let record = read_one("[White ann]\n[Black]\n[Site  \"a \"b\" c\" ]\n");
        let tag = |name| record.tag(name);
        assert_eq!((tag("White"), tag("Black")), (Some("ann"), Some("")));
        assert_eq!(tag("Site"), Some("a \"b\" c"));
        assert!(
            fault("[GameType \"Base\"]\n[White \"ann\"\n1. wS1\n").to_string().contains("move 1")
        );
    }

    #[test]
    fn numbers_of_moves_are_optional_and_may_be_written_in_any_way() {
        for text in
            ["wS1\nbS1 wS1-", "1.wS1\n1...bS1 wS1-", "1 wS1\n 2 . bS1 wS1-", "7. wS1\n7. bS1 wS1-"]
        {
            let record = read_one(text);
            assert_eq!(write(&record).lines().nth(10), Some("2. bS1 wS1-"), "{text}");
        }
        assert_eq!(fault("1. wS1\nPASS\n").line, 2, "a pass is a move");
    }

    #[test]
    fn the_tag_of_the_result_comes_before_the_word_after_the_moves() {
        let result = |tag: &str, word: &str| {
            read_one(&format!("[Result \"{tag}\"]\n\n1. wS1\n\n{word}\n")).result
        };
        assert_eq!(result("WhiteWins", "BlackWins"), GameResult::Win(Color::White));
        assert_eq!(result("InProgress", "BlackWins"), GameResult::Win(Color::Black));
        assert_eq!(result("Draw", "*"), GameResult::Draw);
        assert_eq!(result("*", "InProgress"), GameResult::Unfinished);
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
    fn an_error_names_its_game_line_move_and_text() {
        assert_eq!(fault("[GameType \"Chess\"]\n\n1. wS1\n").line, 1);
        assert_eq!(fault("1. wS1\n{open\n").fault, GameFault::OpenComment);
        let illegal = fault("[GameType \"Base\"]\n\n1. wS1\n2. pass\n");
        let reason = MoveFault::Illegal(IllegalMove::NeedlessPass);
        assert_eq!(illegal.fault, GameFault::Move { number: 2, text: "pass".into(), reason });
        assert_eq!(
            illegal.to_string(),
            "game 1, line 4: move 2, `pass`: a pass is legal only when there is no other move"
        );
        let unreadable = fault("1. wS1\n2. bS1 wG9-\n");
        assert!(unreadable.to_string().starts_with("game 1, line 2: move 2, `bS1 wG9-`: expected"));
    }

    #[test]
    fn results_in_other_words_are_kept() {
        for word in ["Unkown", "Adjudicated", "White resigned"] {
            let closed = read_one(&format!("1. wS1 \n\n{word}\n"));
            assert_eq!(closed.tag("ResultText"), Some(word));
            assert_eq!(read_one(&write(&closed)).tag("ResultText"), Some(word));
            let tagged = read_one(&format!("[Result \"{word}\"]\n\n1. wS1\n"));
            assert_eq!(tagged.tag("ResultText"), Some(word));
            assert_eq!(tagged.result, GameResult::Unfinished);
        }
        let talk = read_one("1. wS1\n\nWhite\nresigned\n{well}\n");
        assert_eq!(talk.tag("ResultText"), Some("White resigned"));
        assert_eq!(talk.comments, [Comment { ply: 1, text: "well".into() }]);
        assert!(fault("1. wS1\n\nAdjudicated\n2. bS1 wS1-\n").to_string().contains("Adjudicated"));
        assert!(fault("Adjudicated\n").to_string().contains("Adjudicated"));
        let unplayed = read_one("[GameType \"Base\"]\n\nAdjudicated\n");
        assert_eq!((unplayed.tag("ResultText"), unplayed.moves.len()), (Some("Adjudicated"), 0));
    }

    #[test]
    fn the_pieces_add_expansions_that_the_game_type_lacks() {
        for (tag, game_type) in [
            ("[GameType \"Base\"]", "Base+M"),
            ("[GameType \"\"]", "Base+M"),
            ("[GameType \"Base+\"]", "Base+M"),
            ("[GameType \"PL\"]", "Base+MLP"),
            ("[gametype \"Base+PLM\"]", "Base+MLP"),
            ("", "Base+M"),
        ] {
            let record = read_one(&format!("{tag}\n1.wM1 .\n2.bS1 wM- \n"));
            assert_eq!(record.game_type.to_string(), game_type, "{tag}");
        }
    }

    #[test]
    fn every_vocabulary_of_results_is_understood() {
        for (word, result) in [
            ("1-0", GameResult::Win(Color::White)),
            ("0-1", GameResult::Win(Color::Black)),
            ("1/2-1/2", GameResult::Draw),
            ("½-½", GameResult::Draw),
            ("Draw", GameResult::Draw),
            ("Unkown", GameResult::Unfinished),
            ("Adjudicated", GameResult::Unfinished),
            ("*", GameResult::Unfinished),
        ] {
            assert_eq!(read_one(&format!("1. wS1 \n\n{word}\n")).result, result, "{word}");
            let tagged = format!("[Result \"{word}\"]\n\n1. wS1\n");
            assert_eq!(read_one(&tagged).result, result, "{word}");
        }
    }

    #[test]
    fn an_archived_game_may_begin_with_a_queen() {
        let record = read_one("[GameType \"Base\"]\n\n1. wQ\n2. bQ wQ-\n");
        assert_eq!(record.replay().unwrap().moves().len(), 2);
    }

    #[test]
    fn without_a_result_the_board_decides() {
        assert_eq!(read_one("[Result \"\"]\n\n1. wS1\n").result, GameResult::Unfinished);
    }

    #[test]
    fn comments_may_share_a_line_with_moves() {
        let record = read_one("1. wS1 {good} {better}\n2.bS1 wS1-{bad}\n");
        assert_eq!(record.moves.len(), 2);
        let plies: Vec<usize> = record.comments.iter().map(|comment| comment.ply).collect();
        assert_eq!(plies, [1, 1, 2]);
    }

    #[test]
    fn braces_and_quotes_do_not_break_the_format() {
        let mut record = read_one(GAME);
        record.set_tag("White", "the \"one\"\n");
        record.comments = vec![Comment { ply: 1, text: "{x}".into() }];
        let read = read_one(&write(&record));
        assert_eq!(read.tag("White"), Some("the \"one\""));
        assert_eq!(read.comments[0].text, "(x)");
    }

    #[test]
    fn an_empty_text_holds_no_game() {
        assert_eq!(read("\u{feff} \n\n").count(), 0);
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
