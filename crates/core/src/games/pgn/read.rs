//! Reading: lines are classified first, and then interpreted.

use crate::notation::{Contradiction, GameState, parse_game_type, parse_setup, widened_by};

use super::super::error::Broken;
use super::super::replay::Replay;
use super::super::result_word::{RESULT_TEXT, says_no_result, settle, wrong_result};
use super::super::{Comment, GameError, GameFault, GameRecord, GameResult, Variation};
use super::boundary::FirstTags;
use super::scan::{Item, items};
use super::words::{RawMove, Word, sign_text, words};
use super::write::SETUP_TAG;

/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 32;

/// Reads all games of a text.
///
/// A broken game is an error of its own; the others are read.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, GameError>> {
    split(text)
        .into_iter()
        .enumerate()
        .map(|(index, game)| game.interpret().map_err(|broken| broken.in_game(index + 1)))
}

/// The lines of one game, classified but not interpreted.
struct RawGame<'a> {
    tags: Vec<(usize, &'a str, String)>,
    events: Vec<(usize, Event)>,
    /// How many moves there are before the next one, and for each variation that is open.
    plies: Vec<usize>,
    /// The lines on which variations begin that are open.
    open: Vec<usize>,
    /// Whether it begins in a position set up.
    is_set_up: bool,
    result: Option<GameResult>,
    fault: Option<(usize, GameFault)>,
}

impl Default for RawGame<'_> {
    fn default() -> Self {
        Self {
            tags: vec![],
            events: vec![],
            plies: vec![0],
            open: vec![],
            is_set_up: false,
            result: None,
            fault: None,
        }
    }
}

