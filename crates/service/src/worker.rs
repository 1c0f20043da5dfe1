//! Searches a position, or reviews a game.

use std::time::Duration;

use waggle_hive_core::rules::{Game, Move};
use waggle_hive_engine::analysis::{
    Explanation, IterationDocument, ReportObject, ResultDocument, SolutionDocument, Solver, passed,
};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::people::PeopleDocument;
use waggle_hive_engine::search::{
    Instant, MemoryError, Observer, Purpose, Report, Searcher, Settings,
};
use waggle_hive_study::review::{self, Heading, ReviewDocument};

use super::answer::{Finding, OnTheWay, PositionFinding};
use super::query::QueryError;
use super::queue::Task;
use super::serve::ServiceSettings;

/// The maximum nodes of a mate search, a few tenths of a second, and its table in MiB.
const SOLVER_NODES: u64 = 300_000;
const SOLVER_TABLE_MIB: usize = 8;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
enum WorkError {
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("game: it has no moves")]
    NoMoves,
    #[error("stopped")]
    Stopped,
}

/// The searchers of a thread.
pub(crate) struct Worker {
    most_table_mib: usize,
    network: Network,
    searcher: Option<Searcher>,
    solver: Option<Solver>,
}

impl Worker {
    pub(crate) fn new(settings: &ServiceSettings) -> Self {
        let ServiceSettings { table_mib, network, .. } = settings;
        let network = network.clone();
        Self { most_table_mib: *table_mib, network, searcher: None, solver: None }
    }

    /// Carries out a task and reports its progress.
    pub(crate) fn find(
        &mut self,
        task: &Task,
        told: &mut dyn FnMut(&OnTheWay<'_>),
    ) -> Result<Finding, String> {
        let found = if task.query.review { self.review(task) } else { self.analyze(task, told) };
        found.map_err(|error| error.to_string())
    }

    fn analyze(
        &mut self,
        task: &Task,
        told: &mut dyn FnMut(&OnTheWay<'_>),
    ) -> Result<Finding, WorkError> {
        let Task { query, ply, .. } = task;
        let mut game = query.replay()?;
        while game.position().ply() > *ply && game.undo().is_some() {}
        let mut reporter = Reporter {
            game: &game,
            task,
            every: query.every.map(Duration::from_secs_f64),
            last: Instant::now(),
            told,
        };
        let report = self.search(&game, task, &mut reporter)?;
        let mut result = ResultDocument::of(&game, &report);
        if query.explain {
            result = result.with_evaluation(&Explanation::of(&self.network, game.position()));
        }
        let people = query.people.then(|| PeopleDocument::of(&game)).flatten();
        let threat = if query.threat { Some(self.threat(&game, task)?) } else { None };
        let within = query.win_within.and_then(|plies| u8::try_from(plies).ok());
        let solution = within.map(|within| self.solve(&game, within, task)).transpose()?;
        Ok(Finding::Position(Box::new(PositionFinding { result, people, threat, solution })))
    }

    /// Searches the last position of a game on one thread, with empty tables.
    fn search(
        &mut self,
        game: &Game,
        task: &Task,
        observer: &mut dyn Observer<Move>,
    ) -> Result<Report<Move>, MemoryError> {
        let limits = task.query.limits();
        let lines = usize::try_from(task.query.lines.unwrap_or(1)).unwrap_or(1);
        // As much as the limits can use, because clearing takes time, whatever is searched beside.
        let settings = self.settings(limits.table_mib(self.most_table_mib));
        let searcher = match &mut self.searcher {
            Some(searcher) => {
                searcher.configure(&settings)?;
                searcher.clear();
                searcher
            }
            none => none.insert(Searcher::new(&settings)?),
        };
        let purpose = Purpose::Score { lines };
        Ok(limits.with_a_first_ply(&task.stop, |limits| {
            searcher.search_game(game, purpose, limits, &task.stop, observer)
        }))
    }

    /// The opponent's best move after a pass; `None` before both players have placed, and after the end.
    fn threat(&mut self, game: &Game, task: &Task) -> Result<Option<ReportObject>, MemoryError> {
        let Some(passed) = passed(game) else { return Ok(None) };
        let report = self.search(&passed, task, &mut ())?;
        Ok(Some(ReportObject::of(passed.position(), &report)))
    }

    fn solve(
        &mut self,
        game: &Game,
        within: u8,
        task: &Task,
    ) -> Result<SolutionDocument, MemoryError> {
        let solver = match &mut self.solver {
            Some(solver) => {
                solver.clear();
                solver
            }
            none => none.insert(Solver::new(1, SOLVER_TABLE_MIB)?.limited_to(SOLVER_NODES)),
        };
        solver.set_past(game);
        let start = Instant::now();
        let result = solver.solve(game.position(), within, &task.stop, &mut ());
        Ok(result.document(game, within, solver.nodes(), start.elapsed()))
    }

    /// Reviews the game as `waggle review --all` does.
    fn review(&mut self, task: &Task) -> Result<Finding, WorkError> {
        let record = task.query.record()?;
        let game = record.replay().map_err(QueryError::from)?;
        if game.moves().len() == 0 {
            return Err(WorkError::NoMoves);
        }
        let settings = self.settings(self.most_table_mib);
        let limits = task.query.limits();
        let reviewed =
            review::review(&[], &game, record.result, &settings, &limits, &task.stop, &mut |_| ())?;
        let reviewed = reviewed.ok_or(WorkError::Stopped)?.as_told(&record);
        let document = ReviewDocument::of(&reviewed, &Heading::default());
        Ok(Finding::Review(Box::new(document)))
    }

    fn settings(&self, table_mib: usize) -> Settings {
        Settings { threads: 1, table_mib, network: self.network.clone(), ..Settings::default() }
    }
}

/// Reports iterations at a limited rate.
struct Reporter<'a, 'b> {
    game: &'a Game,
    task: &'a Task,
    every: Option<Duration>,
    last: Instant,
    told: &'b mut dyn FnMut(&OnTheWay<'_>),
}

impl Observer<Move> for Reporter<'_, '_> {
    fn iteration(&mut self, report: &Report<Move>) {
        if self.every.is_none_or(|every| self.last.elapsed() < every) {
            return;
        }
        self.last = Instant::now();
        (self.told)(&OnTheWay {
            id: &self.task.query.id,
            ply: self.task.ply,
            iteration: IterationDocument::of(self.game.position(), report),
        });
    }
}
