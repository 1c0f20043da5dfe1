//! A position as a weaker player sees it: with moves missing and the evaluation blurred.

use crate::eval::Network;
use crate::people::Model;
use crate::search::{GamePosition, HistoryIndex, HistorySizes, Terminal};
use waggle_hive_core::rules::{Color, Game, Move, Outcome, Piece, Position, Undo};

use super::Skill;
use super::handicap::{ATTACK, Handicap, LATER_WIN, Taste, WIN};

/// A position as one player sees it.
#[derive(Clone, Debug)]
pub(super) struct HandicappedPosition {
    position: Position,
    /// `None` at full strength.
    handicap: Option<Handicap>,
    /// A hash of the game's seed, the player and the turn: each turn brings a new look.
    seed: u64,
    /// Plies from the root.
    ply: usize,
    /// Whether the player now prefers moves that give the opponent a move.
    lets_out: bool,
    /// The own moves as they come to mind, and how gladly each is played, in hundredths of a liberty; none
    /// if all are looked at alike.
    inclinations: Vec<(Move, i32)>,
}

/// A player lets its opponent out who has had to pass so many of the last turns.
const PASSES: usize = 6;
const LAST_TURNS: usize = 16;

impl HandicappedPosition {
    /// The position of a game as the player to move sees it.
    pub(super) fn new(game: &Game, skill: Skill) -> Self {
        let position = game.position();
        let side = u64::from(position.side_to_move() == Color::Black);
        let player = mix(skill.seed.wrapping_add(side));
        let handicap = Handicap::of(skill.level);
        let seed = mix(player ^ u64::from(position.ply()));
        let replies = game.moves().rev().step_by(2).take(LAST_TURNS);
        Self {
            position: position.clone(),
            handicap,
            seed,
            ply: 0,
            lets_out: replies.filter(|mv| *mv == Move::Pass).count() >= PASSES,
            inclinations: handicap
                .and_then(|handicap| handicap.taste)
                .map_or_else(Vec::new, |taste| inclinations(game, taste, seed)),
        }
    }

    /// How the player chooses as people do.
    pub(super) fn taste(&self) -> Option<Taste> {
        self.handicap?.taste
    }

    /// How gladly a move is played, in hundredths of a liberty.
    pub(super) fn inclination(&self, mv: Move) -> i32 {
        self.inclinations.iter().find(|(other, _)| *other == mv).map_or(0, |(_, it)| *it)
    }

