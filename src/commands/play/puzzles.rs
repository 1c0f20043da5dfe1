//! `waggle puzzles --play`: puzzles in a terminal, harder after each success and easier after each
//! failure.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use waggle::analysis::Solver;
use waggle::notation::move_string;
use waggle::puzzles::{Entry, Finder};
use waggle::rules::{Game, Move};
use waggle::search::NEVER;
use waggle::text::counted;

use super::offered::Offered;
use super::screen::Screen;
use super::table_game::TableGame as _;
use super::typing::Typing;
use crate::exit_code::ExitCode;

/// The rating of the first puzzle.
const START: u16 = 600;
/// By how much the next is harder or easier.
const STEP: u16 = 60;
const HELP: &str = "\
A1           or `ant`, `queen`: a piece, whose moves then have numbers
wA1 bQ-      a move, as `waggle play` reads it; 3 is the move of that number
hint         the piece that moves; once more, the move
solution     all moves; the next puzzle is easier
next         another puzzle
board        draws the board again
quit         ends
";

/// Asks for the solutions of puzzles until the input ends or the person quits.
pub(crate) fn solve_puzzles(entries: Vec<Entry>) -> anyhow::Result<ExitCode> {
    let solver = Solver::new(1, 16)?.limited_to(3_000_000);
    let mut asking = Asking {
        solver,
        left: entries,
        wanted: START,
        solved: 0,
        asked: 0,
        screen: Screen::of_terminal(),
    };
    let (mut typing, mut output) = (Typing::of_stdin()?, io::stdout().lock());
    writeln!(output, "Type `help` for help.")?;
    while let Some(entry) = asking.next() {
        if asking.ask(&entry, &mut typing, &mut output)?.is_break() {
            break;
        }
    }
    let puzzles = counted(asking.asked, "puzzle", "puzzles");
    writeln!(output, "{} of {puzzles} solved.", asking.solved)?;
    Ok(ExitCode::Done)
}

struct Asking {
    solver: Solver,
    /// The puzzles that have not been shown.
    left: Vec<Entry>,
    /// The rating of the next puzzle.
    wanted: u16,
    solved: usize,
    asked: usize,
    screen: Screen,
}

/// The rest of a puzzle.
struct Attempt<'a> {
    game: Game,
    /// The moves to come, the person's first.
    line: &'a [Move],
    offered: Offered<Move>,
    hints: usize,
    is_spoiled: bool,
    /// Whether the task is to defend.
    is_defense: bool,
}

impl Asking {
    /// The puzzle nearest to the wanted rating.
    fn next(&mut self) -> Option<Entry> {
        let distance = |entry: &Entry| entry.rating.abs_diff(self.wanted);
        let index = (0..self.left.len()).min_by_key(|&index| distance(&self.left[index]))?;
        Some(self.left.swap_remove(index))
    }

