//! A whole match: distributes games to workers and collects results.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::{ByColor, Color, Game};
use waggle_hive_engine::levels::Level;
use waggle_hive_engine::search::Settings;

use super::builtin::{BuiltIn, Judge};
use super::duel::{Duel, DuelRules, duel};
use super::external::{External, ExternalSpec};
use super::openings::Openings;
use super::player::{Player, PlayerFault};
use super::{Fixture, Limit, Results, Schedule};

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// Its unique name.
    pub name: String,
    /// How to start it.
    pub source: Source,
    /// Its limit for a move.
    pub limit: Limit,
}

/// Where an engine comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A process of its own.
    External(ExternalSpec),
    /// The built-in engine.
    BuiltIn {
        /// Its settings.
        settings: Settings,
        /// How well it plays.
        level: Level,
        /// Whether it is given a fixed share of a clock instead of the clock.
        gets_share: bool,
        /// How many of 100 moves are picked at random.
        random_moves: u8,
    },
}

impl EngineSpec {
    fn start(&self, stop: &AtomicBool) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(match &self.source {
            Source::External(spec) => Box::new(External::start(spec, stop)?),
            Source::BuiltIn { settings, level, gets_share, random_moves } => {
                Box::new(BuiltIn::start(settings, *level, *gets_share, *random_moves)?)
            }
        })
    }
}

/// Everything that determines a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The engines; the schedule refers to them by index.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where the games begin.
    pub openings: Openings,
    /// How the games are refereed.
    pub rules: DuelRules,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// Nodes of the built-in engine to judge a position.
    pub judge_nodes: u64,
}

impl Tournament {
    /// Starts each engine once, as for a game, and returns the index of the first one that fails.
    pub fn try_engines(&self, stop: &AtomicBool) -> Result<(), (usize, PlayerFault)> {
        for (place, engine) in self.engines.iter().enumerate() {
            // The built-in engine needs no trial, but memory.
            if let Source::External(_) = engine.source {
                engine.start(stop).map_err(|fault| (place, fault))?.retire();
            }
        }
        Ok(())
    }

    /// Plays all games of the schedule without a result, and passes each to `on_game` at its end.
    ///
    /// The match ends early when `stop` is set or `on_game` breaks. Interrupted games are passed
    /// on, too.
    pub fn run(
        &self,
        mut results: Results,
        stop: &AtomicBool,
        on_game: &mut dyn FnMut(&Fixture, &Duel) -> ControlFlow<()>,
    ) {
        loop {
            let known = self.schedule.fixtures_after(&results).into_iter();
            let to_play: Vec<Fixture> =
                known.filter(|fixture| !results.contains_key(&fixture.number)).collect();
            if to_play.is_empty() || stop.load(Ordering::Relaxed) {
                break;
            }
            self.play_all(to_play, stop, &mut |fixture, duel| {
                results.insert(fixture.number, duel.result);
                on_game(fixture, duel)
            });
        }
    }

    /// Plays these games, several at a time.
    fn play_all(
        &self,
        games: Vec<Fixture>,
        stop: &AtomicBool,
        on_game: &mut dyn FnMut(&Fixture, &Duel) -> ControlFlow<()>,
    ) {
        // A worker without a game would start in vain.
        let workers = self.concurrency.clamp(1, games.len().max(1));
        let queue = Mutex::new(games.into_iter());
        let next = || queue.lock().ok()?.next();
        thread::scope(|scope| {
            let (results, finished) = mpsc::channel();
            for _ in 0..workers {
                let results = results.clone();
                scope.spawn(move || MatchWorker::new(self, stop).work(&next, &results));
            }
            drop(results);
            for (fixture, duel) in finished {
                if on_game(&fixture, &duel).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
    }
}

/// A thread that plays games, with its running engines.
struct MatchWorker<'a> {
    tournament: &'a Tournament,
    stop: &'a AtomicBool,
    players: HashMap<usize, Box<dyn Player>>,
    judge: Judge,
}

impl<'a> MatchWorker<'a> {
    fn new(tournament: &'a Tournament, stop: &'a AtomicBool) -> Self {
        let judge = Judge::new(tournament.judge_nodes);
        Self { tournament, stop, players: HashMap::new(), judge }
    }

    fn work(mut self, next: &dyn Fn() -> Option<Fixture>, results: &Sender<(Fixture, Duel)>) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(fixture) = next() else { break };
            let duel = self.play(&fixture);
            if results.send((fixture, duel)).is_err() {
                break;
            }
        }
        for (_, player) in self.players.drain() {
            player.retire();
        }
    }

    fn play(&mut self, fixture: &Fixture) -> Duel {
        let Tournament { engines, openings, rules, .. } = self.tournament;
        let opening = openings.opening(fixture.round, &mut |game| self.judge.score(game));
        // Engines that are not playing would only take memory and processor time.
        let players = fixture.players;
        let idle: Vec<usize> = self
            .players
            .keys()
            .copied()
            .filter(|&place| fixture.color_of(place).is_none())
            .collect();
        for player in idle.iter().filter_map(|place| self.players.remove(place)) {
            player.retire();
        }
        let (white, black) = match (self.seat(players.white), self.seat(players.black)) {
            (Ok(white), Ok(black)) => (white, black),
            (Err(fault), other) => {
                self.keep(players.black, other);
                return Duel::not_begun(opening, Color::White, fault);
            }
            (other, Err(fault)) => {
                self.keep(players.white, other);
                return Duel::not_begun(opening, Color::Black, fault);
            }
        };
        let mut seats = ByColor { white, black };
        let limits = players.map(|place| engines[place].limit);
        let judge = &mut |game: &Game| self.judge.score(game);
        let duel = duel(&opening, &mut seats, limits, rules, judge, self.stop);
        let ByColor { white, black } = seats;
        for (color, player) in [(Color::White, white), (Color::Black, black)] {
            // An engine at fault, or interrupted, is restarted.
            let sound = duel.result != GameResult::Unfinished
                && duel.fault.as_ref().is_none_or(|(culprit, _)| *culprit != color);
            if sound {
                self.players.insert(players[color], player);
            }
        }
        duel
    }

    /// The engine of the previous game, or a new one.
    fn seat(&mut self, place: usize) -> Result<Box<dyn Player>, PlayerFault> {
        match self.players.remove(&place) {
            Some(player) => Ok(player),
            None => self.tournament.engines[place].start(self.stop),
        }
    }

    fn keep(&mut self, place: usize, player: Result<Box<dyn Player>, PlayerFault>) {
        if let Ok(player) = player {
            self.players.insert(place, player);
        }
    }
}
