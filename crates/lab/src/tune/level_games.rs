//! Games of the levels, against each other and against random moves.

use std::iter::Sum;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::arena::{MatchScore, Points};
use waggle_hive_core::rules::{Color, Game, GameType, Move, Outcome};
use waggle_hive_engine::levels::{self, Level, Skill};
use waggle_hive_engine::search::{Limits, MemoryError, NEVER};

/// Games of a level against one opponent.
#[derive(Clone, Copy, Debug)]
pub struct LevelGames {
    /// The level.
    pub level: Level,
    /// The level it plays against; `None` for random moves.
    pub against: Option<Level>,
    /// The game type.
    pub game_type: GameType,
}

/// The results of these games.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelResults {
    /// The level's results; an unfinished game is a draw.
    pub score: MatchScore,
    /// Unfinished games: stopped after 60 turns of the level against random moves, after 200 plies
    /// against another level.
    pub unfinished: u32,
    /// The plies of all games.
    pub plies: u32,
    /// The longest run of turns in which a player had to pass.
    pub shut_out: u32,
}

/// The plies after which a game is broken off, against random moves and against a level.
const MAX_PLIES: (u16, u16) = (120, 200);

impl LevelGames {
    /// Plays this many games with all threads, with alternating colors. The result depends on the
    /// number of games alone.
    pub fn play(&self, games: u32) -> Result<LevelResults, MemoryError> {
        (0..games).into_par_iter().map(|number| self.play_game(number)).sum()
    }

    fn play_game(self, number: u32) -> Result<LevelResults, MemoryError> {
        // Two games, with colors swapped, share a seed.
        let seed = u64::from(number / 2);
        let color = Color::ALL[number as usize % 2];
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(self.game_type);
        let (against_random, against_level) = MAX_PLIES;
        let most = if self.against.is_none() { against_random } else { against_level };
        let (mut passes, mut shut_out) = ([0; 2], 0);
        while !self.is_over(&game) && game.position().ply() < most {
            let turn = game.position().side_to_move();
            let level = if turn == color { Some(self.level) } else { self.against };
            let mv = match level {
                None => game.position().legal_moves().choose(&mut random).copied(),
                Some(level) => {
                    let skill = Skill { level, seed };
                    levels::search(skill, &game, &Limits::default(), &NEVER, &mut ())?.best
                }
            };
            let Some(mv) = mv else { break };
            let passes = &mut passes[turn as usize];
            *passes = if mv == Move::Pass { *passes + 1 } else { 0 };
            shut_out = shut_out.max(*passes);
            if game.play(mv).is_err() {
                break;
            }
        }
        let mut results = LevelResults {
            unfinished: u32::from(!self.is_over(&game)),
            plies: game.position().ply().into(),
            shut_out,
            ..LevelResults::default()
        };
        results.score.add_game(match game.outcome() {
            Some(Outcome::Win(winner)) if winner == color => Points::Win,
            Some(Outcome::Win(_)) => Points::Loss,
            Some(Outcome::Draw) | None => Points::Draw,
        });
        Ok(results)
    }

    /// Whether there is a result. Random moves do not claim a draw.
    fn is_over(self, game: &Game) -> bool {
        game.outcome().is_some() || self.against.is_some() && game.is_threefold()
    }
}

impl Sum for LevelResults {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, one| {
            sum.score += one.score;
            sum.unfinished += one.unfinished;
            sum.plies += one.plies;
            sum.shut_out = sum.shut_out.max(one.shut_out);
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_level_wins_against_random_moves_in_sixty_turns() {
        for game_type in [GameType::BASE, GameType::MLP] {
            let level = Level::new(1).unwrap();
            let results = LevelGames { level, against: None, game_type }.play(20).unwrap();
            assert!(results.score.wins >= 18, "{game_type:?}: {results:?}");
            assert_eq!(results.score.games(), 20);
            assert!(results.shut_out < 20, "{results:?}");
        }
    }

    #[test]
    fn the_same_games_have_the_same_results() {
        let [one, two] = [1, 2].map(Level::new);
        let games = LevelGames { level: two.unwrap(), against: one, game_type: GameType::MLP };
        let [first, second] = [(); 2].map(|()| games.play(6).unwrap());
        assert_eq!((first.score, first.plies), (second.score, second.plies));
    }
}
