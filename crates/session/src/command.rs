//! What a user or a viewer can ask: one line, one command.

use super::effort::{DEPTH, Effort, read_depth};
use super::words::{COUNT, CommandError, Words, after_keyword};

/// A command of UHP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `info`: who are you, and what can you play?
    Info,
    /// `newgame [GameType | GameString]`, the text as it came; empty if there is none.
    NewGame(String),
    /// `play <MoveString>`, the text as it came.
    Play(String),
    /// `pass`, the same as `play pass`.
    Pass,
    /// `validmoves`.
    ValidMoves,
    /// `bestmove [limits]`.
    BestMove(Effort),
    /// `undo [N]`.
    Undo(usize),
    /// `options`: all of them.
    Options,
    /// `options get <name>`.
    GetOption(String),
    /// `options set <name> <value>`.
    SetOption(String, String),
    /// `help [command]` or `?`.
    Help(Option<String>),
    /// `licenses`.
    Licenses,
    /// `perft [depth]`.
    Perft(Option<u32>),
    /// `pv`: the line of play behind the last best move.
    Pv,
    /// `stop`: end the command that is running. It has no reply of its own.
    Stop,
    /// `exit`.
    Exit,
}

impl Command {
    /// Reads one line; `None` if it is blank.
    ///
    /// Keywords are read in any case, and blanks may be repeated.
    ///
    /// # Errors
    ///
    /// If the line is no command.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = Words::of(line);
        let Some(keyword) = words.next() else {
            return Ok(None);
        };
        let rest = after_keyword(line);
        let command = match keyword.to_lowercase().as_str() {
            "info" => Self::Info,
            "newgame" => Self::NewGame(rest.to_owned()),
            "play" if rest.is_empty() => return Err(words.missing("a move")),
            "play" => Self::Play(rest.to_owned()),
            "pass" => Self::Pass,
            "validmoves" => Self::ValidMoves,
            "bestmove" => Self::BestMove(Effort::parse(&mut words)?),
            "undo" => Self::Undo(match words.next() {
                None => 1,
                Some(count) => {
                    count.parse().ok().filter(|&n| n > 0).ok_or_else(|| words.wrong(COUNT))?
                }
            }),
            "options" => parse_options(&mut words)?,
            "help" | "?" => Self::Help(words.next().map(str::to_lowercase)),
            "licenses" => Self::Licenses,
            "perft" => Self::Perft(match words.next() {
                None => None,
                Some(depth) => Some(read_depth(depth).ok_or_else(|| words.wrong(DEPTH))?.into()),
            }),
            "pv" => Self::Pv,
            "stop" => Self::Stop,
            "exit" => Self::Exit,
            _ => return Err(CommandError::Unknown(keyword.to_owned())),
        };
        Ok(Some(command))
    }
}

fn parse_options(words: &mut Words) -> Result<Command, CommandError> {
    const NAME: &str = "the name of an option";
    const VALUE: &str = "a value";
    let Some(keyword) = words.next() else {
        return Ok(Command::Options);
    };
    match keyword.to_lowercase().as_str() {
        "get" => Ok(Command::GetOption(words.expect(NAME)?.to_owned())),
        "set" => {
            let name = words.expect(NAME)?.to_owned();
            Ok(Command::SetOption(name, words.expect(VALUE)?.to_owned()))
        }
        _ => Err(words.wrong("`get` or `set`")),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn message(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blank_lines_are_no_commands() {
        for line in ["", "  ", "\t", " \r"] {
            assert_eq!(Command::parse(line), Ok(None));
        }
    }

    #[test]
    fn keywords_are_read_in_any_case_and_between_any_blanks() {
        assert_eq!(parse(" \tINFO "), Command::Info);
        assert_eq!(parse("Play   wS1  bS1- "), Command::Play("wS1  bS1-".to_owned()));
        assert_eq!(parse("newgame"), Command::NewGame(String::new()));
        assert_eq!(parse("?"), Command::Help(None));
        assert_eq!(parse("help BestMove"), Command::Help(Some("bestmove".to_owned())));
        assert_eq!(parse("options  SET  Verbose True"), {
            Command::SetOption("Verbose".to_owned(), "True".to_owned())
        });
    }

    #[test]
    fn undo_takes_back_one_move_unless_told_otherwise() {
        assert_eq!(parse("undo"), Command::Undo(1));
        assert_eq!(parse("undo 7"), Command::Undo(7));
        assert_eq!(message("undo 0"), "expected a number of 1 or more after `undo`, found `0`");
        assert!(Command::parse("undo 99999999999999999999999").is_err());
    }

    #[test]
    fn limits_are_read_alone_and_together() {
        let effort = |depth, millis: Option<u64>| {
            let time = millis.map(Duration::from_millis);
            Command::BestMove(Effort { depth, time, ..Effort::default() })
        };
        assert_eq!(parse("bestmove"), effort(None, None));
        assert_eq!(parse("bestmove depth 0"), effort(Some(0), None));
        assert_eq!(parse("bestmove depth 1000"), effort(Some(u8::MAX), None));
        // Perft recurses that deep; the limit keeps it from running out of stack.
        assert_eq!(parse("perft 4000000000"), Command::Perft(Some(255)));
        assert_eq!(parse("bestmove TIME 00:00:01.5"), effort(None, Some(1500)));
        assert_eq!(parse("bestmove seconds 0.25"), effort(None, Some(250)));
        assert_eq!(parse("bestmove depthorseconds 4 2"), effort(Some(4), Some(2000)));
        assert_eq!(parse("bestmove depth 4 time 00:00:02"), effort(Some(4), Some(2000)));
        let nodes = Effort { nodes: Some(10_000), ..Effort::default() };
        assert_eq!(parse("bestmove nodes 10000"), Command::BestMove(nodes));
        let limits = Effort { depth: Some(3), ..nodes };
        assert_eq!(parse("bestmove Nodes 10000 depth 3"), Command::BestMove(limits));
    }

    #[test]
    fn errors_say_what_was_found_and_expected() {
        assert_eq!(message("frobnicate now"), "expected a command, found `frobnicate`; try `help`");
        assert_eq!(message("play "), "expected a move after `play`, found nothing");
        assert_eq!(
            message("bestmove depth -1"),
            "expected a depth of 0 or more after `bestmove depth`, found `-1`"
        );
        assert_eq!(
            message("bestmove time soon"),
            "expected a time such as `00:00:05` or `00:00:00.5` after `bestmove time`, found `soon`"
        );
        assert_eq!(
            message("bestmove nodes 0"),
            "expected a number of 1 or more after `bestmove nodes`, found `0`"
        );
        assert_eq!(
            message("options set Verbose"),
            "expected a value after `options set Verbose`, found nothing"
        );
    }

    proptest! {
        #[test]
        fn no_line_panics(line in "\\PC{0,40}") {
            let _ = Command::parse(&line);
        }

        #[test]
        fn no_near_miss_panics(
            line in "(bestmove|undo|options|perft|play|newgame)( (depth|time|seconds|set|get|-?[0-9:.]{0,25}|[é;]+)){0,4}"
        ) {
            let _ = Command::parse(&line);
        }
    }
}
