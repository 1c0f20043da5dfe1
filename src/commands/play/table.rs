//! One game after another between a person and the engine.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use waggle::analysis::DrawAnswer;
use waggle::levels::Level;
use waggle::review::Review;
use waggle::rules::Color;

use super::command::NAMES;
use super::in_quotes;
use super::offered::Offered;
use super::opponent::Opponent;
use super::screen::Screen;
use super::table_clock::TableClock;
use super::table_game::{Ending, TableGame};
use super::typing::Typing;
use mistakes::Lesson;

mod commands;
mod mistakes;

pub(super) struct Table<G: TableGame> {
    command: String,
    game: G,
    person: Color,
    opponent: Opponent<G>,
    screen: Screen,
    /// The result the players agreed on before the game ended.
    agreed: Option<Ending>,
    /// Whether the game was over before anybody sat down: it is nobody's here.
    found_over: bool,
    /// How many moves of the game in the file are on the board, and the tags of that game.
    found: usize,
    tags: Vec<(String, String)>,
    /// What the engine has said to a draw offered after these moves.
    answered: Option<(Vec<G::Move>, DrawAnswer)>,
    /// The level that has played this game: one chosen after its end is for the next.
    played_at: Level,
    offered: Offered<G::Move>,
    /// The files that this game was saved to, with the text written.
    saved: Vec<(PathBuf, String)>,
    /// The mistakes being replayed.
    lesson: Option<Lesson<G>>,
    clock: Option<TableClock>,
    /// The review of the game as it is, if it was asked for.
    reviewed: Option<Rc<Review>>,
    /// Whether the board has changed since it was shown.
    is_news: bool,
}

enum Turn<M> {
    Persons,
    Engines,
    /// The person's only move.
    Forced(M),
    Over,
}

impl<G: TableGame> Table<G> {
    pub(super) fn new(
        command: String,
        game: G,
        tags: Vec<(String, String)>,
        person: Color,
        opponent: Opponent<G>,
        screen: Screen,
    ) -> Self {
        Self {
            command,
            found_over: game.ending().is_some(),
            found: game.moves().len(),
            tags,
            game,
            person,
            played_at: opponent.level(),
            opponent,
            screen,
            agreed: None,
            answered: None,
            offered: Offered(Vec::new()),
            saved: Vec::new(),
            lesson: None,
            clock: None,
            reviewed: None,
            is_news: true,
        }
    }

    pub(super) fn with_clock(self, clock: Option<TableClock>) -> Self {
        Self { clock, ..self }
    }

    /// Plays until the input ends or the person quits.
    pub(super) fn play(
        &mut self,
        mut input: Typing<impl BufRead>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.opponent.set_farewell(&self.farewell());
        if !self.found_over {
            let level = if self.has_levels() {
                format!(" at level {}", self.level())
            } else {
                String::new()
            };
            writeln!(
                output,
                "You play {} against Waggle{level}. Type `help` for help.",
                self.person
            )?;
        }
        loop {
            self.run_clock();
            match self.turn() {
                Turn::Engines => self.engines_turn(output)?,
                Turn::Forced(pass) => {
                    writeln!(output, "You cannot move, so you pass.")?;
                    self.make(pass, output)?;
                }
                Turn::Persons | Turn::Over => {
                    if self.persons_turn(&mut input, output)?.is_break() {
                        return write!(output, "{}", self.farewell());
                    }
                }
            }
        }
    }

    /// Runs the clock of the side to move, or none if the game is over.
    fn run_clock(&mut self) {
        let (is_over, now) = (self.ending().is_some(), Instant::now());
        match &mut self.clock {
            Some(clock) if is_over => clock.stop(now),
            Some(clock) => clock.turn(self.game.to_move(), self.game.moves().len(), now),
            None => {}
        }
    }

    /// Ends the game if the side to move is out of time.
    fn has_flagged(&mut self, output: &mut impl Write) -> io::Result<bool> {
        let mover = self.game.to_move();
        let is_flagged = self.ending().is_none()
            && self.clock.as_ref().is_some_and(|clock| clock.left(mover, Instant::now()).is_zero());
        if is_flagged {
            let whose = if mover == self.person { "Your" } else { "Waggle's" };
            let ending =
                Ending { winner: Some(mover.other()), reason: format!("{whose} time is up") };
            writeln!(output, "{whose} clock has run out.")?;
            self.agreed = Some(ending);
            self.changed();
        }
        Ok(is_flagged)
    }

    fn turn(&self) -> Turn<G::Move> {
        if self.ending().is_some() {
            return Turn::Over;
        }
        if self.game.to_move() != self.person {
            return Turn::Engines;
        }
        match only_pass(&self.game) {
            // If nobody can ever move again, the person should see it.
            Some(pass) if !self.is_stuck() => Turn::Forced(pass),
            _ => Turn::Persons,
        }
    }

    /// Whether neither player can move.
    fn is_stuck(&self) -> bool {
        let mut before = self.game.clone();
        before.undo();
        let has_moves = !self.game.moves().is_empty();
        has_moves && only_pass(&before).is_some() && only_pass(&self.game).is_some()
    }

