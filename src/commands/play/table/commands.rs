//! The commands at the table: `hint`, `undo`, `save` and the rest.

use std::fs;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context as _;
use waggle::analysis::DrawAnswer;
use waggle::games::{Format, GameRecord, GameResult, pgn};
use waggle::levels::Level;
use waggle::review::{self, Heading, Review, ReviewStyle};
use waggle::rules::Color;
use waggle::search::Limits;
use waggle::text::counted;

use super::super::command::{Command, HELP};
use super::super::move_list::move_list;
use super::super::table_game::{Ending, TableGame};
use super::Table;
use crate::commands::game_files;
use crate::commands::outputs::ensure_ending;
use crate::commands::review::{TIME_FOR_A_POSITION, progress, show};
use crate::commands::terminal::today;

impl<G: TableGame> Table<G> {
    /// Executes a line; breaks on `quit`.
    pub(super) fn obey(
        &mut self,
        line: &str,
        output: &mut impl Write,
    ) -> io::Result<ControlFlow<()>> {
        let is_over = self.ending().is_some();
        if self.learn(line, output)? {
            return Ok(ControlFlow::Continue(()));
        }
        match Command::parse(line) {
            Command::Nothing => {}
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Help => write!(output, "{}", self.help())?,
            Command::Board => write!(output, "{}", self.game.board(&[], &self.screen))?,
            Command::Position => writeln!(output, "{}", self.game_line())?,
            Command::Level(text) => self.change_level(text, output)?,
            Command::Undo => self.undo(output)?,
            Command::New => self.new_game(output)?,
            Command::Save(file) => self.save(file, output)?,
            Command::Review => self.review(output)?,
            Command::Mistakes => self.begin_mistakes(output)?,
            // It came too late: the verdict follows.
            _ if is_over && self.is_news => {}
            _ if is_over => {
                let of_hive = self.game.as_hive().map_or("", |_| " `review`, `mistakes`,");
                writeln!(
                    output,
                    "the game is over; type `new`, `undo`,{of_hive} `save FILE` or `quit`"
                )?;
            }
            Command::Moves(wanted) => {
                write!(output, "{}", move_list(&self.game, wanted, &self.screen))?;
            }
            Command::Hint => self.hint(output)?,
            Command::Eval => self.eval(output)?,
            Command::Draw | Command::Resign if self.is_table_empty() => {
                writeln!(output, "the game has not begun")?;
            }
            Command::Draw if self.game.as_hive().is_none() => {
                writeln!(output, "no draw is agreed on in this game")?;
            }
            Command::Draw => self.offer_draw(output)?,
            Command::Resign => {
                let winner = Some(self.person.other());
                self.agree(Ending { winner, reason: "You resign".to_owned() });
            }
            Command::Number(number) => {
                if let Some(mv) = self.offered.numbered(number, output)? {
                    self.make(mv, output)?;
                }
            }
            Command::Other(text) => {
                if let Some(mv) = self.offered.read(&self.game, text, &self.screen, output)? {
                    self.make(mv, output)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    pub(super) fn help(&self) -> String {
        let full = Level::FULL.number();
        let level = format!(
            "draw         offers a draw\n\
             level N      changes how well the engine plays, from 1 to {full}\n\
             review       what each move has cost, and what was better\n\
             mistakes     your errors once more, to find better moves\n"
        );
        format!("{}\n\n{HELP}{}", G::MOVES_HELP, if self.has_levels() { &level } else { "" })
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
        let plies = counted(report.depth, "ply", "plies");
        writeln!(output, "looking {plies} ahead: {}", line.join("; "))
    }

    fn change_level(&mut self, text: &str, output: &mut impl Write) -> io::Result<()> {
        if !self.has_levels() {
            return writeln!(output, "this game has no levels");
        }
        if !text.is_empty() {
            let Some(level) = text.parse().ok().and_then(Level::new) else {
                let full = Level::FULL.number();
                return writeln!(output, "expected a level from 1 to {full}, found `{text}`");
            };
            self.opponent.set_level(level);
            if self.ending().is_none() {
                self.played_at = level;
            }
            self.opponent.set_farewell(&self.farewell());
        }
        let description = self.opponent.level().description();
        writeln!(output, "Waggle plays at level {}. It {description}.", self.level())
    }

    /// Goes back to the last turn in which the person had a choice.
    fn undo(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.agreed.take().is_some() {
            self.went_back();
            return Ok(());
        }
        let mut game = self.game.clone();
        while !game.moves().is_empty() {
            game.undo();
            let moves = game.legal_moves();
            let can_choose = moves.len() > 1 || moves.iter().any(|mv| !game.is_pass(*mv));
            if game.to_move() == self.person && can_choose {
                self.game = game;
                self.went_back();
                return Ok(());
            }
        }
        writeln!(output, "there is nothing to undo")
    }

    /// Sets the clocks to what they showed in the position gone back to. What follows is another game.
    fn went_back(&mut self) {
        self.saved.clear();
        self.found_over = false;
        self.found = self.found.min(self.game.moves().len());
        if let Some(clock) = &mut self.clock {
            clock.go_back(self.game.moves().len());
        }
        self.changed();
    }

    fn offer_draw(&mut self, output: &mut impl Write) -> io::Result<()> {
        let engine = self.person.other();
        // It is the person's turn, so the score is from the person's point of view.
        let score = || -self.opponent.advice(&self.game).score;
        let moves = self.game.moves();
        // Whoever asks twice gets the same answer.
        let answer = match self.answered.take() {
            Some((of, answer)) if of == moves => answer,
            _ => DrawAnswer::to_offer(self.game.plies(), 0.0, score),
        };
        self.answered = Some((moves, answer));
        match answer {
            DrawAnswer::TooEarly => {
                writeln!(output, "{engine} declines: before move 20 it is too early for a draw.")
            }
            DrawAnswer::Ahead => writeln!(output, "{engine} declines: it thinks it is ahead."),
            DrawAnswer::Accepted => {
                self.agree(Ending { winner: None, reason: format!("{engine} accepts") });
                Ok(())
            }
        }
    }

    fn agree(&mut self, ending: Ending) {
        self.agreed = Some(ending);
        self.changed();
    }

    fn new_game(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.ending().is_none() && !self.game.moves().is_empty() {
            writeln!(output, "{}", self.how_to_resume())?;
        }
        self.game = self.game.restarted();
        (self.agreed, self.found_over, self.found) = (None, false, 0);
        if let Some(clock) = &mut self.clock {
            clock.reset();
        }
        self.saved.clear();
        self.played_at = self.opponent.level();
        self.opponent.new_game();
        self.changed();
        Ok(())
    }

    /// Whether there is nothing yet to draw or resign.
    fn is_table_empty(&self) -> bool {
        self.game.as_hive().is_some_and(|game| game.start().is_none() && game.moves().len() == 0)
    }

    /// The game with its players; `None` for other games than Hive.
    fn record(&self) -> Option<GameRecord> {
        let result = self.ending().map_or(GameResult::Unfinished, |ending| ending.result());
        let mut record = GameRecord { result, ..GameRecord::of(self.game.as_hive()?) };
        let plies = self.game.moves().len();
        let is_as_found = self.found > 0 && self.found == plies && self.agreed.is_none();
        if self.found_over || is_as_found {
            record.tags.clone_from(&self.tags);
            return Some(record);
        }
        let level = self.played_at;
        let engine = if level.is_full() {
            "Waggle".to_owned()
        } else {
            format!("Waggle, level {}", level.number())
        };
        record.set_tag("Date", today());
        for color in Color::ALL {
            let seated = if color == self.person { "Human".to_owned() } else { engine.clone() };
            let has_moved = |plies: Range<usize>| {
                let has_last = (plies.end % 2 == self.game.moves().len() % 2)
                    == (color != self.game.to_move());
                plies.len() > usize::from(!has_last)
            };
            let found = self.tags.iter().find(|(name, _)| *name == color.to_string());
            let found = found.filter(|(_, name)| !name.is_empty() && has_moved(0..self.found));
            let plays_on = self.agreed.is_some() || has_moved(self.found..plies);
            let then = format!(", then {seated}");
            let name = match found {
                Some((_, name)) if !plays_on || *name == seated || name.ends_with(&then) => {
                    name.clone()
                }
                Some((_, name)) => name.clone() + &then,
                None => seated.clone(),
            };
            record.set_tag(&color.to_string(), name);
        }
        Some(record)
    }

    /// Whether a file with this content holds games to which this one can be appended.
    fn joins(&self, format: &Format, content: &str) -> bool {
        if self.game.as_hive().is_none() {
            let mut games = content.lines().filter(|line| !line.trim().is_empty());
            return games.all(|line| G::read(line).is_ok());
        }
        Format::of_text(content) == Some(format) && format.read(content).iter().any(Result::is_ok)
    }

    /// The game in one line, with its result even if it ended off the board.
    pub(super) fn game_line(&self) -> String {
        let text = self.game.line();
        let Some(ending) = self.ending() else { return text };
        let state = ending.result().state(false).name();
        let mut fields: Vec<&str> = text.splitn(3, ';').collect();
        if let Some(field) = fields.get_mut(1) {
            *field = state;
        }
        fields.join(";")
    }

    /// Saves the game to a new file, appends it to a file of games, or updates what was saved.
    fn save(&mut self, file: &str, output: &mut impl Write) -> io::Result<()> {
        let path = &match file.strip_prefix("~/").zip(std::env::home_dir()) {
            Some((rest, home)) => home.join(rest),
            None => PathBuf::from(file),
        };
        if file.is_empty() {
            return writeln!(output, "expected the name of a file, such as `save game.pgn`");
        }
        if self.found_over {
            return writeln!(output, "nobody has played here: there is nothing to save");
        }
        match self.write_to(path) {
            Ok(Some(place)) => writeln!(output, "saved to `{file}`{place}"),
            Ok(None) => {
                writeln!(
                    output,
                    "`{file}` already exists, and this game cannot join it: choose another name"
                )
            }
            Err(error) => writeln!(output, "{error:#}"),
        }
    }

    /// Writes the game after the other games of a file, replacing its earlier version; says where in the
    /// file it is. `None`: the file holds something else.
    fn write_to(&mut self, path: &Path) -> anyhow::Result<Option<&'static str>> {
        let format = Format::of_name(path).unwrap_or(&pgn::FORMAT);
        ensure_ending(path, format.ending())?;
        let text = match self.record() {
            Some(record) => format.writer()(&record).context("writing the game")?,
            None => self.game_line() + "\n",
        };
        let content = if path.is_file() {
            fs::read(path).with_context(|| format!("reading `{}`", path.display()))?
        } else {
            Vec::new()
        };
        let Ok(content) = String::from_utf8(content) else { return Ok(None) };
        let earlier = self.saved.iter().find(|(saved, _)| saved == path);
        let before = earlier.and_then(|(_, text)| content.strip_suffix(text.as_str()));
        let others = match before {
            Some(others) => others,
            None if content.trim().is_empty() || self.joins(format, &content) => &content,
            None => return Ok(None),
        };
        let gap = match others {
            others if others.is_empty() || others.ends_with("\n\n") => "",
            others if others.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        game_files::write(path, format!("{others}{gap}{text}").as_bytes())?;
        let place = match before {
            Some(_) => ", in place of its earlier version",
            None if others.trim().is_empty() => "",
            None => ", after the games in it",
        };
        self.saved.retain(|(saved, _)| saved != path);
        self.saved.push((path.to_owned(), text));
        Ok(Some(place))
    }

    fn review(&mut self, output: &mut impl Write) -> io::Result<()> {
        let Some(reviewed) = self.reviewed(output)? else { return Ok(()) };
        let heading = self.record().map(|record| Heading::of(&record)).unwrap_or_default();
        let style = ReviewStyle { colored: self.screen.colored, boards: false };
        write!(output, "{}", review::text(&reviewed, &heading, style))
    }

    /// Reviews the game, once; `None`, with a message, if that is not possible or is stopped.
    pub(super) fn reviewed(&mut self, output: &mut impl Write) -> io::Result<Option<Rc<Review>>> {
        if self.reviewed.is_some() {
            return Ok(self.reviewed.clone());
        }
        let moves = self.game.moves().len();
        let problem = match self.game.as_hive() {
            Some(_) if moves == 0 => "there is nothing to review".to_owned(),
            Some(game) => {
                output.flush()?;
                let settings = self.opponent.settings();
                let limits = Limits::time(TIME_FOR_A_POSITION);
                let sign = || progress(moves + 1, self.screen.is_watched);
                let result = self.record().map_or(GameResult::Unfinished, |record| record.result);
                match self.opponent.interruptible(sign, |_, bar, stop| {
                    review::review(&[], game, result, &settings, &limits, stop, &mut |state| {
                        show(bar, &state);
                    })
                }) {
                    Ok(Some(reviewed)) => {
                        self.reviewed = Some(Rc::new(reviewed));
                        return Ok(self.reviewed.clone());
                    }
                    Ok(None) => "stopped".to_owned(),
                    Err(error) => error.to_string(),
                }
            }
            None => "only games of Hive can be reviewed".to_owned(),
        };
        writeln!(output, "{problem}")?;
        Ok(None)
    }
}
