//! Sessions for tests, with a scripted engine.

use std::sync::atomic::AtomicBool;

use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Limits, MemoryError, Observer, Purpose, Report, Score};

use super::engine::Engine;
use super::options::Options;
use super::outlet::Outlet;
use super::session::Session;

/// Plays the first legal move, and records the calls.
#[derive(Debug, Default)]
pub(super) struct Scripted {
    /// The limits and the ply of each search.
    pub(super) asked: Vec<(Limits, usize)>,
    /// The skill of each search, and what it was for.
    pub(super) skills: Vec<Skill>,
    pub(super) purposes: Vec<Purpose>,
    /// Threads and table sizes configured after the start.
    pub(super) configured: Vec<(usize, usize)>,
    /// The number of new games.
    pub(super) games: usize,
    /// `None` makes the search find nothing.
    pub(super) reply: Option<()>,
    /// Plays the last legal move, with a better score than that of the iterations.
    pub(super) answers_another: bool,
}

pub(super) fn session() -> Session<Scripted> {
    let mut session = Session::new(Scripted { reply: Some(()), ..Scripted::default() }).unwrap();
    session.state.options.threads = 1;
    session.engine.configured.clear();
    session
}

impl Engine<Game> for Scripted {
    fn configure(&mut self, options: &Options) -> Result<(), MemoryError> {
        let (threads, table_mib) = (options.threads, options.table_mib);
        self.configured.push((threads, table_mib));
        Ok(())
    }

    fn new_game(&mut self) {
        self.games += 1;
    }

    fn search(
        &mut self,
        skill: Skill,
        game: &Game,
        purpose: Purpose,
        limits: &Limits,
        _stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        self.skills.push(skill);
        self.purposes.push(purpose);
        self.asked.push((*limits, game.moves().len()));
        let nothing = Report::after(0, Score::DRAW, &[]);
        let mut report = Report { depth: 0, deepest: 0, lines: vec![], ..nothing };
        if self.reply.is_none() {
            return report;
        }
        let mut position = game.position().clone();
        for depth in 1..=limits.depth.unwrap_or(1).max(1) {
            let first: Option<Move> = position.legal_moves().first().copied();
            let Some(mv) = first else { break };
            let _ = position.make(mv);
            report.pv.push(mv);
            report.best = report.pv.first().copied();
            report.depth = depth;
            report.score = Score::new(25);
            report.nodes += 10;
            observer.iteration(&report);
        }
        if self.answers_another {
            report.best = game.position().legal_moves().last().copied();
            report.pv = report.best.into_iter().collect();
            report.score = Score::new(75);
        }
        report
    }
}

/// Records the output.
#[derive(Debug, Default)]
pub(super) struct Sink {
    pub(super) lines: Vec<String>,
    /// Notes beside the protocol.
    pub(super) notes: Vec<String>,
}

impl Outlet for Sink {
    fn line(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    fn note(&mut self, line: &str) {
        self.notes.push(line.to_owned());
    }
}
