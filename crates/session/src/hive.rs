//! Hive in a session.

use std::sync::atomic::AtomicBool;

use waggle_hive_core::notation::{
    GameState, GameStringError, move_string, parse_game, parse_move, write_game,
};
use waggle_hive_core::rules::{self, Game, GameType, Move, Position};
use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::{self, Skill};
use waggle_hive_engine::search::{Limits, Observer, Report, Searcher};

use super::game_command::GameCommand;
use super::hive_commands;
use super::options::Scope;
use super::reply::Reply;
use super::session_game::{SessionGame, Usage};

/// The state of a game; with `repetition_draw`, that of a position's third occurrence is a
/// draw.
pub(super) fn state(game: &Game, repetition_draw: bool) -> GameState {
    if repetition_draw { GameState::with_repetition(game) } else { GameState::of(game) }
}

impl SessionGame for Game {
    type Position = Position;
    type Move = Move;

    const CAPABILITIES: &'static str = "Mosquito;Ladybug;Pillbug";
    const OPTIONS: Scope = Scope::Hive;
    const PERFT_DEPTH: u32 = 4;
    const USAGE: &'static [Usage] = &[
        Usage {
            name: "newgame",
            parameters: "[GameType | GameString | GameType;Turn Piece@q,r ...]",
            meaning: "start a game, or set one up; without a type, Base",
        },
        Usage {
            name: "play",
            parameters: "<move>",
            meaning: "play a move, such as `play wA1 bQ-`",
        },
    ];
    const COMMANDS: &'static [GameCommand<Self>] = hive_commands::ALL;

    fn read(text: &str) -> Result<Self, Reply> {
        if text.is_empty() {
            return Ok(Self::new(GameType::BASE));
        }
        parse_game(text).map_err(|error| match error {
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

    fn moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        parse_move(self.position(), text).map_err(|error| error.to_string())
    }

    fn play(&mut self, mv: Move) -> Result<(), String> {
        self.play(mv).map_err(|error| error.to_string())
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        skill: Skill,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        if skill.level.is_full() {
            return searcher.search_game(self, limits, stop, observer);
        }
        match levels::search(skill, self, limits, stop, observer) {
            Ok(report) => report,
            Err(error) => {
                log::warn!("searching with the large table: {error}");
                searcher.search_game(self, &skill.level.within(limits), stop, observer)
            }
        }
    }

    fn book_move(&self, book: &Book, luck: u64) -> Option<Move> {
        book.choose(self.position(), luck)
    }

    fn legal_moves(position: &Position) -> Vec<Move> {
        position.legal_moves()
    }

    fn move_text(position: &Position, mv: Move) -> String {
        move_string(position, mv)
    }

    fn after(position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        rules::perft(&mut position.clone(), depth)
    }
}
