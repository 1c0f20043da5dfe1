//! The shortest forced win and its proof.

use std::sync::atomic::AtomicBool;

use crate::search::{
    GameSearcher, Limits, MemoryError, Observer, Params, Purpose, Report, Settings,
};
use waggle_hive_core::rules::{Color, Game, Move, Outcome, Position};

use super::mate_search::{MateSearch, Past};

/// A winning move with all replies of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move.
    pub mv: Move,
    /// The plies to the end of the game, including this one.
    pub plies: u8,
    /// Every legal reply; none if the move ends the game.
    pub defenses: Vec<Defense>,
}

/// A reply of the defender and the answer that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defense {
    /// The reply.
    pub mv: Move,
    /// The shortest win against it; `None` if the reply itself ends the game.
    pub answer: Option<Win>,
}

/// The result of a search for a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveResult {
    /// The side to move wins, and cannot win sooner.
    Win(Win),
    /// There is no forced win within the given plies.
    NoWin,
    /// Stopped; there is no forced win within this many plies.
    Stopped(u8),
}

/// Finds forced wins.
///
/// The alpha-beta search over a game in which only winning counts, without unsound pruning,
/// deepened ply by ply: the first win found is the shortest, and "no win" is a proof.
pub struct Solver {
    searcher: GameSearcher<MateSearch>,
    nodes: u64,
    max_nodes: u64,
    past: Past,
    /// Whether the last search has finished, so that finding nothing is a proof.
    has_finished: bool,
}

/// The search was stopped before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

impl Solver {
    /// The maximum number of plies.
    pub const MAX_PLIES: u8 = 99;

    /// A solver with this many threads and a transposition table of this size.
    pub fn new(threads: usize, table_mib: usize) -> Result<Self, MemoryError> {
        let settings =
            Settings { threads, table_mib, params: Params::exact(), ..Settings::default() };
        let (searcher, past) = (GameSearcher::new(&settings)?, Past::default());
        Ok(Self { searcher, nodes: 0, max_nodes: u64::MAX, past, has_finished: true })
    }

    /// Limits the nodes of each call of [`solve`](Self::solve).
    #[must_use]
    pub fn limited_to(self, nodes: u64) -> Self {
        Self { max_nodes: nodes, ..self }
    }

    /// Limits the nodes from now on: see [`limited_to`](Self::limited_to).
    pub fn limit_to(&mut self, nodes: u64) {
        self.max_nodes = nodes;
    }

    /// Takes the past of this game into account: a position that has already occurred twice is a
    /// draw. Without it, nothing repeats.
    pub fn set_past(&mut self, game: &Game) {
        self.past = Past::of(game);
    }

    /// Resets the node count, as each call of [`solve`](Self::solve) does.
    pub fn reset_nodes(&mut self) {
        self.nodes = 0;
    }