    fn ending(&self) -> Option<Ending> {
        self.agreed.clone().or_else(|| self.game.ending())
    }

    fn has_levels(&self) -> bool {
        self.game.as_hive().is_some()
    }

    fn level(&self) -> String {
        format!("{} of {}", self.opponent.level().number(), Level::FULL.number())
    }

    /// Shows the board if it has changed, and executes a line of input.
    fn persons_turn(
        &mut self,
        input: &mut Typing<impl BufRead>,
        output: &mut impl Write,
    ) -> io::Result<ControlFlow<()>> {
        let ending = self.ending();
        if std::mem::take(&mut self.is_news) {
            if self.agreed.is_none() {
                write!(output, "\n{}", self.game.board(&[], &self.screen))?;
            }
            match &ending {
                Some(ending) => {
                    writeln!(output, "{}", self.verdict(ending))?;
                    if self.game.as_hive().is_some() {
                        writeln!(output, "Type `review`, `mistakes`, `new` or `quit`.")?;
                    }
                }
                None if self.is_stuck() => writeln!(output, "Nobody can move: type `pass`.")?,
                None => {}
            }
        }
        let clock = self.clock.as_ref().map_or_else(String::new, |clock| {
            format!(" {}", clock.words(self.person, Instant::now()))
        });
        let prompt =
            ending.map_or_else(|| format!("{}{clock}: ", self.person), |_| "> ".to_owned());
        let Some(line) = input.next_line(&prompt, || self.words(), output)? else {
            return Ok(ControlFlow::Break(()));
        };
        if !self.screen.echoes {
            writeln!(output, "{line}")?;
        }
        self.has_flagged(output)?;
        self.obey(&line, output)
    }

    /// The completions for the input.
    fn words(&self) -> Vec<String> {
        let moves = self.game.legal_moves();
        let moves = moves.into_iter().filter(|_| self.ending().is_none());
        let names = NAMES.into_iter().map(str::to_owned);
        names.chain(moves.map(|mv| self.game.move_text(mv))).collect()
    }

    /// Plays a legal move and announces what follows.
    fn make(&mut self, mv: G::Move, output: &mut impl Write) -> io::Result<()> {
        // Only a game of the maximum length refuses a legal move.
        if let Err(reason) = self.game.play(mv) {
            self.agreed = Some(Ending { winner: None, reason });
        }
        if let Some(clock) = &mut self.clock {
            clock.moved(Instant::now());
        }
        self.changed();
        if self.agreed.is_none() { write!(output, "{}", self.game.news()) } else { Ok(()) }
    }

    fn changed(&mut self) {
        self.reviewed = None;
        self.offered.0.clear();
        self.is_news = true;
        self.opponent.set_farewell(&self.farewell());
    }

    fn engines_turn(&mut self, output: &mut impl Write) -> io::Result<()> {
        output.flush()?;
        let engine = self.game.to_move();
        let clock = self.clock.as_ref().map(|clock| clock.of(engine, Instant::now()));
        let Some(mv) = self.opponent.reply(&self.game, clock, &self.screen) else { return Ok(()) };
        if self.has_flagged(output)? {
            return Ok(());
        }
        if self.game.is_pass(mv) {
            writeln!(output, "{engine} cannot move and passes.")?;
        } else {
            writeln!(output, "{engine}: {}", self.game.move_text(mv))?;
        }
        self.make(mv, output)
    }

    fn verdict(&self, Ending { winner, reason }: &Ending) -> String {
        let outcome = winner.map_or_else(|| "A draw".to_owned(), |winner| format!("{winner} wins"));
        match winner {
            _ if self.found_over => format!("The game is over: {reason}. {outcome}."),
            _ if self.agreed.is_some() => format!("{reason}. {outcome}."),
            None => format!("A draw: {reason}."),
            Some(winner) if *winner == self.person => format!("You win: {reason}."),
            Some(_) => format!("You lose: {reason}."),
        }
    }

    /// How to resume the game, if it can be resumed.
    fn farewell(&self) -> String {
        if self.ending().is_some() || self.game.moves().is_empty() {
            return String::new();
        }
        self.how_to_resume() + "\n"
    }

    /// The command that resumes the game against the same opponent.
    fn how_to_resume(&self) -> String {
        // By default the person plays the side to move.
        let side = match self.person {
            person if person == self.game.to_move() => "",
            Color::White => " --white",
            Color::Black => " --black",
        };
        let (command, limits) = (&self.command, self.opponent.limit_options());
        let level = if self.has_levels() {
            format!(" --level {}", self.opponent.level().number())
        } else {
            String::new()
        };
        let clock =
            self.clock.as_ref().map_or_else(String::new, |clock| format!(" --tc {}", clock.pace));
        let game = in_quotes(self.game_line());
        let clocks = self.clock.as_ref().map_or("", |_| ", with full clocks");
        format!("To resume this game{clocks}:\n{command}{level}{limits}{clock}{side} {game}")
    }
}

/// The pass of a player who has no other move.
fn only_pass<G: TableGame>(game: &G) -> Option<G::Move> {
    match game.legal_moves().as_slice() {
        [mv] if game.is_pass(*mv) => Some(*mv),
        _ => None,
    }
}
