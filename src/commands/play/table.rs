//! `waggle bees play`: a person against the engine.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waggle::bees::{Color, Game, Move, Outcome, Position};
use waggle::search::{GameSearcher, Limits, Report, Score};

use super::announcements::{deaths, held};
use super::move_list::move_list;
use crate::cli::BeesPlayArgs;
use crate::exit_code::ExitCode;

/// What a person can type.
const HELP: &str = "\
c3-c4        your Drone on c3 moves to c4, and those before it in line move on
c3>c4        and they push what is in their way; `-` and `>` are read as the same
Wc2-e4^e5    your Warrior's thorax goes from c2 to e4, then its head turns to e5
Wc2^c3       it only turns
AB-e4  AB^c3 the same by its letters on the board: the head's, the thorax's, or both
Q-ne         your Queen moves north-east (e, se, sw, w, nw, ne)
bQ>w         your bees behind Black's Queen push her west
+a4  +Wa3^a4 a dead bee enters
moves        all your moves; `moves Wc2` or `moves AB` only some
board        the board again
position     the position in one line
undo         takes back your last move and the answer
hint         what the engine would do in your place
draw         offers a draw
resign       gives up
quit         the end
The board names each hex: a letter for the row, a number for the diagonal. Capitals
are Black's: X a Drone, O a part of the Queen; other letters are Warriors, head and
thorax in turn.";

pub(super) fn run(args: &BeesPlayArgs) -> anyhow::Result<ExitCode> {
    let limits = match args.depth {
        Some(depth) => Limits::depth(depth),
        None => Limits::time(Duration::from_secs_f64(args.seconds)),
    };
    let person = if args.white { Color::White } else { Color::Black };
    let game = args.game.as_deref().cloned().unwrap_or_default();
    let mut table = Table { game, searcher: super::opponent()?, limits, person };
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
    /// Plays until the game or the input ends, or the person leaves.
    fn play(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "You play {}. Type `help` for help.", self.person)?;
        loop {
            write!(output, "\n{}", self.board())?;
            if let Some(outcome) = self.game.outcome() {
                return writeln!(output, "{}", self.verdict(outcome));
            }
            if self.game.position().side_to_move() == self.person {
                if self.persons_turn(input, output)?.is_break() {
                    return Ok(());
                }
            } else {
                self.engines_turn(output)?;
            }
        }
    }

    /// Asks until a move is played or taken back; breaks off if the person has left.
    fn persons_turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<ControlFlow<()>> {
        loop {
            write!(output, "{}: ", self.person)?;
            output.flush()?;
            let Some(line) = next_line(input)? else {
                writeln!(output)?;
                return Ok(ControlFlow::Break(()));
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word.to_lowercase().as_str() {
                "" => {}
                "help" | "?" => writeln!(output, "{HELP}")?,
                "quit" | "exit" => return Ok(ControlFlow::Break(())),
                "resign" => {
                    writeln!(output, "You resign. {} wins.", self.person.other())?;
                    return Ok(ControlFlow::Break(()));
                }
                "draw" if self.accepts_draw() => {
                    writeln!(output, "{} accepts. A draw.", self.person.other())?;
                    return Ok(ControlFlow::Break(()));
                }
                "draw" => writeln!(output, "{} declines.", self.person.other())?,
                "hint" => {
                    let text = self.best().map(|mv| self.game.position().text_of(mv));
                    writeln!(output, "{}", text.unwrap_or_default())?;
                }
                "board" => write!(output, "{}", self.board())?,
                "position" => writeln!(output, "{}", self.game.position())?,
                "undo" if self.game.ply() < 2 => writeln!(output, "there is nothing to undo")?,
                "undo" => {
                    self.game.undo();
                    self.game.undo();
                    return Ok(ControlFlow::Continue(()));
                }
                "moves" => write!(output, "{}", move_list(self.game.position(), rest.trim()))?,
                _ => match self.read_move(&line) {
                    Ok(mv) => {
                        self.make(mv, output)?;
                        return Ok(ControlFlow::Continue(()));
                    }
                    Err(why) => writeln!(output, "{why}")?,
                },
            }
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        let position = self.game.position();
        let mv = position.read_move(text).map_err(|why| why.to_string())?;
        position.refusal(mv).map_or(Ok(mv), |why| Err(format!("that move is not legal: {why}")))
    }

    /// Plays a legal move, and tells who has died.
    fn make(&mut self, mv: Move, output: &mut impl Write) -> io::Result<()> {
        let before = *self.game.position();
        let played = self.game.play(mv);
        debug_assert_eq!(played, Ok(()), "the move is legal");
        write!(output, "{}", deaths(&before, self.game.position()))
    }

    fn board(&self) -> String {
        let position = self.game.position();
        position.named_drawing() + &held(position)
    }

    fn engines_turn(&mut self, output: &mut impl Write) -> io::Result<()> {
        let Some(mv) = self.best() else { return Ok(()) };
        let position = self.game.position();
        writeln!(output, "{}: {}", position.side_to_move(), position.text_of(mv))?;
        self.make(mv, output)
    }

    fn best(&mut self) -> Option<Move> {
        let best = self.search().best;
        best.or_else(|| self.game.position().legal_moves().first().copied())
    }

    /// Whether the engine, in its turn or not, has no better prospects than a draw.
    fn accepts_draw(&mut self) -> bool {
        // The search sees with the eyes of the person, whose turn it is.
        self.search().score >= Score::DRAW
    }

    fn search(&mut self) -> Report<Move> {
        let past: Vec<u64> = self.game.past_keys().collect();
        let never = AtomicBool::new(false);
        self.searcher.search(self.game.position(), &past, &self.limits, &never, &mut ())
    }

    fn verdict(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Draw => "A draw.",
            Outcome::Win(color) if color == self.person => "You win.",
            Outcome::Win(_) => "You lose.",
        }
    }
}

/// The next line without the blanks around it; bytes that are not UTF-8 are replaced.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
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
