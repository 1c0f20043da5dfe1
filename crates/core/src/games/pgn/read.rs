//! Reading: lines are classified first, and then interpreted.

use crate::notation::{parse_game_type, parse_piece, parse_setup, widened_by};

use super::super::replay::Replay;
use super::super::result_word::{RESULT_TEXT, result_of};
use super::super::{Comment, GameError, GameFault, GameRecord, GameResult};
use super::write::SETUP_TAG;

/// Reads all games of a text.
///
/// A broken game does not keep the others from being read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    split(text).into_iter().enumerate().map(|(index, game)| {
        game.interpret().map_err(|(line, fault)| GameError { game: index + 1, line, fault })
    })
}

/// The lines of one game, classified but not interpreted.
#[derive(Default)]
struct RawGame<'a> {
    tags: Vec<(usize, &'a str, &'a str)>,
    moves: Vec<RawMove<'a>>,
    /// How many of them are moves.
    plies: usize,
    comments: Vec<Comment>,
    result: Option<GameResult>,
    /// The line of a comment that is not closed.
    open_comment: Option<usize>,
}

/// A line that is neither a tag nor a comment nor a known result.
struct RawMove<'a> {
    line: usize,
    text: &'a str,
    /// Whether it has a number, or begins like a move.
    is_move: bool,
}

impl RawGame<'_> {
    /// Whether anything that follows the tags has been read.
    fn has_body(&self) -> bool {
        !self.moves.is_empty() || !self.comments.is_empty() || self.result.is_some()
    }

    /// Removes the words at the end that are not moves: the result, in a vocabulary that is
    /// not known. `None` if there are none, or if there is nothing else.
    fn closing_words(&mut self) -> Option<String> {
        let moves = self.moves.iter().rposition(|line| line.is_move).map_or(0, |last| last + 1);
        if moves == 0 && self.tags.is_empty() {
            return None;
        }
        let words: Vec<&str> = self.moves.drain(moves..).map(|line| line.text).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn interpret(mut self) -> Result<GameRecord, (usize, GameFault)> {
        if let Some(line) = self.open_comment {
            return Err((line, GameFault::OpenComment));
        }
        let closing = self.closing_words();
        let mut record = GameRecord { comments: self.comments, ..GameRecord::default() };
        let (mut tagged_result, mut setup) = (None, None);
        let mut result_text = closing;
        for (line, name, value) in self.tags {
            if name.eq_ignore_ascii_case("GameType") {
                if !value.is_empty() {
                    record.game_type =
                        parse_game_type(value).map_err(|error| (line, error.into()))?;
                }
            } else if name.eq_ignore_ascii_case("Result") {
                tagged_result = result_of(value);
                if tagged_result.is_none() {
                    result_text = Some(value.to_owned());
                }
            } else if name.eq_ignore_ascii_case(SETUP_TAG) && !value.is_empty() {
                setup = Some((line, value));
            } else {
                record.tags.push((name.to_owned(), value.to_owned()));
            }
        }
        if let Some(text) = result_text {
            record.set_tag(RESULT_TEXT, text);
        }
        record.game_type = widened_by(record.game_type, self.moves.iter().map(|line| line.text));
        let mut replay = Replay::new(record.game_type);
        if let Some((line, text)) = setup {
            let start =
                parse_setup(record.game_type, text).map_err(|error| (line, error.into()))?;
            replay = Replay::from_position(start.clone());
            record.start = Some(Box::new(start));
        }
        for line in self.moves {
            record.moves.push(replay.play(line.text).map_err(|fault| (line.line, fault))?);
        }
        // The word of the file, unless it only says that the game goes on.
        record.result = [tagged_result, self.result]
            .into_iter()
            .flatten()
            .find(|&result| result != GameResult::Unfinished)
            .unwrap_or_else(|| replay.game().outcome().into());
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
                    game.comments.push(Comment { ply: game.plies, text });
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
    /// Takes a result, or a move with or without its number.
    fn take_words(&mut self, line: usize, words: &'a str) {
        if let Some(result) = result_of(words) {
            self.result = Some(result);
            return;
        }
        let text = without_number(words);
        if !text.is_empty() {
            let first = text.split_whitespace().next().unwrap_or_default();
            let is_move = text.len() < words.len()
                || parse_piece(first).is_ok()
                || first.eq_ignore_ascii_case("pass");
            self.plies += usize::from(is_move);
            self.moves.push(RawMove { line, text, is_move });
        }
    }
}

/// The words without the number of a move before them.
pub(super) fn without_number(words: &str) -> &str {
    words.trim_start_matches(|letter: char| {
        letter.is_ascii_digit() || letter == '.' || letter.is_whitespace()
    })
}

/// The name and value of `[Name "value"]`.
pub(super) fn tag_of(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    Some((name, value.strip_suffix('"').unwrap_or(value)))
}
