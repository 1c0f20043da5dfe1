//! The positions that were searched for a book, and what is found behind each move.

use std::collections::HashMap;

use super::BuilderSettings;
use super::replies::Reply;
use waggle_hive_core::rules::{Color, Move, Position};
use waggle_hive_engine::book::Book;

/// How a move has fared in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) games: u32,
    /// In halves of a point, for the player who made it.
    pub(super) half_points: u32,
}

/// A position that the lines kept so far lead to.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) position: Position,
    pub(super) key: u64,
    /// The games in which White follows the book and Black does not, and those the other way
    /// round.
    followed: [Followed; 2],
}

/// The games that get to a position in which one player follows the book.
#[derive(Clone, Copy, Debug)]
struct Followed {
    /// How many there are: a share of the games of this type.
    share: f64,
    /// What the player has lost on the way: the least, if there are several.
    lost: f64,
}

/// One of the best moves of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// The key of the position after it.
    pub(super) after: u64,
    /// The points that its player can expect, as far as is known.
    pub(super) chance: f64,
    pub(super) played: Played,
}

impl Candidate {
    /// A move that a search expects to bring so many points, and that has fared so in games.
    pub(super) fn new(mv: Move, after: u64, judged: f64, played: Played) -> Self {
        let mut candidate = Self { mv, after, chance: 0.0, played };
        candidate.judge(judged);
        candidate
    }

    /// Expects of the move what a search says and what the games say: the search counts as so
    /// many games.
    fn judge(&mut self, judged: f64) {
        let Played { games, half_points } = self.played;
        let points = f64::from(half_points) / 2.0 + GAMES_OF_A_JUDGMENT * judged;
        self.chance = points / (f64::from(games) + GAMES_OF_A_JUDGMENT);
    }
}

/// The best move first.
pub(super) fn sort(moves: &mut [Candidate]) {
    moves.sort_by(|one, other| other.chance.total_cmp(&one.chance));
}

/// The positions that were searched, by their keys.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: HashMap<u64, Node>,
    /// How many of them ask the book.
    asking: usize,
}

/// A position that was searched.
#[derive(Debug)]
struct Node {
    /// As it lay when it was searched, since the moves are those of that.
    position: Position,
    /// Its moves, the best one first.
    moves: Vec<Candidate>,
    /// What is played here without a book.
    replies: Vec<Reply>,
    /// Whether it was searched as well as a move of the book asks for.
    asks_the_book: bool,
}

/// Games that a judgment of the search counts as: in openings it errs by some 13 % of a point, as
/// the mean of so many games does.
const GAMES_OF_A_JUDGMENT: f64 = 15.0;
/// The loss of chances at which a move is played e times less often than the best. Small, since
/// what is given away on each of some five moves adds up to more than a book can gain.
const LOSS_OF_E: f64 = 0.005;
/// The weight of the best move.
const MOST: f64 = 1000.0;

impl Reached {
    /// The start of a game.
    pub(super) fn start(position: Position) -> Self {
        let key = position.symmetric_key();
        Self { position, key, followed: [Followed { share: 1.0, lost: 0.0 }; 2] }
    }

    /// How often games get here in which either player follows the book.
    pub(super) fn share(&self) -> f64 {
        self.followed.iter().map(|followed| followed.share).sum()
    }

    /// Whether the book is asked for a move here. Otherwise only the other player gets here.
    pub(super) fn asks_the_book(&self) -> bool {
        self.followed[self.position.side_to_move() as usize].share > 0.0
    }