    /// The nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for the shortest forced win of the side to move within this many plies, at most
    /// [`MAX_PLIES`](Self::MAX_PLIES), with the past set by [`set_past`](Self::set_past).
    ///
    /// The observer is called after each iteration of each search for a win in `n` plies.
    pub fn solve(
        &mut self,
        position: &Position,
        within: u8,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> SolveResult {
        self.reset_nodes();
        if position.outcome().is_some() {
            return SolveResult::NoWin;
        }
        for plies in 1..=within.min(Self::MAX_PLIES) {
            match self.win_within(position, plies, stop, observer) {
                Ok(None) => {}
                Ok(Some(mv)) => {
                    let proof = self.proof(position, mv, plies, stop);
                    return proof.map_or(SolveResult::Stopped(plies - 1), SolveResult::Win);
                }
                Err(Stopped) => return SolveResult::Stopped(plies - 1),
            }
        }
        SolveResult::NoWin
    }

    /// The first move of the shortest forced win within this many plies, and its length: as
    /// [`solve`](Self::solve), but without the proof.
    pub fn shortest_win(
        &mut self,
        position: &Position,
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<(Move, u8)>, Stopped> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        for plies in 1..=within.min(Self::MAX_PLIES) {
            if let Some(mv) = self.win_within(position, plies, stop, &mut ())? {
                return Ok(Some((mv, plies)));
            }
        }
        Ok(None)
    }

    /// The plies to the forced loss of the side to move; `None` if it is not lost within this many.
    pub fn soonest_loss(
        &mut self,
        position: &Position,
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<u8>, Stopped> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        for plies in 1..=within.min(Self::MAX_PLIES) {
            if self.is_lost_within(position, plies, stop) {
                return Ok(Some(plies));
            }
            self.ensure_finished()?;
        }
        Ok(None)
    }

    /// A move other than these after which the side to move does not lose within this many plies;
    /// `None` if there is none.
    pub fn saving_move(
        &mut self,
        position: &Position,
        known: &[Move],
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<Move>, Stopped> {
        if position.legal_moves().iter().all(|mv| known.contains(mv)) {
            return Ok(None);
        }
        self.refutation_besides(position, position.side_to_move().other(), known, within, stop)
    }

    /// Clears the transposition table, so that results do not depend on earlier searches.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// A move that wins within this many plies.
    fn win_within(
        &mut self,
        position: &Position,
        plies: u8,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Result<Option<Move>, Stopped> {
        let search = MateSearch::new(position, position.side_to_move(), plies);
        let report = self.search(&search, plies, stop, observer);
        if report.score.is_win() {
            return Ok(report.best);
        }
        self.ensure_finished().map(|()| None)
    }

    /// Whether the game's past makes this position a draw.
    pub(super) fn draws(&self, position: &Position) -> bool {
        self.past.draws(position)
    }

    /// An error unless the last search has finished, so that finding nothing is a proof.
    pub(super) fn ensure_finished(&self) -> Result<(), Stopped> {
        if self.has_finished { Ok(()) } else { Err(Stopped) }
    }

    /// Whether every move of the side to move loses within this many plies.
    fn is_lost_within(&mut self, position: &Position, plies: u8, stop: &AtomicBool) -> bool {
        let search = MateSearch::new(position, position.side_to_move().other(), plies);
        self.search(&search, plies, stop, &mut ()).score.is_loss()
    }

    /// Searches to this depth with the remaining nodes, at least one.
    pub(super) fn search(
        &mut self,
        search: &MateSearch,
        plies: u8,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let left = self.max_nodes.saturating_sub(self.nodes).max(1);
        let nodes = (self.max_nodes < u64::MAX).then_some(left);
        let limits = Limits { nodes, ..Limits::depth(plies) };
        let search = &search.clone().after(&self.past);
        let report = self.searcher.search(search, &[], Purpose::SCORE, &limits, stop, observer);
        self.nodes += report.nodes;
        self.has_finished = report.depth >= plies;
        report
    }

    /// The proof that a move wins in this many plies; `None` if stopped.
    fn proof(
        &mut self,
        position: &Position,
        mv: Move,
        plies: u8,
        stop: &AtomicBool,
    ) -> Option<Win> {
        let us = position.side_to_move();
        let position = position.after(mv);
        let mut cases = vec![];
        for reply in position.legal_moves() {
            let position = position.after(reply);
            let case = if position.outcome().is_some() {
                Case { reply, position, plies: 0, answers: vec![] }
            } else {
                self.case(reply, position, plies.saturating_sub(2), us, &cases, stop)?
            };
            cases.push(case);
        }
        let answers = fewest_answers(&cases);
        let mut defenses = vec![];
        for (case, answer) in cases.iter().zip(answers) {
            let answer = match answer {
                Some(mv) => Some(self.proof(&case.position, mv, case.plies, stop)?),
                None => None,
            };
            defenses.push(Defense { mv: case.reply, answer });
        }
        Some(Win { mv, plies, defenses })
    }

    /// The shortest wins found against a reply, within at most `most` plies. The answers to
    /// earlier replies are tried too, to reduce the number of different answers. `None` if
    /// stopped.
    fn case(
        &mut self,
        reply: Move,
        position: Position,
        most: u8,
        us: Color,
        before: &[Case],
        stop: &AtomicBool,
    ) -> Option<Case> {
        let mut answers = position.legal_moves();
        answers.retain(|mv| position.after(*mv).outcome() == Some(Outcome::Win(us)));
        if !answers.is_empty() {
            return Some(Case { reply, position, plies: 1, answers });
        }
        for plies in 2..=most {
            let Some(mv) = self.win_within(&position, plies, stop, &mut ()).ok()? else { continue };
            answers.push(mv);
            for case in before.iter().filter(|case| case.plies == plies) {
                for &mv in case.answers.iter().take(1) {
                    if !answers.contains(&mv)
                        && position.is_legal(mv)
                        && !self.draws(&position.after(mv))
                        && self.is_lost_within(&position.after(mv), plies - 1, stop)
                    {
                        answers.push(mv);
                    }
                }
            }
            return Some(Case { reply, position, plies, answers });
        }
        None
    }
}

/// A reply and its answers.
struct Case {
    reply: Move,
    /// The position after the reply.
    position: Position,
    /// The plies from there to the end.
    plies: u8,
    /// Moves that win in that many plies.
    answers: Vec<Move>,
}

/// An answer to each case, with few different ones: greedily, the most frequent answer first.
fn fewest_answers(cases: &[Case]) -> Vec<Option<Move>> {
    let mut chosen: Vec<Option<Move>> = vec![None; cases.len()];
    loop {
        let open = || (0..cases.len()).filter(|&index| chosen[index].is_none());
        let uses = |mv: Move| open().filter(|&index| cases[index].answers.contains(&mv)).count();
        let candidates = open().flat_map(|index| cases[index].answers.iter().copied());
        let Some(best) = candidates.max_by_key(|&mv| uses(mv)) else { return chosen };
        let answered: Vec<usize> =
            open().filter(|&index| cases[index].answers.contains(&best)).collect();
        for index in answered {
            chosen[index] = Some(best);
        }
    }
}
