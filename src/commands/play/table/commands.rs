//! What a person at the table can ask for: `hint`, `undo`, `save` and the rest.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use waggle::levels::Level;
use waggle::search::Score;

use super::super::command::{Command, HELP};
use super::super::move_list::move_list;
use super::super::table_game::{About, Ending, TableGame};
use super::Table;
use crate::commands::game_files;

/// How a game was saved.
enum Saved {
    /// The file holds it alone.
    Alone,
    /// There are other games before it.
    Behind,
    /// It was not: the file holds something else.
    Refused,
}

impl<G: TableGame> Table<G> {
    /// Does what a line asks for; breaks off if that is to leave.
    pub(super) fn obey(
        &mut self,
        line: &str,
        output: &mut impl Write,
    ) -> io::Result<ControlFlow<()>> {
        let is_over = self.ending().is_some();
        match Command::parse(line) {
            Command::Nothing => {}
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Help => write!(output, "{}", Self::help())?,
            Command::Board => write!(output, "{}", self.game.board(&self.screen))?,
            Command::Position => writeln!(output, "{}", self.game.in_one_line())?,
            Command::Level(text) => self.change_level(text, output)?,
            Command::Undo => self.undo(output)?,
            Command::New => self.new_game(output)?,
            Command::Save(file) => self.save(file, output)?,
            Command::Review => self.review(output)?,
            _ if is_over => writeln!(
                output,
                "the game is over; type `new`, `undo`, `review`, `save FILE` or `quit`"
            )?,
            Command::Moves(wanted) => {
                write!(output, "{}", move_list(&self.game, wanted, &self.screen))?;
            }
            Command::Hint => self.hint(output)?,
            Command::Eval => self.eval(output)?,
            Command::Draw | Command::Resign if self.game.is_table_empty() => {
                writeln!(output, "the game has not begun")?;
            }
            Command::Draw => self.offer_draw(output)?,
            Command::Resign => {
                let winner = Some(self.person.other());
                self.agree(Ending { winner, reason: "You resign".to_owned() });
            }
            Command::Number(number) => self.play_choice(number, output)?,
            Command::Other(text) => self.move_or_choose(text, output)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    pub(super) fn help() -> String {
        let full = Level::FULL.number();
        let level = format!(
            "level N      changes how well the engine plays, from 1 to {full}\n\
             review       what each move has cost, and what was better\n"
        );
        format!("{}\n\n{HELP}{}", G::MOVES_HELP, if G::HAS_LEVELS { &level } else { "" })
    }

    fn hint(&mut self, output: &mut impl Write) -> io::Result<()> {
        let report = self.opponent.advice(&self.game);
        let best = report.best.or_else(|| self.game.legal_moves().first().copied());
        let text = best.map(|mv| self.game.move_text(mv)).unwrap_or_default();
        writeln!(output, "{text}   ({})", self.game.score_in_words(report.score))
    }

    fn eval(&mut self, output: &mut impl Write) -> io::Result<()> {
        let report = self.opponent.advice(&self.game);
        let mut after = self.game.clone();
        let mut line = Vec::new();
        for mv in report.pv.iter().take(6) {
            line.push(after.move_text(*mv));
            if after.play(*mv).is_err() {
                break; // The line is legal.
            }
        }
        writeln!(output, "{}", self.game.score_in_words(report.score))?;
        writeln!(output, "looking {} plies ahead: {}", report.depth, line.join("; "))
    }

    fn change_level(&mut self, text: &str, output: &mut impl Write) -> io::Result<()> {
        if !G::HAS_LEVELS {
            return writeln!(output, "this game has no levels");
        }
        if !text.is_empty() {
            let Some(level) = text.parse().ok().and_then(Level::new) else {
                let full = Level::FULL.number();
                return writeln!(output, "expected a level from 1 to {full}, found `{text}`");
            };
            self.opponent.set_level(level);
            self.opponent.set_farewell(&self.farewell());
        }
        writeln!(output, "Waggle plays at level {}.", self.level())
    }

    /// Goes back to the last turn in which the person could choose.
    fn undo(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.agreed.take().is_some() {
            self.changed();
            return Ok(());
        }
        let mut game = self.game.clone();
        while !game.moves().is_empty() {
            game.undo();
            let moves = game.legal_moves();
            let can_choose = moves.len() > 1 || moves.iter().any(|mv| *mv != G::PASS);
            if game.to_move() == self.person && can_choose {
                self.game = game;
                self.changed();
                return Ok(());
            }
        }
        writeln!(output, "there is nothing to undo")
    }

    fn offer_draw(&mut self, output: &mut impl Write) -> io::Result<()> {
        let engine = self.person.other();
        // The search sees with the eyes of the person, whose turn it is.
        if self.opponent.advice(&self.game).score < Score::DRAW {
            return writeln!(output, "{engine} declines.");
        }
        self.agree(Ending { winner: None, reason: format!("{engine} accepts") });
        Ok(())
    }

    fn agree(&mut self, ending: Ending) {
        self.agreed = Some(ending);
        self.changed();
    }

    fn new_game(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.ending().is_none() && !self.game.moves().is_empty() {
            writeln!(output, "{}", self.how_to_resume())?;
        }
        self.game = self.game.fresh();
        self.agreed = None;
        self.saved.clear();
        self.opponent.new_game();
        self.changed();
        Ok(())
    }

    fn about(&self) -> About {
        About { person: self.person, level: self.opponent.level(), ending: self.ending() }
    }

    /// Writes the game to a new file, adds it to a file of games, or brings what was saved of it
    /// up to date.
    fn save(&mut self, file: &str, output: &mut impl Write) -> io::Result<()> {
        let path = &match file.strip_prefix("~/").zip(std::env::home_dir()) {
            Some((rest, home)) => home.join(rest),
            None => PathBuf::from(file),
        };
        if file.is_empty() {
            return writeln!(output, "expected the name of a file, such as `save game.pgn`");
        }
        match self.write_to(path) {
            Ok(Saved::Alone) => writeln!(output, "saved to `{file}`"),
            Ok(Saved::Behind) => writeln!(output, "saved to `{file}`, behind the games in it"),
            Ok(Saved::Refused) => {
                writeln!(output, "`{file}` already exists and holds no games: choose another name")
            }
            Err(error) => writeln!(output, "{error:#}"),
        }
    }

    /// Writes the game behind the other games of a file, in the place of what was saved of it.
    fn write_to(&mut self, path: &Path) -> anyhow::Result<Saved> {
        let text = self.game.file_text(path, &self.about())?;
        let content = if path.is_file() {
            fs::read(path).with_context(|| format!("reading `{}`", path.display()))?
        } else {
            Vec::new()
        };
        let Ok(content) = String::from_utf8(content) else { return Ok(Saved::Refused) };
        let earlier = self.saved.iter().find(|(saved, _)| saved == path);
        let others = match earlier.and_then(|(_, text)| content.strip_suffix(text.as_str())) {
            Some(others) => others,
            None if content.trim().is_empty() || self.game.joins(path, &content) => &content,
            None => return Ok(Saved::Refused),
        };
        let gap = match others {
            others if others.is_empty() || others.ends_with("\n\n") => "",
            others if others.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        game_files::write(path, format!("{others}{gap}{text}").as_bytes())?;
        let saved = if others.trim().is_empty() { Saved::Alone } else { Saved::Behind };
        self.saved.retain(|(saved, _)| saved != path);
        self.saved.push((path.to_owned(), text));
        Ok(saved)
    }

    fn review(&mut self, output: &mut impl Write) -> io::Result<()> {
        let moves = self.game.moves().len();
        if moves == 0 {
            return writeln!(output, "there is nothing to review");
        }
        output.flush()?;
        let (about, game, screen) = (self.about(), &self.game, &self.screen);
        let sign = || crate::commands::review::progress(moves + 1, screen.is_watched);
        let reviewed = self.opponent.interruptible(sign, |_, progress, stop| {
            game.review(&about, screen, stop, &mut || progress.inc(1))
        });
        match reviewed {
            Ok(Some(text)) => write!(output, "{text}"),
            Ok(None) => writeln!(output, "stopped"),
            Err(error) => writeln!(output, "{error:#}"),
        }
    }
}
