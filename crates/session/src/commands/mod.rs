//! The command table: UHP, the extensions of other engines, and what the game adds.
//!
//! A new command is one entry here. A function longer than a few lines has its own file.

mod best_move;
mod game;
mod help;
mod options;
mod perft;

use super::command::{Command, GameProfile};
use super::reply::{Answer, Reply};
use super::session_game::SessionGame;

/// All commands of a session, in the order of the help.
pub(super) fn table<G: SessionGame>(profile: &GameProfile<G>) -> Vec<Command<G>> {
    let mut table = vec![
        Command::new("info", "", "the name of the engine, and what it plays", |request| {
            Ok(request.profile.info().into())
        }),
        Command::new(
            "newgame",
            profile.new_game_parameters,
            profile.new_game_meaning,
            game::new_game,
        ),
        Command::new("play", "<move>", profile.play_meaning, game::play),
        Command::new("pass", "", "pass, if there is no other legal move", |request| {
            game::play_move(request, "pass")
        }),
        Command::new("validmoves", "", "all legal moves", game::valid_moves),
        Command::new(
            "bestmove",
            "[depth <plies> | time <hh:mm:ss> | nodes <count> | clock <s left> [<increment> [<moves>]] | \
             seconds <s> | depthorseconds <plies> <s>]",
            "the best move found; without a limit, search until it is stopped",
            best_move::best_move,
        ),
        Command::new(
            "pv",
            "",
            "the principal variation of the last `bestmove`, one move a line",
            best_move::pv,
        ),
        Command::new("undo", "[count]", "take moves back", game::undo),
        Command::new(
            "options",
            "[get <name> | set <name> <value>]",
            "list, show or change options",
            options::options,
        ),
        Command::new("perft", "[depth]", "count the leaf nodes at each depth", perft::perft),
        Command::new("help", help::PARAMETERS, "this text; also `?`", help::help),
        Command::new("?", help::PARAMETERS, "the same as `help`", help::help),
        Command::new("licenses", "", "the license of this program", |_| {
            // It lies beside the module of a page, which has no room for it.
            let license = include_str!("../../LICENSE");
            let is_beside = cfg!(target_family = "wasm");
            Ok(Reply::text(if is_beside { "MIT License" } else { license }).into())
        }),
        Command::new(
            "stop",
            "",
            "stop the running command, which then replies; `stop` itself has no reply",
            // The thread that reads lines has stopped the search.
            |_| Ok(Answer::Silence),
        ),
        Command::new("exit", "", "quit", |_| Ok(Answer::Exit)),
    ];
    let own = profile.commands.iter();
    table.extend(own.map(|it| Command::new(it.name, it.parameters, it.meaning, it.run)));
    table
}
