//! A session of Hive, with commands beyond UHP for boards and other programs. They reply with JSON
//! documents of one line each; `docs/uhp-extensions.md` describes them.

mod analysis;
mod candidates;
mod draw;
mod files;
mod game_document;
mod objection;
mod review;
mod solve;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::{ExplanationDocument, PositionDocument};
use waggle_hive_engine::document::Json;
use waggle_hive_engine::search::MemoryError;

use super::command::{Command, GameProfile};
use super::engine::Engine;
use super::hive::state;
use super::options::Options;
use super::reply::Reply;
use super::session::Session;

/// The most lines of an analysis: each costs about as much as the first.
const MAX_LINES: u64 = 100;

static HIVE: GameProfile<Game> = GameProfile {
    capabilities: "Mosquito;Ladybug;Pillbug",
    new_game_parameters: "[GameType | GameString | GameType;Turn Piece@q,r ...]",
    new_game_meaning: "start a game, or set one up; without a type, Base",
    play_meaning: "play a move, such as `play wA1 bQ-`",
    perft_depth: 4,
    commands: &[
        Command::new(
            "position",
            "",
            "pieces, hands, legal moves and the last move as JSON",
            |request| {
                let repetition_draw = request.state.options.repetition_draw;
                let game = request.game()?;
                let state = state(game, repetition_draw);
                Ok(Reply::line(Json(PositionDocument::of(game, state))).into())
            },
        ),
        Command::new(
            "hash",
            "",
            "a number of the position, the same however its moves were written",
            |request| Ok(Reply::line(format!("{:016x}", request.game()?.position().key())).into()),
        ),
        Command::new(
            "analyze",
            "[lines <count>] [limits as of bestmove] | sims <count> [topk <count>] | people",
            "the best lines as JSON, a document for each depth; without a limit, until \
             `stop`; with `sims`, as text; with `people`, what people would play",
            analysis::analyze,
        ),
        Command::new(
            "threat",
            "[lines <count>] [limits as of bestmove]",
            "the same after a pass: what the opponent threatens",
            analysis::threat,
        ),
        Command::new(
            "draw",
            "[limits as of bestmove]",
            "whether the engine accepts a draw offered by the side to move, as JSON",
            draw::draw,
        ),
        Command::new("explain", "", "what the evaluation sees, as JSON", |request| {
            let network = request.state.options.network();
            Ok(Reply::line(Json(ExplanationDocument::of(&network, request.game()?))).into())
        }),
        Command::new(
            "objection",
            "<MoveString>",
            "the rule that forbids a move, as JSON",
            objection::objection,
        ),
        Command::new(
            "solve",
            "[plies <count>] [nodes <count>]",
            "the shortest forced win with its proof, as JSON",
            solve::solve,
        ),
        Command::new(
            "review",
            "[limits as of bestmove, for each position] [known <JSON list>] [notes <JSON object>]",
            "a grade for each move of the game, as JSON, with progress; what an earlier \
             review has found is not searched again; the notes are those of `write`",
            review::review,
        ),
        Command::new(
            "read",
            "<JSON string>",
            "parse the text of a file, whose format is detected",
            files::read,
        ),
        Command::new(
            "write",
            files::WRITTEN.1,
            "the text of a file with the game, as a JSON string; the object may have \
             headings, comments and variations",
            files::write,
        ),
    ],
};

impl<E: Engine<Game>> Session<E, Game> {
    /// A session of Hive without a game, with the default options.
    pub fn new(engine: E) -> Result<Self, MemoryError> {
        Self::with_options(engine, Options::default())
    }

    /// A session of Hive without a game, with these options. Falls back to one thread if there is
    /// not enough memory for the default number of threads.
    pub fn with_options(engine: E, options: Options) -> Result<Self, MemoryError> {
        Self::of_game(&HIVE, engine, options)
    }
}
