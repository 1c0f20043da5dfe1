//! Finding puzzles, and the proof that they are sound.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Bug, Color, Game, Hex, Move, Outcome, Piece, Position};
use waggle_hive_engine::analysis::{Solver, Stopped};
use waggle_hive_engine::search::MemoryError;

use super::Entry;

/// How many different answers to the opponent's best replies a solution shows at each step.
const MAX_LINES: usize = 4;

/// The node limit for a position of a game for a set: enough for almost all wins in two moves.
const SHORT_LOOK: u64 = 6_000;
/// The node limit where a win is known a turn later: the win before it takes one move more.
const LONG_LOOK: u64 = 1_000_000;

/// The node limit for the proofs of a position with one defense.
const DEFENSE_NODES: u64 = 400_000;
/// With fewer moves than this, a defense is found by trying them all.
const CHOICES: usize = 10;

/// A position in which one move alone forces a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position; the side to move wins.
    pub position: Position,
    /// The plies to the end with best play.
    pub plies: u8,
    /// The solution.
    pub solution: Step,
    /// How many of the opponent's best replies leave more than one way to win, in all lines of
    /// the solution, which leaves them out.
    pub dual_replies: usize,
}

/// A move of the winner, the only one that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Replies that hold out longest, and leave one way to win: one for each different answer.
    /// None if the move ends the game.
    pub replies: Vec<Reply>,
}

/// A reply that holds out as long as any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The reply.
    pub mv: Move,
    /// The only move that wins against it; `None` if the reply itself ends the game.
    pub answer: Option<Step>,
}

/// A position of a game in which one move alone forces the fastest win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyWin {
    /// The position; the side to move wins.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The plies to the end with best play.
    pub plies: u8,
    /// The move that was played in the game.
    pub played: Move,
}

impl Puzzle {
    /// Who wins.
    pub fn winner(&self) -> Color {
        self.position.side_to_move()
    }

    /// The main line: each move with the position before it.
    pub fn line(&self) -> Vec<(Position, Move)> {
        let mut line = vec![];
        let mut position = self.position.clone();
        let mut step = Some(&self.solution);
        while let Some(Step { mv, replies }) = step {
            let after = position.after(*mv);
            line.push((position, *mv));
            position = after;
            step = None;
            if let Some(reply) = replies.first() {
                let after = position.after(reply.mv);
                line.push((position, reply.mv));
                position = after;
                step = reply.answer.as_ref();
            }
        }
        line
    }
}

/// Finds puzzles.
///
/// A puzzle is a position in which the player to move
///
/// - has a forced win within the given number of plies, but not with the next move, and
/// - has only one move that forces a win within that number. The same holds after each
///   reply that holds out as long as any: another move would no longer win within
///   that number, counted from the start.
///
/// Both are proven by the [`Solver`].
pub struct Finder {
    solver: Solver,
    nodes: u64,
    within: u8,
    allows_duals: bool,
}

impl Finder {
    /// The default node limit for a position.
    pub const DEFAULT_NODES: u64 = 2_000_000;
    /// The plies within which the opponent wins after every move but the one that defends.
    pub const DEFENDED: u8 = 5;

    /// A finder of wins within this many plies, which gives up on a position after this many nodes.
    pub fn new(within: u8, nodes: u64, table_mib: usize) -> Result<Self, MemoryError> {
        let solver = Solver::new(1, table_mib)?.limited_to(nodes);
        Ok(Self { solver, nodes, within, allows_duals: false })
    }

    /// Also accepts positions in which some of the best replies leave more than one way to win, as
    /// long as others leave only one.
    #[must_use]
    pub fn allowing_duals(self) -> Self {
        Self { allows_duals: true, ..self }
    }

    /// The puzzles of a game, in order. While the game follows the solution of one, the rest of
    /// that solution is not another puzzle.
    pub fn of_game(&mut self, game: &Game, stop: &AtomicBool) -> Result<Vec<Puzzle>, Stopped> {
        // What is proven holds for one game type, and what is given up must not depend on other games.
        self.solver.clear();
        let mut puzzles = vec![];
        let mut replay = game.restarted();
        let mut moves = game.moves();
        let mut solved_until = [0; 2];
        loop {
            let position = replay.position();
            let (ply, us) = (position.ply(), position.side_to_move() as usize);
            let next = moves.next();
            if ply >= solved_until[us] {
                self.solver.set_past(&replay);
                if let Some(puzzle) = unless_stopped(self.find(position, stop), stop)? {
                    if next == Some(puzzle.solution.mv) {
                        solved_until[us] = ply + u16::from(puzzle.plies);
                    }
                    puzzles.push(puzzle);
                }
            }
            match next {
                Some(mv) if replay.play(mv).is_ok() => {}
                _ => return Ok(puzzles),
            }
        }
    }

