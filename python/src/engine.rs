//! The engine: searches on background threads that Python starts, follows and stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::{self, Position as RulesPosition};
use waggle_hive_engine::analysis::{self, Explanation, Outline, ReportObject, SolveResult, Solver};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::levels::{self, Level, Skill};
use waggle_hive_engine::search::{MemoryError, Observer, Purpose, Report, Searcher, Settings};
use waggle_hive_study::review::{self, Heading, ReviewDocument};

use crate::background::Inbox;
use crate::errors::EngineError;
use crate::files;
use crate::game::Game;
use crate::network::network_of;
use crate::numbers::{self, Limit, within};
use crate::position::Position;

/// The maximum number of threads, more than any machine has.
pub(crate) const MAX_THREADS: usize = 1024;
/// The maximum table size: 1 TiB.
pub(crate) const MAX_MIB: usize = 1 << 20;

/// The engine in this process, wrapped by `waggle.Engine`.
#[pyclass(module = "waggle._waggle")]
struct NativeEngine {
    searcher: Arc<Mutex<Searcher>>,
    /// Whether a search is running; only one may run at a time.
    is_busy: Arc<AtomicBool>,
    settings: Settings,
    skill: Skill,
    process: u32,
}

/// Marks the engine as idle when dropped, however the search ends.
struct Busy(Arc<AtomicBool>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl NativeEngine {
    fn occupy(&self) -> PyResult<Busy> {
        same_process(self.process)?;
        if self.is_busy.swap(true, Ordering::Acquire) {
            let message = "the engine is already searching: wait, stop it, or use another one";
            return Err(EngineError::new_err(message));
        }
        Ok(Busy(Arc::clone(&self.is_busy)))
    }

    /// Starts a search on a thread of its own.
    fn start(
        &self,
        position: RulesPosition,
        search: impl FnOnce(&Sender<Message>, &AtomicBool) -> Result<Message, MemoryError>
        + Send
        + 'static,
    ) -> PyResult<NativeSearch> {
        let busy = self.occupy()?;
        let (results, inbox) = Inbox::new();
        let stop = Arc::clone(&inbox.stop);
        let thread = thread::Builder::new().name("waggle-search".to_owned()).spawn(move || {
            let busy = busy;
            let result = search(&results, &stop);
            // Idle before Python is told of the end.
            drop(busy);
            // Nobody may be waiting.
            let _ = results.send(result.unwrap_or_else(|error| Message::Failed(error.to_string())));
        })?;
        Ok(NativeSearch { inbox, position, thread: Some(thread), process: self.process })
    }
}

pub(crate) fn engine_error(error: impl std::fmt::Display) -> PyErr {
    EngineError::new_err(error.to_string())
}

/// Checks that this process was not forked from the one that created the engine: threads do not
/// survive a fork.
pub(crate) fn same_process(process: u32) -> PyResult<()> {
    if process == std::process::id() {
        return Ok(());
    }
    let message = "the engine was created before this process was forked: create another one";
    Err(EngineError::new_err(message))
}

#[pymethods]
impl NativeEngine {
    #[new]
    #[pyo3(signature = (threads, table_mib, level, seed, network))]
    fn new(
        py: Python<'_>,
        threads: i64,
        table_mib: i64,
        level: i64,
        seed: i128,
        network: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let settings = Settings {
            threads: within("threads", threads, 1..=MAX_THREADS)?,
            table_mib: within("MiB of the table", table_mib, 1..=MAX_MIB)?,
            network: network_of(network)?,
            ..Settings::default()
        };
        let level = Level::new(within("a level", level, 1..=Level::FULL.number())?);
        let skill = Skill { level: level.unwrap_or_default(), seed: numbers::seed(seed)? };
        if network.is_some() && !skill.level.is_full() {
            let message =
                "expected a network or a level, found both: levels have a network of their own";
            return Err(PyValueError::new_err(message));
        }
        let searcher = py.detach(|| Searcher::new(&settings)).map_err(engine_error)?;
        Ok(Self {
            searcher: Arc::new(Mutex::new(searcher)),
            is_busy: Arc::default(),
            settings,
            skill,
            process: std::process::id(),
        })
    }

    /// Starts a search.
    fn search(&self, game: &Game, limit: Limit, lines: usize) -> PyResult<NativeSearch> {
        let limits = limit.limits()?;
        let (settings, purpose) = (self.settings.clone(), Purpose::Score { lines });
        let (game, skill, searcher) = (game.game.clone(), self.skill, Arc::clone(&self.searcher));
        let position = game.position().clone();
        self.start(position, move |results, stop| {
            let mut observer = Forward(results);
            if !skill.level.is_full() {
                return levels::search(skill, &game, &limits, stop, &mut observer)
                    .map(Message::Result);
            }
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            searcher.configure(&settings)?;
            let report = searcher.search_game(&game, purpose, &limits, stop, &mut observer);
            Ok(Message::Result(report))
        })
    }

    /// Starts the search for the shortest forced win.
    fn solve(&self, game: &Game, within: u8) -> PyResult<NativeSearch> {
        let position = game.game.position().clone();
        let Settings { threads, table_mib, .. } = self.settings;
        self.start(position.clone(), move |_, stop| {
            let mut solver = Solver::new(threads, table_mib)?;
            let result = solver.solve(&position, within, stop, &mut ());
            Ok(Message::Document(solution(&position, within, &result, solver.nodes())))
        })
    }

    /// Starts the review of a game with these notes.
    fn review(
        &self,
        game: &Game,
        limit: Limit,
        notes: &str,
        result: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<NativeSearch> {
        let limits = limit.limits()?;
        let record = files::record(game, notes, result)?;
        let (heading, result) = (Heading::of(&record), record.result);
        let game = game.game.clone();
        let settings = self.settings.clone();
        self.start(game.position().clone(), move |_, stop| {
            let reviewed =
                review::review(&[], &game, result, &settings, &limits, stop, &mut |_| ())?;
            Ok(match reviewed.map(|it| it.as_told(&record)) {
                Some(reviewed) => Message::Document(json!(ReviewDocument::of(&reviewed, &heading))),
                None => Message::Failed("the review was stopped".to_owned()),
            })
        })
    }

    /// Clears the transposition table and the histories, as in a new engine.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let _busy = self.occupy()?;
        py.detach(|| self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear());
        Ok(())
    }
}

/// The output of a search, the result last.
enum Message {
    Iteration(Report<rules::Move>),
    Result(Report<rules::Move>),
    /// The result of another kind of search.
    Document(Value),
    Failed(String),
}

/// Forwards the iterations.
struct Forward<'a>(&'a Sender<Message>);

