//! Reading: lines are told apart first, and then understood.

use crate::notation::{GameTypeError, MoveStringError, parse_game_type, parse_move};
use crate::rules::{Color, Game, IllegalMove};

use super::super::{Comment, GameRecord, GameResult};

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
