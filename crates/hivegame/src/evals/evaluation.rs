//! A review as an evaluation.

use serde::{Deserialize, Serialize};
use waggle_hive_core::notation::move_strings;
use waggle_hive_core::rules::{Move, Position};
use waggle_hive_study::review::{Review, ReviewedMove};

use super::job::Job;

/// The maximum moves of a line.
pub(super) const MAX_MOVES: usize = 12;
/// The nodes per simulation of a tree search, as in `analyze sims`.
const NODES_OF_A_SIMULATION: u64 = 1000;

/// The evaluation of a game: an entry for each ply, `None` for a pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct Evaluation {
    pub moves: Vec<Option<EvaluatedMove>>,
}

/// A move with the chances of its player in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct EvaluatedMove {
    pub played: String,
    pub best: String,
    pub line: Vec<String>,
    pub before: f64,
    pub after: f64,
    pub sims: u32,
}

impl Evaluation {
    /// The evaluation of a job by a review with so many nodes for a position.
    pub fn of(job: &Job, review: &Review, nodes: u64) -> Self {
        let sims = u32::try_from((nodes / NODES_OF_A_SIMULATION).max(1)).unwrap_or(u32::MAX);
        let mut replayed = review.game.restarted();
        let mut moves = vec![];
        for (reviewed, played) in review.moves.iter().zip(&job.moves) {
            let is_pass = reviewed.mv == Move::Pass;
            moves.push((!is_pass).then(|| evaluated(replayed.position(), reviewed, played, sims)));
            if replayed.play(reviewed.mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        Self { moves }
    }
}

fn evaluated(
    position: &Position,
    reviewed: &ReviewedMove,
    played: &str,
    sims: u32,
) -> EvaluatedMove {
    // Without a better move the played one is as good as the best.
    let line: Vec<Move> = match &reviewed.better {
        Some(better) if !better.moves.is_empty() => better.moves.clone(),
        _ => [reviewed.mv].into_iter().chain(reviewed.expected.iter().copied()).collect(),
    };
    let best = line.first().copied().unwrap_or(reviewed.mv);
    let mut line: Vec<String> = move_strings(position, &line).into_iter().take(MAX_MOVES).collect();
    // The site compares texts, so the same move is written as the job has it.
    if position.after(best).key() == position.after(reviewed.mv).key()
        && let Some(first) = line.first_mut()
    {
        played.clone_into(first);
    }
    let percent = |chance: f64| (chance * 1e5).round() / 1e3;
    EvaluatedMove {
        played: played.to_owned(),
        best: line.first().cloned().unwrap_or_else(|| played.to_owned()),
        line,
        before: percent(reviewed.before.chance(reviewed.player)),
        after: percent(reviewed.after.chance(reviewed.player)),
        sims,
    }
}
