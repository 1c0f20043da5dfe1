//! Facts from the rules, by a look one move ahead.

use super::Draft;
use super::comparison::{Comparison, liberties, passed, winning_move};
use crate::review::judging::fact::Fact;
use waggle_hive_core::rules::{Color, Hex, Move, Piece, Position};
use waggle_hive_engine::eval::ExactMobility;

/// Differences among this many liberties or more are not worth mentioning.
const MANY_LIBERTIES: u8 = 4;

/// What is worse after the move than after the better one, the most important first.
pub(super) fn find(comparison: &Comparison) -> Vec<Draft> {
    let Some((instead, better)) = &comparison.instead else { return vec![] };
    let is_over = |position: &Position| position.outcome().is_some();
    if comparison.before.ply() < 2 || is_over(&comparison.played) || is_over(better) {
        return vec![];
    }
    let mobility = [&comparison.before, &comparison.played, better].map(ExactMobility::of);
    let sight = Sight { comparison, instead: *instead, better, mobility };
    let liberties = sight.liberties();
    let is_told = !liberties.is_empty();
    let mut found = vec![];
    found.extend(sight.threat());
    found.extend(sight.squeeze());
    found.extend(sight.climb());
    found.extend(sight.throw());
    found.extend(sight.enter());
    found.extend(liberties);
    if !is_told {
        found.extend(sight.reply());
    }
    found.extend(sight.freed());
    found.extend(sight.reach());
    found.extend(sight.cover());
    found.extend(sight.pins());
    found.extend(sight.queen_stuck());
    found
}

/// The positions after the move and after the better one, side by side.
struct Sight<'a> {
    comparison: &'a Comparison,
    /// The move that should have been played.
    instead: Move,
    better: &'a Position,
    /// Before the move, after it, and after the better one.
    mobility: [ExactMobility; 3],
}

