//! Proofs by the solver about the positions of a game.

use std::sync::atomic::{AtomicBool, Ordering};

use waggle_hive_core::rules::{Color, Game, Move, Position};
use waggle_hive_engine::analysis::{SolveResult, Solver, Win};
use waggle_hive_engine::search::MemoryError;

/// The length in plies of the longest win to prove: five moves of the winner.
const MAX_PLIES: u16 = 9;
/// The node limit of a proof: some tenths of a second.
const MAX_NODES: u64 = 300_000;
/// The solver's table in MiB.
const TABLE_MIB: usize = 8;

/// Proves that there is a win, or that there is none.
pub(crate) struct Prover<'a> {
    solver: Solver,
    stop: &'a AtomicBool,
}

impl<'a> Prover<'a> {
    /// A prover that ends when `stop` is set.
    pub(crate) fn new(stop: &'a AtomicBool) -> Result<Self, MemoryError> {
        // One thread, so that reviews are reproducible.
        Ok(Self { solver: Solver::new(1, TABLE_MIB)?.limited_to(MAX_NODES), stop })
    }

    /// Counts repetitions of this game's earlier positions.
    pub(crate) fn set_past(&mut self, game: &Game) {
        self.solver.set_past(game);
    }

    /// The shortest win of the player to move within this many plies, which is known to exist, with more nodes
    /// for the defenses.
    pub(crate) fn win(&mut self, position: &Position, plies: u16) -> Option<Win> {
        let plies = self.plies(plies)?;
        self.solver.limit_to(10 * MAX_NODES);
        let result = self.solver.solve(position, plies, self.stop, &mut ());
        self.solver.limit_to(MAX_NODES);
        match result {
            SolveResult::Win(win) => Some(win),
            SolveResult::NoWin | SolveResult::Stopped(_) => None,
        }
    }

    /// Whether it can be proven that the player to move has no win within this many plies.
    pub(crate) fn has_no_win(&mut self, position: &Position, plies: u8) -> bool {
        self.solver.solve(position, plies, self.stop, &mut ()) == SolveResult::NoWin
            && !self.stop.load(Ordering::Relaxed)
    }

    /// The fewest plies in which this player can force a win from the last position of a game, if
    /// that can be proven within `plies`.
    pub(crate) fn soonest(&mut self, game: &Game, winner: Color, plies: u16) -> Option<u8> {
        let plies = self.plies(plies)?;
        self.solver.set_past(game);
        self.solver.reset_nodes();
        let position = game.position();
        if position.side_to_move() == winner {
            // The second time it begins with what the first has found.
            let first = self.solver.shortest_win(position, plies, self.stop);
            let win = first.or_else(|_| {
                self.solver.reset_nodes();
                self.solver.shortest_win(position, plies, self.stop)
            });
            win.ok()?.map(|(_, plies)| plies)
        } else {
            self.solver.soonest_loss(position, plies, self.stop).ok()?
        }
    }

    /// A move not in `known` after which the player to move does not lose within this many plies, if
    /// one can be found. Independent of earlier proofs.
    pub(crate) fn saving_move(&mut self, game: &Game, known: &[Move], plies: u16) -> Option<Move> {
        let plies = self.plies(plies)?;
        self.solver.clear();
        self.solver.set_past(game);
        self.solver.reset_nodes();
        self.solver.saving_move(game.position(), known, plies, self.stop).ok()?
    }

    /// The plies, unless they are too many for a proof.
    fn plies(&self, plies: u16) -> Option<u8> {
        let is_possible = plies <= MAX_PLIES + 1 && !self.stop.load(Ordering::Relaxed);
        u8::try_from(plies).ok().filter(|_| is_possible)
    }
}
