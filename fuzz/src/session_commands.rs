//! Whole sessions, compared with a reference game.

use std::time::Instant;

use arbitrary::Unstructured;
use waggle::notation::{game_string, parse_archived_game, parse_game, parse_move};
use waggle::rules::Game;
use waggle::uhp::{Answer, Engine, Session, keyword};

use super::commands::{Expected, Step, step};
use super::quick_engine::{Lines, is_refusal, session};

/// The maximum number of commands in a session.
const MAX_LEN: usize = 60;

/// A session of commands generated from bytes: each succeeds or fails as it must, and the
/// session's game always matches the reference game.
///
/// # Panics
///
/// If they do not.
pub fn session_commands(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let mut session = CheckedSession { session: session(), game: None, lines: Vec::new() };
    for _ in 0..MAX_LEN {
        if bytes.is_empty() {
            break;
        }
        let Ok(next) = step(&mut bytes, session.game.as_ref()) else { break };
        if !session.take(next) {
            break;
        }
    }
}

struct CheckedSession<E> {
    session: Session<E>,
    game: Option<Game>,
    /// The lines so far, for failure messages.
    lines: Vec<String>,
}

impl<E: Engine<Game>> CheckedSession<E> {
    /// Sends a line and checks the result. Returns false if the session has ended.
    fn take(&mut self, Step { line, expected }: Step) -> bool {
        self.lines.push(line.clone());
        let Some(block) = self.ask(&line) else { return false };
        let refused = is_refusal(&block);
        let last = block.last().map(String::as_str).unwrap_or_default();
        let lines = self.lines.join("\n");
        match expected {
            Expected::Game(game) => {
                assert!(!refused, "{lines}\n{block:?}");
                self.game = Some(*game);
                self.assert_shows(last);
            }
            Expected::BestMove => {
                let unfinished = self.game.as_ref().filter(|game| game.outcome().is_none());
                assert_eq!(refused, unfinished.is_none(), "{lines}\n{block:?}");
                if let Some(game) = unfinished {
                    let mv = parse_move(game.position(), last);
                    let legal = mv.is_ok_and(|mv| game.position().is_legal(mv));
                    assert!(legal, "{lines}\n{block:?}");
                }
            }
            Expected::Answer => assert!(!refused, "{lines}\n{block:?}"),
            Expected::Refusal => assert!(refused, "{lines}\n{block:?}"),
            Expected::Anything => {
                let keyword = keyword(&line);
                let changes = matches!(keyword.as_str(), "newgame" | "play" | "pass" | "undo");
                if changes && !refused {
                    // An old game may open with a queen.
                    let game = parse_game(last).or_else(|_| parse_archived_game(last));
                    self.game = Some(game.expect("a game is shown"));
                    self.assert_shows(last);
                }
            }
        }
        self.assert_unchanged();
        true
    }

    /// The lines of the reply before its `ok`; `None` if the session has ended.
    fn ask(&mut self, line: &str) -> Option<Vec<String>> {
        let mut lines = Lines::default();
        let text = match self.session.execute(line, Instant::now(), &mut lines) {
            Answer::Silence => return Some(Vec::new()),
            Answer::Exit => return None,
            Answer::Reply(reply) => reply.to_string(),
        };
        let reply = text.strip_suffix("ok\n").expect("a reply ends with `ok`");
        lines.0.extend(reply.lines().map(str::to_owned));
        Some(lines.0)
    }

    /// Asserts that the text is the game, ignoring its state, which depends on `RepetitionDraw`.
    fn assert_shows(&self, text: &str) {
        let game = self.game.as_ref().expect("there is a game");
        let without_state = |text: &str| {
            let fields = text.split(';').enumerate().filter(|(index, _)| *index != 1);
            fields.map(|(_, field)| field.to_owned()).collect::<Vec<_>>()
        };
        let expected = without_state(&game_string(game));
        assert_eq!(without_state(text), expected, "{}", self.lines.join("\n"));
    }

    /// Asserts that the session's legal moves are those of the reference game.
    fn assert_unchanged(&mut self) {
        let block = self.ask("validmoves").expect("the session goes on");
        let lines = self.lines.join("\n");
        let unfinished = self.game.as_ref().filter(|game| game.outcome().is_none());
        let Some(game) = unfinished else {
            assert!(is_refusal(&block), "{lines}\n{block:?}");
            return;
        };
        let [line] = block.as_slice() else { panic!("{lines}\n{block:?}") };
        let texts = line.split(';').map(|text| parse_move(game.position(), text));
        let moves: Vec<_> = texts.map(|mv| mv.expect("it is a move")).collect();
        assert_eq!(moves, game.position().legal_moves(), "{lines}");
    }
}
