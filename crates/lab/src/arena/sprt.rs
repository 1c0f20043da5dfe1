//! The sequential probability ratio test (SPRT), which decides when enough games have been played.
//!
//! It compares two hypotheses, that the player is `elo0` or `elo1` stronger, by the generalized
//! log-likelihood ratio (LLR) of the results. The best-fitting distribution under each hypothesis
//! is found by Michel Van den Bergh's method
//! (<https://www.cantate.be/Fishtest/comparing_approximations.pdf> for logistic,
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf> for normalized Elo).

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::MatchScore;
use super::estimate::{Moments, NORMALIZED_UNIT, score_of_elo, values};

/// The unit of the two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Logistic Elo, as in rating lists.
    Logistic,
    /// Elo in units of the spread of the results, so the length of a test does not depend on the
    /// frequency of draws.
    Normalized,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        })
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The stronger hypothesis, `elo1`, is accepted.
    Accepted,
    /// The weaker hypothesis, `elo0`, is accepted.
    Rejected,
    /// More games are needed.
    Undecided,
    /// Too many games ended by faults.
    Withheld,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Undecided => "undecided",
            Self::Withheld => "withheld",
        })
    }
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The weaker hypothesis, in Elo.
    pub elo0: f64,
    /// The stronger hypothesis, in Elo.
    pub elo1: f64,
    /// The probability of wrongly accepting the stronger hypothesis.
    pub alpha: f64,
    /// The probability of wrongly accepting the weaker hypothesis.
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    pub model: Model,
}

impl Sprt {
    /// The LLR at which the weaker hypothesis is accepted; negative.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which the stronger hypothesis is accepted; positive.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The LLR of these results, by pairs or by games as in [`MatchScore::estimate`].
    pub fn llr(&self, score: &MatchScore) -> f64 {
        if score.counts_pairs() { self.pentanomial_llr(score) } else { self.trinomial_llr(score) }
    }

    /// The LLR of the single games.
    pub fn trinomial_llr(&self, score: &MatchScore) -> f64 {
        self.llr_of_counts(&[score.losses, score.draws, score.wins], 1.0)
    }

    /// The LLR of the finished pairs.
    pub fn pentanomial_llr(&self, score: &MatchScore) -> f64 {
        self.llr_of_counts(&score.pairs, 2.0)
    }

    /// The verdict on these results.
    pub fn verdict(&self, score: &MatchScore) -> Verdict {
        let llr = self.llr(score);
        if llr >= self.upper_bound() {
            Verdict::Accepted
        } else if llr <= self.lower_bound() {
            Verdict::Rejected
        } else {
            Verdict::Undecided
        }
    }

    fn llr_of_counts(&self, counts: &[u32], games_per_result: f64) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        // A result not seen yet is not impossible.
        let weights: Vec<f64> = counts.iter().map(|&count| f64::from(count).max(1e-3)).collect();
        let total: f64 = weights.iter().sum();
        let seen: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
        let fit = |elo: f64| match self.model {
            Model::Logistic => fit_mean(&seen, score_of_elo(elo)),
            Model::Normalized => fit_t(&seen, games_per_result.sqrt() * elo / NORMALIZED_UNIT),
        };
        let (weaker, stronger) = (fit(self.elo0), fit(self.elo1));
        let ratio = |index: usize| (stronger[index] / weaker[index]).ln();
        total * seen.iter().enumerate().map(|(index, p)| p * ratio(index)).sum::<f64>()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

/// Why a text is not a test.
#[derive(Debug, thiserror::Error, PartialEq)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum SprtError {
    #[error("expected bounds such as -4,1, or elo0=, elo1=, alpha=, beta= or model=, found `{0}`")]
    Key(String),
    #[error("expected {expected}, found `{found}`")]
    Value { expected: &'static str, found: String },
    #[error(
        "expected elo0 < elo1 from -1000 to 1000, and alpha and beta above 0 with a sum below 1, found {0}"
    )]
    Bounds(String),
}

/// `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`, which are the defaults, or the two bounds
/// alone, `0,5`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt =
            Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        if text.split(',').any(|part| part.trim().is_empty()) {
            return Err(SprtError::Key(text.to_owned()));
        }
        let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty()).peekable();
        if parts.peek().is_some_and(|part| part.parse::<f64>().is_ok()) {
            let lone = || SprtError::Key(text.to_owned());
            let mut bound = || number(parts.next().ok_or_else(lone)?);
            (sprt.elo0, sprt.elo1) = (bound()?, bound()?);
        }
        let mut keys = HashSet::new();
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .filter(|(key, _)| keys.insert(*key))
                .ok_or_else(|| SprtError::Key(part.to_owned()))?;
            match key {
                "elo0" => sprt.elo0 = number(value)?,
                "elo1" => sprt.elo1 = number(value)?,
                "alpha" => sprt.alpha = number(value)?,
                "beta" => sprt.beta = number(value)?,
                "model" => sprt.model = model(value)?,
                _ => return Err(SprtError::Key(part.to_owned())),
            }
        }
        let Self { elo0, elo1, alpha, beta, .. } = sprt;
        let bounds_fit = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0;
        if bounds_fit && alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 {
            Ok(sprt)
        } else {
            Err(SprtError::Bounds(sprt.to_string()))
        }
    }
}

