//! Forced wins taken apart reply by reply with the plain rules.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use waggle::analysis::{SolveResult, Solver, Win};
use waggle::rules::{self, Position};

use super::engine;
use super::plain_rules::{Color, Game, Ply, State};

/// Takes proofs apart.
pub struct Referee {
    solver: Solver,
    /// What is proven of a position already, by its key: who wins within how many plies.
    known: HashMap<u64, (Color, u8)>,
    /// Keys of positions that have stood twice, which are draws.
    drawn: Vec<u64>,
}

/// The state in which this player has won.
pub fn won(color: Color) -> State {
    if color == Color::White { State::WhiteWins } else { State::BlackWins }
}

impl Referee {
    /// A referee of wins from the last position of this game, whose past counts.
    pub fn of(game: &rules::Game) -> Self {
        let mut solver = Solver::new(1, 16).expect("the table is small");
        solver.set_past(game);
        let stood: Vec<u64> = game.past_keys().chain([game.position().key()]).collect();
        let times = |key: &u64| stood.iter().filter(|other| *other == key).count();
        let drawn = stood.iter().copied().filter(|key| times(key) >= 2).collect();
        Self { solver, known: HashMap::new(), drawn }
    }

    /// The plies of the shortest win of the player to move within so many; its proof is taken
    /// apart.
    pub fn win(&mut self, plain: &Game, within: u8) -> Option<u8> {
        let position = engine::set_up(plain);
        match self.solver.solve(&position, within, &AtomicBool::new(false), &mut ()) {
            SolveResult::Win(win) => {
                self.check(plain, &position, &win);
                Some(win.plies)
            }
            SolveResult::NoWin => None,
            SolveResult::Stopped(_) => panic!("nobody has stopped it"),
        }
    }

    /// The plies within which this player wins at the latest, if it is within so many.
    pub fn forced(&mut self, plain: &Game, winner: Color, within: u8) -> Option<u8> {
        if plain.side_to_move() == winner {
            return self.win(plain, within);
        }
        let mut most = 0;
        for ply in plain.legal() {
            let after = plain.after(ply);
            if after.state() == won(winner) {
                continue;
            }
            let is_drawn = self.drawn.contains(&engine::set_up(&after).key());
            if after.is_over() || is_drawn {
                return None;
            }
            most = most.max(self.win(&after, within.checked_sub(1)?)?);
        }
        Some(most + 1)
    }

    /// Whether a win is one: against every reply of the plain rules it ends the game in time.
    ///
    /// # Panics
    /// If it is not.
    fn check(&mut self, plain: &Game, position: &Position, win: &Win) {
        let us = plain.side_to_move();
        if self
            .known
            .get(&position.key())
            .is_some_and(|known| known.0 == us && known.1 <= win.plies)
        {
            return;
        }
        let ply = ply_of(plain, win.mv);
        let (after, next) = (plain.after(ply), position.after(win.mv));
        if after.state() == won(us) {
            assert!(win.defenses.is_empty() && win.plies >= 1, "it ends the game");
        } else {
            assert!(!after.is_over() && win.plies >= 2 && !self.drawn.contains(&next.key()));
            let replies = after.legal();
            assert_eq!(replies.len(), win.defenses.len(), "every reply is answered, once");
            for defense in &win.defenses {
                let reply = ply_of(&after, defense.mv);
                let (answered, there) = (after.after(reply), next.after(defense.mv));
                match &defense.answer {
                    None => assert_eq!(answered.state(), won(us)),
                    Some(answer) => {
                        assert!(!answered.is_over() && answer.plies + 2 <= win.plies);
                        assert!(!self.drawn.contains(&there.key()), "it is no draw");
                        self.check(&answered, &there, answer);
                    }
                }
            }
        }
        self.known.insert(position.key(), (us, win.plies));
    }
}

/// The ply of the plain rules that is this move.
///
/// # Panics
/// If it is not legal.
pub fn ply_of(plain: &Game, mv: rules::Move) -> Ply {
    let is_it = |ply: &Ply| engine::to_move(*ply) == mv;
    plain.legal().into_iter().find(is_it).unwrap_or_else(|| panic!("{mv:?} is legal"))
}