impl Observer<rules::Move> for Forward<'_> {
    fn iteration(&mut self, report: &Report<rules::Move>) {
        // Nobody may be waiting.
        let _ = self.0.send(Message::Iteration(report.clone()));
    }
}

/// A running search.
#[pyclass(module = "waggle._waggle")]
struct NativeSearch {
    inbox: Inbox<Message>,
    position: RulesPosition,
    thread: Option<JoinHandle<()>>,
    process: u32,
}

#[pymethods]
impl NativeSearch {
    /// Waits for the next iteration or the result: its document, `None` after the result.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        same_process(self.process)?;
        let Some(message) = self.inbox.next(py)? else { return Ok(None) };
        let (kind, report) = match message {
            Message::Iteration(report) => ("iteration", report),
            Message::Result(report) => ("result", report),
            Message::Document(document) => return Ok(Some(document.to_string())),
            Message::Failed(reason) => return Err(EngineError::new_err(reason)),
        };
        let mut document = json!(ReportObject::of(&self.position, &report));
        document["kind"] = kind.into();
        document["best"] = report.best.map(|best| move_string(&self.position, best)).into();
        Ok(Some(document.to_string()))
    }

    /// Stops the search; it still returns a result.
    fn stop(&self) {
        self.inbox.stop();
    }
}

impl Drop for NativeSearch {
    /// Stops the search, which takes a millisecond or two and does not need Python's lock.
    fn drop(&mut self) {
        self.inbox.stop();
        if let Some(thread) = self.thread.take() {
            if self.process != std::process::id() {
                // After a fork there is no such thread to join.
                std::mem::forget(thread);
                return;
            }
            // Fails only after a panic, which has been printed to standard error.
            let _ = thread.join();
        }
    }
}

/// The result of a search for a forced win as a document.
fn solution(position: &RulesPosition, within: u8, result: &SolveResult, nodes: u64) -> Value {
    let (no_win_within, win) = match result {
        SolveResult::Win(win) => (win.plies - 1, Some(win)),
        SolveResult::NoWin => (within, None),
        SolveResult::Stopped(excluded) => (*excluded, None),
    };
    json!({
        "within": within,
        "no_win_within": no_win_within,
        "plies": win.map(|win| win.plies),
        "proof": win.map(|win| Outline::complete(position, win)),
        "text": win.map(|win| Outline::brief(position, win).to_string()),
        "nodes": nodes,
    })
}

/// The expected score at this lead in liberties.
#[pyfunction]
fn chance_of_lead(liberties: f64) -> f64 {
    analysis::chance_of_lead(liberties)
}

/// The static evaluation of a position, split into its terms.
#[pyfunction]
fn explain(position: &Position) -> String {
    let explanation = Explanation::of(&Network::default(), &position.0);
    let mut document = json!(explanation.object());
    document["text"] = explanation.to_string().into();
    document.to_string()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("FULL_STRENGTH", Level::FULL.number())?;
    module.add_class::<NativeEngine>()?;
    module.add_class::<NativeSearch>()?;
    module.add_function(wrap_pyfunction!(chance_of_lead, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)
}
