//! What a session of Hive has beyond UHP, for boards and other programs: documents of JSON on
//! one line each. `docs/uhp-extensions.md` describes them.

mod analysis;
mod files;
mod review;
mod solve;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::{explanation_json, position_json};

use super::game_command::GameCommand;
use super::hive::state;
use super::reply::Reply;
use super::session_game::Usage;

/// All of them.
pub(super) const ALL: &[GameCommand<Game>] = &[
    GameCommand {
        usage: usage("position", "", "pieces, hands, legal moves and the last move as JSON"),
        run: |request| {
            let game = request.game()?;
            Ok(Reply::line(position_json(game, state(game, request.options.repetition_draw))))
        },
    },
    GameCommand {
        usage: usage(
            "analyze",
            "[lines <count>] [limits as of bestmove]",
            "the best lines as JSON, a document for each depth; without a limit, until `stop`",
        ),
        run: analysis::analyze,
    },
    GameCommand {
        usage: usage(
            "threat",
            "[lines <count>] [limits as of bestmove]",
            "the same as if the side to move had passed: what the opponent threatens",
        ),
        run: analysis::threat,
    },
    GameCommand {
        usage: usage("explain", "", "what the evaluation sees, as JSON"),
        run: |request| Ok(Reply::line(explanation_json(request.game()?))),
    },
    GameCommand {
        usage: usage(
            "solve",
            "[plies <count>] [nodes <count>]",
            "the shortest forced win with its proof, as JSON",
        ),
        run: solve::solve,
    },
    GameCommand {
        usage: usage(
            "review",
            "[limits as of bestmove, for each position]",
            "a judgment on each move of the game, as JSON, with progress",
        ),
        run: review::review,
    },
    GameCommand {
        usage: usage(
            "read",
            "<JSON string>",
            "the games of a file whose text this is, in any format of `waggle convert`",
        ),
        run: files::read,
    },
    GameCommand {
        usage: usage(
            "write",
            "<pgn | sgf | gamestrings> [JSON object]",
            "the game as a file, as a JSON string; the object may have headings and comments",
        ),
        run: files::write,
    },
];

const fn usage(name: &'static str, parameters: &'static str, meaning: &'static str) -> Usage {
    Usage { name, parameters, meaning }
}

/// The refusal of parameters that cannot be read.
fn refused(error: impl std::fmt::Display) -> Reply {
    Reply::error(error)
}
