//! A table: one game after the other between a person and the engine.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use waggle::levels::Level;
use waggle::rules::Color;

use super::command::NAMES;
use super::opponent::Opponent;
use super::screen::Screen;
use super::table_game::{Ending, TableGame};
use super::typing::Typing;

mod commands;
#[cfg(test)]
mod tests;

/// A game between a person and the engine.
pub(super) struct Table<G: TableGame> {
    game: G,
    person: Color,
    opponent: Opponent<G>,
    screen: Screen,
    /// The end on which the players have agreed before that of the game.
    agreed: Option<Ending>,
    /// What the numbers mean that the person sees.
    choices: Vec<G::Move>,
    /// The files that this game was saved to, and what of them is this game.
    saved: Vec<(PathBuf, String)>,
    /// The person has not seen the board since it changed.
    is_news: bool,
}

/// Whose turn it is.
enum Turn<M> {
    Persons,
    Engines,
    /// The person can do nothing but this.
    Forced(M),
    Over,
}

impl<G: TableGame> Table<G> {
    pub(super) fn new(game: G, person: Color, opponent: Opponent<G>, screen: Screen) -> Self {
        let (agreed, choices, saved) = (None, Vec::new(), Vec::new());
        Self { game, person, opponent, screen, agreed, choices, saved, is_news: true }
    }

