//! The texts of `help` and `licenses`.

use super::options::Options;
use super::session_game::{SessionGame, Usage};

/// The commands of UHP, and what other engines have besides.
const COMMANDS: [Usage; 15] = [
    usage("info", "", "who this is, and what it plays"),
    usage("newgame", "[game]", "start a game, or set one up"),
    usage("play", "<move>", "play a move"),
    usage("pass", "", "pass, when nothing else is possible"),
    usage("validmoves", "", "all legal moves"),
    usage(
        "bestmove",
        "[depth <plies> | time <hh:mm:ss> | nodes <count> | seconds <s> | depthorseconds <plies> <s>]",
        "the best move found; without a limit, search until Ctrl-C",
    ),
    usage("pv", "", "the line of play behind the last best move, a line for each move"),
    usage("undo", "[count]", "take moves back"),
    usage("options", "[get <name> | set <name> <value>]", "list, show or change options"),
    usage("perft", "[depth]", "count the lines of play up to a depth"),
    usage("help", "[command | options]", "this text; also `?`"),
    usage("?", "[command | options]", "the same as `help`"),
    usage("licenses", "", "the license of this program"),
    usage("stop", "", "end the command that is running, which then replies; no reply of its own"),
    usage("exit", "", "end"),
];

const fn usage(name: &'static str, parameters: &'static str, meaning: &'static str) -> Usage {
    Usage { name, parameters, meaning }
}

/// All commands of a game: those of UHP as the game uses them, then its own.
fn commands<G: SessionGame>() -> impl Iterator<Item = Usage> {
    let in_this_game = |general: &Usage| {
        *G::USAGE.iter().find(|usage| usage.name == general.name).unwrap_or(general)
    };
    COMMANDS.iter().map(in_this_game).chain(G::COMMANDS.iter().map(|command| command.usage))
}

/// The lines of `help`, or of `help <topic>`; `None` for an unknown topic.
pub(super) fn help<G: SessionGame>(topic: Option<&str>) -> Option<Vec<String>> {
    let about = |name: &str| commands::<G>().find(|usage| usage.name == name);
    match topic {
        None => Some(commands::<G>().filter(|usage| usage.name != "?").map(line).collect()),
        Some("options") => {
            let usage = about("options").into_iter().map(line);
            let options = Options::all(G::OPTIONS);
            let meanings = options.map(|option| format!("{}: {}", option.name, option.meaning));
            Some(usage.chain(meanings).collect())
        }
        Some(topic) => about(topic).map(|usage| vec![line(usage)]),
    }
}

fn line(Usage { name, parameters, meaning }: Usage) -> String {
    let blank = if parameters.is_empty() { "" } else { " " };
    format!("{name}{blank}{parameters}: {meaning}")
}

/// The lines of `licenses`.
pub(super) fn licenses() -> Vec<String> {
    include_str!("../LICENSE").lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::reply::is_harmless;
    use super::*;
    use waggle_hive_core::rules::Game as Hive;

    /// All that `help` says about a game.
    fn all_help<G: SessionGame>() -> Vec<String> {
        let topics = commands::<G>().flat_map(|usage| help::<G>(Some(usage.name)).unwrap());
        topics.chain(help::<G>(None).unwrap()).collect()
    }

    #[test]
    fn no_line_looks_like_an_error() {
        for lines in [licenses(), all_help::<Hive>()] {
            assert!(lines.len() > 15);
            for line in lines {
                assert!(is_harmless(&line), "{line}");
            }
        }
    }

    #[test]
    fn every_command_can_be_asked_about() {
        for Usage { name, parameters, .. } in commands::<Hive>() {
            let text = help::<Hive>(Some(name)).unwrap();
            assert!(text[0].starts_with(&format!("{name} {parameters}").trim().to_owned()));
        }
        assert_eq!(help::<Hive>(Some("frobnicate")), None);
    }

    #[test]
    fn a_game_has_its_own_words_and_commands() {
        let newgame = |lines: Option<Vec<String>>| lines.unwrap()[0].clone();
        assert!(newgame(help::<Hive>(Some("newgame"))).contains("without a type, Base"));
        assert_eq!(help::<Hive>(Some("board")), None);
        // Nothing is said about a command that does not exist.
        let names = COMMANDS.map(|usage| usage.name);
        for usage in Hive::USAGE {
            assert!(names.contains(&usage.name), "{}", usage.name);
        }
    }
}