/// What stands after the tags.
enum Event {
    /// Words that are neither a comment nor a known result.
    Move(RawMove),
    Comment(String),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// The moves from a point on, with their comments and variations.
#[derive(Default)]
struct Branch {
    variation: Variation,
    numbers: Vec<(usize, usize)>,
}

impl RawGame<'_> {
    /// Removes the words at the end that are not moves: the result, in a vocabulary that is
    /// not known. `None` if there are none, or if there is nothing else.
    fn closing_words(&mut self) -> Option<String> {
        let is_move = |event: &(usize, Event)| matches!(&event.1, Event::Move(mv) if mv.is_move);
        let moves = self.events.iter().rposition(is_move).map_or(0, |last| last + 1);
        if moves == 0 && self.tags.is_empty() {
            return None;
        }
        let mut words: Vec<String> = vec![];
        for (line, event) in self.events.split_off(moves) {
            match event {
                Event::Move(talk) => words.push(talk.text),
                other => self.events.push((line, other)),
            }
        }
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn interpret(mut self) -> Result<GameRecord, Broken> {
        let is_open = self.open.pop().map(|line| (line, GameFault::OpenVariation));
        let mut fault = self.fault.take().or(is_open);
        if let Some(deep @ (_, GameFault::DeepVariation { .. })) = fault {
            return Err(deep.into());
        }
        let closing = self.closing_words();
        let mut record = GameRecord::default();
        let (mut tag, mut setup) = (None, None);
        let is_closed = self.result.is_some() || closing.is_some();
        let mut result_text = closing;
        for (line, name, value) in self.tags {
            if name.eq_ignore_ascii_case("GameType") {
                if !value.is_empty() {
                    record.game_type =
                        parse_game_type(&value).map_err(|error| (line, error.into()))?;
                }
            } else if name.eq_ignore_ascii_case("Result") {
                if GameResult::parse(&value).is_none() {
                    result_text = Some(value.clone());
                }
                tag = Some(value);
            } else if name.eq_ignore_ascii_case(SETUP_TAG) && !value.is_empty() {
                setup = Some((line, value));
            } else {
                record.tags.push((name.to_owned(), value));
            }
        }
        if let Some(text) = result_text {
            record.set_tag(RESULT_TEXT, text);
        }
        let texts = self.events.iter().filter_map(|(_, event)| match event {
            Event::Move(mv) => Some(mv.text.as_str()),
            _ => None,
        });
        record.game_type = widened_by(record.game_type, texts);
        let mut replay = Replay::new(record.game_type);
        if let Some((line, text)) = setup {
            let start =
                parse_setup(record.game_type, &text).map_err(|error| (line, error.into()))?;
            replay = Replay::from_position(start.clone());
            record.start = Some(Box::new(start));
        }
        let last = self.events.iter().rev().find_map(|(_, event)| match event {
            Event::Move(mv) => Some(mv.text.as_str().into()),
            _ => None,
        });
        let mut branch = Branch::default();
        let followed = follow(&mut self.events.into_iter(), &mut replay, &mut branch);
        fault = fault.or(followed.err());
        let Variation { moves, comments, variations, .. } = branch.variation;
        (record.moves, record.comments, record.variations) = (moves, comments, variations);
        let tag = tag.unwrap_or_default();
        let tagged = GameResult::parse(&tag);
        let said =
            [tagged, self.result].map(|said| said.filter(|&said| said != GameResult::Unfinished));
        if let Some(fault) = fault {
            record.result = said[0].or(said[1]).unwrap_or_default();
            return Err(Broken::after(record, fault));
        }
        record.result = settle(said[0].or(said[1]), replay.game());
        let is_over = replay.game().outcome().is_some() || replay.game().is_threefold();
        let wrong_result = match said {
            _ if tagged.is_none() && !says_no_result(&tag) => {
                Some(Contradiction::of_moves("result", &tag, GameState::of(replay.game())))
            }
            [Some(tagged), Some(word)] if tagged != word => Some(Contradiction {
                field: "result",
                said: tag.into(),
                given: word.state(false).name().into(),
                source: "the moves end with",
            }),
            // Who writes the result in Mzinga's words writes it after the moves, too.
            [Some(_), None] if !is_closed && GameState::parse(tag.trim()).is_some() && !is_over => {
                last.map(|given| Contradiction {
                    field: "result in the tag",
                    said: tag.into(),
                    given,
                    source: "the moves may be cut off after",
                })
            }
            [Some(tagged), _] => wrong_result(tagged, &tag, replay.game()),
            [None, word] => {
                word.and_then(|word| wrong_result(word, word.state(false).name(), replay.game()))
            }
        };
        let wrong_number = record.start.is_none().then(|| wrong_number(&branch.numbers)).flatten();
        record.contradictions.extend(wrong_result.into_iter().chain(wrong_number));
        Ok(record)
    }
}

/// Plays what stands up to the end of a variation, or of the game, and adds it to the branch.
fn follow(
    events: &mut impl Iterator<Item = (usize, Event)>,
    replay: &mut Replay,
    branch: &mut Branch,
) -> Result<(), (usize, GameFault)> {
    let ply = branch.variation.ply;
    while let Some((line, event)) = events.next() {
        let now = ply + branch.variation.moves.len();
        match event {
            Event::Move(RawMove { text, number, .. }) => {
                let mv = replay.play(&text).map_err(|fault| (line, fault))?;
                branch.variation.moves.push(mv);
                branch.numbers.extend(number.map(|number| (now + 1, number)));
            }
            Event::Comment(text) => branch.variation.comments.push(Comment { ply: now, text }),
            Event::Open => {
                // It stands in place of the last move.
                let last = branch.variation.moves.last().copied();
                let point = replay.go_back(usize::from(last.is_some()));
                let mut other = Branch::default();
                other.variation.ply = now - usize::from(last.is_some());
                follow(events, replay, &mut other)?;
                let other = other.variation;
                replay.return_to(point, other.moves.len(), last);
                let Variation { moves, comments, variations, .. } = &other;
                if !(moves.is_empty() && comments.is_empty() && variations.is_empty()) {
                    branch.variation.variations.push(other);
                }
            }
            Event::Close => break,
        }
    }
    Ok(())
}

/// The first number of a move that is wrong, whether each ply has a number of its own or both
/// plies of a turn share it.
fn wrong_number(numbers: &[(usize, usize)]) -> Option<Contradiction> {
    let by_ply = numbers.iter().position(|(ply, number)| number != ply)?;
    let by_turn = numbers.iter().position(|(ply, number)| *number != ply.div_ceil(2))?;
    let (ply, number) = numbers.get(by_ply.max(by_turn))?;
    let given = if by_ply >= by_turn { *ply } else { ply.div_ceil(2) };
    Some(Contradiction::of_moves("number of a move", &number.to_string(), given))
}

fn split(text: &str) -> Vec<RawGame<'_>> {
    let mut games: Vec<RawGame<'_>> = Vec::new();
    let mut game = RawGame::default();
    let (mut in_comment, mut first_tags) = (false, FirstTags::default());
    let mut comment: Option<(usize, String)> = None;
    // The last line that was nothing but a comment after a semicolon.
    let mut remark_line = 0;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let number = index + 1;
        let items = items(line, &mut in_comment);
        let begins = first_tags.begins(&items);
        for (item, begins) in items.into_iter().zip(begins) {
            if begins {
                games.push(std::mem::take(&mut game));
            }
            match item {
                Item::Tag(name, _) if name.is_empty() || name.contains('"') => {}
                Item::Tag(name, value) => {
                    game.is_set_up |= name.eq_ignore_ascii_case(SETUP_TAG) && !value.is_empty();
                    game.tags.push((number, name, unescaped(value)));
                }
                Item::Comment { text, is_closed } => {
                    let (_, inside) = comment.get_or_insert_with(|| (number, String::new()));
                    inside.push_str(text);
                    if is_closed {
                        let text = comment.take().unwrap_or_default().1.trim().to_owned();
                        game.events.push((number, Event::Comment(text)));
                    } else {
                        inside.push('\n');
                    }
                }
                Item::Remark(text) => {
                    let is_line = line.trim_start().starts_with(';');
                    game.take_remark(number, text, is_line.then_some(remark_line));
                    remark_line = if is_line { number } else { 0 };
                }
                Item::Open => game.open_variation(number),
                Item::Close => game.close_variation(number),
                Item::Words(words) => game.take_words(number, words),
            }
        }
    }
    if let Some((line, _)) = comment {
        game.fault.get_or_insert((line, GameFault::OpenComment));
    }
    games.extend(Some(game).filter(RawGame::is_game));
    games
}

