//! The entries of the command table, and the request that a command executes.

use std::fmt;

use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Instant, Limits, Observer, Purpose, Report};

use super::engine::Engine;
use super::limits::left_of;
use super::outlet::Outlet;
use super::reply::{Answer, Reply};
use super::session_game::SessionGame;
use super::state::State;
use super::words::Words;

/// A command of a session.
pub struct Command<G: SessionGame> {
    /// The keyword, in lower case.
    pub name: &'static str,
    /// The parameters, for the help; may be empty.
    pub parameters: &'static str,
    /// What it does, for the help.
    pub meaning: &'static str,
    /// Parses the parameters and executes the command; the error is an error reply.
    pub run: fn(&mut Request<'_, G>) -> Result<Answer, Reply>,
}

impl<G: SessionGame> Command<G> {
    /// A command with its keyword, parameters, meaning and function.
    pub const fn new(
        name: &'static str,
        parameters: &'static str,
        meaning: &'static str,
        run: fn(&mut Request<'_, G>) -> Result<Answer, Reply>,
    ) -> Self {
        Self { name, parameters, meaning, run }
    }
}

impl<G: SessionGame> fmt::Debug for Command<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Command").field(&self.name).finish()
    }
}

/// The commands and texts of a session that depend on the game.
#[derive(Debug)]
pub struct GameProfile<G: SessionGame> {
    /// The second line of the banner: the game, or its expansions.
    pub capabilities: &'static str,
    /// The parameters of `newgame`, for the help.
    pub new_game_parameters: &'static str,
    /// What `newgame` does, for the help.
    pub new_game_meaning: &'static str,
    /// What `play` does, for the help.
    pub play_meaning: &'static str,
    /// The depth of `perft` without a parameter.
    pub perft_depth: u32,
    /// The commands of this game alone.
    pub commands: &'static [Command<G>],
}

impl<G: SessionGame> GameProfile<G> {
    /// The banner, and the reply to `info`.
    pub(super) fn info(&self) -> Reply {
        let name = concat!("id Waggle v", env!("CARGO_PKG_VERSION")).to_owned();
        Reply::Lines(vec![name, self.capabilities.to_owned()])
    }
}

/// One call of a command, with the parts of the session that it may use.
pub struct Request<'a, G: SessionGame> {
    /// The text after the keyword.
    pub(super) parameters: &'a str,
    /// The words after the keyword.
    pub(super) words: Words<'a>,
    /// When the line arrived.
    pub(super) received: Instant,
    pub(super) profile: &'static GameProfile<G>,
    pub(super) commands: &'a [Command<G>],
    pub(super) state: &'a mut State<G>,
    pub(super) engine: &'a mut dyn Engine<G>,
    /// Takes lines that are printed before the reply is complete.
    pub(super) outlet: &'a mut dyn Outlet,
}

impl<G: SessionGame> Request<'_, G> {
    /// The game of the session.
    pub fn game(&self) -> Result<&G, Reply> {
        self.state.game()
    }

    /// What is left of the limits of a search; without any, only an interrupt ends it.
    pub(super) fn left_of(&self, limits: Limits) -> Limits {
        if limits.is_unlimited() {
            self.state.control.without_limit();
        }
        left_of(limits, self.received)
    }

    /// Searches for the best `lines` lines (`MultiPV`), at full strength whatever the level.
    pub(super) fn analyze(
        &mut self,
        game: &G,
        lines: usize,
        limits: &Limits,
        report: ReportTo<'_, G::Move>,
    ) -> Report<G::Move> {
        self.state.has_searched = true;
        let mut reporter = Reporter { report, outlet: self.outlet };
        let purpose = Purpose::Score { lines };
        let stop = self.state.control.stop_flag();
        self.engine.search(Skill::default(), game, purpose, limits, stop, &mut reporter)
    }
}

/// Prints an iteration.
type ReportTo<'a, M> = &'a mut dyn FnMut(&Report<M>, &mut dyn Outlet);

/// Passes each iteration on with the outlet.
struct Reporter<'a, M> {
    report: ReportTo<'a, M>,
    outlet: &'a mut dyn Outlet,
}

impl<M> Observer<M> for Reporter<'_, M> {
    fn iteration(&mut self, report: &Report<M>) {
        (self.report)(report, self.outlet);
    }
}
