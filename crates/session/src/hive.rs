//! Hive as a game of a session.

use std::sync::atomic::AtomicBool;

use waggle_hive_core::notation::{
    GameState, GameStringError, game_string, move_string, parse_archived_game, parse_game,
    parse_game_type, parse_move, write_game,
};
use waggle_hive_core::rules::{self, Game, GameType, Move, Position};
use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Limits, Observer, Purpose, Report, Searcher};

use super::reply::Reply;
use super::session_game::SessionGame;

/// The state of a game; with `repetition_draw`, the third occurrence of a position is a draw.
pub(super) fn state(game: &Game, repetition_draw: bool) -> GameState {
    if repetition_draw { GameState::with_repetition(game) } else { GameState::of(game) }
}

/// The same as in files of games: an old game may open with a queen, and pieces may be numbered
/// freely. Only the type that is named stays as it is.
fn old_game(text: &str, error: GameStringError) -> Result<Game, GameStringError> {
    let game = parse_archived_game(text)?;
    let named = text.split(';').next().and_then(|field| parse_game_type(field).ok());
    if named.is_some_and(|named| named != game.game_type()) {
        return Err(error);
    }
    // Where no queen has opened, the rules of today hold from here on.
    Ok(parse_game(&game_string(&game)).unwrap_or(game))
}

impl SessionGame for Game {
    type Position = Position;
    type Move = Move;

    fn read(text: &str) -> Result<Self, Reply> {
        if text.is_empty() {
            return Ok(Self::new(GameType::BASE));
        }
        parse_game(text).or_else(|error| old_game(text, error)).map_err(|error| match error {
            GameStringError::GameType(_) | GameStringError::Setup(_) => Reply::error(error),
            GameStringError::Unreadable { .. } | GameStringError::Illegal { .. } => {
                Reply::InvalidMove(error.to_string())
            }
        })
    }

    fn write(&self, repetition_draw: bool) -> String {
        write_game(self, state(self, repetition_draw))
    }

    fn position(&self) -> &Position {
        self.position()
    }

    fn past_keys(&self) -> Vec<u64> {
        self.reversible_keys().collect()
    }

    fn moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves()
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        parse_move(self.position(), text).map_err(|error| error.to_string())
    }

    fn move_text(&self, mv: Move) -> String {
        move_string(self.position(), mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), String> {
        // A queen that came first in an old game permits no other.
        let played = self.position().objection_to(mv).map_or_else(|| self.play(mv), Err);
        played.map_err(|error| error.to_string())
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn perft(&self, depth: u32) -> u64 {
        rules::perft(&mut self.position().clone(), depth)
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        skill: Skill,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        searcher.search_at(skill, self, purpose, limits, stop, observer)
    }

    fn book_move(&self, book: &Book, luck: u64) -> Option<Move> {
        book.choose(self.position(), luck)
    }
}
