//! A self-play game with the scores of its searches.

use std::fmt;
use std::str::FromStr;

use super::sample::{expected_points, lasting};
use super::{Inputs, Sample};
use waggle_hive_core::notation::{game_string, parse_game};
use waggle_hive_core::rules::{Color, Game, Move, Outcome, Piece, Position};

/// A game with the scores of its searches. Its text is a line: the `GameString`, a tab, and for
/// each move the score for the side that made it: in hundredths of a liberty, `win`, `loss`, or
/// `-` for a random move.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    game: Game,
    scores: Vec<MoveScore>,
}

/// The score of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveScore {
    /// None: the move was random.
    Random,
    /// The score of the search, in hundredths of a liberty.
    Value(i32),
    /// The search has proven a win.
    Win,
    /// The search has proven a loss.
    Loss,
}

/// The first ply of a sample: before it, most features are zero.
const FIRST_PLY: usize = 6;

impl PlayedGame {
    /// A game with the score of each move.
    pub fn new(game: Game, scores: Vec<MoveScore>) -> Self {
        Self { game, scores }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The score of each move.
    pub fn scores(&self) -> &[MoveScore] {
        &self.scores
    }

    /// The searched positions of the game without a proven result, labeled with the weighted mean
    /// of the scores of all later searches and of the result, each weighing `later` times as much
    /// as the one before. A random move ends the chain.
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
                    idle: idle_before(&replay),
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

    /// For each move, the expected score of its player, if known.
    fn expected_points(&self, later: f32) -> Vec<Option<f32>> {
        let mut expected = vec![None; self.scores.len()];
        // The expected score of the next side to move.
        let mut next = self.points(self.game.position().side_to_move());
        for ((expected, score), idle) in
            expected.iter_mut().zip(&self.scores).zip(self.idle()).rev()
        {
            let then = next.map(|points| 1.0 - points);
            *expected = match *score {
                MoveScore::Value(score) => {
                    let now = expected_points(score as f32 * lasting(idle));
                    Some(then.map_or(now, |then| now + later * (then - now)))
                }
                MoveScore::Win => Some(1.0),
                MoveScore::Loss => Some(0.0),
                // What followed is unrelated to the position before.
                MoveScore::Random => None,
            };
            next = *expected;
        }
        expected
    }

    /// For each move, the plies since the last placement before it.
    fn idle(&self) -> Vec<u16> {
        let mut replay = Game::new(self.game.game_type());
        let before = |mv| {
            let idle = idle_before(&replay);
            let _ = replay.play(mv);
            idle
        };
        self.game.moves().map(before).collect()
    }

    /// The points of a player; `None` if the game is unfinished.
    fn points(&self, color: Color) -> Option<f32> {
        match self.game.outcome() {
            Some(Outcome::Win(winner)) => Some(if winner == color { 1.0 } else { 0.0 }),
            Some(Outcome::Draw) => Some(0.5),
            None if self.game.is_threefold() => Some(0.5),
            None => None,
        }
    }
}

fn idle_before(game: &Game) -> u16 {
    game.reversible_keys().len() as u16
}

/// Whether the move changes no liberty of a queen.
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

/// Why the text of a played game is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum PlayedGameError {
    /// The part before the tab is not a `GameString`.
    #[error("the game is invalid: {0}")]
    Game(String),
    #[error("expected {expected} scores, found `{found}`")]
    Scores { expected: usize, found: String },
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
    fn a_game_survives_a_round_trip() {
        let line = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\t- 12 win loss";
        let played: PlayedGame = line.parse().unwrap();
        let scores = [MoveScore::Random, MoveScore::Value(12), MoveScore::Win, MoveScore::Loss];
        assert_eq!(played.scores, scores);
        assert_eq!(played.to_string(), line);
    }

    #[test]
    fn a_missing_score_is_an_error() {
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
    fn a_score_counts_less_without_placements() {
        let moved = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wA1 -wS1;bQ bS1-";
        let expected = played(moved, &"120 ".repeat(8)).expected_points(0.0);
        let idle = [0, 0, 0, 0, 0, 1, 2, 0];
        let faded = idle.map(|idle| Some(expected_points(120.0 * lasting(idle))));
        assert_eq!(expected, faded);
    }

    #[test]
    fn a_game_ended_by_a_random_move_has_no_result() {
        let zeros = "0 ".repeat(15);
        let by_chance = played(WON_BY_BLACK, &format!("{zeros}-")).expected_points(1.0);
        assert_eq!(by_chance[13..], [Some(0.5), Some(0.5), None]);
        let by_search = played(WON_BY_BLACK, &format!("{zeros}win")).expected_points(1.0);
        assert_eq!(by_search[13..], [Some(1.0), Some(0.0), Some(1.0)]);
    }

    #[test]
    fn a_proven_result_counts_whatever_follows() {
        let scores = format!("{}win - -", "0 ".repeat(13));
        let expected = played(WON_BY_BLACK, &scores).expected_points(0.75);
        assert_eq!(expected[13..], [Some(1.0), None, None]);
        assert!((expected[12].unwrap() - 0.125).abs() < 1e-6);
    }

    #[test]
    fn positions_with_a_proven_result_are_no_samples() {
        let scores = format!("{}win win win", "0 ".repeat(13));
        let plies: Vec<u16> =
            played(WON_BY_BLACK, &scores).samples(0.75).iter().map(|sample| sample.ply).collect();
        assert_eq!(plies, [6, 7, 8, 9, 10, 11, 12]);
    }
}
