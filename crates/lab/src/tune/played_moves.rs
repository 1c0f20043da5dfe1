//! Games of people, as choices to learn from.

use waggle_hive_core::rules::{Game, GameType, Move};
use waggle_hive_engine::people::Inputs;

/// The moves of a game from the usual start. Positions are replayed when they are needed: those of
/// 100,000 games would not fit in memory.
#[derive(Clone, Debug)]
pub struct PlayedMoves {
    game_type: GameType,
    pub(super) moves: Vec<Move>,
}

impl PlayedMoves {
    /// The moves of a game; `None` if it begins from another position.
    pub fn of(game: &Game) -> Option<Self> {
        let moves = game.moves().collect();
        game.start().is_none().then_some(Self { game_type: game.game_type(), moves })
    }

    /// Whether there is anything to learn from.
    pub fn has_choices(&self) -> bool {
        self.choices().next().is_some()
    }

    /// The plies at which there was a choice, and a legal move was played.
    pub(super) fn choices(&self) -> impl Iterator<Item = usize> {
        let mut game = Game::lenient(self.game_type);
        self.moves.iter().enumerate().filter_map(move |(ply, mv)| {
            let moves = game.position().legal_moves();
            game.play_unchecked(*mv);
            (moves.len() > 1 && moves.contains(mv)).then_some(ply)
        })
    }

    /// The position after so many plies, and the move that was played there; `None` if there was no
    /// choice, or if the rules of today forbid the move, as a queen that begins.
    pub(super) fn choice(&self, ply: usize) -> Option<(Game, Inputs, usize)> {
        let mut game = Game::lenient(self.game_type);
        self.moves[..ply].iter().for_each(|&mv| game.play_unchecked(mv));
        let inputs = Inputs::of(&game);
        let played = inputs.moves.iter().position(|mv| *mv == self.moves[ply])?;
        (inputs.moves.len() > 1).then_some((game, inputs, played))
    }
}