    /// The puzzles of a game for a set, from its end, where the task is to win in as few plies as possible: slower
    /// wins with other moves do not count, and the win may take one ply. There is at most one
    /// puzzle of each length for each player, for variety. Where no win is found, one move alone may defend.
    ///
    /// A short search decides whether to attempt a proof. It is longer where the same player has a
    /// win a turn later.
    pub fn entries_of_game(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
    ) -> Result<Vec<Entry>, Stopped> {
        // As above; and here the past does not count.
        self.solver.clear();
        self.solver.set_past(&game.restarted());
        let mut replay = game.restarted();
        let mut positions = vec![replay.position().clone()];
        for mv in game.moves() {
            if replay.play(mv).is_err() {
                break;
            }
            positions.push(replay.position().clone());
        }
        let (mut puzzles, mut defenses): (Vec<Puzzle>, Vec<Entry>) = (vec![], vec![]);
        let mut is_won =
            [Color::White, Color::Black].map(|us| game.outcome() == Some(Outcome::Win(us)));
        for position in positions.iter().rev() {
            let us = position.side_to_move();
            let nodes = if is_won[us as usize] { LONG_LOOK } else { SHORT_LOOK };
            let win = unless_stopped(self.look(position, nodes, stop), stop)?;
            is_won[us as usize] = win.is_some();
            let Some(win) = win else {
                defenses.extend(unless_stopped(self.defense(position, stop), stop)?);
                continue;
            };
            if puzzles.iter().any(|other| other.plies == win.1 && other.winner() == us) {
                continue;
            }
            self.solver.reset_nodes();
            puzzles.extend(unless_stopped(self.prove(position, win, win.1, stop), stop)?);
        }
        self.solver.limit_to(self.nodes);
        Ok(puzzles.iter().map(Entry::of).chain(defenses).collect())
    }