fn number(text: &str) -> Result<f64, SprtError> {
    text.parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| SprtError::Value { expected: "a number", found: text.to_owned() })
}

fn model(text: &str) -> Result<Model, SprtError> {
    match text {
        "logistic" => Ok(Model::Logistic),
        "normalized" => Ok(Model::Normalized),
        _ => Err(SprtError::Value {
            expected: "the model `logistic` or `normalized`",
            found: text.to_owned(),
        }),
    }
}

/// The distribution nearest to `seen` with the mean `mean`.
fn fit_mean(seen: &[f64], mean: f64) -> Vec<f64> {
    let deviations: Vec<f64> = values(seen.len()).map(|value| value - mean).collect();
    tilt(seen, &deviations)
}

/// The distribution nearest to `seen` whose mean is `t` of its standard deviations above 1/2.
///
/// The constraint is not linear in the probabilities, so it is linearized around the last guess
/// until that converges.
fn fit_t(seen: &[f64], t: f64) -> Vec<f64> {
    const ROUNDS: usize = 10;
    const STILL: f64 = 1e-4;
    let mut guess = vec![1.0 / f64::from(seen.len() as u32); seen.len()];
    for _ in 0..ROUNDS {
        let Moments { mean, variance, .. } = Moments::of(&guess);
        let sigma = variance.sqrt();
        let gradient: Vec<f64> = values(seen.len())
            .map(|value| {
                let deviation = (value - mean) / sigma;
                value - 0.5 - 0.5 * t * sigma * (1.0 + deviation * deviation)
            })
            .collect();
        let next = tilt(seen, &gradient);
        let change = guess.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        guess = next;
        if change < STILL {
            break;
        }
    }
    guess
}

/// The distribution nearest to `seen` under which `phi` has the mean 0.
///
/// It is `seen / (1 + theta * phi)` for the one `theta` that satisfies the constraint, found by
/// bisection: the sum falls monotonically between its two poles.
fn tilt(seen: &[f64], phi: &[f64]) -> Vec<f64> {
    const HALVINGS: usize = 60;
    let largest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..HALVINGS {
        let theta = f64::midpoint(low, high);
        let sum: f64 = seen.iter().zip(phi).map(|(p, phi)| p * phi / (1.0 + theta * phi)).sum();
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    seen.iter().zip(phi).map(|(p, phi)| p / (1.0 + theta * phi)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::published::assert_close;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn games(wins: u32, losses: u32, draws: u32) -> MatchScore {
        MatchScore { wins, draws, losses, pairs: [0; 5] }
    }

    fn pairs(pairs: [u32; 5]) -> MatchScore {
        MatchScore { pairs, ..MatchScore::default() }
    }

    /// The numbers are from fastchess, `app/tests/sprt_test.cpp`.
    #[test]
    fn ratios_equal_the_published_ones() {
        use Model::{Logistic, Normalized};
        for (elo0, elo1, model, score, llr) in [
            (0.0, 2.0, Normalized, games(36433, 36027, 68692), 0.92),
            (-1.75, 0.25, Normalized, games(10871, 10650, 20431), 2.30),
            (0.0, 10.0, Normalized, games(4250, 0, 0), 120.56),
            (0.5, 2.5, Logistic, games(21404, 21184, 40708), -1.57),
            (0.0, 2.0, Logistic, games(57433, 57030, 106_593), -2.59),
            (0.0, 2.0, Normalized, pairs([365, 16618, 36029 + 200, 16974, 390]), 2.25),
            (-1.75, 0.25, Normalized, pairs([127, 4883, 10311 + 401, 5150, 104]), 3.01),
            (0.0, 5.0, Normalized, pairs([0, 0, 0, 0, 5550]), 111.82),
            (0.5, 2.5, Logistic, pairs([223, 9863, 20279 + 1000, 10037, 246]), -3.07),
            (0.0, 2.0, Logistic, pairs([871, 26175, 55003 + 980, 26678, 821]), -4.98),
        ] {
            assert_close(sprt(elo0, elo1, model).llr(&score), llr);
        }
    }

    #[test]
    fn the_verdict_falls_at_the_bounds() {
        let test = sprt(0.0, 10.0, Model::Normalized);
        assert_close(test.upper_bound(), 2.944);
        assert_close(test.lower_bound(), -2.944);
        assert_eq!(test.verdict(&MatchScore::default()), Verdict::Undecided);
        assert_eq!(test.verdict(&games(10, 9, 1)), Verdict::Undecided);
        assert_eq!(test.verdict(&games(4250, 0, 0)), Verdict::Accepted);
        assert_eq!(test.verdict(&games(0, 4250, 0)), Verdict::Rejected);
    }
}
