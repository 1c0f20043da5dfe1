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
        Command {
            name: "info",
            parameters: "",
            meaning: "the name of the engine, and what it plays",
            run: |request| Ok(request.profile.info().into()),
        },
        Command {
            name: "newgame",
            parameters: profile.new_game_parameters,
            meaning: profile.new_game_meaning,
            run: game::new_game,
        },
        Command {
            name: "play",
            parameters: "<move>",
            meaning: profile.play_meaning,
            run: game::play,
        },
        Command {
            name: "pass",
            parameters: "",
            meaning: "pass, if there is no other legal move",
            run: |request| game::play_move(request, "pass"),
        },
        Command {
            name: "validmoves",
            parameters: "",
            meaning: "all legal moves",
            run: game::valid_moves,
        },
        Command {
            name: "bestmove",
            parameters: "[depth <plies> | time <hh:mm:ss> | nodes <count> | clock <s left> [<increment> [<moves>]] | \
                         seconds <s> | depthorseconds <plies> <s>]",
            meaning: "the best move found; without a limit, search until Ctrl-C",
            run: best_move::best_move,
        },
        Command {
            name: "pv",
            parameters: "",
            meaning: "the principal variation of the last `bestmove`, one move a line",
            run: best_move::pv,
        },
        Command {
            name: "undo",
            parameters: "[count]",
            meaning: "take moves back",
            run: game::undo,
        },
        Command {
            name: "options",
            parameters: "[get <name> | set <name> <value>]",
            meaning: "list, show or change options",
            run: options::options,
        },
        Command {
            name: "perft",
            parameters: "[depth]",
            meaning: "count the leaf nodes at each depth",
            run: perft::perft,
        },
        Command {
            name: "help",
            parameters: help::PARAMETERS,
            meaning: "this text; also `?`",
            run: help::help,
        },
        Command {
            name: "?",
            parameters: help::PARAMETERS,
            meaning: "the same as `help`",
            run: help::help,
        },
        Command {
            name: "licenses",
            parameters: "",
            meaning: "the license of this program",
            run: |_| Ok(Reply::text(include_str!("../../LICENSE")).into()),
        },
        Command {
            name: "stop",
            parameters: "",
            meaning: "stop the running command, which then replies; `stop` itself has no reply",
            // The thread that reads lines has stopped the search.
            run: |_| Ok(Answer::Silence),
        },
        Command { name: "exit", parameters: "", meaning: "quit", run: |_| Ok(Answer::Exit) },
    ];
    let own = profile.commands.iter();
    table.extend(own.map(|&Command { name, parameters, meaning, run }| Command {
        name,
        parameters,
        meaning,
        run,
    }));
    table
}