    /// The position and its only move after which the opponent does not win within [`Self::DEFENDED`] plies,
    /// if no move wins so fast, either.
    fn defense(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Option<Entry>, Stopped> {
        // Where nothing threatens, many moves defend.
        let threat = self.look(&position.after(Move::Pass), SHORT_LOOK, stop)?;
        if threat.is_none_or(|(_, plies)| plies > Self::DEFENDED)
            || position.count_moves() < CHOICES
        {
            return Ok(None);
        }
        self.solver.reset_nodes();
        self.solver.limit_to(DEFENSE_NODES);
        let within = Self::DEFENDED + 1;
        let Some(mv) = self.solver.saving_move(position, &[], within, stop)? else {
            return Ok(None);
        };
        let is_only = self.solver.saving_move(position, &[mv], within, stop)?.is_none()
            && self.solver.shortest_win(position, Self::DEFENDED, stop)?.is_none();
        Ok(is_only.then(|| Entry::defense(position.clone(), mv)))
    }

    /// The positions of a game before its moves in which one move alone wins fastest. Those that need too many nodes
    /// are left out.
    pub fn only_wins_of_game(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
    ) -> Result<Vec<OnlyWin>, Stopped> {
        self.solver.clear();
        let mut wins = vec![];
        let mut replay = game.restarted();
        for played in game.moves() {
            let position = replay.position().clone();
            self.solver.set_past(&replay);
            let win = unless_stopped(self.look(&position, self.nodes, stop), stop)?;
            if let Some((mv, plies)) = win {
                let other = self.solver.other_win(&position, &[mv], plies, stop);
                let is_only = other.map(|other| other.is_none().then_some(()));
                if unless_stopped(is_only, stop)?.is_some() {
                    wins.push(OnlyWin { position, mv, plies, played });
                }
            }
            if replay.play(played).is_err() {
                break;
            }
        }
        Ok(wins)
    }

    /// The shortest win, if this many nodes suffice to find it.
    fn look(
        &mut self,
        position: &Position,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Option<(Move, u8)>, Stopped> {
        if !may_be_won(position, self.within) || position.count_moves() < 2 {
            return Ok(None);
        }
        self.solver.reset_nodes();
        self.solver.limit_to(nodes);
        let win = self.solver.shortest_win(position, self.within, stop);
        self.solver.limit_to(self.nodes);
        win
    }

    /// The puzzle of a position with this shortest win, if no other move wins `within` the plies.
    fn prove(
        &mut self,
        position: &Position,
        (mv, plies): (Move, u8),
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, Stopped> {
        if self.solver.other_win(position, &[mv], within, stop)?.is_some() {
            return Ok(None);
        }
        let solution = self.step(position, mv, plies, within, stop)?;
        Ok(solution.map(|(solution, dual_replies)| {
            let position = position.clone();
            Puzzle { position, plies, solution, dual_replies }
        }))
    }

    /// The puzzle of a position, if there is one.
    pub fn find(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, Stopped> {
        self.solver.reset_nodes();
        if !may_be_won(position, self.within) || position.count_moves() < 2 {
            return Ok(None);
        }
        match self.solver.shortest_win(position, self.within, stop)? {
            None | Some((_, 1)) => Ok(None),
            Some(win) => self.prove(position, win, self.within, stop),
        }
    }

    /// The only move that forces a win within this many plies, and the plies it takes.
    fn only_win(
        &mut self,
        position: &Position,
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<(Move, u8)>, Stopped> {
        let Some((mv, plies)) = self.solver.shortest_win(position, within, stop)? else {
            return Ok(None);
        };
        let other = self.solver.other_win(position, &[mv], within, stop)?;
        Ok(other.is_none().then_some((mv, plies)))
    }

    /// The solution from a move that wins in `plies`, and the number of best replies that leave
    /// several ways to win. `None` if all of them do; or if any does, unless duals are allowed.
    fn step(
        &mut self,
        position: &Position,
        mv: Move,
        plies: u8,
        within: u8,
        stop: &AtomicBool,
    ) -> Result<Option<(Step, usize)>, Stopped> {
        let after = position.after(mv);
        if after.outcome().is_some() {
            return Ok(Some((Step { mv, replies: vec![] }, 0)));
        }
        let mut replies: Vec<Reply> = vec![];
        let mut duals = 0;
        let (left, within) = (plies.saturating_sub(2), within.saturating_sub(2));
        for reply in after.legal_moves() {
            let next = after.after(reply);
            if next.outcome().is_some() {
                // The win takes two plies: every reply ends the game.
                if left == 0 && replies.is_empty() {
                    replies.push(Reply { mv: reply, answer: None });
                }
                continue;
            }
            // Replies that lose sooner are not the best.
            if left > 1 && self.solver.shortest_win(&next, left - 1, stop)?.is_some() {
                continue;
            }
            let answer = self.only_win(&next, within, stop)?.map(|(answer, _)| answer);
            let is_known = |known: &Reply| known.answer.as_ref().map(|step| step.mv) == answer;
            let is_shown = replies.len() < MAX_LINES && !replies.iter().any(is_known);
            // A line that is not shown matters only if a dual in it could reject the puzzle.
            if answer.is_some() && !is_shown && self.allows_duals {
                continue;
            }
            let found = match answer {
                Some(answer) => self.step(&next, answer, left, within, stop)?,
                None => None,
            };
            match found {
                Some((answer, others)) => {
                    duals += others;
                    if is_shown {
                        replies.push(Reply { mv: reply, answer: Some(answer) });
                    }
                }
                None if self.allows_duals => duals += 1,
                None => return Ok(None),
            }
        }
        Ok((!replies.is_empty()).then_some((Step { mv, replies }, duals)))
    }
}

/// What a search has found, and nothing if it was given up; an error if it was told to stop.
fn unless_stopped<T>(
    found: Result<Option<T>, Stopped>,
    stop: &AtomicBool,
) -> Result<Option<T>, Stopped> {
    if stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(found.ok().flatten()) }
}

/// Whether the side to move could surround the opponent's queen within this many plies without
/// the opponent's help: each move fills one liberty, unless she is thrown.
///
/// This misses wins in which the opponent is forced to fill liberties: they are rare, and
/// searching for them would take most of the time.
pub(super) fn may_be_won(position: &Position, within: u8) -> bool {
    let us = position.side_to_move();
    let Some(queen) = position.hex_of(Piece::queen(us.other())) else { return false };
    if position.outcome() == Some(Outcome::Win(us)) {
        return false;
    }
    let liberties = 6 - position.ring(queen).count_ones();
    liberties <= u32::from(within).div_ceil(2) || may_throw(position, us, queen)
}

/// Whether this player has a piece next to the queen that could throw her.
fn may_throw(position: &Position, us: Color, queen: Hex) -> bool {
    let mut tops = queen.neighbors().filter_map(|hex| position.top(hex));
    tops.any(|piece| piece.color() == us && matches!(piece.bug(), Bug::Pillbug | Bug::Mosquito))
}
