//! A session about Bees! in the verbs and the frame of UHP.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use waggle::bees::{Game, GameTextError, IllegalMove, Move, Position, perft};
use waggle::search::{Limits, Searcher};
use waggle::uhp::{
    Answer, Command, Control, Conversation, Effort, OptionError, Options, Outlet, Reply,
};

/// The refusal of what needs a game.
const NO_GAME: &str = "no game in progress; try `newgame`";
/// The refusal of what needs a game that goes on.
const GAME_OVER: &str = "the game is over; try `undo` or `newgame`";
/// The options of a Hive session that mean something here.
const OPTIONS: [&str; 2] = ["NumThreads", "TableSizeMiB"];
/// How early a search ends before its limit, for what follows it.
const MARGIN: Duration = Duration::from_millis(50);
/// The part of a short time that is kept as margin instead.
const MARGIN_PART: u32 = 3;
/// What `perft` counts to when it is not told.
const PERFT_DEPTH: u32 = 3;
/// All that can be asked.
const HELP: [&str; 12] = [
    "info: who this is",
    "newgame [Bees[ position][;state;turn;move;...]]: a new game, or one in progress",
    "play <move>: such as c3-c4, Wc2-d3^d2, Q-ne, bQ>w, +a4; pass or play pass",
    "validmoves: all legal moves",
    "bestmove [depth <plies>] [nodes <count>] [time <hh:mm:ss>] [seconds <seconds>]: the best move found",
    "board: the hive as it is drawn",
    "position: the hive in one line",
    "undo [n]: takes moves back",
    "options [get <name> | set <name> <value>]: NumThreads, TableSizeMiB",
    "perft [depth]: counts the sequences of legal moves",
    "pv: the line of play behind the last best move",
    "exit: the end",
];

/// A conversation with one user.
pub(super) struct Session {
    searcher: Searcher,
    options: Options,
    control: Arc<Control>,
    game: Option<Game>,
    /// The moves of the last best line, as texts; empty once the hive changes.
    pv: Vec<String>,
}

impl Session {
    /// A session without a game.
    pub(super) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            searcher: super::searcher()?,
            options: Options::default(),
            control: Arc::default(),
            game: None,
            pv: Vec::new(),
        })
    }

    /// Two verbs that Hive's sessions do not know; `None` if it is neither.
    fn show(&self, line: &str) -> Option<Result<Reply, Reply>> {
        let show = match line.trim().to_lowercase().as_str() {
            "board" => |game: &Game| Reply::text(&game.position().labeled_drawing()),
            "position" => |game: &Game| Reply::line(game.position()),
            _ => return None,
        };
        Some(self.game.as_ref().map(show).ok_or_else(|| error(NO_GAME)))
    }

    fn run(
        &mut self,
        command: Command,
        received: Instant,
        outlet: &mut dyn Outlet,
    ) -> Result<Reply, Reply> {
        match command {
            Command::Info => Ok(self.greeting()),
            Command::NewGame(text) => self.new_game(&text),
            Command::Play(text) => self.play(&text),
            Command::Pass => self.play("pass"),
            Command::ValidMoves => {
                let position = self.unfinished()?.position();
                let moves = position.legal_moves().into_iter().map(|mv| position.text_of(mv));
                Ok(Reply::line(moves.collect::<Vec<_>>().join(";")))
            }
            Command::BestMove(effort) => self.best_move(effort, received),
            Command::Undo(count) => self.undo(count),
            Command::Options => OPTIONS
                .iter()
                .map(|name| self.options.get(name))
                .collect::<Result<_, _>>()
                .map_or_else(|why| Err(error(why)), |lines| Ok(Reply::Lines(lines))),
            Command::GetOption(name) => {
                known(&name)?;
                self.options.get(&name).map(Reply::line).map_err(error)
            }
            Command::SetOption(name, value) => self.set_option(&name, &value),
            Command::Help(_) => Ok(Reply::text(&HELP.join("\n"))),
            Command::Licenses => Ok(Reply::line("Waggle is under the MIT license.")),
            Command::Perft(depth) => self.perft(depth.unwrap_or(PERFT_DEPTH), outlet),
            Command::Pv if self.pv.is_empty() => {
                Err(error("no line of play for this position; try `bestmove`"))
            }
            Command::Pv => Ok(Reply::Lines(self.pv.clone())),
            // Taken care of before.
            Command::Exit => Ok(Reply::Lines(Vec::new())),
        }
    }

    fn new_game(&mut self, text: &str) -> Result<Reply, Reply> {
        let game = if text.is_empty() { Ok(Game::new()) } else { Game::read(text) };
        self.game = Some(game.map_err(|why| match why {
            GameTextError::Name(_) | GameTextError::Position(_) => error(why),
            GameTextError::Text { .. } | GameTextError::Illegal { .. } => {
                Reply::InvalidMove(why.to_string())
            }
        })?);
        self.searcher.forget();
        self.changed()
    }

    fn play(&mut self, text: &str) -> Result<Reply, Reply> {
        let position = *self.unfinished()?.position();
        let mv = position.read_move(text).map_err(|why| Reply::InvalidMove(why.to_string()))?;
        let game = self.game.as_mut().ok_or_else(|| error(NO_GAME))?;
        game.play(mv).map_err(|why| match why {
            IllegalMove::GameOver => error(GAME_OVER),
            IllegalMove::NotLegal => Reply::InvalidMove(format!("`{text}`: {why}")),
        })?;
        self.changed()
    }

    fn undo(&mut self, count: usize) -> Result<Reply, Reply> {
        let game = self.game.as_mut().ok_or_else(|| error(NO_GAME))?;
        if count > game.ply() {
            return Err(error(format!("unable to undo {count} of {} moves", game.ply())));
        }
        for _ in 0..count {
            game.undo();
        }
        self.changed()
    }

    fn changed(&mut self) -> Result<Reply, Reply> {
        self.pv.clear();
        self.game.as_ref().map(Reply::line).ok_or_else(|| error(NO_GAME))
    }

    fn unfinished(&self) -> Result<&Game, Reply> {
        let game = self.game.as_ref().ok_or_else(|| error(NO_GAME))?;
        if game.outcome().is_some() { Err(error(GAME_OVER)) } else { Ok(game) }
    }

    fn best_move(&mut self, effort: Effort, received: Instant) -> Result<Reply, Reply> {
        let game = self.unfinished()?;
        let (position, past) = (*game.position(), game.past_keys().collect::<Vec<_>>());
        let moves = position.legal_moves();
        let line = if moves.len() == 1 {
            moves
        } else {
            if effort.is_unlimited() {
                self.control.without_limit();
            }
            let limits = limits(&effort, received.elapsed());
            let stop = self.control.stop_flag();
            let report = self.searcher.search(&position, &past, &limits, stop, &mut ());
            if report.pv.is_empty() { moves.into_iter().take(1).collect() } else { report.pv }
        };
        self.pv = texts(position, &line);
        Ok(Reply::Lines(self.pv.iter().take(1).cloned().collect()))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Reply, Reply> {
        known(name)?;
        let before = self.options.clone();
        let line = self.options.set(name, value).map_err(error)?;
        let settings = super::settings(self.options.threads, self.options.table_mib);
        if let Err(why) = self.searcher.configure(&settings) {
            self.options = before;
            return Err(error(why));
        }
        Ok(Reply::line(line))
    }

    fn perft(&mut self, depth: u32, outlet: &mut dyn Outlet) -> Result<Reply, Reply> {
        let mut position = *self.game.as_ref().ok_or_else(|| error(NO_GAME))?.position();
        for depth in 0..=depth {
            match count(&mut position, depth, self.control.stop_flag()) {
                Some(leaves) => outlet.line(&format!("perft({depth}) = {leaves}")),
                None => break,
            }
        }
        Ok(Reply::Lines(Vec::new()))
    }
}

