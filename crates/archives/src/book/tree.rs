//! The tree of positions searched for a book, and the backed-up values of their moves.

use std::collections::HashMap;

use super::BuilderSettings;
use super::replies::Reply;
use waggle_hive_core::rules::{Color, Move, Position};
use waggle_hive_engine::book::Book;

/// The results of a move in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) games: u32,
    /// Of the player who made it.
    pub(super) half_points: u32,
}

/// A position reached by the lines kept so far.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) position: Position,
    pub(super) key: u64,
    /// The games in which White follows the book, and those in which Black does.
    followed: [Followed; 2],
}

/// The games that reach a position when one player follows the book.
#[derive(Clone, Copy, Debug)]
struct Followed {
    /// Their share of the games of this type.
    share: f64,
    /// The expected score that this player has given up on the way; the minimum over all ways.
    lost: f64,
}

impl Followed {
    const NEVER: Self = Self { share: 0.0, lost: f64::INFINITY };
}

/// One of the best moves of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// The key of the position after it.
    pub(super) after: u64,
    /// The expected score of its player.
    pub(super) chance: f64,
    pub(super) played: Played,
}

impl Candidate {
    /// A move with its expected score by search and its results in games.
    pub(super) fn new(mv: Move, after: u64, judged: f64, played: Played) -> Self {
        let mut candidate = Self { mv, after, chance: 0.0, played };
        candidate.judge(judged);
        candidate
    }

    /// Combines the search's expected score with the games: the search counts as a fixed number
    /// of games.
    fn judge(&mut self, judged: f64) {
        let Played { games, half_points } = self.played;
        let points = f64::from(half_points) / 2.0 + GAMES_OF_A_JUDGMENT * judged;
        self.chance = points / (f64::from(games) + GAMES_OF_A_JUDGMENT);
    }
}

/// Sorts the best move first.
pub(super) fn sort(moves: &mut [Candidate]) {
    moves.sort_by(|one, other| other.chance.total_cmp(&one.chance));
}

/// The searched positions by key.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: HashMap<u64, Node>,
    /// How many of them need a book move.
    asking: usize,
}

/// A searched position.
#[derive(Debug)]
struct Node {
    /// In the orientation in which it was searched, which its moves have too.
    position: Position,
    /// Its moves, the best one first.
    moves: Vec<Candidate>,
    /// The moves of a player without a book.
    replies: Vec<Reply>,
    /// Whether it had the full search that a book move needs.
    asks_the_book: bool,
}

/// The number of games that the search counts as: in openings it errs by about 13 % of a point,
/// like the mean of this many games.
const GAMES_OF_A_JUDGMENT: f64 = 15.0;
/// The loss at which a move is played e times less often than the best. It is small because
/// losses on about five moves add up to more than a book can gain.
const LOSS_OF_E: f64 = 0.005;
/// The weight of the best move.
const MAX_WEIGHT: f64 = 1000.0;

impl Reached {
    pub(super) fn start(position: Position) -> Self {
        let key = position.symmetric_key();
        Self { position, key, followed: [Followed { share: 1.0, lost: 0.0 }; 2] }
    }

    /// A position that this share of the games reaches without a book, which the player to move
    /// opens here.
    pub(super) fn without_book(position: Position, share: f64) -> Self {
        let us = position.side_to_move();
        let mut reached = Self { followed: [Followed::NEVER; 2], ..Self::start(position) };
        reached.followed[us as usize] = Followed { share, lost: 0.0 };
        reached
    }

    /// The share of games that get here when either player follows the book.
    pub(super) fn share(&self) -> f64 {
        self.followed.iter().map(|followed| followed.share).sum()
    }

    /// Whether a player with the book can be to move here.
    pub(super) fn asks_the_book(&self) -> bool {
        self.followed[self.position.side_to_move() as usize].share > 0.0
    }

    /// The moves to keep, with their losses: the best move, and those that were played often
    /// enough and lose little enough.
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

    /// Adds the positions after the good moves, and after the replies of a player without a book.
    pub(super) fn expand(
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
            let followed = [Followed::NEVER; 2];
            let reached = next.entry(after).or_insert(Self { position, key: after, followed });
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
    /// The number of searched positions that need a book move.
    pub(super) fn len(&self) -> usize {
        self.asking
    }

    /// Whether a position was searched.
    pub(super) fn knows(&self, key: u64) -> bool {
        self.nodes.contains_key(&key)
    }

    /// Adds a position with its moves and the replies of a player without a book.
    pub(super) fn insert(&mut self, reached: &Reached, moves: Vec<Candidate>, replies: Vec<Reply>) {
        let (position, asks_the_book) = (reached.position.clone(), reached.asks_the_book());
        let node = Node { position, moves, replies, asks_the_book };
        if self.nodes.insert(reached.key, node).is_none() {
            self.asking += usize::from(asks_the_book);
        }
    }

    /// Backs up values from the leaves to the start: a move whose position was searched is worth
    /// what the best reply leaves.
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

    /// The book: the good moves on the lines from the starts.
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
                it.expand(&good, &node.replies, &mut next);
            }
            reached = next.into_values().collect();
        }
        book
    }
}

/// The weight of each good move, from 1 to [`MAX_WEIGHT`].
fn weights(good: &[(&Candidate, f64)]) -> Vec<f64> {
    good.iter()
        .map(|(_, loss)| (MAX_WEIGHT * (-loss / LOSS_OF_E).exp()).clamp(1.0, MAX_WEIGHT))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::builder::tests;
    use waggle_hive_core::rules::GameType;

    const SETTINGS: BuilderSettings = BuilderSettings { plies: 3, loss: 0.1, ..tests::SETTINGS };

    /// The legal moves of a position, one of each symmetric group.
    fn distinct(position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        position.keep_distinct_moves(&mut moves, 0);
        moves
    }

    /// Adds a position and its first moves with these expected scores, each of them played.
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

    /// The start, where the first of three moves looks best, and its refutation.
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
    fn values_are_backed_up() {
        let (start, mut tree) = tree();
        let starts = || vec![Reached::start(start.clone())];
        let naive = weights(&tree.book(starts(), &SETTINGS), &start);
        assert!(naive[0] == Some(1000) && naive[1].is_some() && naive[2].is_none());
        tree.back_up();
        let book = tree.book(starts(), &SETTINGS);
        assert_eq!(weights(&book, &start), [None, Some(1000), None]);
        assert_eq!(book.len(), 2, "Black has the refutation in case White has no book");
    }

    #[test]
    fn many_games_outweigh_the_search_and_few_do_not() {
        let mv = Position::new(GameType::BASE).legal_moves()[0];
        let chance =
            |games, half_points| Candidate::new(mv, 1, 0.6, Played { games, half_points }).chance;
        assert!((chance(0, 0) - 0.6).abs() < 1e-9);
        assert!((chance(5, 0) - 0.45).abs() < 1e-9);
        assert!((chance(60, 24) - 0.28).abs() < 1e-9);
    }

    #[test]
    fn a_line_may_reach_a_searched_position_in_another_orientation() {
        let start = Position::new(GameType::BASE);
        let mut tree = Tree::default();
        insert(&mut tree, &start, &[0.6]);
        let first = start.after(distinct(&start)[0]);
        insert(&mut tree, &first, &[0.4]);
        let second = first.after(distinct(&first)[0]);
        // The same position with Black's piece on another side.
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
    fn losses_add_up_for_each_player_separately() {
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
