//! Adjudication: ends games whose scores have been clear for long enough.
//!
//! Each rule has a tracker that gets the score of every ply from White's point of view, in the unit
//! of the engine that reported it.

use std::fmt;
use std::str::FromStr;

use waggle_hive_core::rules::Color;

/// Awards a game when the score has favored one side for long enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRule {
    /// The minimum distance of the score from 0.
    pub score: f64,
    /// The number of consecutive plies.
    pub plies: u32,
}

/// Declares a draw when the score has been near 0 for long enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// The maximum distance of the score from 0.
    pub score: f64,
    /// The number of consecutive plies.
    pub plies: u32,
    /// The earliest ply at which the rule applies.
    pub after: u32,
}

/// Counts the plies that satisfy a [`WinRule`].
#[derive(Clone, Copy, Debug)]
pub struct WinTracker {
    rule: WinRule,
    leader: Option<Color>,
    plies: u32,
}

impl WinTracker {
    /// A tracker for a new game.
    pub const fn new(rule: WinRule) -> Self {
        Self { rule, leader: None, plies: 0 }
    }

    /// Adds the score of the next ply; returns the winner if the rule is satisfied.
    pub fn update(&mut self, white_score: f64) -> Option<Color> {
        let leader = if white_score >= self.rule.score {
            Some(Color::White)
        } else if white_score <= -self.rule.score {
            Some(Color::Black)
        } else {
            None
        };
        self.plies = if leader.is_some() && leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.plies >= self.rule.plies)
    }
}

/// Counts the plies that satisfy a [`DrawRule`].
#[derive(Clone, Copy, Debug)]
pub struct DrawTracker {
    rule: DrawRule,
    plies: u32,
}

impl DrawTracker {
    /// A tracker for a new game.
    pub const fn new(rule: DrawRule) -> Self {
        Self { rule, plies: 0 }
    }

    /// Adds the score of the next ply, the `ply`-th; returns whether the rule is satisfied.
    pub fn update(&mut self, ply: u32, white_score: f64) -> bool {
        self.plies = if white_score.abs() <= self.rule.score { self.plies + 1 } else { 0 };
        self.plies >= self.rule.plies && ply >= self.rule.after
    }
}

/// Why a text is not an adjudication rule.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("expected {expected}, found `{found}`")]
pub struct RuleError {
    expected: &'static str,
    found: String,
}

impl fmt::Display for WinRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.score, self.plies)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.score, self.plies, self.after)
    }
}

/// `SCORE,PLIES`
impl FromStr for WinRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let read = || {
            let (score, plies) = text.split_once(',')?;
            let score = score_in(score).filter(|score| *score > 0.0)?;
            Some(Self { score, plies: plies_in(plies)? })
        };
        read().ok_or_else(|| RuleError {
            expected: "a score and a number of plies, both above 0, such as `5,6` (liberties, plies)",
            found: text.to_owned(),
        })
    }
}

/// `SCORE,PLIES,AFTER`
impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let read = || {
            let (score, rest) = text.split_once(',')?;
            let (plies, after) = rest.split_once(',')?;
            Some(Self {
                score: score_in(score)?,
                plies: plies_in(plies)?,
                after: after.trim().parse().ok()?,
            })
        };
        read().ok_or_else(|| RuleError {
            expected: "a score, a number of plies above 0 and a first ply such as `0.2,10,80` (liberties, plies, ply)",
            found: text.to_owned(),
        })
    }
}

fn score_in(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|score: &f64| *score >= 0.0)
}

fn plies_in(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|plies| *plies > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(scores: &[f64]) -> Vec<Option<Color>> {
        let mut tracker = WinTracker::new("500,3".parse().unwrap());
        scores.iter().map(|&score| tracker.update(score)).collect()
    }

    #[test]
    fn a_lead_must_last() {
        assert_eq!(wins(&[600.0, 700.0, 800.0])[2], Some(Color::White));
        assert_eq!(wins(&[-600.0, -500.0, -800.0])[2], Some(Color::Black));
        assert_eq!(wins(&[600.0, 400.0, 800.0, 800.0])[3], None);
        assert_eq!(wins(&[600.0, 600.0, -600.0, -600.0])[3], None);
        assert_eq!(wins(&[f64::INFINITY; 3])[2], Some(Color::White));
    }

    #[test]
    fn a_draw_must_be_late_and_last() {
        let mut tracker = DrawTracker::new("10,2,5".parse().unwrap());
        let ends: Vec<bool> = [0.0, 3.0, -9.0, 12.0, 0.0, 1.0]
            .iter()
            .zip(1..)
            .map(|(&score, ply)| tracker.update(ply, score))
            .collect();
        assert_eq!(ends, [false, false, false, false, false, true]);
    }
}