/// Perft, as long as nobody interrupts it.
fn count(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= 2 {
        return (!stop.load(Ordering::Relaxed)).then(|| perft(position, depth));
    }
    let moves = position.legal_moves();
    moves.into_iter().map(|mv| count(&mut position.after(mv), depth - 1, stop)).sum()
}

/// Whether there is an option with this name.
fn known(name: &str) -> Result<(), Reply> {
    if OPTIONS.iter().any(|option| option.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    Err(error(OptionError::Name(name.to_owned())))
}

impl Conversation for Session {
    fn greeting(&self) -> Reply {
        Reply::text(concat!("id Waggle v", env!("CARGO_PKG_VERSION"), "\nBees"))
    }

    fn execute(&mut self, line: &str, received: Instant, outlet: &mut dyn Outlet) -> Answer {
        if let Some(shown) = self.show(line) {
            return Answer::Reply(shown.unwrap_or_else(|refusal| refusal));
        }
        match Command::parse(line) {
            Ok(None) => Answer::Silence,
            Ok(Some(Command::Exit)) => Answer::Exit,
            Ok(Some(command)) => {
                Answer::Reply(self.run(command, received, outlet).unwrap_or_else(|refusal| refusal))
            }
            Err(why) => Answer::Reply(error(why)),
        }
    }

    fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// This game is not pondered on.
    fn ponder(&mut self) {}
}

/// The one way from an error to the wire, for all that is not about a move.
fn error(error: impl std::fmt::Display) -> Reply {
    Reply::Error(error.to_string())
}

/// The limits of a search for a command of which `spent` is gone already.
fn limits(effort: &Effort, spent: Duration) -> Limits {
    let time = effort.time.map(|time| {
        let margin = MARGIN.min(time / MARGIN_PART);
        time.saturating_sub(margin).saturating_sub(spent)
    });
    Limits { depth: effort.depth, nodes: effort.nodes, time }
}

/// The texts of moves that follow each other.
fn texts(mut position: Position, line: &[Move]) -> Vec<String> {
    let text = |&mv: &Move| {
        let text = position.text_of(mv);
        position = position.after(mv);
        text
    };
    line.iter().map(text).collect()
}
