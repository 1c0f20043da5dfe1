//! The session: a state machine that turns each line into its reply.

use std::sync::Arc;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::book::Book;
use waggle_hive_engine::search::{Instant, Limits, MemoryError};

use super::command::{Command, GameProfile, Request};
use super::commands;
use super::control::Control;
use super::engine::Engine;
use super::options::Options;
use super::outlet::Outlet;
use super::reply::{Answer, Reply};
use super::session_game::SessionGame;
use super::state::State;
use super::words::{CommandError, Words, after_keyword};

/// A session with one user: games of type `G`, one after another, with an engine of type `E`.
#[derive(Debug)]
pub struct Session<E, G: SessionGame = Game> {
    pub(super) engine: E,
    pub(super) state: State<G>,
    profile: &'static GameProfile<G>,
    commands: Vec<Command<G>>,
}

impl<E: Engine<G>, G: SessionGame> Session<E, G> {
    /// A session without a game, with this profile and these options. Falls back to one thread if
    /// there is not enough memory for the default number of threads.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table, or for an explicit number of threads.
    pub fn of_game(
        profile: &'static GameProfile<G>,
        mut engine: E,
        mut options: Options,
    ) -> Result<Self, MemoryError> {
        if let Err(error) = engine.configure(&options) {
            if options.threads != Options::default().threads {
                return Err(error);
            }
            log::warn!("searching with one thread: {error}");
            options.threads = 1;
            engine.configure(&options)?;
        }
        let commands = commands::table(profile);
        Ok(Self { engine, state: State::new(options), profile, commands })
    }

