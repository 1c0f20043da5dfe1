//! `mistakes`: the person looks for better moves where the review found errors.

use std::io::{self, Write};

use waggle::analysis::WhiteScore;
use waggle::notation::move_string;
use waggle::review::Judgment;

use super::super::command::Command;
use super::super::move_list::move_list;
use super::super::table_game::TableGame;
use super::Table;

/// How many plies of a refutation are shown.
const REFUTATION: usize = 4;

/// The mistakes of a person, to be corrected one by one.
pub(super) struct Lesson<G: TableGame> {
    mistakes: Vec<Mistake<G>>,
    /// The index of the current one.
    at: usize,
    /// How many were corrected at the first try without a hint.
    mended: usize,
    /// The tries and hints at the current one.
    tries: usize,
    hints: usize,
}

struct Mistake<G: TableGame> {
    before: G,
    played: G::Move,
    /// What the engine would have played.
    best: G::Move,
    score_before: WhiteScore,
    score_after: WhiteScore,
}

enum Verdict<M> {
    Good,
    Better(Vec<M>),
    Bad(Vec<M>),
}

impl<G: TableGame> Table<G> {
    /// Reviews the game and asks for the first mistake.
    pub(super) fn begin_mistakes(&mut self, output: &mut impl Write) -> io::Result<()> {
        let Some(review) = self.reviewed(output)? else { return Ok(()) };
        let mut before = self.game.restarted();
        let mut mistakes = Vec::new();
        for (reviewed, played) in review.moves.iter().zip(self.game.moves()) {
            let is_error = reviewed.player == self.person && reviewed.judgment.mark.is_error();
            let better = reviewed.better.as_ref().filter(|_| is_error);
            let best = before.as_hive().zip(better).and_then(|(hive, line)| {
                before.read_move(&move_string(hive.position(), *line.moves.first()?)).ok()
            });
            if let Some(best) = best {
                let (score_before, score_after) = (reviewed.before, reviewed.after);
                let before = before.clone();
                mistakes.push(Mistake { before, played, best, score_before, score_after });
            }
            if before.play(played).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        if mistakes.is_empty() {
            return writeln!(output, "None of your moves cost much.");
        }
        self.ask(Lesson { mistakes, at: 0, mended: 0, tries: 0, hints: 0 }, output)
    }

    /// Shows the position of the current mistake.
    fn ask(&mut self, lesson: Lesson<G>, output: &mut impl Write) -> io::Result<()> {
        self.offered.0.clear();
        let Some(mistake) = lesson.mistakes.get(lesson.at) else {
            let (mended, all) = (lesson.mended, lesson.mistakes.len());
            return writeln!(output, "You found {mended} of {all} at the first try.");
        };
        let (game, number, all) = (&mistake.before, lesson.at + 1, lesson.mistakes.len());
        write!(output, "\n{}", game.board(&[], &self.screen))?;
        writeln!(
            output,
            "{number} of {all}: you played {}. Type a better move, `hint`, `next` or `stop`.",
            game.move_text(mistake.played)
        )?;
        self.lesson = Some(lesson);
        Ok(())
    }

    /// Executes a line if a mistake is being asked; returns whether it did.
    pub(super) fn learn(&mut self, line: &str, output: &mut impl Write) -> io::Result<bool> {
        let Some(mut lesson) = self.lesson.take() else { return Ok(false) };
        let Some(mistake) = lesson.mistakes.get(lesson.at) else { return Ok(false) };
        match Command::parse(line) {
            Command::Other("stop") => {}
            Command::Other("next") => {
                let best = mistake.before.move_text(mistake.best);
                writeln!(output, "The engine would play {best}.")?;
                (lesson.at, lesson.tries, lesson.hints) = (lesson.at + 1, 0, 0);
                self.ask(lesson, output)?;
            }
            Command::Board => {
                write!(output, "{}", mistake.before.board(&[], &self.screen))?;
                self.lesson = Some(lesson);
            }
            Command::Position => {
                writeln!(output, "{}", mistake.before.line())?;
                self.lesson = Some(lesson);
            }
            Command::Moves(wanted) => {
                write!(output, "{}", move_list(&mistake.before, wanted, &self.screen))?;
                self.lesson = Some(lesson);
            }
            Command::Hint => {
                let best = mistake.before.move_text(mistake.best);
                match lesson.hints {
                    0 => writeln!(output, "{}", mistake.before.heading(mistake.best))?,
                    _ => writeln!(output, "{best}")?,
                }
                lesson.hints += 1;
                self.lesson = Some(lesson);
            }
            Command::Other(text) => {
                let mv = self.offered.read(&mistake.before, text, &self.screen, output)?;
                self.answer_if_any(lesson, mv, output)?;
            }
            Command::Number(number) => {
                let mv = self.offered.numbered(number, output)?;
                self.answer_if_any(lesson, mv, output)?;
            }
            Command::Nothing => self.lesson = Some(lesson),
            Command::Help => {
                writeln!(
                    output,
                    "Type a move, a piece, `moves`, `board`, `position`, `hint`, `next` or `stop`."
                )?;
                self.lesson = Some(lesson);
            }
            Command::Quit => return Ok(false),
            _ => {
                writeln!(output, "No more mistakes are asked; `mistakes` asks again.")?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Judges a move; without one, the question stands.
    fn answer_if_any(
        &mut self,
        lesson: Lesson<G>,
        mv: Option<G::Move>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let Some(mv) = mv else {
            self.lesson = Some(lesson);
            return Ok(());
        };
        self.answer(lesson, mv, output)
    }

    fn answer(
        &mut self,
        mut lesson: Lesson<G>,
        mv: G::Move,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let Some(mistake) = lesson.mistakes.get(lesson.at) else { return Ok(()) };
        let mut after = mistake.before.clone();
        // The move is known to be legal.
        let verdict = match after.play(mv) {
            Ok(()) if mv == mistake.best => Verdict::Good,
            _ => self.verdict_on(mistake, mv, &after),
        };
        let line = |moves: &[G::Move]| {
            let mut shown = after.clone();
            let mut texts = Vec::new();
            for mv in moves.iter().take(REFUTATION) {
                texts.push(shown.move_text(*mv));
                if shown.play(*mv).is_err() {
                    break; // The line is legal.
                }
            }
            texts.join("; ")
        };
        lesson.tries += 1;
        match &verdict {
            Verdict::Good => {
                let is_first = lesson.tries == 1 && lesson.hints == 0;
                lesson.mended += usize::from(is_first);
                writeln!(output, "Good: that costs next to nothing.")?;
                (lesson.at, lesson.tries, lesson.hints) = (lesson.at + 1, 0, 0);
                return self.ask(lesson, output);
            }
            Verdict::Better(reply) => {
                writeln!(output, "Better than in the game, but not the best. {}", line(reply))?;
            }
            Verdict::Bad(reply) if mv == mistake.played => {
                writeln!(output, "That was the move of the game. {}", line(reply))?;
            }
            Verdict::Bad(reply) => writeln!(output, "That is no better. {}", line(reply))?,
        }
        self.lesson = Some(lesson);
        Ok(())
    }

    /// The engine's opinion of an answer, compared with the best move and the one played.
    fn verdict_on(&mut self, mistake: &Mistake<G>, mv: G::Move, after: &G) -> Verdict<G::Move> {
        let (score, reply) = match after.ending() {
            Some(ending) if ending.winner == Some(self.person) => return Verdict::Good,
            Some(_) => return Verdict::Bad(Vec::new()),
            None => {
                let report = self.opponent.advice(after);
                (WhiteScore::new(report.score, after.to_move()), report.pv.clone())
            }
        };
        let cost = |score| Judgment::of(self.person, mistake.score_before, score);
        let (answer, played) = (cost(score), cost(mistake.score_after));
        if mv == mistake.played {
            Verdict::Bad(reply)
        } else if !answer.mark.is_error() {
            Verdict::Good
        } else if answer.mark < played.mark {
            Verdict::Better(reply)
        } else {
            Verdict::Bad(reply)
        }
    }
}