    /// Removes the overlooked moves from `first` on.
    fn overlook(&self, moves: &mut Vec<Move>, first: usize) {
        let Some(handicap) = self.handicap else { return };
        let is_own = self.ply == 0;
        let chance = if is_own { handicap.overlooks_move } else { handicap.overlooks_reply };
        if chance <= 0.0 {
            return;
        }
        let mut attacks = vec![];
        if is_own {
            self.position.attacks_into(&mut attacks);
        }
        let win = if is_own { WIN } else { LATER_WIN };
        let can_win = self.can_win();
        let seed = self.view_seed();
        let mut kept = first;
        for index in first..moves.len() {
            let mv = moves[index];
            let visibility = visibility(seed, mv);
            let is_seen = visibility >= chance
                || visibility >= chance * ATTACK && attacks.contains(&mv)
                || visibility >= chance * win && can_win && self.wins(mv);
            if is_seen {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Removes the moves from `first` on that leave the opponent without a move, unless all do.
    fn let_out(&self, moves: &mut Vec<Move>, first: usize) {
        let gives_a_move = |mv: &Move| {
            let after = self.position.after(*mv);
            after.outcome().is_some() || after.legal_moves() != [Move::Pass]
        };
        if moves[first..].iter().any(gives_a_move) {
            let all = moves.split_off(first);
            moves.extend(all.into_iter().filter(gives_a_move));
        }
    }

    fn view_seed(&self) -> u64 {
        mix(self.seed ^ self.position.key())
    }

    /// Whether the opponent's queen has a single liberty.
    fn can_win(&self) -> bool {
        let them = self.position.side_to_move().other();
        let queen = self.position.hex_of(Piece::queen(them));
        queen.is_some_and(|hex| self.position.ring(hex).count_ones() == 5)
    }

    /// Whether a move surrounds the opponent's queen and not the player's own.
    fn wins(&self, mv: Move) -> bool {
        let us = self.position.side_to_move();
        self.position.after(mv).outcome() == Some(Outcome::Win(us))
    }

    /// The evaluation error, in hundredths of a liberty. Small errors are more frequent.
    fn evaluation_error(&self) -> i32 {
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

    fn is_white_to_move(&self) -> bool {
        self.position.is_white_to_move()
    }

    fn plies(&self) -> Option<usize> {
        self.position.plies()
    }

    fn variant(&self) -> u16 {
        self.position.variant()
    }

    fn terminal(&self) -> Option<Terminal> {
        self.position.terminal()
    }

    /// The most visible move is always seen, since a player must move.
    fn moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.moves_into(moves);
        if self.ply == 0 && self.lets_out {
            self.let_out(moves, first);
        }
        let seed = self.view_seed();
        let most_visible = moves[first..]
            .iter()
            .copied()
            .max_by(|one, other| visibility(seed, *one).total_cmp(&visibility(seed, *other)));
        self.overlook(moves, first);
        if self.ply == 0
            && let Some(Taste { ideas, .. }) = self.taste()
        {
            let all = moves.split_off(first);
            let come_to_mind = self.inclinations.iter().map(|(mv, _)| *mv);
            moves.extend(come_to_mind.filter(|mv| all.contains(mv)).take(ideas));
        }
        if moves.len() == first {
            moves.extend(most_visible);
        }
    }

    fn noisy_moves_into(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.attacks_into(moves);
        let listed = moves.len();
        self.overlook(moves, first);
        if moves.len() == first && listed > first {
            // One of them may be the most visible move.
            self.position.attacks_into(moves);
            let mut seen = Vec::new();
            self.moves_into(&mut seen);
            let noisy = moves.split_off(first);
            moves.extend(noisy.into_iter().filter(|mv| seen.contains(mv)));
        }
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        self.position.is_irreversible(mv)
    }

    fn make(&mut self, mv: Move) -> Undo {
        self.ply += 1;
        self.position.make(mv)
    }

    fn unmake(&mut self, undo: Undo) {
        self.ply -= 1;
        self.position.unmake(undo);
    }

    fn null_move(&self) -> Option<Move> {
        self.position.null_move()
    }

    fn evaluate(&self, network: &Network, contempt: i32) -> i32 {
        self.position.evaluate(network, contempt) + self.evaluation_error()
    }

    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    const HISTORY_SIZES: HistorySizes = Position::HISTORY_SIZES;

    fn history_index(&self, mv: Move) -> HistoryIndex {
        self.position.history_index(mv)
    }

    fn static_scores(&self, moves: &[Move], each: impl FnMut(Move, i32)) {
        self.position.static_scores(moves, each);
    }

    fn is_threatened(&self) -> bool {
        self.position.is_threatened()
    }
}

/// The moves as they come to a player's mind, as often as people play them, in the model's opinion; see
/// [Gumbel's trick](https://arxiv.org/abs/1903.06059).
fn inclinations(game: &Game, taste: Taste, seed: u64) -> Vec<(Move, i32)> {
    let chances = Model::own().map_or_else(Vec::new, |model| model.probabilities(game));
    let of_move = |(mv, chance): (Move, f64)| {
        let luck = -(-visibility(!seed, mv).max(f64::MIN_POSITIVE).ln()).ln();
        (mv, chance.ln() + taste.whim * luck)
    };
    let mut ideas: Vec<(Move, f64)> = chances.into_iter().map(of_move).collect();
    ideas.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    ideas.into_iter().map(|(mv, inclination)| (mv, (taste.habit * inclination) as i32)).collect()
}

/// How visible a move is, from 0 to 1.
fn visibility(seed: u64, mv: Move) -> f64 {
    fraction(mix(seed ^ u64::from(mv.bits())))
}

/// Hashes a number with the finalizer of `SplitMix64`.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Maps a hash to the range from 0 to 1, excluding 1.
fn fraction(mixed: u64) -> f64 {
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}
