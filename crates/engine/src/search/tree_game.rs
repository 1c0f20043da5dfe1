//! Test games: a literal tree, where `((3 5)(2 9))` is a root with two moves and two replies to
//! each, with leaf values for the side to move at the root; and [`Noisy`], Hive with a hash of
//! the key as its evaluation.

use std::time::Duration;

use super::game_position::{GamePosition, HistoryIndex, HistorySizes, Terminal};
use crate::eval::Network;
use waggle_hive_core::rules::random_games::random_game;
use waggle_hive_core::rules::{GameType, Move, Position, Undo};

#[derive(Clone, Debug)]
enum Tree {
    Leaf(i32),
    Node(Vec<Tree>),
}

/// A node of a literal tree.
#[derive(Clone, Debug)]
pub(super) struct TreeGame {
    root: Tree,
    path: Vec<usize>,
    /// How long an evaluation takes.
    pub(super) delay: Duration,
}

impl TreeGame {
    pub(super) fn parse(text: &str) -> Self {
        let mut symbols = text.replace('(', " ( ").replace(')', " ) ");
        symbols.push(' ');
        let mut stack: Vec<Vec<Tree>> = vec![vec![]];
        for symbol in symbols.split_whitespace() {
            match symbol {
                "(" => stack.push(vec![]),
                ")" => {
                    let node = Tree::Node(stack.pop().unwrap());
                    stack.last_mut().unwrap().push(node);
                }
                leaf => stack.last_mut().unwrap().push(Tree::Leaf(leaf.parse().unwrap())),
            }
        }
        Self { root: stack.pop().unwrap().pop().unwrap(), path: vec![], delay: Duration::ZERO }
    }

    fn here(&self) -> &Tree {
        self.path.iter().fold(&self.root, |tree, index| match tree {
            Tree::Node(children) => &children[*index],
            Tree::Leaf(_) => tree,
        })
    }
}

impl GamePosition for TreeGame {
    type Move = usize;
    type Undo = ();

    fn key(&self) -> u64 {
        self.path.iter().fold(1, |key, index| (key << 4 | *index as u64 + 1).rotate_left(23))
    }

    fn is_white_to_move(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }

    fn terminal(&self) -> Option<Terminal> {
        None
    }

    fn moves_into(&self, moves: &mut Vec<usize>) {
        if let Tree::Node(children) = self.here() {
            moves.extend(0..children.len());
        }
    }

    fn noisy_moves_into(&self, _moves: &mut Vec<usize>) {}

    fn make(&mut self, mv: usize) {
        self.path.push(mv);
    }

    fn unmake(&mut self, (): ()) {
        self.path.pop();
    }

    fn null_move(&self) -> Option<usize> {
        None
    }

    fn evaluate(&self, _network: &Network, _contempt: i32) -> i32 {
        std::thread::sleep(self.delay);
        let for_root = match self.here() {
            Tree::Leaf(value) => *value,
            Tree::Node(_) => 0,
        };
        if self.path.len().is_multiple_of(2) { for_root } else { -for_root }
    }

    fn move_bits(mv: usize) -> u16 {
        mv as u16 + 1
    }

    const HISTORY_SIZES: HistorySizes = HistorySizes { main: 64, continuation: 64, context: 1 };

    fn history_index(&self, mv: usize) -> HistoryIndex {
        HistoryIndex { main: mv, continuation: mv, context: 0 }
    }

    fn static_scores(&self, moves: &[usize], mut each: impl FnMut(usize, i32)) {
        for &mv in moves {
            each(mv, 0);
        }
    }

    fn is_threatened(&self) -> bool {
        false
    }
}

/// Hive with noise as its evaluation, which exposes more bugs of the search than a sensible one.
#[derive(Clone, Debug)]
pub(super) struct Noisy(pub(super) Position);

impl Noisy {
    /// A position after some random moves.
    pub(super) fn after_moves(game_type: GameType, plies: usize, seed: u64) -> Self {
        let mut game = random_game(game_type, plies, seed);
        if game.outcome().is_some() {
            game.undo();
        }
        Self(game.position().clone())
    }
}

impl GamePosition for Noisy {
    type Move = Move;
    type Undo = Undo;

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn is_white_to_move(&self) -> bool {
        self.0.is_white_to_move()
    }

    fn terminal(&self) -> Option<Terminal> {
        self.0.terminal()
    }

    fn moves_into(&self, moves: &mut Vec<Move>) {
        self.0.moves_into(moves);
    }

    fn noisy_moves_into(&self, moves: &mut Vec<Move>) {
        self.0.noisy_moves_into(moves);
    }

    fn make(&mut self, mv: Move) -> Undo {
        self.0.make(mv)
    }

    fn unmake(&mut self, undo: Undo) {
        self.0.unmake(undo);
    }

    fn null_move(&self) -> Option<Move> {
        None
    }

    fn evaluate(&self, _network: &Network, _contempt: i32) -> i32 {
        (self.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as i32 - 256
    }

    fn move_bits(mv: Move) -> u16 {
        mv.bits()
    }

    const HISTORY_SIZES: HistorySizes = Position::HISTORY_SIZES;

    fn history_index(&self, mv: Move) -> HistoryIndex {
        self.0.history_index(mv)
    }

    fn static_scores(&self, moves: &[Move], each: impl FnMut(Move, i32)) {
        self.0.static_scores(moves, each);
    }

    fn is_threatened(&self) -> bool {
        self.0.is_threatened()
    }
}
