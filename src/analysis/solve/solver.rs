//! The shortest forced win, and the proof that it is one.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::{Color, Move, Outcome, Position};
use crate::search::{Limits, MemoryError, Observer, Params, Searcher, Settings};

use super::after;
use super::hunt::Hunt;

/// A winning move with everything the opponent can reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move.
    pub mv: Move,
    /// The plies from here to the end, this one included.
    pub plies: u8,
    /// Every legal reply; none if the move ends the game.
    pub replies: Vec<Reply>,
}

/// A reply, and what wins against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The reply.
    pub mv: Move,
    /// The shortest win against it; `None` if the reply itself loses the game.
    pub answer: Option<Win>,
}

/// What has been found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move wins, and cannot win sooner.
    Win(Win),
    /// There is no forced win within the plies asked for.
    NoWin,
    /// Stopped; there is no forced win within so many plies.
    Stopped(u8),
}

/// Finds forced wins.
///
/// This is the alpha-beta search with its win distances, over a game in which only winning
/// counts, without any pruning that could miss a win, and deepened ply by ply: a win found
/// first in `n` plies is the shortest, and "no win" is a proof.
pub struct Solver {
    searcher: Searcher,
    nodes: u64,
}

/// The search was told to stop.
struct Stopped;

impl Solver {
    /// The most plies that can be asked for.
    pub const MOST_PLIES: u8 = 99;

    /// A solver with so many threads and a table of this size.
    ///
    /// # Errors
    ///
    /// If the table does not fit into memory.
    pub fn new(threads: usize, table_mib: usize) -> Result<Self, MemoryError> {
        let settings = Settings { threads, table_mib, lines: 1, params: Params::exact() };
        Ok(Self { searcher: Searcher::new(&settings)?, nodes: 0 })
    }

    /// Positions entered so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for the shortest forced win of the player to move within so many plies, at
    /// most [`MOST_PLIES`](Self::MOST_PLIES).
    ///
    /// What happened before does not count: a position that has stood before is no draw.
    /// The observer hears of every iteration of every search for a win in `n` plies.
    pub fn solve(
        &mut self,
        position: &Position,
        within: u8,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Verdict {
        self.nodes = 0;
        if position.outcome().is_some() {
            return Verdict::NoWin;
        }
        for plies in 1..=within.min(Self::MOST_PLIES) {
            match self.win_within(position, plies, stop, observer) {
                Ok(None) => {}
                Ok(Some(mv)) => {
                    let proof = self.proof(position, mv, plies, stop);
                    return proof.map_or(Verdict::Stopped(plies - 1), Verdict::Win);
                }
                Err(Stopped) => return Verdict::Stopped(plies - 1),
            }
        }
        Verdict::NoWin
    }

    /// A move that wins within so many plies.
    fn win_within(
        &mut self,
        position: &Position,
        plies: u8,
        stop: &AtomicBool,
        observer: &mut dyn Observer<Move>,
    ) -> Result<Option<Move>, Stopped> {
        let hunt = Hunt::new(position, position.side_to_move(), plies);
        let report = self.searcher.search(&hunt, &[], &Limits::depth(plies), stop, observer);
        self.nodes += report.nodes;
        if report.score.is_win() {
            Ok(report.best)
        } else if stop.load(Ordering::Relaxed) {
            Err(Stopped)
        } else {
            Ok(None)
        }
    }

    /// Whether the player to move is lost within so many plies, whatever is played.
    fn is_lost_within(&mut self, position: &Position, plies: u8, stop: &AtomicBool) -> bool {
        let hunt = Hunt::new(position, position.side_to_move().other(), plies);
        let report = self.searcher.search(&hunt, &[], &Limits::depth(plies), stop, &mut ());
        self.nodes += report.nodes;
        report.score.is_loss()
    }

    /// The proof that a move wins in so many plies, `None` if stopped.
    fn proof(
        &mut self,
        position: &Position,
        mv: Move,
        plies: u8,
        stop: &AtomicBool,
    ) -> Option<Win> {
        let us = position.side_to_move();
        let position = after(position, mv);
        let mut cases = vec![];
        for reply in position.legal_moves() {
            let position = after(&position, reply);
            let case = if position.outcome().is_some() {
                Case { reply, position, plies: 0, answers: vec![] }
            } else {
                self.case(reply, position, plies.saturating_sub(2), us, &cases, stop)?
            };
            cases.push(case);
        }
        let answers = fewest_answers(&cases);
        let mut replies = vec![];
        for (case, answer) in cases.iter().zip(answers) {
            let answer = match answer {
                Some(mv) => Some(self.proof(&case.position, mv, case.plies, stop)?),
                None => None,
            };
            replies.push(Reply { mv: case.reply, answer });
        }
        Some(Win { mv, plies, replies })
    }

    /// All that is known to win as soon as possible against a reply, at most in so many
    /// plies: answers to the replies before are tried too. `None` if stopped.
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
        answers.retain(|mv| after(&position, *mv).outcome() == Some(Outcome::Win(us)));
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
                        && self.is_lost_within(&after(&position, mv), plies - 1, stop)
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

/// A reply under examination.
struct Case {
    reply: Move,
    /// The position after the reply.
    position: Position,
    /// The plies to the end from there.
    plies: u8,
    /// Moves that win in that time.
    answers: Vec<Move>,
}

/// An answer to each case, so that few different ones are needed: always the one that
/// answers most of the cases that are left.
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