    /// For other threads to interrupt this session.
    #[must_use]
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.state.control)
    }

    /// Replaces the [embedded](Book::own) opening book; the option `OwnBook` enables it.
    pub fn set_book(&mut self, book: Book) {
        self.state.book = Some(book);
    }

    /// The banner, and the reply to `info`.
    #[must_use]
    pub fn info(&self) -> Reply {
        self.profile.info()
    }

    /// Executes one line, which arrived at `received`. Output before the reply goes to `outlet`.
    pub fn execute(&mut self, line: &str, received: Instant, outlet: &mut dyn Outlet) -> Answer {
        let mut words = Words::of(line);
        let Some(keyword) = words.next() else { return Answer::Silence };
        let mut commands = self.commands.iter();
        let Some(command) = commands.find(|command| keyword.eq_ignore_ascii_case(command.name))
        else {
            return Reply::from(CommandError::Unknown(keyword.to_owned())).into();
        };
        let result = (command.run)(&mut Request {
            parameters: after_keyword(line),
            words,
            received,
            profile: self.profile,
            commands: &self.commands,
            state: &mut self.state,
            engine: &mut self.engine,
            outlet,
        });
        result.unwrap_or_else(Answer::Reply)
    }

    /// Searches in the opponent's time, until the next line arrives, if the options say so and
    /// there is an unfinished game. Lower levels do not ponder.
    pub fn ponder(&mut self) {
        let state = &mut self.state;
        let skill = state.skill();
        if !state.options.ponder || !skill.level.is_full() {
            return;
        }
        let Ok(game) = state.unfinished_game() else {
            return;
        };
        let target = state.ponder.target(game);
        let purpose = state.ponder.purpose(&target);
        if state.control.begin_pondering() {
            state.has_searched = true;
            let stop = state.control.stop_flag();
            self.engine.search(skill, &target, purpose, &Limits::default(), stop, &mut ());
            state.control.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scripted::{Sink, session};
    use super::super::state::{GAME_OVER, NO_GAME};
    use super::*;

    /// The reply to the last of some lines, without its line ends.
    fn answers(lines: &[&str]) -> String {
        let mut session = session();
        let mut last = String::new();
        for line in lines {
            last = match session.execute(line, Instant::now(), &mut Sink::default()) {
                Answer::Reply(reply) => reply.to_string().trim_end().replace('\n', " | "),
                Answer::Silence => "silence".to_owned(),
                Answer::Exit => "exit".to_owned(),
            };
        }
        last
    }

    #[test]
    fn a_game_is_answered_with_its_game_string() {
        assert_eq!(answers(&["newgame"]), "Base;NotStarted;White[1] | ok");
        assert_eq!(answers(&["newgame base+plm"]), "Base+MLP;NotStarted;White[1] | ok");
        assert_eq!(
            answers(&["newgame Base+PLM", "play  WS1 "]),
            "Base+MLP;InProgress;Black[1];wS1 | ok"
        );
        assert_eq!(answers(&["newgame", "play wS1", "undo"]), "Base;NotStarted;White[1] | ok");
    }

    #[test]
    fn commands_that_need_a_game_are_errors_without_one() {
        for line in ["play wS1", "pass", "validmoves", "bestmove depth 1", "undo", "perft", "pv"] {
            let answer = answers(&[line]);
            assert!(answer.starts_with("err ") && answer.ends_with(" | ok"), "{line}: {answer}");
        }
    }

    #[test]
    fn a_failed_newgame_keeps_the_old_game() {
        assert_eq!(answers(&["newgame chess", "validmoves"]), format!("err {NO_GAME} | ok"));
        let moves = answers(&["newgame Base", "newgame Base;;;wS1;bS1 wS9-", "validmoves"]);
        assert_eq!(moves, "wS1;wB1;wG1;wA1 | ok");
    }

    #[test]
    fn refused_moves_do_not_change_the_game() {
        let game = ["newgame", "play wS1"];
        for (line, kind) in [
            ("play wS2", "invalidmove "),
            ("play bQ wS1-", "invalidmove "),
            ("play bS1", "invalidmove "),
            ("play x", "invalidmove "),
            ("pass", "invalidmove "),
            ("play", "err "),
            ("undo 2", "err "),
        ] {
            let answer = answers(&[game[0], game[1], line]);
            assert!(answer.starts_with(kind), "{line}: {answer}");
            assert_eq!(
                answers(&[game[0], game[1], line, "play bS1 wS1-"]),
                "Base;InProgress;White[2];wS1;bS1 wS1- | ok",
                "{line}"
            );
        }
    }

    /// Black surrounds White's queen with the last move.
    const FINISHED: &str = "newgame Base;;;wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wG1 wQ-;bA1 \\bQ;wG2 \
                            wQ/;bA1 wQ\\;wA1 wG1-;bA2 \\bQ;wA2 wG1/;bA2 \\wQ;wB1 wA1-;bA3 \
                            \\bQ;wB1 wA1/;bA3 /wQ";

    #[test]
    fn a_finished_game_can_be_loaded_and_undone() {
        let loaded = answers(&[FINISHED]);
        assert!(loaded.starts_with("Base;BlackWins;White[9];"), "{loaded}");
        for line in ["validmoves", "bestmove depth 1", "play wA3 wB1-", "pass"] {
            assert_eq!(answers(&[FINISHED, line]), format!("err {GAME_OVER} | ok"), "{line}");
        }
        assert!(answers(&[FINISHED, "undo"]).starts_with("Base;InProgress;Black[8];"));
    }

    /// Both queens walk to and fro; the first position with all four pieces on
    /// the table stands for the third time after eight plies.
    const WALK: [&str; 9] = [
        "newgame Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
        "play wQ \\wS1",
        "play bQ bS1/",
        "play wQ -wS1",
        "play bQ bS1-",
        "play wQ \\wS1",
        "play bQ bS1/",
        "play wQ -wS1",
        "play bQ bS1-",
    ];

    #[test]
    fn a_third_occurrence_is_shown_only_on_request_and_never_ends_the_session() {
        assert!(answers(&WALK).starts_with("Base;InProgress;White[7];"));
        for policy in ["True", "False"] {
            let option = format!("options set RepetitionDraw {policy}");
            let mut lines = vec![option.as_str()];
            lines.extend(WALK);
            let state = if policy == "True" { "Base;Draw;" } else { "Base;InProgress;" };
            assert!(answers(&lines[..9]).starts_with("Base;InProgress;"), "only the third counts");
            assert!(answers(&lines).starts_with(state), "{}", answers(&lines));
            lines.push("validmoves");
            assert!(answers(&lines).contains("wQ \\wS1"));
            lines.push("bestmove depth 1");
            assert!(!answers(&lines).starts_with("err"));
            lines.push("play wQ \\wS1");
            assert!(answers(&lines).starts_with(state), "a draw stays one");
            lines.push("undo 2");
            assert!(answers(&lines).starts_with("Base;InProgress;"));
        }
    }

    #[test]
    fn extras_answer_too() {
        assert!(answers(&["help"]).contains("bestmove [depth"));
        assert!(answers(&["help frobnicate"]).starts_with("err "));
        assert!(answers(&["licenses"]).contains("MIT"));
        assert!(answers(&["info"]).contains(" | Mosquito;Ladybug;Pillbug | ok"));
        assert_eq!(answers(&["options get Verbose"]), "Verbose;bool;False;False | ok");
        assert_eq!(answers(&["\t"]), "silence");
        assert_eq!(answers(&["EXIT now"]), "exit");
    }

    #[test]
    fn keywords_are_read_in_any_case_and_between_any_blanks() {
        assert_eq!(answers(&[" \tNewGame  base ", " PASS "]), answers(&["newgame", "pass"]));
        assert_eq!(answers(&["options  SET  Verbose True"]), "Verbose;bool;True;False | ok");
        assert_eq!(answers(&["?"]), answers(&["help"]));
        assert_eq!(answers(&["help BestMove"]), answers(&["help bestmove"]));
    }

    #[test]
    fn errors_say_what_was_found_and_expected() {
        for (line, error) in [
            ("frobnicate now", "expected a command, found `frobnicate`; try `help`"),
            ("play ", "expected a move after `play`, found nothing"),
            ("undo 0", "expected a number of 1 or more after `undo`, found `0`"),
            (
                "bestmove depth -1",
                "expected a depth of 0 or more after `bestmove depth`, found `-1`",
            ),
            (
                "bestmove time soon",
                "expected a time such as `00:00:05` or `00:00:00.5` after `bestmove time`, found \
                 `soon`",
            ),
            (
                "bestmove nodes 0",
                "expected a number of 1 or more after `bestmove nodes`, found `0`",
            ),
            ("perft x", "expected a depth of 0 or more after `perft`, found `x`"),
            ("options set Verbose", "expected a value after `options set Verbose`, found nothing"),
        ] {
            assert_eq!(answers(&[line]), format!("err {error} | ok"));
        }
        assert!(answers(&["undo 99999999999999999999999"]).starts_with("err expected"));
    }
}
