//! PGN as `MzingaViewer` writes it, and as hivegame.com and others nearly do.
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
//! Each ply has its line and its own number. A file may hold many games.

use std::fmt::Write as _;

use crate::notation::{GameTypeError, MoveStringError, move_string, parse_game_type, parse_move};
use crate::rules::{Color, Game, IllegalMove};

use super::{Comment, GameRecord, GameResult};

/// Tags that every file of `MzingaViewer` has, in its order, between the game
/// type and the result.
const STANDARD_TAGS: [&str; 6] = ["Date", "Event", "Site", "Round", "White", "Black"];

/// What is wrong with a game of a file.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PgnError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    #[source]
    pub fault: PgnFault,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum PgnFault {
    /// A game type that is none.
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    /// A move that cannot be read.
    #[error(transparent)]
    Move(#[from] MoveStringError),
    /// A move that breaks the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A comment without an end.
    #[error("expected a closing brace after the comment, found the end of the text")]
    OpenComment,
}

/// Reads all games of a text.
///
/// A game that is broken does not keep the others from being read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, PgnError>> {
    split(text).into_iter().map(RawGame::interpret)
}

/// Writes one game, ending in a blank line so that another may follow.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let result = word_of(record.result, record.moves.is_empty());
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
    for (name, value) in &record.tags {
        if !STANDARD_TAGS.contains(&name.as_str()) {
            tag(name, value);
        }
    }
    text.push('\n');
    let mut game = Game::lenient(record.game_type);
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

/// The state of the game as UHP words it.
fn word_of(result: GameResult, fresh: bool) -> &'static str {
    match result {
        GameResult::Win(Color::White) => "WhiteWins",
        GameResult::Win(Color::Black) => "BlackWins",
        GameResult::Draw => "Draw",
        GameResult::Unfinished if fresh => "NotStarted",
        GameResult::Unfinished => "InProgress",
    }
}

/// The result that a word stands for, in any of the vocabularies in use.
fn result_of(word: &str) -> Option<GameResult> {
    match word {
        "WhiteWins" | "1-0" => Some(GameResult::Win(Color::White)),
        "BlackWins" | "0-1" => Some(GameResult::Win(Color::Black)),
        "Draw" | "1/2-1/2" | "½-½" => Some(GameResult::Draw),
        // hivegame.com writes `Unkown`.
        "NotStarted" | "InProgress" | "Unknown" | "Unkown" | "Adjudicated" | "*" => {
            Some(GameResult::Unfinished)
        }
        _ => None,
    }
}

/// The lines of one game, told apart but not understood.
#[derive(Default)]
struct RawGame<'a> {
    tags: Vec<(usize, &'a str, &'a str)>,
    moves: Vec<(usize, &'a str)>,
    comments: Vec<Comment>,
    result: Option<GameResult>,
    /// The line of a comment without an end.
    open_comment: Option<usize>,
}

impl RawGame<'_> {
    /// Whether something has been read that comes after the tags.
    fn has_body(&self) -> bool {
        !self.moves.is_empty() || !self.comments.is_empty() || self.result.is_some()
    }

    fn interpret(self) -> Result<GameRecord, PgnError> {
        let at = |line: usize| move |fault: PgnFault| PgnError { line, fault };
        if let Some(line) = self.open_comment {
            return Err(at(line)(PgnFault::OpenComment));
        }
        let mut record = GameRecord { comments: self.comments, ..GameRecord::default() };
        let mut tagged_result = None;
        for (line, name, value) in self.tags {
            match name {
                "GameType" if value.is_empty() => {}
                "GameType" => {
                    record.game_type =
                        parse_game_type(value).map_err(|error| at(line)(error.into()))?;
                }
                "Result" => tagged_result = result_of(value),
                _ => record.tags.push((name.to_owned(), value.to_owned())),
            }
        }
        let mut game = Game::lenient(record.game_type);
        for (line, text) in self.moves {
            let mv = parse_move(game.position(), text).map_err(|error| at(line)(error.into()))?;
            game.play(mv).map_err(|error| at(line)(error.into()))?;
            record.moves.push(mv);
        }
        // The word of the file, wherever it says more than that the game goes on.
        record.result = [tagged_result, self.result]
            .into_iter()
            .flatten()
            .find(|&result| result != GameResult::Unfinished)
            .unwrap_or_else(|| game.outcome().into());
        Ok(record)
    }
}