impl RawGame<'_> {
    /// Whether it is more than comments.
    fn is_game(&self) -> bool {
        let is_move = |(_, event): &(usize, Event)| matches!(event, Event::Move(_));
        let is_said = !self.tags.is_empty() || self.result.is_some() || self.fault.is_some();
        is_said || self.events.iter().any(is_move)
    }

    fn open_variation(&mut self, line: usize) {
        if self.open.len() == MAX_DEPTH {
            self.fault.get_or_insert((line, GameFault::DeepVariation { max: MAX_DEPTH }));
        }
        self.open.push(line);
        self.plies.push(self.ply().saturating_sub(1));
        self.events.push((line, Event::Open));
    }

    fn close_variation(&mut self, line: usize) {
        if self.open.pop().is_none() {
            self.fault.get_or_insert((line, GameFault::NoVariation));
        }
        self.plies.pop();
        self.events.push((line, Event::Close));
    }

    /// How many moves there are before the next one.
    fn ply(&self) -> usize {
        self.plies.last().copied().unwrap_or_default()
    }

    /// Takes a comment without braces. One that is a line of its own goes on in the next, if that is one, too.
    fn take_remark(&mut self, line: usize, text: &str, earlier: Option<usize>) {
        match self.events.last_mut() {
            Some((at, Event::Comment(said))) if earlier == Some(*at) && *at + 1 == line => {
                *at = line;
                said.push('\n');
                said.push_str(text);
            }
            _ if text.is_empty() => {}
            _ => self.events.push((line, Event::Comment(text.to_owned()))),
        }
    }

    /// Takes results, signs, and moves with or without numbers.
    fn take_words(&mut self, line: usize, text: &str) {
        let is_first = self.ply() == 0 && !self.is_set_up;
        for word in words(text, is_first) {
            self.events.push((
                line,
                match word {
                    Word::Result(result) => {
                        if self.open.is_empty() {
                            self.result = Some(result);
                        }
                        continue;
                    }
                    Word::Sign(sign) => Event::Comment(sign_text(&sign).to_owned()),
                    Word::Move(mv) => {
                        if let Some(ply) = self.plies.last_mut().filter(|_| mv.is_move) {
                            *ply += 1;
                        }
                        Event::Move(mv)
                    }
                },
            ));
        }
    }
}

/// The value of a tag, in which a backslash stands before quotation marks and backslashes.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
}
