//! The session: a state machine that turns each line into its reply.

use std::sync::Arc;
use std::time::Instant;

use crate::levels::Skill;
use crate::notation::{
    GameState, GameStringError, move_string, parse_game, parse_move, write_game,
};
use crate::rules::{Game, GameType, IllegalMove};
use crate::search::MemoryError;

use super::brain::Brain;
use super::command::Command;
use super::control::Control;
use super::foresight::Foresight;
use super::help::{help, licenses};
use super::options::Options;
use super::progress::Outlet;
use super::reply::Reply;

/// How often a position may stand before it is a draw.
const REPETITIONS_FOR_DRAW: usize = 3;
/// What `perft` counts to when it is not told.
const PERFT_DEPTH: u32 = 4;

/// The refusal of what needs a game.
pub(super) const NO_GAME: &str = "no game in progress; try `newgame`";
/// The refusal of what needs a game that goes on.
pub(super) const GAME_OVER: &str = "the game is over; try `undo` or `newgame`";

/// What becomes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was blank.
    Silence,
    /// The reply to print.
    Reply(Reply),
    /// The session has ended.
    Exit,
}

/// A conversation with one user, who may play one game after another.
#[derive(Debug)]
pub struct Session<B> {
    pub(super) brain: B,
    pub(super) options: Options,
    pub(super) control: Arc<Control>,
    pub(super) game: Option<Game>,
    /// What decides what a level below full strength overlooks in this game.
    pub(super) seed: u64,
    /// The brain has thought since it was last told to forget.
    pub(super) has_thought: bool,
    pub(super) foresight: Foresight,
    /// The moves of the last best line, as texts; empty once the board changes.
    pub(super) pv: Vec<String>,
}

impl<B: Brain> Session<B> {
    /// A session without a game.
    ///
    /// # Errors
    ///
    /// If there is no room for the table.
    pub fn new(mut brain: B) -> Result<Self, MemoryError> {
        let mut options = Options::default();
        if let Err(error) = brain.configure(options.threads, options.table_mib) {
            log::warn!("thinking with one thread: {error}");
            options.threads = 1;
            brain.configure(options.threads, options.table_mib)?;
        }
        Ok(Self {
            brain,
            options,
            control: Arc::default(),
            game: None,
            seed: rand::random(),
            has_thought: false,
            foresight: Foresight::default(),
            pv: Vec::new(),
        })
    }

    /// Where this session's work can be interrupted.
    #[must_use]
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Who we are: the banner, and the reply to `info`.
    #[must_use]
    pub fn info() -> Reply {
        let name = concat!("id Waggle v", env!("CARGO_PKG_VERSION"));
        Reply::text(&format!("{name}\nMosquito;Ladybug;Pillbug"))
    }

    /// Executes one line, which was received at `received`; what can be said
    /// before the work is done goes to `outlet`.
    pub fn execute(&mut self, line: &str, received: Instant, outlet: &mut dyn Outlet) -> Answer {
        match Command::parse(line) {
            Ok(None) => Answer::Silence,
            Ok(Some(Command::Exit)) => Answer::Exit,
            Ok(Some(command)) => {
                Answer::Reply(self.run(command, received, outlet).unwrap_or_else(|refusal| refusal))
            }
            Err(error) => Answer::Reply(Reply::Error(error.to_string())),
        }
    }

    fn run(
        &mut self,
        command: Command,
        received: Instant,
        outlet: &mut dyn Outlet,
    ) -> Result<Reply, Reply> {
        match command {
            Command::Info => Ok(Self::info()),
            Command::NewGame(text) => self.new_game(&text),
            Command::Play(text) => self.play(&text),
            Command::Pass => self.play("pass"),
            Command::ValidMoves => self.valid_moves(),
            Command::BestMove(effort) => self.best_move(effort, received, outlet),
            Command::Undo(count) => self.undo(count),
            Command::Options => Ok(Reply::Lines(self.options.lines())),
            Command::GetOption(name) => self.options.get(&name).map(Reply::line).map_err(to_error),
            Command::SetOption(name, value) => self.set_option(&name, &value),
            Command::Help(topic) => help(topic.as_deref())
                .map(Reply::Lines)
                .ok_or_else(|| to_error("no such command; try `help`")),
            Command::Licenses => Ok(Reply::Lines(licenses())),
            Command::Perft(depth) => self.perft(depth.unwrap_or(PERFT_DEPTH), outlet),
            Command::Pv => self.pv(),
            // Taken care of before.
            Command::Exit => Ok(Reply::Lines(Vec::new())),
        }
    }

    fn new_game(&mut self, text: &str) -> Result<Reply, Reply> {
        let game = if text.is_empty() {
            Game::new(GameType::BASE)
        } else {
            parse_game(text).map_err(|error| match error {
                GameStringError::GameType(_) => to_error(error),
                GameStringError::Unreadable { .. } | GameStringError::Illegal { .. } => {
                    Reply::InvalidMove(error.to_string())
                }
            })?
        };
        self.game = Some(game);
        self.seed = rand::random();
        // Now, because the time of the next search may be short.
        if std::mem::take(&mut self.has_thought) {
            self.brain.new_game();
        }
        self.foresight = Foresight::default();
        self.board_changed()
    }

