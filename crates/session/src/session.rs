//! The session: a state machine that turns each line into its reply.

use std::sync::Arc;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::book::Book;
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Instant, MemoryError, random};

use super::command::Command;
use super::control::Control;
use super::engine::Engine;
use super::game_command::Request;
use super::help::{help, licenses};
use super::options::{Effect, Options};
use super::ponder::Ponder;
use super::progress::Outlet;
use super::reply::Reply;
use super::session_game::SessionGame;
use super::words::CommandError;

/// The refusal of a command that needs a game.
pub(super) const NO_GAME: &str = "no game in progress; try `newgame`";
/// The refusal of a command that needs an unfinished game.
pub(super) const GAME_OVER: &str = "the game is over; try `undo` or `newgame`";

/// What a line leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing: the line was blank.
    Silence,
    /// A reply to print.
    Reply(Reply),
    /// The end of the session.
    Exit,
}

/// A conversation with one user, who may play one game after another: games of type `G`
/// with an engine of type `E`.
#[derive(Debug)]
pub struct Session<E, G: SessionGame = Game> {
    pub(super) engine: E,
    pub(super) options: Options,
    pub(super) control: Arc<Control>,
    /// Opening moves.
    pub(super) book: Option<Book>,
    pub(super) game: Option<G>,
    /// Decides what a level below full strength overlooks in this game.
    pub(super) seed: u64,
    /// The engine has searched since it last forgot what it had learned.
    pub(super) has_searched: bool,
    pub(super) ponder: Ponder<G::Move>,
    /// The moves of the last best line; empty once the position changes.
    pub(super) pv: Vec<String>,
}

impl<E: Engine<G>, G: SessionGame> Session<E, G> {
    /// A session without a game, with the usual options.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table.
    pub fn new(engine: E) -> Result<Self, MemoryError> {
        Self::with_options(engine, Options::new(G::OPTIONS))
    }

    /// A session without a game, with these options. Where there is not enough memory for
    /// the usual number of threads, one searches; another number is insisted on.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table and the threads.
    pub fn with_options(mut engine: E, mut options: Options) -> Result<Self, MemoryError> {
        if let Err(error) = engine.configure(&options) {
            if options.threads != Options::new(G::OPTIONS).threads {
                return Err(error);
            }
            log::warn!("searching with one thread: {error}");
            options.threads = 1;
            engine.configure(&options)?;
        }
        Ok(Self {
            engine,
            options,
            control: Arc::default(),
            book: None,
            game: None,
            seed: random(),
            has_searched: false,
            ponder: Ponder::default(),
            pv: Vec::new(),
        })
    }

    /// What other threads use to interrupt this session.
    #[must_use]
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Gives the session an opening book instead of the [own](Book::own) one; it is played from
    /// where the options say so.
    pub fn set_book(&mut self, book: Book) {
        self.book = Some(book);
    }

    /// Who we are: the banner, and the reply to `info`.
    #[must_use]
    pub fn info() -> Reply {
        let name = concat!("id Waggle v", env!("CARGO_PKG_VERSION")).to_owned();
        Reply::Lines(vec![name, G::CAPABILITIES.to_owned()])
    }

