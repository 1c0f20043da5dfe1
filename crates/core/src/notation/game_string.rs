//! GameStrings: a whole game in one line, such as `Base+MLP;InProgress;White[2];wS1;bG1 wS1-`.
//! A game from a set-up position has that position before its moves.

use std::borrow::Cow;

use crate::rules::{Game, GameType, IllegalMove};
use crate::text::Quoted;

use super::game_state::{GameState, is_state_told, is_turn, turn_string};
use super::game_type::{GameTypeError, parse_game_type, widened};
use super::hop::{is_hop, parse_hop};
use super::move_string::{MoveStringError, move_string, parse_move};
use super::numbering::Numbering;
use super::piece_name::parse_piece;
use super::setup::{SetupTextError, is_setup, parse_setup_at, setup_text};

/// Fields before the first move: type, state and turn.
const HEADER_FIELDS: usize = 3;

/// Why a GameString is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum GameStringError {
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    #[error(transparent)]
    Setup(#[from] SetupTextError),
    #[error("move {index}, `{}`: {fault}", Quoted(.text))]
    Unreadable {
        /// The number of the move, counted from 1.
        index: usize,
        text: String,
        fault: MoveStringError,
    },
    #[error("move {index}, `{}`: {fault}", Quoted(.text))]
    Illegal {
        /// The number of the move, counted from 1.
        index: usize,
        text: String,
        fault: IllegalMove,
    },
}

/// Parses a game.
///
/// Only the type and the moves count; the state and the turn between them may be wrong, empty or
/// missing. Empty fields among the moves are skipped. Without a type, the expansions are those
/// of the pieces in the moves. A type alone is a game without moves; what follows it then has to be a state
/// and a turn, or empty.
///
/// An initial position, as [`setup_text`] writes it, may precede the first move. It may omit its
/// turn if that is the previous field, as in `Base;setup;White[5];wQ@0,0 bQ@1,0`. A position in HOP
/// takes the place of all fields before the first move: `QA-aq,b` alone, or with moves after it.
pub fn parse_game(text: &str) -> Result<Game, GameStringError> {
    let (game_type, moves) = split(text)?;
    whole(replay(Game::new(game_type), text, &moves, None)?)
}

/// Parses a game from an archive, where the opening rule and the type are not always observed.
///
/// A queen may be the first piece of either side, the type is widened by the expansions
/// whose pieces occur in the moves, and pieces may be numbered in any order.
pub fn parse_archived_game(text: &str) -> Result<Game, GameStringError> {
    whole(parse_archived_beginning(text)?)
}

/// The same up to the first move that cannot be read or played, which is the error beside it.
pub(crate) fn parse_archived_beginning(text: &str) -> Result<Beginning, GameStringError> {
    let (game_type, moves) = split(text)?;
    let game = Game::lenient(widened_by(game_type, moves.iter().copied()));
    replay(game, text, &moves, Some(Numbering::default()))
}

/// The moves that can be played, and what is wrong with the one after them.
type Beginning = (Game, Option<GameStringError>);

fn whole((game, fault): Beginning) -> Result<Game, GameStringError> {
    fault.map_or(Ok(game), Err)
}

fn split(text: &str) -> Result<(GameType, Vec<&str>), GameStringError> {
    let fields = text.split(';').map(str::trim);
    let moves = fields.skip(header(text).count()).filter(|field| !field.is_empty());
    let mut moves: Vec<&str> = moves.collect();
    if moves.is_empty() {
        // What is neither a state nor a turn is then a move, or a position, with an error.
        let said = header(text).skip(1).zip([is_state_told, is_turn]);
        let wrong = said.filter(|(field, is_known)| !field.is_empty() && !is_known(field));
        moves.extend(wrong.map(|(field, _)| field));
    }
    let game_type = match header(text).next() {
        Some(field) => parse_game_type(field)?,
        None => widened_by(GameType::BASE, moves.iter().copied()),
    };
    Ok((game_type, moves))
}

/// The fields before the first move.
pub(super) fn header(text: &str) -> impl Iterator<Item = &str> {
    let fields = text.split(';').map(str::trim).take(HEADER_FIELDS);
    fields.take_while(|field| !begins_with_piece(field) && !is_setup(field) && !is_hop(field))
}

fn begins_with_piece(field: &str) -> bool {
    field.split_whitespace().next().is_some_and(|word| parse_piece(word).is_ok())
}

/// The game type with the expansions of the pieces that these moves move.
pub fn widened_by<'a>(game_type: GameType, moves: impl IntoIterator<Item = &'a str>) -> GameType {
    moves
        .into_iter()
        .filter_map(|text| parse_piece(text.split_whitespace().next()?).ok())
        .fold(game_type, |so_far, piece| widened(so_far, piece.bug()).unwrap_or(so_far))
}

/// Plays the moves, the first of which may be a position to begin in.
fn replay(
    mut game: Game,
    text: &str,
    moves: &[&str],
    mut numbering: Option<Numbering>,
) -> Result<Beginning, GameStringError> {
    let (setup, moves) = match moves.split_first() {
        Some((&setup, moves)) if is_setup(setup) => (Some(setup), moves),
        Some((&hop, moves)) if is_hop(hop) && header(text).next().is_none() => (Some(hop), moves),
        _ => (None, moves),
    };
    if let Some(setup) = setup {
        let position = if is_hop(setup) {
            parse_hop(setup).map_err(SetupTextError::from)?
        } else {
            parse_setup_at(game.game_type(), setup, header(text).skip(1).last())?
        };
        game = Game::from_position(position);
        numbering = numbering.map(|_| Numbering::of(game.position()));
    }
    let mut play = |(number, text): (usize, &&str)| {
        let (index, text) = (number + 1, (*text).to_owned());
        let numbered = match &mut numbering {
            Some(known) => known.numbered(&text),
            None => Cow::Borrowed(&*text),
        };
        let mv = match parse_move(game.position(), &numbered) {
            Ok(mv) => mv,
            Err(fault) => return Some(GameStringError::Unreadable { index, text, fault }),
        };
        let played = game.play(mv);
        played.err().map(|fault| GameStringError::Illegal { index, text, fault })
    };
    let fault = moves.iter().enumerate().find_map(&mut play);
    Ok((game, fault))
}

/// Writes a game in the canonical form, with the state on the board.
pub fn game_string(game: &Game) -> String {
    write_game(game, GameState::of(game))
}

/// Writes a game in the canonical form with the given state, such as a result by agreement.
pub fn write_game(game: &Game, state: GameState) -> String {
    let game_type = game.game_type();
    let mut text = format!("{game_type};{state};{}", turn_string(game.position().ply().into()));
    if let Some(start) = game.start() {
        text.push(';');
        text.push_str(&setup_text(start));
    }
    let mut position = game.restarted().position().clone();
    for mv in game.moves() {
        text.push(';');
        text.push_str(&move_string(&position, mv));
        // Never unmade.
        let _ = position.make(mv);
    }
    text
}
