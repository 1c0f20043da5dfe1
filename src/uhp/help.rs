//! What `help` and `licenses` say.

use super::options::Options;

/// Each command with its parameters and its meaning.
const COMMANDS: [(&str, &str, &str); 14] = [
    ("info", "", "who this is, and which expansions it plays"),
    ("newgame", "[GameType | GameString]", "start a game, or set one up; without a type, Base"),
    ("play", "<move>", "play a move, such as `play wA1 bQ-`"),
    ("pass", "", "pass, when nothing else is possible"),
    ("validmoves", "", "all legal moves"),
    (
        "bestmove",
        "[depth <plies> | time <hh:mm:ss> | nodes <count> | seconds <s> | depthorseconds <plies> <s>]",
        "the best move found; without a limit, search until Ctrl-C",
    ),
    ("pv", "", "the line of play behind the last best move, a line for each move"),
    ("undo", "[count]", "take moves back"),
    ("options", "[get <name> | set <name> <value>]", "list, show or change options"),
    ("perft", "[depth]", "count the lines of play up to a depth"),
    ("help", "[command | options]", "this text; also `?`"),
    ("?", "[command | options]", "the same as `help`"),
    ("licenses", "", "the license of this program"),
    ("exit", "", "end"),
];

/// The lines of `help`, or of `help <topic>`; `None` for an unknown topic.
pub(super) fn help(topic: Option<&str>) -> Option<Vec<String>> {
    match topic {
        None => {
            let listed = COMMANDS.iter().filter(|(name, ..)| *name != "?");
            Some(listed.map(line).collect())
        }
        Some("options") => {
            let usage = COMMANDS.iter().filter(|(name, ..)| *name == "options").map(line);
            Some(usage.chain(Options::meanings()).collect())
        }
        Some(topic) => {
            COMMANDS.iter().find(|(name, ..)| *name == topic).map(|found| vec![line(found)])
        }
    }
}

fn line((name, parameters, meaning): &(&str, &str, &str)) -> String {
    let blank = if parameters.is_empty() { "" } else { " " };
    format!("{name}{blank}{parameters}: {meaning}")
}

/// The lines of `licenses`.
pub(super) fn licenses() -> Vec<String> {
    include_str!("../../LICENSE").lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::reply::is_harmless;
    use super::*;

    #[test]
    fn no_line_looks_like_an_error() {
        let mut lines = licenses();
        lines.extend(help(None).unwrap());
        for (name, ..) in COMMANDS {
            lines.extend(help(Some(name)).unwrap());
        }
        assert!(lines.len() > 40);
        for line in lines {
            assert!(is_harmless(&line), "{line}");
        }
    }

    #[test]
    fn every_command_can_be_asked_about() {
        for (name, parameters, _) in COMMANDS {
            let text = help(Some(name)).unwrap();
            assert!(text[0].starts_with(&format!("{name} {parameters}").trim().to_owned()));
        }
        assert_eq!(help(Some("frobnicate")), None);
    }
}