    /// Executes one line, which was received at `received`. Lines that are ready before
    /// the reply is complete go to `outlet`.
    pub fn execute(&mut self, line: &str, received: Instant, outlet: &mut dyn Outlet) -> Answer {
        let result = match Command::parse(line) {
            // A search that is still running is stopped by whoever reads the lines.
            Ok(None | Some(Command::Stop)) => return Answer::Silence,
            Ok(Some(Command::Exit)) => return Answer::Exit,
            Ok(Some(command)) => self.run(command, received, outlet),
            Err(error) => self
                .run_game_command(&error, line, received, outlet)
                .unwrap_or_else(|| Err(Reply::error(error))),
        };
        Answer::Reply(result.unwrap_or_else(|refusal| refusal))
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
            Command::GetOption(name) => {
                self.options.get(&name).map(Reply::line).map_err(Reply::error)
            }
            Command::SetOption(name, value) => self.set_option(&name, &value),
            Command::Help(topic) => help::<G>(topic.as_deref())
                .map(Reply::Lines)
                .ok_or_else(|| Reply::error("no such command; try `help`")),
            Command::Licenses => Ok(Reply::Lines(licenses())),
            Command::Perft(depth) => self.perft(depth, outlet),
            Command::Pv => self.pv(),
            // `execute` has handled them.
            Command::Stop | Command::Exit => Ok(Reply::Lines(Vec::new())),
        }
    }

    /// The reply to a command that UHP does not know; `None` if the game does not either.
    fn run_game_command(
        &mut self,
        error: &CommandError,
        line: &str,
        received: Instant,
        outlet: &mut dyn Outlet,
    ) -> Option<Result<Reply, Reply>> {
        let CommandError::Unknown(keyword) = error else { return None };
        let command =
            G::COMMANDS.iter().find(|command| keyword.eq_ignore_ascii_case(command.usage.name))?;
        Some((command.run)(&mut Request {
            line,
            received,
            game: self.game.as_ref(),
            options: &self.options,
            control: &self.control,
            engine: &mut self.engine,
            has_searched: &mut self.has_searched,
            outlet,
        }))
    }

    fn new_game(&mut self, text: &str) -> Result<Reply, Reply> {
        self.game = Some(G::read(text)?);
        self.seed = random();
        // Now, because the time of the next search may be short.
        if std::mem::take(&mut self.has_searched) {
            self.engine.new_game();
        }
        self.ponder = Ponder::default();
        self.position_changed()
    }

    fn play(&mut self, text: &str) -> Result<Reply, Reply> {
        let mv = self.unfinished_game()?.read_move(text).map_err(Reply::InvalidMove)?;
        let game = self.game.as_mut().ok_or_else(|| Reply::error(NO_GAME))?;
        game.play(mv).map_err(|error| Reply::InvalidMove(format!("`{text}`: {error}")))?;
        self.position_changed()
    }

    fn undo(&mut self, count: usize) -> Result<Reply, Reply> {
        let game = self.game.as_mut().ok_or_else(|| Reply::error(NO_GAME))?;
        let played = game.moves().len();
        if count > played {
            return Err(Reply::error(format!("unable to undo {count} of {played} moves")));
        }
        for _ in 0..count {
            game.undo();
        }
        self.ponder = Ponder::default();
        self.position_changed()
    }

    fn position_changed(&mut self) -> Result<Reply, Reply> {
        self.pv.clear();
        let repetition_draw = self.options.repetition_draw;
        self.game().map(|game| Reply::line(game.write(repetition_draw)))
    }

    fn valid_moves(&self) -> Result<Reply, Reply> {
        let position = self.unfinished_game()?.position();
        let moves = G::legal_moves(position).into_iter().map(|mv| G::move_text(position, mv));
        Ok(Reply::line(moves.collect::<Vec<_>>().join(";")))
    }

    fn game(&self) -> Result<&G, Reply> {
        self.game.as_ref().ok_or_else(|| Reply::error(NO_GAME))
    }

    pub(super) fn unfinished_game(&self) -> Result<&G, Reply> {
        let game = self.game()?;
        if game.is_over() { Err(Reply::error(GAME_OVER)) } else { Ok(game) }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, Reply> {
        let mut changed = self.options.clone();
        let effect = changed.set(name, value).map_err(Reply::error)?;
        if effect == Effect::OnEngine && changed != self.options {
            self.engine.configure(&changed).map_err(Reply::error)?;
        }
        self.options = changed;
        self.options.get(name).map(Reply::line).map_err(Reply::error)
    }

    /// How well the engine is to play in this game.
    pub(super) fn skill(&self) -> Skill {
        Skill { level: self.options.level(), seed: self.seed }
    }

    fn pv(&self) -> Result<Reply, Reply> {
        if self.pv.is_empty() {
            return Err(Reply::error("no line of play for this position; try `bestmove`"));
        }
        Ok(Reply::Lines(self.pv.clone()))
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
