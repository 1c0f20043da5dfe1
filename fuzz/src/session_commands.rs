//! Whole sessions, compared with a game that is kept beside them.

use std::time::Instant;

use arbitrary::Unstructured;
use waggle::notation::{game_string, parse_game, parse_move};
use waggle::rules::Game;
use waggle::uhp::{Answer, Engine, Session, keyword};

use super::commands::{Expected, Step, step};
use super::quick_engine::{Lines, is_refusal, session};

/// Commands after which a session goes no further.
const LONGEST: usize = 60;

/// A session of commands made out of bytes: each is accepted or refused as it has
/// to be, and the game is always the one that the accepted commands make.
///
/// # Panics
///
/// If it is not.
pub fn session_commands(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let mut conversation = Conversation { session: session(), game: None, said: Vec::new() };
    for _ in 0..LONGEST {
        if bytes.is_empty() {
            break;
        }
        let Ok(next) = step(&mut bytes, conversation.game.as_ref()) else { break };
        if !conversation.take(next) {
            break;
        }
    }
}

struct Conversation<E> {
    session: Session<E>,
    game: Option<Game>,
    /// The lines so far, for the report of a failure.
    said: Vec<String>,
}

impl<E: Engine<Game>> Conversation<E> {
    /// Sends a line and checks the result. False if the session has ended.
    fn take(&mut self, Step { line, expected }: Step) -> bool {
        self.said.push(line.clone());
        let Some(block) = self.ask(&line) else { return false };
        let refused = is_refusal(&block);
        let last = block.last().map(String::as_str).unwrap_or_default();
        let said = self.said.join("\n");
        match expected {
            Expected::Game(game) => {
                assert!(!refused, "{said}\n{block:?}");
                self.game = Some(*game);
                self.assert_shows(last);
            }
            Expected::BestMove => {
                let unfinished = self.game.as_ref().filter(|game| game.outcome().is_none());
                assert_eq!(refused, unfinished.is_none(), "{said}\n{block:?}");
                if let Some(game) = unfinished {
                    let mv = parse_move(game.position(), last);
                    let legal = mv.is_ok_and(|mv| game.position().is_legal(mv));
                    assert!(legal, "{said}\n{block:?}");
                }
            }
            Expected::Answer => assert!(!refused, "{said}\n{block:?}"),
            Expected::Refusal => assert!(refused, "{said}\n{block:?}"),
            Expected::Anything => {
                let keyword = keyword(&line);
                let changes = matches!(keyword.as_str(), "newgame" | "play" | "pass" | "undo");
                if changes && !refused {
                    self.game = Some(parse_game(last).expect("a game is shown"));
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

    /// The text is the game, but for what `RepetitionDraw` makes of its state.
    fn assert_shows(&self, text: &str) {
        let game = self.game.as_ref().expect("there is a game");
        let without_state = |text: &str| {
            let fields = text.split(';').enumerate().filter(|(index, _)| *index != 1);
            fields.map(|(_, field)| field.to_owned()).collect::<Vec<_>>()
        };
        let expected = without_state(&game_string(game));
        assert_eq!(without_state(text), expected, "{}", self.said.join("\n"));
    }

    /// The legal moves of the session are those of the game beside it.
    fn assert_unchanged(&mut self) {
        let block = self.ask("validmoves").expect("the session goes on");
        let said = self.said.join("\n");
        let unfinished = self.game.as_ref().filter(|game| game.outcome().is_none());
        let Some(game) = unfinished else {
            assert!(is_refusal(&block), "{said}\n{block:?}");
            return;
        };
        let [line] = block.as_slice() else { panic!("{said}\n{block:?}") };
        let texts = line.split(';').map(|text| parse_move(game.position(), text));
        let moves: Vec<_> = texts.map(|mv| mv.expect("it is a move")).collect();
        assert_eq!(moves, game.position().legal_moves(), "{said}");
    }
}