impl Sight<'_> {
    fn us(&self) -> Color {
        self.comparison.us
    }

    fn played(&self) -> &Position {
        &self.comparison.played
    }

    /// A finding that the better move shows.
    fn missed(&self, fact: Fact) -> Draft {
        Draft::before(fact, vec![self.instead])
    }

    /// The opponent's moves beside or onto our queen that fill a liberty or climb.
    fn attacks(position: &Position) -> Vec<Move> {
        let mut attacks = vec![];
        position.attacks_into(&mut attacks);
        attacks
    }

    fn threat(&self) -> Option<Draft> {
        let us = self.us();
        let threat = |position: &Position| winning_move(&passed(position)?, us);
        let then = threat(self.better)?;
        threat(self.played()).is_none().then(|| self.missed(Fact::CouldThreaten { then }))
    }

    fn squeeze(&self) -> Option<Draft> {
        let must_pass = |position: &Position| position.legal_moves() == [Move::Pass];
        (must_pass(self.better) && !must_pass(self.played()))
            .then(|| self.missed(Fact::CouldSqueeze))
    }

    /// A piece that can climb onto our queen, if none could after the better move.
    fn climb(&self) -> Option<Draft> {
        let climb = |position: &Position| {
            let queen = position.hex_of(Piece::queen(self.us()))?;
            let onto = |mv: &Move| matches!(mv, Move::To { hex, .. } if *hex == queen);
            position.legal_moves().into_iter().find(onto)
        };
        let mv = climb(self.played())?;
        let piece = mv.piece().filter(|_| climb(self.better).is_none())?;
        Some(Draft::after(Fact::LetsClimb { piece }, vec![mv]))
    }

    /// Our queen with fewer liberties than after the better move, the opponent's with more.
    fn liberties(&self) -> Vec<Draft> {
        let us = self.us();
        let change = |queen: Color| {
            let (left, instead) =
                (liberties(self.played(), queen)?, liberties(self.better, queen)?);
            is_worse(queen == us, left, instead)
                .then(|| self.missed(Fact::Liberties { queen, left, instead }))
        };
        [us, us.other()].into_iter().filter_map(change).collect()
    }

    /// The reply that leaves our queen the fewest liberties.
    fn reply(&self) -> Option<Draft> {
        let us = self.us();
        let fewest = |position: &Position| {
            let replies = position.legal_moves().into_iter();
            let left = |reply: Move| Some((liberties(&position.after(reply), us)?, reply));
            replies.filter_map(left).min_by_key(|(left, _)| *left)
        };
        let ((left, reply), (instead, _)) = (fewest(self.played())?, fewest(self.better)?);
        (left > 0 && left < instead && left + 1 < MANY_LIBERTIES)
            .then(|| Draft::after(Fact::LibertiesAfterReply { reply, left, instead }, vec![reply]))
    }

    /// A piece that could have been thrown away from our queen.
    fn throw(&self) -> Option<Draft> {
        let before = &self.comparison.before;
        let thrower = before.thrower(self.instead)?;
        let Move::To { piece, hex } = self.instead else { return None };
        let queen = before.hex_of(Piece::queen(self.us()))?;
        let from = before.hex_of(piece)?;
        let is_away =
            piece != Piece::queen(self.us()) && from.is_beside(queen) && !hex.is_beside(queen);
        is_away.then(|| self.missed(Fact::CouldThrowAway { thrower, piece }))
    }

    /// A piece of the opponent that was pinned and can move now, preferably to our queen.
    fn freed(&self) -> Option<Draft> {
        let [before, now, better] = &self.mobility;
        let attacks = Self::attacks(self.played());
        let freed: Vec<Piece> = Piece::of(self.us().other())
            .filter(|&piece| before.is_pinned(piece) && better.is_pinned(piece))
            .filter(|&piece| !now.is_pinned(piece) && now.can_move(piece))
            .collect();
        let reaching = freed.iter().find_map(|&piece| {
            let mv = attacks.iter().find(|mv| mv.piece() == Some(piece))?;
            Some((piece, *mv))
        });
        if let Some((piece, mv)) = reaching {
            let fact = Fact::Frees { piece, reaches_queen: Some(mv) };
            return Some(Draft::after(fact, vec![mv]));
        }
        let piece = *freed.first()?;
        let moves = self.played().legal_moves();
        let mv = moves.into_iter().find(|mv| mv.piece() == Some(piece))?;
        Some(Draft::after(Fact::Frees { piece, reaches_queen: None }, vec![mv]))
    }

    /// A placement beside our queen, if there is none after the better move.
    fn enter(&self) -> Option<Draft> {
        let enter = |position: &Position| {
            Self::attacks(position).into_iter().find(|&mv| position.is_placement(mv))
        };
        let mv = enter(self.played())?;
        enter(self.better).is_none().then(|| Draft::after(Fact::LetsEnter { mv }, vec![mv]))
    }

    /// Pieces on the table that can reach our queen, and after the better move could not, not even on
    /// top of a piece beside her.
    fn reach(&self) -> Option<Draft> {
        let queen = self.better.hex_of(Piece::queen(self.us()))?;
        let is_near = |hex: Hex| hex == queen || hex.is_beside(queen);
        let mut then = self.better.legal_moves();
        then.retain(|mv| matches!(mv, Move::To { hex, .. } if is_near(*hex)));
        let now = Self::attacks(self.played());
        let can = |moves: &[Move], piece: Piece| moves.iter().any(|mv| mv.piece() == Some(piece));
        let is_there_already = |piece| self.better.hex_of(piece).is_some_and(is_near);
        let pieces: Vec<Piece> = Piece::of(self.us().other())
            .filter(|&piece| self.played().hex_of(piece).is_some())
            .filter(|&piece| can(&now, piece) && !can(&then, piece) && !is_there_already(piece))
            .collect();
        let mv = now.into_iter().find(|mv| mv.piece() == pieces.first().copied())?;
        (!pieces.is_empty()).then(|| Draft::after(Fact::LetsReach { pieces }, vec![mv]))
    }

    /// Pieces that the move or the better one pins or unpins.
    fn pins(&self) -> Vec<Draft> {
        let (us, them) = (self.us(), self.us().other());
        let [_, now, _] = &self.mobility;
        let moved = [self.comparison.mv.piece(), self.instead.piece()];
        let those = |color: Color, wanted: &dyn Fn(Piece) -> bool| -> Vec<Piece> {
            let stays = |piece: &Piece| !moved.contains(&Some(*piece));
            let was_there = |piece: &Piece| self.comparison.before.hex_of(*piece).is_some();
            Piece::of(color)
                .filter(stays)
                .filter(was_there)
                .filter(|piece| wanted(*piece))
                .collect()
        };
        let are_pinned = |piece| self.mobility.each_ref().map(|mobility| mobility.is_pinned(piece));
        let would_pin =
            those(them, &|piece| are_pinned(piece) == [false, false, true] && now.can_move(piece));
        let pins_own = those(us, &|piece| are_pinned(piece) == [false, true, false]);
        let would_free = those(us, &|piece| are_pinned(piece) == [true, true, false]);
        let mut found = vec![];
        if !would_pin.is_empty() {
            found.push(self.missed(Fact::WouldPin { pieces: would_pin }));
        }
        if !pins_own.is_empty() {
            found.push(Draft::before(Fact::PinsOwn { pieces: pins_own }, vec![self.comparison.mv]));
        }
        if !would_free.is_empty() {
            found.push(self.missed(Fact::WouldFree { pieces: would_free }));
        }
        found
    }

    /// A piece of the opponent that the better move covers.
    fn cover(&self) -> Option<Draft> {
        let Move::To { hex, .. } = self.instead else { return None };
        let piece = self.comparison.before.top(hex)?;
        (piece.color() != self.us() && !self.played().is_covered(piece))
            .then(|| self.missed(Fact::WouldCover { piece }))
    }

    /// Our queen, if she can no longer move.
    fn queen_stuck(&self) -> Option<Draft> {
        let queen = Piece::queen(self.us());
        let is_stuck = self.mobility.each_ref().map(|mobility| mobility.can_move(queen))
            == [true, false, true]
            && self.comparison.mv.piece() != Some(queen);
        is_stuck.then(|| Draft::before(Fact::QueenStuck, vec![self.comparison.mv]))
    }
}

/// Whether a queen's liberties are worse for the player than after the better move, by enough to be
/// mentioned.
pub(super) const fn is_worse(is_own: bool, left: u8, instead: u8) -> bool {
    if is_own {
        left < instead && left < MANY_LIBERTIES
    } else {
        left > instead && instead < MANY_LIBERTIES
    }
}