    /// Of the moves of this position those that stay, with what they lose: the best one, and
    /// those that were played often enough and lose little enough.
    pub(super) fn good<'a>(
        &self,
        moves: &'a [Candidate],
        settings: &BuilderSettings,
    ) -> Vec<(&'a Candidate, f64)> {
        let lost_before = self.followed[self.position.side_to_move() as usize].lost;
        let best = moves.first().map_or(0.0, |best| best.chance);
        let mut good = vec![];
        for candidate in moves {
            let lost = best - candidate.chance;
            let is_known = good.is_empty() || candidate.played.games >= settings.least;
            if is_known && lost_before + lost <= settings.loss {
                good.push((candidate, lost));
            }
        }
        good
    }

    /// Notes where the good moves lead, and the replies of a player who does not follow the book.
    pub(super) fn go_on(
        &self,
        good: &[(&Candidate, f64)],
        replies: &[Reply],
        next: &mut HashMap<u64, Self>,
    ) {
        let us = self.position.side_to_move();
        let mut lead = |mv, after, follower: Color, share, loss| {
            let Followed { share: whole, lost } = self.followed[follower as usize];
            let position = self.position.after(mv);
            if whole == 0.0 || position.outcome().is_some() {
                return;
            }
            let nobody = Followed { share: 0.0, lost: f64::INFINITY };
            let reached =
                next.entry(after).or_insert(Self { position, key: after, followed: [nobody; 2] });
            let followed = &mut reached.followed[follower as usize];
            followed.share += whole * share;
            followed.lost = followed.lost.min(lost + loss);
        };
        let weights = weights(good);
        let total_weight: f64 = weights.iter().sum();
        for (&(candidate, loss), weight) in good.iter().zip(weights) {
            lead(candidate.mv, candidate.after, us, weight / total_weight, loss);
        }
        for reply in replies {
            lead(reply.mv, reply.after, us.other(), reply.share, 0.0);
        }
    }
}

impl Tree {
    /// How many positions were searched in which the book is asked for a move.
    pub(super) fn len(&self) -> usize {
        self.asking
    }

    /// Whether a position was.
    pub(super) fn knows(&self, key: u64) -> bool {
        self.nodes.contains_key(&key)
    }

    /// Adds a position with its moves and with the replies of a player without a book.
    pub(super) fn insert(&mut self, reached: &Reached, moves: Vec<Candidate>, replies: Vec<Reply>) {
        let (position, asks_the_book) = (reached.position.clone(), reached.asks_the_book());
        let node = Node { position, moves, replies, asks_the_book };
        if self.nodes.insert(reached.key, node).is_none() {
            self.asking += usize::from(asks_the_book);
        }
    }

    /// Judges each move by the best reply to it, where the position after it was searched,
    /// from the ends of the lines to the start.
    pub(super) fn back_up(&mut self) {
        let mut values: HashMap<u64, f64> = HashMap::new();
        let mut nodes: Vec<(&u64, &mut Node)> = self.nodes.iter_mut().collect();
        nodes.sort_by_key(|(key, node)| (std::cmp::Reverse(node.position.ply()), **key));
        for (key, Node { moves, .. }) in nodes {
            for candidate in &mut *moves {
                if let Some(theirs) = values.get(&candidate.after) {
                    candidate.judge(1.0 - theirs);
                }
            }
            sort(moves);
            values.extend(moves.first().map(|best| (*key, best.chance)));
        }
    }

    /// The book of the good moves that lead on from the starts.
    pub(super) fn book(&self, starts: Vec<Reached>, settings: &BuilderSettings) -> Book {
        let mut book = Book::default();
        let mut reached = starts;
        for _ in 0..settings.plies {
            let mut next = HashMap::new();
            for it in reached {
                let Some(node) = self.nodes.get(&it.key) else { continue };
                let it = Reached { position: node.position.clone(), ..it };
                let good = it.good(&node.moves, settings);
                if it.asks_the_book() && node.asks_the_book {
                    for ((candidate, _), weight) in good.iter().zip(weights(&good)) {
                        book.insert(&it.position, candidate.mv, weight.round() as u16);
                    }
                }
                it.go_on(&good, &node.replies, &mut next);
            }
            reached = next.into_values().collect();
        }
        book
    }
}

