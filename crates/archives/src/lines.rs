//! Trees of openings as a game with variations, for programs that read game files.

use waggle_hive_core::games::{Comment, GameRecord, Variation};
use waggle_hive_core::rules::{Game, Move};

/// A move of a tree.
pub(crate) struct Branch<N> {
    pub(crate) mv: Move,
    /// The place after it; `None` if its continuations stand elsewhere.
    pub(crate) to: Option<N>,
    /// What there is to say about it.
    pub(crate) comment: String,
}

/// A game of the first moves of a tree, in which the others are variations. `branches` lists those
/// of a place, the main one first.
pub(crate) fn record<N>(
    mut game: Game,
    place: N,
    branches: impl FnMut(&Game, N) -> Vec<Branch<N>>,
) -> GameRecord {
    let mut line = Variation::default();
    Lines(branches).grow(&mut game, place, &mut line);
    let Variation { moves, comments, variations, .. } = line;
    GameRecord { moves, comments, variations, ..GameRecord::of(&game) }
}

struct Lines<F>(F);

impl<F> Lines<F> {
    /// Adds all that comes after a place to the line that leads there.
    fn grow<N>(&mut self, game: &mut Game, place: N, line: &mut Variation)
    where
        F: FnMut(&Game, N) -> Vec<Branch<N>>,
    {
        let ply = game.moves().len();
        let at = line.variations.len();
        let mut alternatives = vec![];
        for (number, branch) in (self.0)(game, place).into_iter().enumerate() {
            if number == 0 {
                self.follow(game, branch, line);
            } else {
                let mut alternative = Variation { ply, ..Variation::default() };
                self.follow(game, branch, &mut alternative);
                alternatives.push(alternative);
            }
        }
        // Before those of later moves.
        line.variations.splice(at..at, alternatives);
    }

    /// Adds a move, and all that comes after it.
    fn follow<N>(&mut self, game: &mut Game, branch: Branch<N>, line: &mut Variation)
    where
        F: FnMut(&Game, N) -> Vec<Branch<N>>,
    {
        let Branch { mv, to, comment } = branch;
        if game.play(mv).is_err() {
            return; // The moves come from a tree, so they are legal.
        }
        line.moves.push(mv);
        if !comment.is_empty() {
            line.comments.push(Comment { ply: game.moves().len(), text: comment });
        }
        if let Some(place) = to {
            self.grow(game, place, line);
        }
        game.undo();
    }
}
