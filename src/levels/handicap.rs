//! A position as a weaker player sees it: a game of the search with moves missing and the
//! evaluation blurred.

use crate::rules::{Color, Move, Outcome, Position, Undo};
use crate::search::{GamePosition, Terminal};

use super::Skill;
use super::level::Handicap;

/// A position in the eyes of one player.
#[derive(Clone, Debug)]
pub(super) struct HandicappedPosition {
    position: Position,
    /// What the player lacks; nothing at full strength.
    handicap: Option<Handicap>,
    /// The game's seed and whose eyes these are, well mixed.
    seed: u64,
    /// Moves made since the position that the player is asked about.
    ahead: usize,
}

impl HandicappedPosition {
    /// The position in the eyes of the player to move.
    pub(super) fn new(position: &Position, skill: Skill) -> Self {
        let side = u64::from(position.side_to_move() == Color::Black);
        Self {
            position: position.clone(),
            handicap: skill.level.handicap(),
            seed: mix(skill.seed.wrapping_add(side)),
            ahead: 0,
        }
    }

    /// The chance that a move is overlooked now; `None` if none ever is.
    fn chance(&self) -> Option<f64> {
        let handicap = self.handicap?;
        let is_own = self.ahead == 0;
        let chance = if is_own { handicap.overlooks_move } else { handicap.overlooks_reply };
        (chance > 0.0).then_some(chance)
    }

    /// Takes out of the moves from `first` on what is overlooked.
    fn overlook(&self, moves: &mut Vec<Move>, first: usize) {
        let Some(chance) = self.chance() else { return };
        let overlooks_win = self.handicap.map_or(0.0, |handicap| handicap.overlooks_win);
        let view = self.view();
        let mut kept = first;
        for index in first..moves.len() {
            let mv = moves[index];
            let plainness = plainness(view, mv);
            let is_seen = plainness >= chance
                || self.ahead == 0 && plainness >= overlooks_win && self.wins(mv);
            if is_seen {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// What decides how plain the moves are to see here.
    fn view(&self) -> u64 {
        mix(self.seed ^ self.position.key())
    }

    /// Whether a move surrounds the opponent's queen, and not also the player's own.
    fn wins(&self, mv: Move) -> bool {
        let mut after = self.position.clone();
        let us = after.side_to_move();
        // Nothing is taken back: this is a copy.
        let _ = after.make(mv);
        after.outcome() == Some(Outcome::Win(us))
    }

    /// By how much the position is misjudged, in hundredths of a liberty. Small errors are
    /// more frequent than large ones.
    fn misjudgment(&self) -> i32 {
        let Some(Handicap { blur, .. }) = self.handicap else { return 0 };
        if blur == 0 {
            return 0;
        }
        let luck = mix(!self.seed ^ self.position.key());
        let sum = fraction(luck) + fraction(mix(luck));
        (f64::from(blur) * (sum - 1.0)) as i32
    }
}

impl GamePosition for HandicappedPosition {
    type Move = Move;
    type Undo = Undo;

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        GamePosition::key_after(&self.position, mv)
    }

    fn terminal(&self) -> Option<Terminal> {
        self.position.terminal()
    }

    /// At least one move is always seen, the plainest of all: the game goes on.
    fn moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.moves_into(moves);
        let view = self.view();
        let plainest = moves[first..]
            .iter()
            .copied()
            .max_by(|one, other| plainness(view, *one).total_cmp(&plainness(view, *other)));
        self.overlook(moves, first);
        if moves.len() == first {
            moves.extend(plainest);
        }
    }

    fn noisy_moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.attacks_into(moves);
        let listed = moves.len();
        self.overlook(moves, first);
        if moves.len() == first && listed > first {
            // One of them may be the only move that is seen at all.
            self.position.attacks_into(moves);
            let mut seen = Vec::new();
            self.moves_into(&mut seen);
            let noisy = moves.split_off(first);
            moves.extend(noisy.into_iter().filter(|mv| seen.contains(mv)));
        }
    }

    fn make(&mut self, mv: Move) -> Undo {
        self.ahead += 1;
        self.position.make(mv)
    }

    fn unmake(&mut self, undo: Undo) {
        self.ahead -= 1;
        self.position.unmake(undo);
    }

    fn null_move(&self) -> Option<Move> {
        self.position.null_move()
    }

    fn evaluate(&self) -> i32 {
        self.position.evaluate() + self.misjudgment()
    }

    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    fn static_scores(&self, moves: &[Move], each: impl FnMut(Move, i32)) {
        self.position.static_scores(moves, each);
    }

    fn is_threatened(&self) -> bool {
        self.position.is_threatened()
    }
}

/// How plain to see a move is, from 0 to 1.
fn plainness(view: u64, mv: Move) -> f64 {
    fraction(mix(view ^ u64::from(mv.bits())))
}

/// Scrambles a number (the finalizer of `SplitMix64`): the same everywhere, and as good as
/// random.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A scrambled number as one from 0 to 1, without 1.
fn fraction(mixed: u64) -> f64 {
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}
