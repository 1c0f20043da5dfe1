//! Counting the replies to each legal move.
//!
//! Each move is made on the table and the replies are generated, as everywhere. But the sets
//! for the generator are computed from those before the move instead of being read back from
//! the hive, where the last stores are still under way, nobody asks for a key, and what the
//! replies depend on besides the move is found once.

use super::Position;
use crate::rules::board::Board;
use crate::rules::dispatch::{self, Task, WindowTask};
use crate::rules::grid::{Grid, Words};
use crate::rules::movegen::{Generation, Turn};
use crate::rules::sinks::Count;
use crate::rules::{Move, piece_set};

impl Position {
    /// The number of sequences of two legal moves. The buffer is left as it was.
    pub(in crate::rules) fn count_replies(&mut self, buffer: &mut Vec<Move>) -> u64 {
        let first = buffer.len();
        self.moves_into(buffer);
        let replies = Replies { position: self, moves: &buffer[first..] };
        let count = if replies.position.ply > 0 && replies.position.hive.window().fits {
            dispatch::run_within(replies).unwrap_or_else(Replies::one_by_one)
        } else {
            replies.one_by_one()
        };
        buffer.truncate(first);
        count
    }

    /// The number of replies to a legal move, wherever it leads.
    #[cold]
    fn replies_to(&mut self, mv: Move) -> u64 {
        let undo = self.make(mv);
        let count = self.count_moves();
        self.unmake(undo);
        count as u64
    }
}

/// Counts the replies to these legal moves.
struct Replies<'a> {
    position: &'a mut Position,
    moves: &'a [Move],
}

impl Replies<'_> {
    fn one_by_one(self) -> u64 {
        self.moves.iter().map(|mv| self.position.replies_to(*mv)).sum()
    }
}

impl WindowTask for Replies<'_> {
    type Answer = u64;

    #[inline(always)]
    fn within<G: Grid<Words = Words>>(self) -> u64 {
        let Self { position, moves } = self;
        // No move changes what the opponent may do about the hand.
        position.ply += 1;
        let Turn { us, placeable, may_move, throws, .. } = position.turn(position.side_to_move());
        position.ply -= 1;
        let window = position.hive.window();
        let origin = window.origin;
        let tops_before = window.tops.on::<G>();
        let mut replies = 0;
        for &mv in moves {
            match mv {
                Move::To { piece, hex } if position.hive.window().holds(hex) => {
                    let hive = &mut position.hive;
                    let mut tops = tops_before;
                    let from = hive.shift(piece, hex, &mut tops);
                    let resting = Some(piece);
                    let turn = &Turn { hive, us, resting, placeable, may_move, throws };
                    let mut count = Count(0);
                    let generation = Generation { turn, pieces: piece_set::ALL, sink: &mut count };
                    if generation.on(&Board::new(origin, tops)) {
                        replies += u64::from(count.0.max(1));
                    }
                    hive.shift_back(piece, from);
                }
                _ => replies += position.replies_to(mv),
            }
        }
        replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random_games::visit_random_games;
    use crate::rules::{Bug, Color, Direction, GameType, Hex, Piece};

    /// Compares the counts of all kernels, and the slow one, with lists of replies. Gives those
    /// lists.
    fn check(position: &Position) -> Vec<Vec<Move>> {
        let moves = position.legal_moves();
        let lists: Vec<_> = moves.iter().map(|mv| position.after(*mv).legal_moves()).collect();
        let listed = lists.iter().map(Vec::len).sum::<usize>() as u64;
        let mut after = position.clone();
        let mut buffer = vec![Move::Pass];
        assert_eq!(after.count_replies(&mut buffer), listed, "{moves:?}");
        assert_eq!(buffer, [Move::Pass]);
        if position.ply > 0 && position.hive.window().fits {
            for kernel in dispatch::available() {
                let replies = Replies { position: &mut after, moves: &moves };
                let count = dispatch::within(kernel, replies).unwrap_or(0);
                assert_eq!(count, listed, "{kernel:?} {moves:?}");
            }
        }
        assert_eq!(Replies { position: &mut after, moves: &moves }.one_by_one(), listed);
        assert_eq!(&after, position);
        lists
    }

    #[test]
    fn as_many_as_are_listed() {
        let mut over = 0;
        visit_random_games(64, 100, |game| {
            if game.position().ply() < 3 || game.position().key().is_multiple_of(32) {
                let lists = check(game.position());
                over += lists.iter().filter(|replies| replies.is_empty()).count();
            }
        });
        assert!(over > 5, "{over}");
    }

    #[test]
    fn before_and_after_a_pass_and_after_the_end() {
        let [white, black] = Color::ALL.map(Piece::queen);
        let beetle = Piece::new(Color::Black, Bug::Beetle, 1).unwrap();
        let [east, north_east] = [Direction::East, Direction::NorthEast]
            .map(|direction| Hex::CENTER.neighbor(direction));
        let set_up = |ply, stacks: &[(Hex, &[Piece])]| {
            let stacks = stacks.iter().map(|(hex, pieces)| (*hex, pieces.to_vec()));
            Position::from_stacks(GameType::BASE, ply, stacks, None).unwrap()
        };
        let stacks: [(_, &[_]); 3] =
            [(Hex::CENTER, &[white]), (east, &[black]), (north_east, &[beetle])];
        assert!(check(&set_up(21, &stacks)).contains(&vec![Move::Pass]));

        let covered = set_up(22, &[(Hex::CENTER, &[white, beetle]), (east, &[black])]);
        assert_eq!(covered.legal_moves(), [Move::Pass]);
        assert!(check(&covered)[0].len() > 10);

        let around = Hex::CENTER.neighbors().zip(Piece::of(Color::Black));
        let stacks = around.map(|(hex, piece)| (hex, vec![piece]));
        let stacks = stacks.chain([(Hex::CENTER, vec![white])]);
        let position = Position::from_stacks(GameType::BASE, 20, stacks, None).unwrap();
        assert!(check(&position).is_empty());
    }

    #[test]
    fn at_and_beyond_the_edge_of_the_window() {
        let (mut inside, mut outside) = (0, 0);
        for direction in Direction::ALL {
            for length in 12..16 {
                let pieces = Piece::of(Color::White).zip(Piece::of(Color::Black));
                let line = pieces.flat_map(|(white, black)| [white, black]).take(length);
                let place = |index| Hex::CENTER.stepped(direction, index as u16);
                let stacks = line.enumerate().map(|(index, piece)| (place(index), vec![piece]));
                let position = Position::from_stacks(GameType::MLP, 20, stacks, None).unwrap();
                for mv in position.legal_moves() {
                    let Move::To { hex, .. } = mv else { continue };
                    let holds = position.hive.window().holds(hex);
                    *if holds { &mut inside } else { &mut outside } += 1;
                }
                check(&position);
            }
        }
        assert!(inside > 100 && outside > 100, "{inside} {outside}");
    }
}
