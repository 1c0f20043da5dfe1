//! What people would play, as JSON and as text.

use std::fmt;

use serde::Serialize;

use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::{Game, Move};

use super::Model;

/// How likely people play each legal move, the likeliest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PeopleDocument {
    extrapolated: bool,
    moves: Vec<LikelyMove>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct LikelyMove {
    #[serde(rename = "move")]
    mv: String,
    probability: f64,
}

/// The moves that the text lists.
const LISTED: usize = 5;

impl PeopleDocument {
    /// The moves of the current position of a game, by the own model; `None` without one.
    pub fn of(game: &Game) -> Option<Self> {
        Some(Self::likeliest_first(game, Model::own()?.probabilities(game)))
    }

    /// The same with moves that lead to the same position, turned or reflected, as one.
    pub fn of_distinct(game: &Game) -> Option<Self> {
        let mut distinct: Vec<(u64, (Move, f64))> = vec![];
        for (mv, probability) in Model::own()?.probabilities(game) {
            let key = game.position().after(mv).symmetric_key();
            match distinct.iter_mut().find(|(known, _)| *known == key) {
                Some((_, (_, sum))) => *sum += probability,
                None => distinct.push((key, (mv, probability))),
            }
        }
        Some(Self::likeliest_first(game, distinct.into_iter().map(|(_, likely)| likely).collect()))
    }

    fn likeliest_first(game: &Game, mut moves: Vec<(Move, f64)>) -> Self {
        moves.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let likely = moves.into_iter().map(|(mv, probability)| LikelyMove {
            mv: move_string(game.position(), mv),
            probability: (1e4 * probability).round() / 1e4,
        });
        Self { extrapolated: !Model::knows(game.game_type()), moves: likely.collect() }
    }
}

impl fmt::Display for PeopleDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = if self.extrapolated {
            "; a guess, because the games that it learned from are Base+MLP"
        } else {
            ""
        };
        writeln!(f, "what people would play, in the model's opinion{of}:")?;
        for LikelyMove { mv, probability } in self.moves.iter().take(LISTED) {
            writeln!(f, "{:4.0} %  {mv}", 100.0 * probability)?;
        }
        Ok(())
    }
}