    fn play(&mut self, text: &str) -> Result<Reply, Reply> {
        let game = self.game.as_mut().ok_or_else(|| to_error(NO_GAME))?;
        if game.outcome().is_some() {
            return Err(to_error(GAME_OVER));
        }
        let mv = parse_move(game.position(), text)
            .map_err(|error| Reply::InvalidMove(error.to_string()))?;
        game.play(mv).map_err(|error| match error {
            IllegalMove::GameOver => to_error(GAME_OVER),
            _ => Reply::InvalidMove(format!("`{text}`: {error}")),
        })?;
        self.board_changed()
    }

    fn undo(&mut self, count: usize) -> Result<Reply, Reply> {
        let game = self.game.as_mut().ok_or_else(|| to_error(NO_GAME))?;
        let played = game.moves().len();
        if count > played {
            return Err(to_error(format!("unable to undo {count} of {played} moves")));
        }
        for _ in 0..count {
            game.undo();
        }
        self.foresight = Foresight::default();
        self.board_changed()
    }

    fn board_changed(&mut self) -> Result<Reply, Reply> {
        self.pv.clear();
        let game = self.game.as_ref().ok_or_else(|| to_error(NO_GAME))?;
        Ok(Reply::line(write_game(game, self.state_of(game))))
    }

    /// What the GameString says about the end of the game.
    fn state_of(&self, game: &Game) -> GameState {
        match GameState::of(game) {
            GameState::InProgress if self.options.repetition_draw && was_drawn(game) => {
                GameState::Draw
            }
            state => state,
        }
    }

    fn valid_moves(&self) -> Result<Reply, Reply> {
        let position = self.unfinished_game()?.position();
        let moves: Vec<String> =
            position.legal_moves().into_iter().map(|mv| move_string(position, mv)).collect();
        Ok(Reply::line(moves.join(";")))
    }

    pub(super) fn unfinished_game(&self) -> Result<&Game, Reply> {
        let game = self.game.as_ref().ok_or_else(|| to_error(NO_GAME))?;
        if game.outcome().is_some() {
            return Err(to_error(GAME_OVER));
        }
        Ok(game)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, Reply> {
        let mut changed = self.options.clone();
        let line = changed.set(name, value).map_err(to_error)?;
        let (threads, table_mib) = (changed.threads, changed.table_mib);
        if (threads, table_mib) != (self.options.threads, self.options.table_mib) {
            self.brain.configure(threads, table_mib).map_err(to_error)?;
        }
        self.options = changed;
        Ok(Reply::line(line))
    }

    /// Who thinks in this game.
    pub(super) fn skill(&self) -> Skill {
        Skill { level: self.options.level(), seed: self.seed }
    }

    fn pv(&self) -> Result<Reply, Reply> {
        if self.pv.is_empty() {
            return Err(to_error("no line of play for this position; try `bestmove`"));
        }
        Ok(Reply::Lines(self.pv.clone()))
    }
}

/// The one way from an error to the wire, for all that is not about a move.
pub(super) fn to_error(error: impl std::fmt::Display) -> Reply {
    Reply::Error(error.to_string())
}

/// Whether any position of the game has stood for the third time.
fn was_drawn(game: &Game) -> bool {
    let mut past = game.clone();
    loop {
        if past.repetitions() >= REPETITIONS_FOR_DRAW {
            return true;
        }
        if past.undo().is_none() {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scripted::{Sink, session};
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
    fn a_game_is_answered_with_its_string() {
        assert_eq!(answers(&["newgame"]), "Base;NotStarted;White[1] | ok");
        assert_eq!(answers(&["newgame base+plm"]), "Base+MLP;NotStarted;White[1] | ok");
        assert_eq!(
            answers(&["newgame Base+PLM", "play  WS1 "]),
            "Base+MLP;InProgress;Black[1];wS1 | ok"
        );
        assert_eq!(answers(&["newgame", "play wS1", "undo"]), "Base;NotStarted;White[1] | ok");
    }

    #[test]
    fn without_a_game_there_is_nothing_to_play() {
        for line in ["play wS1", "pass", "validmoves", "bestmove depth 1", "undo", "perft", "pv"] {
            let answer = answers(&[line]);
            assert!(answer.starts_with("err ") && answer.ends_with(" | ok"), "{line}: {answer}");
        }
    }

    #[test]
    fn a_refused_game_leaves_the_old_one() {
        assert_eq!(answers(&["newgame chess", "validmoves"]), format!("err {NO_GAME} | ok"));
        let moves = answers(&["newgame Base", "newgame Base;;;wS1;bS1 wS9-", "validmoves"]);
        assert_eq!(moves, "wS1;wB1;wG1;wA1 | ok");
    }

    #[test]
    fn refused_moves_leave_the_game() {
        let game = ["newgame", "play wS1"];
        for line in ["play wS2", "play bQ wS1-", "play bS1", "play", "play x", "pass", "undo 2"] {
            let answer = answers(&[game[0], game[1], line]);
            let kind = answer.split(' ').next().unwrap();
            assert!(["err", "invalidmove"].contains(&kind), "{line}: {answer}");
            assert_eq!(
                answers(&[game[0], game[1], line, "play bS1 wS1-"]),
                "Base;InProgress;White[2];wS1;bS1 wS1- | ok",
                "{line}"
            );
        }
    }

    /// White's queen is about to be, and then is, surrounded.
    const FINISHED: &str = "newgame Base;;;wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wG1 wQ-;bA1 \\bQ;wG2 \
                            wQ/;bA1 wQ\\;wA1 wG1-;bA2 \\bQ;wA2 wG1/;bA2 \\wQ;wB1 wA1-;bA3 \
                            \\bQ;wB1 wA1/;bA3 /wQ";

    #[test]
    fn a_finished_game_can_be_loaded_and_taken_back() {
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
}
