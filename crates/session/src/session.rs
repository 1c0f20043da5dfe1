//! The session: a state machine that turns each line into its reply.

use std::sync::Arc;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::book::Book;
use waggle_hive_engine::search::{Instant, Limits, MemoryError};

use super::command::{Command, GameProfile, Request};
use super::commands;
use super::control::Control;
use super::engine::Engine;
use super::options::Options;
use super::outlet::Outlet;
use super::reply::{Answer, Reply};
use super::session_game::SessionGame;
use super::state::State;
use super::words::{CommandError, Words, after_keyword};

/// A session with one user: games of type `G`, one after another, with an engine of type `E`.
#[derive(Debug)]
pub struct Session<E, G: SessionGame = Game> {
    pub(super) engine: E,
    pub(super) state: State<G>,
    profile: &'static GameProfile<G>,
    commands: Vec<Command<G>>,
}

impl<E: Engine<G>, G: SessionGame> Session<E, G> {
    /// A session without a game, with this profile and these options. Falls back to one thread if
    /// there is not enough memory for the default number of threads.
    pub fn of_game(
        profile: &'static GameProfile<G>,
        mut engine: E,
        mut options: Options,
    ) -> Result<Self, MemoryError> {
        if let Err(error) = engine.configure(&options) {
            if options.threads != Options::default().threads {
                return Err(error);
            }
            log::warn!("searching with one thread: {error}");
            options.threads = 1;
            engine.configure(&options)?;
        }
        let commands = commands::table(profile);
        Ok(Self { engine, state: State::new(options), profile, commands })
    }

    /// For other threads to interrupt this session.
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.state.control)
    }

    /// Replaces the [embedded](Book::own) opening book; the option `OwnBook` enables it.
    pub fn set_book(&mut self, book: Book) {
        self.state.book = Some(book);
    }

    /// The banner, and the reply to `info`.
    pub fn info(&self) -> Reply {
        self.profile.info()
    }

    /// Executes one line, which arrived at `received`. Output before the reply goes to `outlet`.
    pub fn execute(&mut self, line: &str, received: Instant, outlet: &mut dyn Outlet) -> Answer {
        let mut words = Words::of(line);
        let Some(keyword) = words.next() else { return Answer::Silence };
        let mut commands = self.commands.iter();
        let Some(command) = commands.find(|command| keyword.eq_ignore_ascii_case(command.name))
        else {
            return Reply::from(CommandError::Unknown(keyword.to_owned())).into();
        };
        // Whoever wants to leave or to stop is not held up.
        if command.parameters.is_empty()
            && !["exit", "stop"].contains(&command.name)
            && let Err(error) = words.end()
        {
            return Reply::from(error).into();
        }
        let result = (command.run)(&mut Request {
            parameters: after_keyword(line),
            words,
            received,
            profile: self.profile,
            commands: &self.commands,
            state: &mut self.state,
            engine: &mut self.engine,
            outlet,
        });
        result.unwrap_or_else(Answer::Reply)
    }

    /// Searches in the opponent's time, until the next line arrives, if the options say so and
    /// there is an unfinished game. Lower levels do not ponder.
    pub fn ponder(&mut self) {
        let state = &mut self.state;
        let skill = state.skill();
        if !state.options.ponder || !skill.level.is_full() {
            return;
        }
        let Ok(game) = state.unfinished_game() else {
            return;
        };
        let target = state.ponder.target(game);
        let purpose = state.ponder.purpose(&target);
        if state.control.begin_pondering() {
            state.has_searched = true;
            let stop = state.control.stop_flag();
            self.engine.search(skill, &target, purpose, &Limits::default(), stop, &mut ());
            state.control.finish();
        }
    }
}
