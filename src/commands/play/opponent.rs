//! The engine at a table: opponent and adviser.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use waggle::eval::Network;
use waggle::levels::{Level, Skill};
use waggle::search::{Clock, GameSearcher, Limits, Purpose, Report, Settings};
use waggle::uhp::Options;

use super::THINKING_TIME;
use super::screen::Screen;
use super::table_game::TableGame;
use crate::commands::interrupt::TableInterrupt;

const TIME_FOR_ADVICE: Duration = Duration::from_secs(1);

pub(super) struct Opponent<G: TableGame> {
    searcher: GameSearcher<G::Position>,
    limits: Limits,
    skill: Skill,
    interrupt: Arc<TableInterrupt>,
}

impl<G: TableGame> Opponent<G> {
    pub(super) fn new(
        network: Network,
        limits: Limits,
        skill: Skill,
        interrupt: Arc<TableInterrupt>,
    ) -> anyhow::Result<Self> {
        let Options { threads, table_mib, .. } = Options::default();
        let settings = Settings { threads, table_mib, network, ..Settings::default() };
        let searcher = GameSearcher::new(&settings).context("making a searcher")?;
        Ok(Self { searcher, limits, skill, interrupt })
    }

    /// What its searcher is made of.
    pub(super) fn settings(&self) -> Settings {
        self.searcher.settings().clone()
    }

    pub(super) fn level(&self) -> Level {
        self.skill.level
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.skill.level = level;
    }

    /// Starts another game with another seed.
    pub(super) fn new_game(&mut self) {
        self.searcher.clear();
        self.skill.seed = rand::random();
    }

    /// Runs work that Ctrl-C stops instead of ending the program. The spinner says so, so it is
    /// shown only while that holds.
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

    /// The command-line options for its limits.
    pub(super) fn limit_options(&self) -> String {
        match self.limits {
            Limits { depth: Some(depth), .. } => format!(" --depth {depth}"),
            Limits { time: Some(time), .. } if time != THINKING_TIME => {
                format!(" --time {}", time.as_secs_f64())
            }
            _ => String::new(),
        }
    }

    /// Sets what Ctrl-C prints when it ends the program.
    pub(super) fn set_farewell(&self, text: &str) {
        self.interrupt.set_farewell(text);
    }

    /// The move that it plays, with its clock if there is one; `None` if the game is over.
    pub(super) fn reply(
        &mut self,
        game: &G,
        clock: Option<Clock>,
        screen: &Screen,
    ) -> Option<G::Move> {
        let moves = game.legal_moves();
        if let [] | [_] = moves.as_slice() {
            return moves.first().copied();
        }
        let (skill, limits) = (self.skill, Limits { clock, ..self.limits });
        let is_watched = skill.level.is_full() && screen.is_watched;
        let sign = if is_watched { spinner } else { ProgressBar::hidden };
        let report = self.interruptible(sign, |engine, _, stop| {
            game.search(&mut engine.searcher, skill, Purpose::Play, &limits, stop, &mut ())
        });
        // A search stopped at once may have found nothing.
        report.best.or_else(|| moves.first().copied())
    }

    /// Its opinion of a position, at full strength.
    pub(super) fn advice(&mut self, game: &G) -> Report<G::Move> {
        let time = match self.limits {
            Limits { depth: Some(_), time, .. } => time,
            Limits { time, .. } => {
                Some(time.map_or(TIME_FOR_ADVICE, |time| time.min(TIME_FOR_ADVICE)))
            }
        };
        let limits = Limits { time, ..self.limits };
        self.interruptible(ProgressBar::hidden, |engine, _, stop| {
            let (skill, purpose) = (Skill::default(), Purpose::SCORE);
            game.search(&mut engine.searcher, skill, purpose, &limits, stop, &mut ())
        })
    }
}

fn spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    // The template is known to be valid.
    let style = ProgressStyle::with_template("{spinner} thinking, {elapsed}; Ctrl-C: move now");
    spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
