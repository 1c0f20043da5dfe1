//! `waggle bees play`: a person against the engine.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waggle::bees::{Color, Game, Move, Outcome, Position};
use waggle::search::{GameSearcher, Limits};

use crate::cli::BeesPlayArgs;
use crate::exit_code::ExitCode;

/// What a person can type.
const HELP: &str = "\
c3-c4        your Drone on c3 moves to c4, and those before it in line move on
c3>c4        and they push what is in their way
Wc2-e4^e5    your Warrior's thorax goes from c2 to e4, then its head turns to e5
Wc2^c3       it only turns
Q-ne         your Queen moves north-east (e, se, sw, w, nw, ne)
bQ>w         your bees behind Black's Queen push her west
+a4  +Wa3^a4 a dead bee enters
moves        all your moves; `moves Wc2` only those that begin so
undo         takes back your last move and the answer
hint         what the engine would do in your place
quit         the end
A letter is a row, a number a diagonal; the ends of the rows are named.";

pub(super) fn run(args: &BeesPlayArgs) -> anyhow::Result<ExitCode> {
    let limits = match args.depth {
        Some(depth) => Limits::depth(depth),
        None => Limits::time(Duration::from_secs_f64(args.seconds)),
    };
    let person = if args.white { Color::White } else { Color::Black };
    let mut table = Table { game: Game::new(), searcher: super::opponent()?, limits, person };
    table.play(&mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(ExitCode::Done)
}

/// A game between a person and the engine.
struct Table {
    game: Game,
    searcher: GameSearcher<Position>,
    limits: Limits,
    person: Color,
}

impl Table {
    /// Plays until the game or the input ends.
    fn play(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "You play {}. Type `help` for help.", self.person)?;
        loop {
            writeln!(output, "\n{}", self.game.position().labeled_drawing())?;
            if let Some(outcome) = self.game.outcome() {
                return writeln!(output, "{}", self.verdict(outcome));
            }
            if self.game.position().side_to_move() == self.person {
                if !self.persons_turn(input, output)? {
                    return Ok(());
                }
            } else {
                self.engines_turn(output)?;
            }
        }
    }

    /// Asks until a move is played or taken back; `false` if the person has left.
    fn persons_turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        loop {
            write!(output, "{}: ", self.person)?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(output)?;
                return Ok(false);
            }
            let line = line.trim();
            match line.to_lowercase().as_str() {
                "" => {}
                "help" | "?" => writeln!(output, "{HELP}")?,
                "quit" | "exit" => return Ok(false),
                "hint" => {
                    let text = self.best().map(|mv| self.game.position().text_of(mv));
                    writeln!(output, "{}", text.unwrap_or_default())?;
                }
                "undo" if self.game.ply() < 2 => writeln!(output, "there is nothing to undo")?,
                "undo" => {
                    self.game.undo();
                    self.game.undo();
                    return Ok(true);
                }
                wish if wish.split(' ').next() == Some("moves") => self.list(wish, output)?,
                _ => match self.try_move(line) {
                    Ok(()) => return Ok(true),
                    Err(why) => writeln!(output, "{why}")?,
                },
            }
        }
    }

    fn try_move(&mut self, text: &str) -> Result<(), String> {
        let mv = self.game.position().read_move(text).map_err(|why| why.to_string())?;
        self.game.play(mv).map_err(|why| why.to_string())
    }

    fn list(&self, wish: &str, output: &mut impl Write) -> io::Result<()> {
        let start = wish.trim_start_matches("moves").trim();
        let position = self.game.position();
        let texts = position.legal_moves().into_iter().map(|mv| position.text_of(mv));
        let wanted = texts.filter(|text| text.to_lowercase().starts_with(start));
        writeln!(output, "{}", wanted.collect::<Vec<_>>().join(" "))
    }

    fn engines_turn(&mut self, output: &mut impl Write) -> io::Result<()> {
        let Some(mv) = self.best() else { return Ok(()) };
        let text = self.game.position().text_of(mv);
        let color = self.game.position().side_to_move();
        // A move that the search found is legal.
        let _ = self.game.play(mv);
        writeln!(output, "{color}: {text}")
    }

    fn best(&mut self) -> Option<Move> {
        let past: Vec<u64> = self.game.past_keys().collect();
        let position = *self.game.position();
        let never = AtomicBool::new(false);
        let report = self.searcher.search(&position, &past, &self.limits, &never, &mut ());
        report.best.or_else(|| position.legal_moves().first().copied())
    }

    fn verdict(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Draw => "A draw.",
            Outcome::Win(color) if color == self.person => "You win.",
            Outcome::Win(_) => "You lose.",
        }
    }
}

#[cfg(test)]
mod tests {
    use waggle::search::Settings;

    use super::*;

    /// What is printed for a person who types these lines.
    fn conversation(person: Color, lines: &str) -> (Game, String) {
        let settings = Settings { table_mib: 1, ..Settings::default() };
        let searcher = GameSearcher::new(&settings).unwrap();
        let mut table = Table { game: Game::new(), searcher, limits: Limits::depth(1), person };
        let mut output = Vec::new();
        table.play(&mut lines.as_bytes(), &mut output).unwrap();
        (table.game, String::from_utf8(output).unwrap())
    }

    #[test]
    fn the_engine_answers_each_move() {
        let (game, said) = conversation(Color::Black, "h7-g6\ni8-h7\n");
        assert_eq!(game.ply(), 4);
        assert!(said.starts_with("You play Black."), "{said}");
        assert_eq!(said.matches("White: ").count(), 2);
    }

    #[test]
    fn the_engine_begins_if_the_person_has_white() {
        let (game, said) = conversation(Color::White, "");
        assert_eq!(game.ply(), 1);
        assert!(said.contains("Black: "), "{said}");
    }

    #[test]
    fn mistakes_are_named_and_cost_nothing() {
        let (game, said) = conversation(Color::Black, "a1\nd5-e5\nundo\nmoves Wi10\nhint\nquit\n");
        assert_eq!(game.ply(), 0);
        for part in ["expected a move such as", "not legal", "nothing to undo", "Wi10-h9"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn undo_takes_back_a_move_and_its_answer() {
        let (game, _) = conversation(Color::Black, "h7-g6\nundo\n");
        assert_eq!(game.ply(), 0);
    }
}
