//! What the looks of a review have found, to resume a stopped review.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::first_look::FirstLook;
use super::lasting_loss::LossRange;
use super::second_look::Looked;
use crate::review::judging::assessment::{Assessment, SecondLook};
use waggle_hive_core::notation::{move_strings, parse_move};
use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_engine::search::{Line, Report, Score};

/// What one look has found, for another review of the same game with the same limits to resume from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The number of moves before the position, or before the move that was looked at again.
    pub(super) ply: usize,
    /// 1 for the first look.
    pub(super) look: usize,
    /// A number of what was looked at, and how: of another game or other limits, it does not fit.
    #[serde(default)]
    pub(super) of: u32,
    #[serde(default)]
    depth: u8,
    /// From a first look, the best line and that of a shallow search, if any; from a later one, the
    /// better line and the line after the move played, or nothing if it was inconclusive.
    lines: Vec<(i32, Vec<String>)>,
    /// The nodes and scores of the iterations of a first look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seen: Vec<(u64, i32)>,
    /// What a later look says of the positions before and after the move themselves.
    #[serde(default)]
    own: [Option<i32>; 2],
    /// The range of losses seen by a later look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    range: Option<(f64, f64)>,
}

impl Finding {
    pub(super) fn of_first(games: &[Game], ply: usize, found: &FirstLook) -> Self {
        let Assessment { line, depth, shallow, .. } = &found.assessment;
        let position = games[ply].position();
        let lines = [Some(line), shallow.as_ref()].into_iter().flatten();
        Self {
            ply,
            look: 1,
            depth: *depth,
            lines: lines.map(|line| written(position, line)).collect(),
            seen: found
                .iterations
                .iter()
                .map(|report| (report.nodes, report.score.value()))
                .collect(),
            ..Self::default()
        }
    }

    pub(super) fn of_later(
        games: &[Game],
        (ply, look): (usize, usize),
        found: Option<&Looked>,
    ) -> Self {
        let mut finding = Self { ply, look, ..Self::default() };
        if let Some((SecondLook { better, played, own }, range)) = found {
            let lines = [(ply, better), (ply + 1, played)];
            finding.lines = lines.map(|(ply, line)| written(games[ply].position(), line)).to_vec();
            finding.own = own.map(|own| own.map(Score::value));
            finding.range = range.map(|LossRange { least, greatest }| (least, greatest));
        }
        finding
    }

    /// This as a first look; `None` if it does not fit the game.
    pub(super) fn first_look(&self, games: &[Game]) -> Option<FirstLook> {
        let game = games.get(self.ply).filter(|_| self.look == 1)?;
        let line = read(game.position(), self.lines.first()?)?;
        // Only a game that is over has no best move.
        if line.moves.is_empty()
            && game.outcome().is_none()
            && !game.position().legal_moves().is_empty()
        {
            return None;
        }
        let shallow = match self.lines.get(1) {
            Some(line) => Some(read(game.position(), line)?),
            None => None,
        };
        let report = |&(nodes, value): &(u64, i32)| Report {
            best: line.moves.first().copied(),
            score: score(value),
            depth: self.depth,
            deepest: self.depth,
            nodes,
            elapsed: Duration::ZERO,
            pv: line.moves.clone(),
            lines: vec![],
        };
        let iterations = self.seen.iter().map(report).collect();
        let assessment = Assessment { shallow, ..Assessment::of_search(line, self.depth) };
        Some(FirstLook { assessment, iterations })
    }

    /// This as a later look; `None` if that was inconclusive.
    pub(super) fn later_look(&self, games: &[Game]) -> Result<Option<Looked>, Misfit> {
        if self.lines.is_empty() {
            return Ok(None);
        }
        self.lines_of_later_look(games).map(Some).ok_or(Misfit)
    }

    fn lines_of_later_look(&self, games: &[Game]) -> Option<Looked> {
        let (before, after) = (games.get(self.ply)?, games.get(self.ply + 1)?);
        let [better, played] = self.lines.as_slice() else { return None };
        let better = read(before.position(), better).filter(|line| !line.moves.is_empty())?;
        let played = read(after.position(), played)?;
        let range = self.range.map(|(least, greatest)| LossRange { least, greatest });
        let own = self.own.map(|value| value.map(score));
        Some((SecondLook { better, played, own }, range))
    }
}

/// The finding belongs to another game.
pub(super) struct Misfit;

fn written(position: &Position, line: &Line<Move>) -> (i32, Vec<String>) {
    (line.score.value(), move_strings(position, &line.moves))
}

/// A line with its score; `None` if one of its moves is illegal.
fn read(position: &Position, (value, texts): &(i32, Vec<String>)) -> Option<Line<Move>> {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        let mv = parse_move(&position, text).ok().filter(|mv| position.is_legal(*mv))?;
        moves.push(mv);
        // Never unmade.
        let _ = position.make(mv);
    }
    Some(Line { score: score(*value), moves })
}

fn score(value: i32) -> Score {
    let left = Score::win_in(0).value().saturating_sub(value.saturating_abs());
    match usize::try_from(left) {
        Ok(plies) if plies <= Score::MAX_PLY && value > 0 => Score::win_in(plies),
        Ok(plies) if plies <= Score::MAX_PLY => Score::loss_in(plies),
        _ => Score::new(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back() {
        for known in [Score::new(-25), Score::DRAW, Score::win_in(3), Score::loss_in(0)] {
            assert_eq!(score(known.value()), known);
        }
        assert_eq!(score(i32::MIN), Score::new(-99_999));
        assert_eq!(score(i32::MAX), Score::new(99_999));
    }
}
