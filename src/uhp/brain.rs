//! What the session needs of a search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rules::{Game, Move};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score(pub i16);
impl Score {
    pub fn plies_to_end(self) -> Option<i16> {
        None
    }
}
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub best: Option<Move>,
    pub score: Score,
    pub depth: u8,
    pub nodes: u64,
    pub elapsed: Duration,
    pub pv: Vec<Move>,
}
pub trait Observer {
    fn iteration(&mut self, report: &Report);
}

impl Observer for () {
    fn iteration(&mut self, _: &Report) {}
}
/// Something that finds moves: the real search, or a scripted one in tests.
pub trait Brain {
    /// Takes over new settings; what has been learned may be lost.
    fn configure(&mut self, threads: usize, table_mib: usize);

    /// Forgets what has been learned about the game before.
    fn new_game(&mut self);

    /// Finds the best move of a game that is not over.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Report;
}
