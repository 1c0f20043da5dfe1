//! A game that the engine has played against itself, with the scores of its searches.

use std::fmt;
use std::str::FromStr;

use super::sample::expected_points;
use super::{Inputs, Sample};
use waggle_hive_core::notation::{game_string, parse_game};
use waggle_hive_core::rules::{Color, Game, Move, Outcome, Piece, Position};

/// A game with the scores of its searches. Its text is a line: the `GameString`, a tab,
/// and for each move the score for the player who made it, in hundredths of a liberty, `win`
/// or `loss`, or `-` for a random move.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    game: Game,
    /// One for each move.
    scores: Vec<MoveScore>,
}

/// How a move was found, and what its player had to expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveScore {
    /// Drawn at random, without a search.
    Random,
    /// The score of the search, in hundredths of a liberty.
    Value(i32),
    /// The search has proved a win.
    Win,
    /// The search has proved a loss.
    Loss,
}

/// From this ply on, positions are taken: before it most features are at rest.
const FIRST_PLY: usize = 6;

impl PlayedGame {
    /// A game, with what each search of it found.
    pub fn new(game: Game, scores: Vec<MoveScore>) -> Self {
        Self { game, scores }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How each of its moves was found.
    #[must_use]
    pub fn scores(&self) -> &[MoveScore] {
        &self.scores
    }

    /// The positions of the game that have been searched and not solved, labelled with a
    /// mean of the scores of all searches from there on, each weighing `later` times as much
    /// as the one before, and of the result. A random move ends the chain.
    #[must_use]
    pub fn samples(&self, later: f32) -> Vec<Sample> {
        let mut replay = Game::new(self.game.game_type());
        let mut samples = vec![];
        let points = self.expected_points(later);
        for ((ply, mv), (score, points)) in
            self.game.moves().enumerate().zip(self.scores.iter().zip(points))
        {
            let position = replay.position();
            if let (MoveScore::Value(score), Some(points)) = (*score, points)
                && ply >= FIRST_PLY
            {
                let result = self.points(position.side_to_move());
                samples.push(Sample {
                    inputs: Inputs::of(position),
                    ply: position.ply(),
                    score,
                    points,
                    is_quiet: is_quiet(position, mv),
                    result: result.map_or(0.5, f64::from),
                    is_finished: result.is_some(),
                });
            }
            if replay.play(mv).is_err() {
                break;
            }
        }
        samples
    }

    /// For each move the points that its player may expect, if they are known.
    fn expected_points(&self, later: f32) -> Vec<Option<f32>> {
        let mut expected = vec![None; self.scores.len()];
        // What the player expects who is to move next.
        let mut next = self.points(self.game.position().side_to_move());
        for (expected, score) in expected.iter_mut().zip(&self.scores).rev() {
            let then = next.map(|points| 1.0 - points);
            *expected = match *score {
                MoveScore::Value(score) => {
                    let now = expected_points(score as f32);
                    Some(then.map_or(now, |then| now + later * (then - now)))
                }
                MoveScore::Win => Some(1.0),
                MoveScore::Loss => Some(0.0),
                // What followed says nothing about the position before.
                MoveScore::Random => None,
            };
            next = *expected;
        }
        expected
    }

    /// The points of a player; `None` if the game was broken off.
    fn points(&self, color: Color) -> Option<f32> {
        match self.game.outcome() {
            Some(Outcome::Win(winner)) => Some(if winner == color { 1.0 } else { 0.0 }),
            Some(Outcome::Draw) => Some(0.5),
            None if self.game.repetitions() >= 3 => Some(0.5),
            None => None,
        }
    }
}

/// Whether the move leaves the queens' liberties alone.
fn is_quiet(position: &Position, mv: Move) -> bool {
    let Move::To { hex, .. } = mv else { return false };
    Color::ALL
        .into_iter()
        .all(|color| position.hex_of(Piece::queen(color)).is_none_or(|queen| !queen.is_beside(hex)))
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t", game_string(&self.game))?;
        for (index, score) in self.scores.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            match score {
                MoveScore::Random => write!(f, "{separator}-")?,
                MoveScore::Value(score) => write!(f, "{separator}{score}")?,
                MoveScore::Win => write!(f, "{separator}win")?,
                MoveScore::Loss => write!(f, "{separator}loss")?,
            }
        }
        Ok(())
    }
}

