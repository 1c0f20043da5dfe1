//! Moves that a person may play by their numbers.

use std::io::{self, Write};

use waggle::text::spelled_out;

use super::screen::Screen;
use super::table_game::TableGame;

/// The moves of the numbers on the screen.
pub(super) struct Offered<M>(pub(super) Vec<M>);

impl<M: Copy> Offered<M> {
    /// The legal move that a text names. Without one, it lists the moves of the
    /// piece with numbers, or says why there are none.
    pub(super) fn read<G: TableGame<Move = M>>(
        &mut self,
        game: &G,
        text: &str,
        screen: &Screen,
        output: &mut impl Write,
    ) -> io::Result<Option<M>> {
        let refusal = match game.read_legal(text) {
            Ok(mv) => return Ok(Some(mv)),
            Err(refusal) => spelled_out(&refusal),
        };
        let first_word = text.split(' ').next().unwrap_or_default();
        match game.choices(text) {
            None if game.choices(first_word).is_none() => {
                writeln!(output, "{refusal}; type `help` for what you can type")?;
            }
            None => writeln!(output, "{refusal}")?,
            Some(Err(why)) => writeln!(output, "{why}")?,
            Some(Ok(choices)) => {
                self.0 = choices;
                self.show(game, screen, output)?;
            }
        }
        Ok(None)
    }

    fn show<G: TableGame<Move = M>>(
        &self,
        game: &G,
        screen: &Screen,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let board = game.board(&self.0, screen);
        let texts: Vec<String> = self.0.iter().map(|mv| game.move_text(*mv)).collect();
        let widest = texts.iter().map(String::len).max().unwrap_or(0);
        let numbered = |(number, text): (usize, &String)| format!("{number:>2} {text:<widest$}");
        let texts: Vec<String> = (1..).zip(&texts).map(numbered).collect();
        write!(output, "{board}{}", screen.wrapped(&texts, "   "))?;
        writeln!(output, "Type a number to play it, or anything else.")
    }

    /// The move with a number of the list; without one, it says which there are.
    pub(super) fn numbered(&self, number: usize, output: &mut impl Write) -> io::Result<Option<M>> {
        let chosen = number.checked_sub(1).and_then(|index| self.0.get(index));
        match (chosen, self.0.len()) {
            (Some(_), _) => {}
            (None, 0) => writeln!(output, "name a piece first; then its moves have numbers")?,
            (None, most) => writeln!(output, "expected a number from 1 to {most}, found {number}")?,
        }
        Ok(chosen.copied())
    }
}