/// How often each of the good moves of a position is to be played, from 1 to [`MOST`].
fn weights(good: &[(&Candidate, f64)]) -> Vec<f64> {
    good.iter().map(|(_, loss)| (MOST * (-loss / LOSS_OF_E).exp()).clamp(1.0, MOST)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::GameType;

    const SETTINGS: BuilderSettings = BuilderSettings {
        plies: 3,
        least: 2,
        positions: 9,
        nodes: 1,
        lines: 5,
        loss: 0.1,
        threads: 1,
        table_mib: 1,
    };

    /// The moves of a position, one of those that are symmetric.
    fn distinct(position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        position.keep_distinct_moves(&mut moves, 0);
        moves
    }

    /// Adds a position and its first moves with these chances, each of which was played.
    fn insert(tree: &mut Tree, position: &Position, chances: &[f64]) {
        let candidates = distinct(position).into_iter().zip(chances).map(|(mv, &chance)| {
            let after = position.after(mv).symmetric_key();
            Candidate { mv, after, chance, played: Played { games: 5, half_points: 5 } }
        });
        let candidates: Vec<Candidate> = candidates.collect();
        let share = 1.0 / candidates.len() as f64;
        let replies =
            candidates.iter().map(|it| Reply { mv: it.mv, after: it.after, share }).collect();
        tree.insert(&Reached::start(position.clone()), candidates, replies);
    }

    /// The start, at which the first of three moves looks best, and its refutation.
    fn tree() -> (Position, Tree) {
        let start = Position::new(GameType::BASE);
        let after = start.after(distinct(&start)[0]);
        let mut tree = Tree::default();
        insert(&mut tree, &start, &[0.6, 0.55, 0.4]);
        insert(&mut tree, &after, &[0.7]);
        (start, tree)
    }

    fn weights(book: &Book, position: &Position) -> Vec<Option<u16>> {
        let known = book.moves(position);
        let weight = |mv| known.iter().find(|it| it.mv == mv).map(|it| it.weight);
        distinct(position).into_iter().take(3).map(weight).collect()
    }

    #[test]
    fn a_move_is_judged_by_what_was_found_behind_it() {
        let (start, mut tree) = tree();
        let starts = || vec![Reached::start(start.clone())];
        let naive = weights(&tree.book(starts(), &SETTINGS), &start);
        assert!(naive[0] == Some(1000) && naive[1].is_some() && naive[2].is_none());
        tree.back_up();
        let book = tree.book(starts(), &SETTINGS);
        assert_eq!(weights(&book, &start), [None, Some(1000), None]);
        assert_eq!(book.len(), 2, "Black knows the refutation, should White have no book");
    }

    #[test]
    fn many_games_outweigh_a_judgment_and_few_do_not() {
        let mv = Position::new(GameType::BASE).legal_moves()[0];
        let chance =
            |games, half_points| Candidate::new(mv, 1, 0.6, Played { games, half_points }).chance;
        assert!((chance(0, 0) - 0.6).abs() < 1e-9);
        assert!((chance(5, 0) - 0.45).abs() < 1e-9);
        assert!((chance(60, 24) - 0.28).abs() < 1e-9);
    }

    #[test]
    fn a_line_may_meet_a_position_that_was_searched_lying_otherwise() {
        let start = Position::new(GameType::BASE);
        let mut tree = Tree::default();
        insert(&mut tree, &start, &[0.6]);
        let first = start.after(distinct(&start)[0]);
        insert(&mut tree, &first, &[0.4]);
        let second = first.after(distinct(&first)[0]);
        // The same position with Black's piece on another side, as another line may have led to.
        let is_twin = |twin: &Position| {
            twin.symmetric_key() == second.symmetric_key() && twin.key() != second.key()
        };
        let twins = first.legal_moves().into_iter().map(|mv| first.after(mv));
        let twin = twins.into_iter().find(is_twin).expect("it has six sides");
        insert(&mut tree, &twin, &[0.6, 0.59, 0.58]);
        let book = tree.book(vec![Reached::start(start)], &SETTINGS);
        assert_eq!(book.moves(&second).len(), 3);
    }

    #[test]
    fn losses_add_up_for_each_player_apart() {
        let start = Position::new(GameType::BASE);
        let second = start.after(distinct(&start)[1]);
        let third = second.after(distinct(&second)[0]);
        let mut tree = Tree::default();
        insert(&mut tree, &start, &[0.6, 0.54]);
        insert(&mut tree, &second, &[0.46, 0.37]);
        insert(&mut tree, &third, &[0.54, 0.51, 0.49]);
        let book = tree.book(vec![Reached::start(start)], &SETTINGS);
        // White has lost 6 % already, Black nothing.
        assert_eq!(book.moves(&second).len(), 2);
        assert_eq!(book.moves(&third).len(), 2);
    }
}
