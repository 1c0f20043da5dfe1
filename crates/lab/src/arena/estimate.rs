//! Differences in strength, estimated from counts of results.
//!
//! A few results have hardly any spread: two wins would be a certainty. So the likelihood of
//! superiority adds one win and one loss, and the interval adds two of each, as Agresti and Coull
//! do for a proportion ("Approximate is better than `exact`", 1998).

use std::fmt;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use statrs::function::erf::erf;

/// Half the width of a 95 % interval in standard deviations.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// Elo per natural unit of the logistic curve's slope, 800 / ln 10.
pub(crate) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in strength, estimated from results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points per game, from 0 to 1.
    pub score: f64,
    /// Elo difference by the logistic curve; infinite for a clean sweep.
    pub elo: f64,
    /// Lower end of the 95 % interval of `elo`; infinite if the results exclude no difference.
    pub elo_low: f64,
    /// Upper end of the 95 % interval of `elo`.
    pub elo_high: f64,
    /// Elo difference in units of the spread of the results: unlike `elo`, it does not shrink when
    /// openings or time control make draws more frequent.
    pub normalized_elo: f64,
    /// Half the 95 % interval of `normalized_elo`.
    pub normalized_error: f64,
    /// Likelihood of superiority: the probability that the player is stronger.
    pub los: f64,
}

/// `+127.0 ± 58.3` Elo, or the interval if it is lopsided or open.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo, elo_low, elo_high, .. } = *self;
        let error = self.elo_error();
        let lopsided = (elo - f64::midpoint(elo_low, elo_high)).abs();
        let [elo, low, high] = [elo, elo_low, elo_high].map(signed);
        match (elo_low.is_finite(), elo_high.is_finite()) {
            (true, true) if lopsided < 0.1 * error => write!(f, "{elo} ± {error:.1}"),
            (true, true) => write!(f, "{elo} ({low} to {high})"),
            (true, false) => write!(f, "above {low}"),
            // The games that are added close one end at least.
            (false, _) => write!(f, "below {high}"),
        }
    }
}

/// A difference with its sign and one decimal; what rounds to nothing is `+0.0`.
pub(super) fn signed(value: f64) -> String {
    format!("{:+.1}", if value.abs() < 0.05 { 0.0 } else { value })
}

impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Estimate", 6)?;
        object.serialize_field("score", &self.score)?;
        object.serialize_field("elo", &self.elo)?;
        object.serialize_field("elo_interval", &[self.elo_low, self.elo_high])?;
        object.serialize_field("normalized_elo", &self.normalized_elo)?;
        object.serialize_field("normalized_elo_error", &self.normalized_error)?;
        object.serialize_field("los", &self.los)?;
        object.end()
    }
}

impl Estimate {
    /// Half the 95 % interval of the Elo difference.
    pub fn elo_error(&self) -> f64 {
        (self.elo_high - self.elo_low) / 2.0
    }

    /// An estimate from counts of equally spaced results, worst first, each of this many games.
    pub(crate) fn from_counts(counts: &[u32], games_per_result: f64) -> Option<Self> {
        let counts: Vec<f64> = counts.iter().map(|&count| f64::from(count)).collect();
        let Moments { total, mean, variance } = Moments::of(&counts);
        if total == 0.0 {
            return None;
        }
        let spread = (variance * games_per_result).sqrt();
        let (doubtful, error) = with_games_besides(&counts, games_per_result, 2.0);
        let (middle, reach) = with_games_besides(&counts, games_per_result, 4.0);
        let reach = Z_95 * reach;
        Some(Self {
            score: mean,
            elo: elo_of_score(mean),
            elo_low: elo_of_score(middle - reach),
            elo_high: elo_of_score(middle + reach),
            // Equal results have no spread; a tiny one avoids 0 / 0.
            normalized_elo: (mean - 0.5) / spread.max(f64::MIN_POSITIVE) * NORMALIZED_UNIT,
            normalized_error: Z_95 / (total * games_per_result).sqrt() * NORMALIZED_UNIT,
            los: f64::midpoint(1.0, erf((doubtful - 0.5) / error / std::f64::consts::SQRT_2)),
        })
    }
}

/// Mean and standard error with this many additional games, half of them won, half lost.
fn with_games_besides(counts: &[f64], games_per_result: f64, games: f64) -> (f64, f64) {
    let results = games / games_per_result;
    let (first, middle, last) = (0, counts.len() / 2, counts.len() - 1);
    let mut counts = counts.to_vec();
    if games_per_result > 1.0 {
        // Two such games make a pair of 0, 1 or 2 points.
        counts[first] += results / 4.0;
        counts[middle] += results / 2.0;
        counts[last] += results / 4.0;
    } else {
        counts[first] += results / 2.0;
        counts[last] += results / 2.0;
    }
    let Moments { total, mean, variance } = Moments::of(&counts);
    (mean, (variance / total).sqrt())
}

/// Mean and variance of counts of values spaced equally from 0 to 1.
pub(crate) struct Moments {
    pub(crate) total: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl Moments {
    pub(crate) fn of(weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mean = weighted(weights, |value| value) / total;
        let variance = weighted(weights, |value| (value - mean).powi(2)) / total;
        Self { total, mean, variance }
    }
}

/// Sums `f` over the values, weighted.
fn weighted(weights: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    values(weights.len()).zip(weights).map(|(value, weight)| weight * f(value)).sum()
}

/// `count` values from 0 to 1, equally spaced.
pub(crate) fn values(count: usize) -> impl Iterator<Item = f64> {
    let last = f64::from(count as u32 - 1);
    (0..count as u32).map(move |index| f64::from(index) / last)
}

/// The Elo difference with this expected score; infinite for 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected score at this Elo difference.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_or_lopsided_interval_is_said_as_such() {
        let said = |counts: [u32; 3]| {
            Estimate::from_counts(&counts, 1.0).map(|estimate| estimate.to_string())
        };
        assert_eq!(said([0, 0, 0]), None);
        assert_eq!(said([50, 0, 50]).as_deref(), Some("+0.0 ± 67.6"));
        assert_eq!([-0.04, -0.06, -0.0].map(signed), ["+0.0", "-0.1", "+0.0"]);
        assert_eq!(said([0, 0, 2]).as_deref(), Some("above -156.0"));
        assert_eq!(said([2, 0, 0]).as_deref(), Some("below +156.0"));
        assert_eq!(said([1, 0, 8]).as_deref(), Some("+361.2 (+28.0 to +1103.6)"));
    }
}