fn split(text: &str) -> Vec<RawGame<'_>> {
    let mut games: Vec<RawGame<'_>> = Vec::new();
    let mut game = RawGame::default();
    let mut comment: Option<(usize, String)> = None;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let number = index + 1;
        let mut rest = line.trim();
        while !rest.is_empty() || comment.is_some() {
            if let Some((start, mut inside)) = comment.take() {
                if let Some((last, after)) = rest.split_once('}') {
                    inside.push_str(last);
                    let text = inside.trim().to_owned();
                    game.comments.push(Comment { ply: game.moves.len(), text });
                    rest = after.trim();
                } else {
                    inside.push_str(rest);
                    inside.push('\n');
                    comment = Some((start, inside));
                    break;
                }
            } else if let Some(inside) = rest.strip_prefix('{') {
                comment = Some((number, String::new()));
                rest = inside;
            } else if let Some(tag) = tag_of(rest) {
                if game.has_body() {
                    games.push(std::mem::take(&mut game));
                }
                game.tags.push((number, tag.0, tag.1));
                break;
            } else {
                let end = rest.find('{').unwrap_or(rest.len());
                let (words, after) = rest.split_at(end);
                game.take_words(number, words.trim());
                rest = after;
            }
        }
    }
    game.open_comment = comment.map(|(line, _)| line);
    if game.has_body() || !game.tags.is_empty() || game.open_comment.is_some() {
        games.push(game);
    }
    games
}

impl<'a> RawGame<'a> {
    /// Takes a result word or a move with or without its number.
    fn take_words(&mut self, line: usize, words: &'a str) {
        if let Some(result) = result_of(words) {
            self.result = Some(result);
            return;
        }
        let mv = words.trim_start_matches(|letter: char| {
            letter.is_ascii_digit() || letter == '.' || letter.is_whitespace()
        });
        if !mv.is_empty() {
            self.moves.push((line, mv));
        }
    }
}

/// The name and value of `[Name "value"]`.
fn tag_of(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    Some((name, value.strip_suffix('"').unwrap_or(value)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::GameType;

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

    fn fault(text: &str) -> PgnError {
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
        let text = format!("{GAME}[GameType \"Base\"]\n\n1. wM\n\n{GAME}");
        let games: Vec<_> = read(&text).collect();
        assert_eq!(games.len(), 3);
        assert!(games[0].is_ok() && games[1].is_err() && games[2].is_ok());
    }

    #[test]
    fn an_error_tells_its_line() {
        assert_eq!(fault("[GameType \"Chess\"]\n\n1. wS1\n").line, 1);
        let illegal = fault("[GameType \"Base\"]\n\n1. wS1\n2. pass\n");
        assert_eq!(illegal.line, 4);
        assert!(matches!(illegal.fault, PgnFault::Illegal(IllegalMove::NeedlessPass)));
        assert!(matches!(fault("1. wS1\n2. bS1 wG9-\n").fault, PgnFault::Move(_)));
        assert!(matches!(fault("1. wS1\n{open\n").fault, PgnFault::OpenComment));
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
    fn a_game_that_does_not_tell_its_result_is_judged_by_the_board() {
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
        assert_eq!(read.tag("White"), Some("the one"));
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
            let mut game = Game::new(GameType::MLP);
            for choice in choices {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[choice % moves.len()]).expect("it is legal");
            }
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