    /// Asks for one solution; breaks at the end of the input.
    fn ask(
        &mut self,
        entry: &Entry,
        typing: &mut Typing<impl BufRead>,
        output: &mut impl Write,
    ) -> io::Result<ControlFlow<()>> {
        let game = Game::from_position(entry.position.clone());
        let (us, moves) = (entry.position.side_to_move(), entry.moves());
        let task = match moves {
            0 => "finds the only move that does not lose within 3 moves".to_owned(),
            _ => format!("surrounds {}'s queen in {}", us.other(), counted(moves, "move", "moves")),
        };
        write!(output, "\n{}", game.board(&[], &self.screen))?;
        writeln!(output, "{us} {task}. Puzzle {}, rating {}.", entry.id(), entry.rating)?;
        let (line, offered) = (&entry.line, Offered(Vec::new()));
        let is_defense = entry.is_defense();
        let mut attempt = Attempt { game, line, offered, hints: 0, is_spoiled: false, is_defense };
        let mut counts = true;
        while !attempt.line.is_empty() {
            let Some(line) =
                typing.next_line(&format!("{us}: "), || words(&attempt.game), output)?
            else {
                return Ok(ControlFlow::Break(()));
            };
            if !self.screen.echoes {
                writeln!(output, "{line}")?;
            }
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(ControlFlow::Break(())),
                "help" | "?" => write!(output, "{HELP}")?,
                "board" => write!(output, "{}", attempt.game.board(&[], &self.screen))?,
                "hint" => attempt.hint(output)?,
                "solution" => {
                    attempt.is_spoiled = true;
                    attempt.show_rest(output)?;
                }
                "next" => {
                    counts = attempt.is_spoiled;
                    break;
                }
                _ => self.answer(&mut attempt, &line, output)?,
            }
        }
        if counts {
            self.asked += 1;
            self.solved += usize::from(!attempt.is_spoiled);
            self.wanted = if attempt.is_spoiled {
                entry.rating.saturating_sub(STEP)
            } else {
                entry.rating.saturating_add(STEP)
            };
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Plays the move that a text names, or lists the moves of a piece.
    fn answer(
        &mut self,
        attempt: &mut Attempt<'_>,
        text: &str,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mv = match text.parse() {
            Ok(number) => attempt.offered.numbered(number, output)?,
            Err(_) => attempt.offered.read(&attempt.game, text, &self.screen, output)?,
        };
        mv.map_or(Ok(()), |mv| self.judge(attempt, mv, output))
    }

    fn judge(
        &mut self,
        attempt: &mut Attempt<'_>,
        mv: Move,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let Some((&right, rest)) = attempt.line.split_first() else { return Ok(()) };
        let position = attempt.game.position().clone();
        if mv != right {
            attempt.is_spoiled = true;
            let after = position.after(mv);
            let within = rest.len().min(Solver::MAX_PLIES.into()) as u8;
            self.solver.reset_nodes();
            let saved = self.solver.saving_move(&after, &[], within, &NEVER).ok().flatten();
            let name = move_string(&position, mv);
            if attempt.is_defense {
                let lost =
                    self.solver.shortest_win(&after, Finder::DEFENDED, &NEVER).ok().flatten();
                let reply =
                    lost.map(|(reply, _)| format!(": the reply is {}", move_string(&after, reply)));
                return writeln!(output, "{name} loses{}. Try again.", reply.unwrap_or_default());
            }
            return match saved {
                Some(reply) => {
                    let reply = move_string(&after, reply);
                    writeln!(output, "{name} is too slow: the reply is {reply}. Try again.")
                }
                None => writeln!(output, "{name} is not the solution. Try again."),
            };
        }
        attempt.play(right);
        attempt.line = rest;
        let Some((&reply, rest)) = rest.split_first() else {
            write!(output, "{}", attempt.game.board(&[], &self.screen))?;
            return writeln!(
                output,
                "{}",
                if attempt.is_spoiled { "That is it." } else { "Solved!" }
            );
        };
        let name = move_string(attempt.game.position(), reply);
        attempt.play(reply);
        attempt.line = rest;
        write!(output, "{}", attempt.game.board(&[], &self.screen))?;
        if rest.is_empty() {
            return writeln!(
                output,
                "Right, and {name} surrounds the opponent's own queen. Solved!"
            );
        }
        writeln!(output, "Right. The reply is {name}. Your move.")
    }
}

impl Attempt<'_> {
    fn play(&mut self, mv: Move) {
        // The moves of a set are legal.
        let _ = self.game.play(mv);
        self.offered.0.clear();
        self.hints = 0;
    }

    fn hint(&mut self, output: &mut impl Write) -> io::Result<()> {
        self.is_spoiled = true;
        self.hints += 1;
        let Some(&mv) = self.line.first() else { return Ok(()) };
        match mv.piece() {
            Some(piece) if self.hints == 1 => writeln!(output, "{piece} moves."),
            _ => writeln!(output, "{}", move_string(self.game.position(), mv)),
        }
    }

    /// Plays and names the rest of the solution.
    fn show_rest(&mut self, output: &mut impl Write) -> io::Result<()> {
        let mut names = vec![];
        for &mv in std::mem::take(&mut self.line) {
            names.push(move_string(self.game.position(), mv));
            self.play(mv);
        }
        writeln!(output, "{}", names.join("; "))
    }
}

/// The completions for the input.
fn words(game: &Game) -> Vec<String> {
    let position = game.position();
    let moves = position.legal_moves().into_iter().map(|mv| move_string(position, mv));
    ["help", "hint", "solution", "next", "board", "quit"]
        .map(str::to_owned)
        .into_iter()
        .chain(moves)
        .collect()
}
