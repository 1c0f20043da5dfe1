//! A game to evaluate.

use serde::Deserialize;
use waggle_hive_core::notation::{parse_game_type, parse_move};
use waggle_hive_core::rules::Game;

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct Job {
    pub eval_id: String,
    pub game_type: String,
    pub moves: Vec<String>,
}

impl Job {
    /// Plays the moves by our rules.
    ///
    /// # Errors
    ///
    /// In words, if the type is unknown, there are no moves, or one is not legal.
    pub fn replay(&self) -> Result<Game, String> {
        let game_type = parse_game_type(&self.game_type).map_err(|error| error.to_string())?;
        let mut game = Game::new(game_type);
        if self.moves.is_empty() {
            return Err("the game has no moves".to_owned());
        }
        for (index, text) in self.moves.iter().enumerate() {
            let mv = parse_move(game.position(), text)
                .map_err(|error| format!("move {}: {error}", index + 1))?;
            game.play(mv).map_err(|error| format!("move {}, `{text}`: {error}", index + 1))?;
        }
        Ok(game)
    }
}
