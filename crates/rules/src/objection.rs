//! Finds the rule that forbids a move. The generator decides what is legal; this explains one
//! move at a time, for clarity rather than speed.

mod obstacle;
mod throw;

use super::{Bug, Hex, IllegalMove, Move, Piece, Position};
use obstacle::obstacle;
use throw::{has_thrower_beside, refused_throw, throw_of_own};

impl Position {
    /// The rule that forbids a move; `None` if the move is legal.
    ///
    /// ```
    /// use waggle_hive_rules::{GameType, IllegalMove, Move, Position};
    ///
    /// let start = Position::new(GameType::BASE);
    /// assert_eq!(start.objection_to(Move::Pass), Some(IllegalMove::NeedlessPass));
    /// assert_eq!(start.objection_to(start.legal_moves()[0]), None);
    /// ```
    pub fn objection_to(&self, mv: Move) -> Option<IllegalMove> {
        if self.is_legal(mv) {
            return None;
        }
        if self.outcome().is_some() {
            return Some(IllegalMove::GameOver);
        }
        let Move::To { piece, hex } = mv else { return Some(IllegalMove::NeedlessPass) };
        Some(match self.hex_of(piece) {
            _ if !self.game_type().contains(piece.bug()) => IllegalMove::NotInPlay(piece),
            _ if self.is_legal(Move::Pass) => IllegalMove::MustPass,
            None => self.objection_to_placing(piece, hex),
            Some(from) => self.objection_to_moving(piece, from, hex),
        })
    }

    /// Why a piece in hand may not be placed there.
    fn objection_to_placing(&self, piece: Piece, hex: Hex) -> IllegalMove {
        let us = self.side_to_move();
        if piece.color() != us {
            return IllegalMove::Opponents(piece);
        }
        if self.ply() < 2 && piece.bug() == Bug::Queen {
            return IllegalMove::QueenFirst;
        }
        if self.must_place_queen(us) && piece.bug() != Bug::Queen {
            return IllegalMove::QueenLate;
        }
        if let Some(next) = self.next_in_hand(us, piece.bug()).filter(|next| *next != piece) {
            return IllegalMove::OutOfOrder { piece, next };
        }
        if let Some(there) = self.top(hex) {
            return IllegalMove::EntersOnto(there);
        }
        match self.ply() {
            0 => return IllegalMove::FirstElsewhere,
            1 => return IllegalMove::SecondElsewhere,
            _ => {}
        }
        let mut beside = hex.neighbors().filter_map(|next| self.top(next));
        match beside.find(|other| other.color() != us) {
            Some(other) => IllegalMove::EntersBesideOpponent(other),
            None => IllegalMove::EntersApart,
        }
    }

    /// Why a piece on the table may neither move nor be thrown there.
    fn objection_to_moving(&self, piece: Piece, from: Hex, goal: Hex) -> IllegalMove {
        let us = self.side_to_move();
        let is_ours = piece.color() == us;
        if is_ours && self.hex_of(Piece::queen(us)).is_none() {
            return if self.must_place_queen(us) {
                IllegalMove::QueenLate
            } else {
                IllegalMove::QueenInHand
            };
        }
        if from == goal {
            return IllegalMove::OnTheSpot(piece);
        }
        if !is_ours && !self.game_type().pillbug {
            return IllegalMove::Opponents(piece);
        }
        if !is_ours && !has_thrower_beside(self, from) {
            return IllegalMove::NoThrower(piece);
        }
        if let Some(top) = self.top(from).filter(|top| *top != piece) {
            return IllegalMove::Covered { piece, top };
        }
        if self.last_moved() == Some(piece) {
            return IllegalMove::Resting(piece);
        }
        if self.is_pinned(from) {
            return IllegalMove::Pinned(piece);
        }
        if is_ours {
            self.objection_to_walking(piece, from, goal)
        } else {
            refused_throw(self, piece, from, goal)
        }
    }

    /// Why a player's own piece that may move cannot move there.
    fn objection_to_walking(&self, piece: Piece, from: Hex, goal: Hex) -> IllegalMove {
        let height = self.height(from);
        let bugs = self.moves_as(piece, from);
        let climbs = bugs.contains(&Bug::Beetle);
        if let Some(there) = self.top(goal).filter(|_| !climbs) {
            return IllegalMove::NoClimber { piece, there };
        }
        let others = |hex: Hex| self.height(hex) - u8::from(hex == from);
        if others(goal) == 0 && goal.neighbors().all(|next| others(next) == 0) {
            return IllegalMove::LeavesHive(piece);
        }
        let obstacles = bugs.iter().find_map(|bug| obstacle(self, piece, *bug, from, goal));
        obstacles.or_else(|| throw_of_own(self, piece, from, goal)).unwrap_or_else(|| {
            match piece.bug() {
                Bug::Mosquito if height > 1 => IllegalMove::MosquitoOnTop,
                Bug::Mosquito if bugs.is_empty() => IllegalMove::MosquitoAlone,
                bug => IllegalMove::NotItsWay(bug),
            }
        })
    }

    /// The bugs a piece moves as: itself, or what a mosquito touches.
    fn moves_as(&self, piece: Piece, from: Hex) -> Vec<Bug> {
        if piece.bug() != Bug::Mosquito {
            return vec![piece.bug()];
        }
        if self.height(from) > 1 {
            return vec![Bug::Beetle];
        }
        let mut bugs: Vec<Bug> =
            from.neighbors().filter_map(|next| self.top(next)).map(Piece::bug).collect();
        bugs.retain(|bug| *bug != Bug::Mosquito);
        bugs
    }

    /// Whether the hive would split without the single piece on a hex.
    fn is_pinned(&self, hex: Hex) -> bool {
        if self.height(hex) > 1 {
            return false;
        }
        let mut unseen: Vec<Hex> =
            self.pieces_on_table().filter_map(|piece| self.hex_of(piece)).collect();
        unseen.retain(|other| *other != hex);
        let mut reached: Vec<Hex> = unseen.pop().into_iter().collect();
        unseen.retain(|other| !reached.contains(other));
        while let Some(seen) = reached.pop() {
            let (near, far) = unseen.into_iter().partition(|other| seen.is_beside(*other));
            reached.extend::<Vec<Hex>>(near);
            unseen = far;
        }
        !unseen.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_games::visit_random_games;
    use super::*;

    #[test]
    fn exactly_the_illegal_moves_have_an_objection() {
        let mut refused = 0;
        visit_random_games(24, 80, |game| {
            let position = game.position();
            if position.ply() % 11 != 4 {
                return;
            }
            let legal = position.legal_moves();
            let mut hexes: Vec<Hex> =
                position.pieces_on_table().filter_map(|piece| position.hex_of(piece)).collect();
            hexes.extend(hexes.clone().into_iter().flat_map(Hex::neighbors));
            hexes.push(hexes[0].stepped(super::super::Direction::East, 15));
            hexes.sort_unstable();
            hexes.dedup();
            for piece in Piece::all() {
                for &hex in &hexes {
                    let mv = Move::To { piece, hex };
                    let objection = position.objection_to(mv);
                    assert_eq!(objection.is_none(), legal.contains(&mv), "{mv:?}");
                    refused += usize::from(objection.is_some());
                }
            }
        });
        assert!(refused > 10_000, "{refused}");
    }
}
