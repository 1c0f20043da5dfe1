//! Commands that only one game has. They show something and change nothing.

use std::fmt;

use waggle_hive_engine::search::{Instant, Limits, Observer, Report};

use super::control::Control;
use super::effort::Effort;
use super::engine::Engine;
use super::options::Options;
use super::progress::Outlet;
use super::reply::Reply;
use super::session::NO_GAME;
use super::session_game::{SessionGame, Usage};
use super::words::{Words, after_keyword};

/// A command that only one game has.
#[derive(Clone, Copy)]
pub struct GameCommand<G: SessionGame> {
    /// Its line of the help.
    pub usage: Usage,
    /// Carries it out.
    pub run: fn(&mut Request<'_, G>) -> Result<Reply, Reply>,
}

impl<G: SessionGame> fmt::Debug for GameCommand<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameCommand").field(&self.usage.name).finish()
    }
}

/// A command of one game as it was asked, and what there is to carry it out with.
pub struct Request<'a, G: SessionGame> {
    /// The whole line.
    pub(super) line: &'a str,
    /// When the line came.
    pub(super) received: Instant,
    pub(super) game: Option<&'a G>,
    pub(super) options: &'a Options,
    pub(super) control: &'a Control,
    pub(super) engine: &'a mut dyn Engine<G>,
    /// Set when the engine has learned something.
    pub(super) has_searched: &'a mut bool,
    /// For the lines that are ready before the reply is complete.
    pub(super) outlet: &'a mut dyn Outlet,
}

impl<'a, G: SessionGame> Request<'a, G> {
    /// The game of the session.
    ///
    /// # Errors
    ///
    /// The reply that there is none.
    pub fn game(&self) -> Result<&'a G, Reply> {
        self.game.ok_or_else(|| Reply::error(NO_GAME))
    }

    /// What follows the keyword.
    pub(super) fn parameters(&self) -> &'a str {
        after_keyword(self.line)
    }

    /// The words after the keyword.
    pub(super) fn words(&self) -> Words<'a> {
        let mut words = Words::of(self.line);
        words.next();
        words
    }

    /// The limits of a search; without any, only an interrupt will end it.
    pub(super) fn limits(&self, effort: Effort) -> Limits {
        if effort.is_unlimited() {
            self.control.without_limit();
        }
        effort.limits(self.received)
    }

    /// Searches for this many best lines, at full strength whatever the level.
    pub(super) fn analyze(
        &mut self,
        game: &G,
        lines: usize,
        limits: &Limits,
        report: ReportTo<'_, G::Move>,
    ) -> Report<G::Move> {
        *self.has_searched = true;
        let mut reporter = Reporter { report, outlet: self.outlet };
        self.engine.analyze(game, lines, limits, self.control.stop_flag(), &mut reporter)
    }
}

/// Turns an iteration into lines for an outlet.
type ReportTo<'a, M> = &'a mut dyn FnMut(&Report<M>, &mut dyn Outlet);

/// Hands each iteration on together with the outlet.
struct Reporter<'a, M> {
    report: ReportTo<'a, M>,
    outlet: &'a mut dyn Outlet,
}

impl<M> Observer<M> for Reporter<'_, M> {
    fn iteration(&mut self, report: &Report<M>) {
        (self.report)(report, self.outlet);
    }
}
