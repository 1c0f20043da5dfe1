//! An engine that always answers quickly, and a check of a session's replies.

use std::sync::atomic::AtomicBool;

use waggle::levels::Skill;
use waggle::rules::{Game, Move};
use waggle::search::{Limits, MemoryError, Observer, Purpose, Report, Searcher, Settings};
use waggle::uhp::{Engine, Options, Outlet, Session};

/// Nodes per search.
const NODES: u64 = 100;
/// The maximum depth.
const DEPTH: u8 = 3;
/// The largest table that can be allocated, in MiB.
pub(super) const MAX_TABLE_MIB: usize = 1000;

/// The real search with a node limit, whatever limits it is given.
pub(super) struct QuickEngine(Searcher);

/// A session with this engine.
pub(super) fn session() -> Session<QuickEngine> {
    let settings = Settings { threads: 1, table_mib: 1, ..Settings::default() };
    let searcher = Searcher::new(&settings).expect("a small table fits");
    Session::new(QuickEngine(searcher)).expect("a small table fits")
}

impl Engine<Game> for QuickEngine {
    fn configure(&mut self, options: &Options) -> Result<(), MemoryError> {
        if options.table_mib > MAX_TABLE_MIB {
            Err(MemoryError::TranspositionTable { mib: options.table_mib })
        } else {
            Ok(())
        }
    }

    fn new_game(&mut self) {
        self.0.clear();
    }

    fn search(
        &mut self,
        _skill: Skill,
        game: &Game,
        purpose: Purpose,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let depth = limits.depth.map_or(DEPTH, |depth| depth.min(DEPTH));
        let limits = Limits { depth: Some(depth), nodes: Some(NODES), ..Limits::default() };
        self.0.search_game(game, purpose, &limits, stop, observer)
    }
}

/// Collects the lines printed before a reply.
#[derive(Default)]
pub(super) struct Lines(pub(super) Vec<String>);

impl Outlet for Lines {
    fn line(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }

    fn note(&mut self, _line: &str) {}
}

/// Whether the lines before an `ok` report an error.
///
/// # Panics
///
/// If they mix an error with other lines: viewers treat any line that begins like an error as
/// one.
pub(super) fn is_refusal(block: &[String]) -> bool {
    let is_error = |line: &String| line.starts_with("err") || line.starts_with("invalidmove");
    let refused = block.last().is_some_and(is_error);
    let refusals = block.iter().filter(|line| is_error(line)).count();
    assert_eq!(refusals, usize::from(refused), "{block:?}");
    assert!(block.iter().all(|line| !line.contains(['\n', '\r']) && line != "ok"), "{block:?}");
    refused
}