/// What is wrong with the text of a played game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayedGameError {
    /// The part before the tab is no `GameString`.
    #[error("the game cannot be read: {0}")]
    Game(String),
    /// There is not one score for each move.
    #[error("expected {expected} scores, found `{found}`")]
    Scores {
        /// How many moves the game has.
        expected: usize,
        /// What there is behind the tab.
        found: String,
    },
}

impl FromStr for PlayedGame {
    type Err = PlayedGameError;

    fn from_str(line: &str) -> Result<Self, PlayedGameError> {
        let (game, scores_text) = line.split_once('\t').unwrap_or((line, ""));
        let game = parse_game(game).map_err(|error| PlayedGameError::Game(error.to_string()))?;
        let score = |word: &str| match word {
            "-" => Some(MoveScore::Random),
            "win" => Some(MoveScore::Win),
            "loss" => Some(MoveScore::Loss),
            number => number.parse().ok().map(MoveScore::Value),
        };
        let scores: Option<Vec<_>> = scores_text.split_whitespace().map(score).collect();
        let expected = game.moves().len();
        match scores {
            Some(scores) if scores.len() == expected => Ok(Self { game, scores }),
            _ => Err(PlayedGameError::Scores { expected, found: scores_text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White is surrounded by Black's last move.
    const WON_BY_BLACK: &str = "Base;;;wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wG1 wQ-;bA1 \\bQ;wG2 wQ/;\
        bA1 wQ\\;wA1 wG1-;bA2 \\bQ;wA2 wG1/;bA2 \\wQ;wB1 wA1-;bA3 \\bQ;wB1 wA1/;bA3 /wQ";

    fn played(game: &str, scores: &str) -> PlayedGame {
        format!("{game}\t{scores}").parse().unwrap()
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let line = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\t- 12 win loss";
        let played: PlayedGame = line.parse().unwrap();
        let scores = [MoveScore::Random, MoveScore::Value(12), MoveScore::Win, MoveScore::Loss];
        assert_eq!(played.scores, scores);
        assert_eq!(played.to_string(), line);
    }

    #[test]
    fn a_game_without_a_score_for_each_move_is_refused() {
        let line = "Base;InProgress;White[2];wS1;bS1 wS1-\t3";
        let error = line.parse::<PlayedGame>().unwrap_err();
        assert_eq!(error.to_string(), "expected 2 scores, found `3`");
    }

    #[test]
    fn later_scores_count_until_a_random_move() {
        let game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
        let played = played(game, "0 - 120 0");
        let won = expected_points(120.0);
        assert_eq!(played.expected_points(0.0), [Some(0.5), None, Some(won), Some(0.5)]);
        let half = won + 0.5 * (0.5 - won);
        assert_eq!(played.expected_points(0.5), [Some(0.5), None, Some(half), Some(0.5)]);
    }

    #[test]
    fn a_game_that_a_random_move_has_ended_has_no_result() {
        let zeros = "0 ".repeat(15);
        let by_chance = played(WON_BY_BLACK, &format!("{zeros}-")).expected_points(1.0);
        assert_eq!(by_chance[13..], [Some(0.5), Some(0.5), None]);
        let by_search = played(WON_BY_BLACK, &format!("{zeros}win")).expected_points(1.0);
        assert_eq!(by_search[13..], [Some(1.0), Some(0.0), Some(1.0)]);
    }

    #[test]
    fn a_proof_counts_whatever_follows() {
        let scores = format!("{}win - -", "0 ".repeat(13));
        let expected = played(WON_BY_BLACK, &scores).expected_points(0.75);
        assert_eq!(expected[13..], [Some(1.0), None, None]);
        assert!((expected[12].unwrap() - 0.125).abs() < 1e-6);
    }

    #[test]
    fn solved_positions_are_no_samples() {
        let scores = format!("{}win win win", "0 ".repeat(13));
        let plies: Vec<u16> =
            played(WON_BY_BLACK, &scores).samples(0.75).iter().map(|sample| sample.ply).collect();
        assert_eq!(plies, [6, 7, 8, 9, 10, 11, 12]);
    }
}
