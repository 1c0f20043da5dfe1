//! The engine at a table: the opponent, and the adviser of the person.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use waggle::levels::{Level, Skill};
use waggle::search::{GameSearcher, Limits, Report, Settings};
use waggle::uhp::{Engine, Options};

use super::THINKING_TIME;
use super::screen::Screen;
use super::table_game::TableGame;
use crate::commands::interrupt::TableInterrupt;

/// How long the engine thinks about a piece of advice, at most.
const TIME_FOR_ADVICE: Duration = Duration::from_secs(1);

/// An engine that plays at a level and advises at full strength.
pub(super) struct Opponent<G: TableGame> {
    searcher: GameSearcher<G::Position>,
    limits: Limits,
    skill: Skill,
    interrupt: Arc<TableInterrupt>,
}

impl<G: TableGame> Opponent<G> {
    pub(super) fn new(
        limits: Limits,
        skill: Skill,
        interrupt: Arc<TableInterrupt>,
    ) -> anyhow::Result<Self> {
        let Options { threads, table_mib, .. } = Options::default();
        let settings = Settings { threads, table_mib, ..Settings::default() };
        let searcher = GameSearcher::new(&settings).context("making a searcher")?;
        Ok(Self { searcher, limits, skill, interrupt })
    }

    /// How well it plays.
    pub(super) fn level(&self) -> Level {
        self.skill.level
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.skill.level = level;
    }

    /// Another game begins: other moves are overlooked.
    pub(super) fn new_game(&mut self) {
        self.searcher.clear();
        self.skill.seed = rand::random();
    }

    /// What is done while Ctrl-C stops it instead of ending the program. The sign of it promises
    /// that, so it is made when that holds, and gone before it no longer does.
    pub(super) fn interruptible<T>(
        &mut self,
        sign: impl FnOnce() -> ProgressBar,
        work: impl FnOnce(&mut Self, &ProgressBar, &AtomicBool) -> T,
    ) -> T {
        let interrupt = Arc::clone(&self.interrupt);
        interrupt.begin();
        let sign = sign();
        let result = work(self, &sign, interrupt.stop_flag());
        sign.finish_and_clear();
        interrupt.end();
        result
    }

    /// The options of the command line that make it play like this.
    pub(super) fn options(&self) -> String {
        let level = if G::HAS_LEVELS {
            format!(" --level {}", self.level().number())
        } else {
            String::new()
        };
        match self.limits {
            Limits { depth: Some(depth), .. } => format!("{level} --depth {depth}"),
            Limits { time: Some(time), .. } if time != THINKING_TIME => {
                format!("{level} --time {}", time.as_secs_f64())
            }
            _ => level,
        }
    }

    /// What a person who ends the program with Ctrl-C is told.
    pub(super) fn set_farewell(&self, text: &str) {
        self.interrupt.set_farewell(text);
    }

    /// The move that it plays; `None` if the game is over.
    pub(super) fn reply(&mut self, game: &G, screen: &Screen) -> Option<G::Move> {
        let moves = game.legal_moves();
        if let [] | [_] = moves.as_slice() {
            return moves.first().copied();
        }
        let (skill, limits) = (self.skill, self.limits);
        let is_watched = skill.level.is_full() && screen.is_watched;
        let sign = if is_watched { spinner } else { ProgressBar::hidden };
        let report = self.interruptible(sign, |engine, _, stop| {
            Engine::search(&mut engine.searcher, skill, game, &limits, stop, &mut ())
        });
        // A search that is stopped at once may have found nothing.
        report.best.or_else(|| moves.first().copied())
    }

    /// What it thinks of a position, at full strength.
    pub(super) fn advice(&mut self, game: &G) -> Report<G::Move> {
        let time = self.limits.time.map(|time| time.min(TIME_FOR_ADVICE));
        let limits = Limits { time, ..self.limits };
        let skill = Skill { level: Level::FULL, ..self.skill };
        self.interruptible(ProgressBar::hidden, |engine, _, stop| {
            Engine::search(&mut engine.searcher, skill, game, &limits, stop, &mut ())
        })
    }
}

/// A sign that the engine is thinking, on the error output.
fn spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    // The template is known to be valid.
    let style = ProgressStyle::with_template("{spinner} thinking, {elapsed}; Ctrl-C: move now");
    spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