    /// Plays until the input ends or the person leaves.
    pub(super) fn play(
        &mut self,
        mut input: Typing<impl BufRead>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.opponent.set_farewell(&self.farewell());
        let level =
            if G::HAS_LEVELS { format!(" at level {}", self.level()) } else { String::new() };
        writeln!(output, "You play {} against Waggle{level}. Type `help` for help.", self.person)?;
        loop {
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

    fn turn(&self) -> Turn<G::Move> {
        if self.ending().is_some() {
            return Turn::Over;
        }
        if self.game.to_move() != self.person {
            return Turn::Engines;
        }
        match self.only_pass() {
            // If nobody can ever move again, that is the person's to see.
            Some(pass) if !self.is_stuck() => Turn::Forced(pass),
            _ => Turn::Persons,
        }
    }

    /// The pass, if there is nothing else to do.
    fn only_pass(&self) -> Option<G::Move> {
        match self.game.legal_moves().as_slice() {
            [mv] if *mv == G::PASS => Some(*mv),
            _ => None,
        }
    }

    /// Whether neither player can move.
    fn is_stuck(&self) -> bool {
        let was_pass = self.game.moves().last().is_some_and(|mv| *mv == G::PASS);
        was_pass && self.only_pass().is_some()
    }

    fn ending(&self) -> Option<Ending> {
        self.agreed.clone().or_else(|| self.game.ending())
    }

    fn level(&self) -> String {
        format!("{} of {}", self.opponent.level().number(), Level::FULL.number())
    }

    /// Shows the board if it has changed, and does what the person types.
    fn persons_turn(
        &mut self,
        input: &mut Typing<impl BufRead>,
        output: &mut impl Write,
    ) -> io::Result<ControlFlow<()>> {
        let ending = self.ending();
        if std::mem::take(&mut self.is_news) {
            if self.agreed.is_none() {
                write!(output, "\n{}", self.game.board(&self.screen))?;
            }
            match &ending {
                Some(ending) => writeln!(output, "{}", self.verdict(ending))?,
                None if self.is_stuck() => writeln!(output, "Nobody can move: type `pass`.")?,
                None => {}
            }
        }
        let prompt = ending.map_or_else(|| format!("{}: ", self.person), |_| "> ".to_owned());
        let Some(line) = input.next_line(&prompt, || self.words(), output)? else {
            return Ok(ControlFlow::Break(()));
        };
        if !self.screen.echoes {
            writeln!(output, "{line}")?;
        }
        self.obey(&line, output)
    }

    /// What can be typed now, to complete a line.
    fn words(&self) -> Vec<String> {
        let moves = self.game.legal_moves();
        let moves = moves.into_iter().filter(|_| self.ending().is_none());
        let names = NAMES.into_iter().map(str::to_owned);
        names.chain(moves.map(|mv| self.game.move_text(mv))).collect()
    }

    /// Plays the move that a text is, or shows those of the piece that it names.
    fn move_or_choose(&mut self, text: &str, output: &mut impl Write) -> io::Result<()> {
        let refusal = match self.game.read_legal(text) {
            Ok(mv) => return self.make(mv, output),
            Err(refusal) => refusal,
        };
        let first_word = text.split(' ').next().unwrap_or_default();
        match self.game.choices(text) {
            None if self.game.choices(first_word).is_none() => {
                writeln!(output, "{refusal}; type `help` for what you can type")
            }
            None => writeln!(output, "{refusal}"),
            Some(Err(why)) => writeln!(output, "{why}"),
            Some(Ok(choices)) => {
                self.choices = choices;
                self.show_choices(output)
            }
        }
    }

    fn show_choices(&self, output: &mut impl Write) -> io::Result<()> {
        let board = self.game.board_of_choices(&self.choices, &self.screen);
        let texts: Vec<String> = self.choices.iter().map(|mv| self.game.move_text(*mv)).collect();
        let widest = texts.iter().map(String::len).max().unwrap_or(0);
        let numbered = |(number, text): (usize, &String)| format!("{number:>2} {text:<widest$}");
        let texts: Vec<String> = (1..).zip(&texts).map(numbered).collect();
        write!(output, "{board}{}", self.screen.wrapped(&texts, "   "))?;
        writeln!(output, "Type a number to play it, or anything else.")
    }

    fn play_choice(&mut self, number: usize, output: &mut impl Write) -> io::Result<()> {
        let chosen = number.checked_sub(1).and_then(|index| self.choices.get(index));
        match (chosen, self.choices.len()) {
            (Some(mv), _) => self.make(*mv, output),
            (None, 0) => writeln!(output, "name a piece first; then its moves have numbers"),
            (None, most) => writeln!(output, "expected a number from 1 to {most}, found {number}"),
        }
    }

    /// Plays a legal move, and tells what it brings about.
    fn make(&mut self, mv: G::Move, output: &mut impl Write) -> io::Result<()> {
        // A game has no more turns than can be counted.
        if let Err(reason) = self.game.play(mv) {
            self.agreed = Some(Ending { winner: None, reason });
        }
        self.changed();
        if self.agreed.is_none() { write!(output, "{}", self.game.news()) } else { Ok(()) }
    }

    fn changed(&mut self) {
        self.choices.clear();
        self.is_news = true;
        self.opponent.set_farewell(&self.farewell());
    }

    fn engines_turn(&mut self, output: &mut impl Write) -> io::Result<()> {
        output.flush()?;
        let Some(mv) = self.opponent.reply(&self.game, &self.screen) else { return Ok(()) };
        let engine = self.game.to_move();
        if mv == G::PASS {
            writeln!(output, "{engine} cannot move and passes.")?;
        } else {
            writeln!(output, "{engine}: {}", self.game.move_text(mv))?;
        }
        self.make(mv, output)
    }

    /// How the game has ended, as the person is told.
    fn verdict(&self, Ending { winner, reason }: &Ending) -> String {
        match winner {
            _ if self.agreed.is_some() => match winner {
                Some(winner) => format!("{reason}. {winner} wins."),
                None => format!("{reason}. A draw."),
            },
            None => format!("A draw: {reason}."),
            Some(winner) if *winner == self.person => format!("You win: {reason}."),
            Some(_) => format!("You lose: {reason}."),
        }
    }

    /// What a person is told who leaves: nothing, unless the game can be resumed.
    fn farewell(&self) -> String {
        if self.ending().is_some() || self.game.moves().is_empty() {
            return String::new();
        }
        self.how_to_resume() + "\n"
    }

    /// The command that resumes the game against the same opponent.
    fn how_to_resume(&self) -> String {
        let quote = if cfg!(windows) { '"' } else { '\'' };
        // The command has the person play whoever is to move.
        let side = match self.person {
            person if person == self.game.to_move() => "",
            Color::White => " --white",
            Color::Black => " --black",
        };
        let (command, options) = (G::COMMAND, self.opponent.options());
        let game = self.game.write(false);
        format!("To resume this game:\n{command}{options}{side} {quote}{game}{quote}")
    }
}
