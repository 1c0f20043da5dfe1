//! Ratings of all engines of a match from all its games at once.
//!
//! The model of Rao and Kupper, as in `BayesElo`: for a difference in strength `s`, including
//! White's advantage, White wins with probability f(s - t) and Black with f(-s - t), where f is the
//! logistic function and t sets the frequency of draws. Newton's method finds the one maximum of
//! the likelihood. A wide normal prior keeps ratings finite for engines that won or lost every
//! game, and for groups that never met.

use serde::Serialize;
use waggle_hive_core::rules::{ByColor, Color};

use super::MatchScore;
use super::estimate::Z_95;

/// Elo per natural unit of the logistic function.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The standard deviation of the prior in Elo.
const PRIOR: f64 = 1000.0;
/// The maximum number of Newton steps; a few are usual.
const MAX_STEPS: usize = 100;

/// The games of two engines, for a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGames {
    /// The indices of the engines; the results are those of the first.
    pub players: (usize, usize),
    /// The results by the color of the first engine.
    pub by_color: ByColor<MatchScore>,
}

/// A number of Elo points with half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The points.
    pub elo: f64,
    /// Half the interval.
    pub error: f64,
}

/// The ratings of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The engines by index, relative to the anchor, or with a mean of 0; `None` for one without games.
    pub engines: Vec<Option<Rated>>,
    /// White's advantage.
    pub white: Rated,
    /// The probability of a draw between equals, without White's advantage.
    pub draws: f64,
}

impl Ratings {
    /// The most likely ratings of this many engines, with an anchor at 0 if it has played; `None`
    /// without games.
    pub fn of(engines: usize, games: &[RatedGames], anchor: Option<usize>) -> Option<Self> {
        let mut model = Model::new(engines, games);
        if model.meetings.is_empty() {
            return None;
        }
        model.climb();
        Some(model.ratings(anchor))
    }
}

/// Games of White against Black.
#[derive(Clone, Copy)]
struct Meeting {
    white: usize,
    black: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

/// The parameters, in natural units: the engines' strengths, White's advantage and t.
struct Model {
    engines: usize,
    meetings: Vec<Meeting>,
    has_draws: bool,
    at: Vec<f64>,
}

/// The gradient of the log-likelihood and its negated Hessian.
struct Slope {
    gradient: Vec<f64>,
    information: Vec<Vec<f64>>,
}

impl Model {
    fn new(engines: usize, games: &[RatedGames]) -> Self {
        let meetings = games.iter().flat_map(|games| {
            let (first, second) = games.players;
            Color::ALL.map(|color| {
                let score = games.by_color[color];
                let (white, black, score) = match color {
                    Color::White => (first, second, score),
                    Color::Black => (second, first, score.swapped()),
                };
                let [wins, draws, losses] = [score.wins, score.draws, score.losses].map(f64::from);
                Meeting { white, black, wins, draws, losses }
            })
        });
        let meetings: Vec<Meeting> = meetings
            .filter(|meeting| meeting.wins + meeting.draws + meeting.losses > 0.0)
            .collect();
        let has_draws = meetings.iter().any(|meeting| meeting.draws > 0.0);
        let mut at = vec![0.0; engines + 2];
        at[engines + 1] = if has_draws { 0.5 } else { 0.0 };
        Self { engines, meetings, has_draws, at }
    }

    /// Without draws, t is fixed at 0.
    const fn parameters(&self) -> usize {
        self.engines + 1 + self.has_draws as usize
    }

    fn climb(&mut self) {
        let mut best = self.log_likelihood(&self.at);
        for _ in 0..MAX_STEPS {
            let Slope { gradient, mut information } = self.slope();
            let step = solve(&mut information, gradient);
            // Too long a step is halved.
            let mut share = 1.0;
            let better = loop {
                let mut there = self.at.clone();
                for (place, step) in there.iter_mut().zip(&step) {
                    *place += share * step;
                }
                let likelihood = self.log_likelihood(&there);
                if likelihood > best {
                    break Some((there, likelihood));
                }
                share /= 2.0;
                if share < 1e-6 {
                    break None;
                }
            };
            let Some((there, likelihood)) = better else { return };
            let gain = likelihood - best;
            (self.at, best) = (there, likelihood);
            if gain < 1e-12 {
                return;
            }
        }
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let (advantage, t) = (at[self.engines], at[self.engines + 1]);
        if self.has_draws && t <= 0.0 {
            return f64::NEG_INFINITY;
        }
        let draw = if self.has_draws { (2.0 * t).exp_m1().ln() } else { 0.0 };
        let games = self.meetings.iter().map(|meeting| {
            let s = at[meeting.white] - at[meeting.black] + advantage;
            let (win, loss) = (logistic(s - t).ln(), logistic(-s - t).ln());
            (meeting.wins + meeting.draws) * win
                + (meeting.losses + meeting.draws) * loss
                + meeting.draws * draw
        });
        games.sum::<f64>() - at.iter().map(|x| x * x).sum::<f64>() * prior() / 2.0
    }

    fn slope(&self) -> Slope {
        let (count, advantage, t) = (self.parameters(), self.engines, self.at[self.engines + 1]);
        let mut gradient: Vec<f64> = self.at[..count].iter().map(|x| -x * prior()).collect();
        let mut information = vec![vec![0.0; count]; count];
        for (place, row) in information.iter_mut().enumerate() {
            row[place] = prior();
        }
        for meeting in &self.meetings {
            let s = self.at[meeting.white] - self.at[meeting.black] + self.at[advantage];
            // A draw counts as a win for both, and has a term of its own below.
            for (sign, weight) in
                [(1.0, meeting.wins + meeting.draws), (-1.0, meeting.losses + meeting.draws)]
            {
                let chance = logistic(sign * s - t);
                let mut direction =
                    vec![(meeting.white, sign), (meeting.black, -sign), (advantage, sign)];
                if self.has_draws {
                    direction.push((self.engines + 1, -1.0));
                }
                for &(row, by) in &direction {
                    gradient[row] += by * weight * (1.0 - chance);
                    for &(column, other) in &direction {
                        information[row][column] += by * other * weight * chance * (1.0 - chance);
                    }
                }
            }
        }
        if self.has_draws {
            let draws: f64 = self.meetings.iter().map(|meeting| meeting.draws).sum();
            let rest = -(-2.0 * t).exp_m1();
            gradient[self.engines + 1] += draws * 2.0 / rest;
            information[self.engines + 1][self.engines + 1] +=
                draws * 4.0 * (1.0 - rest) / (rest * rest);
        }
        Slope { gradient, information }
    }

    fn ratings(&self, anchor: Option<usize>) -> Ratings {
        let has_played = |place: usize| {
            self.meetings.iter().any(|meeting| meeting.white == place || meeting.black == place)
        };
        let played: Vec<usize> = (0..self.engines).filter(|&place| has_played(place)).collect();
        // Those whose mean is 0.
        let zero = anchor.filter(|&place| has_played(place)).map_or(played, |place| vec![place]);
        let mean = zero.iter().map(|&place| self.at[place]).sum::<f64>() / zero.len() as f64;
        let t = self.at[self.engines + 1];
        // Elo by expected scores: a small difference scores as by the logistic curve, despite
        // draws.
        let equal = logistic(-t);
        let unit = ELO * 4.0 * equal * (1.0 - equal);
        let error = |direction: Vec<f64>| {
            let variance =
                dot(&direction, &solve(&mut self.slope().information, direction.clone()));
            Z_95 * unit * variance.max(0.0).sqrt()
        };
        let along = |place: usize| {
            let mut direction = vec![0.0; self.parameters()];
            direction[place] = 1.0;
            direction
        };
        let engines = (0..self.engines).map(|place| {
            let mut direction = along(place);
            for &other in &zero {
                direction[other] -= 1.0 / zero.len() as f64;
            }
            has_played(place)
                .then(|| Rated { elo: unit * (self.at[place] - mean), error: error(direction) })
        });
        let white = Rated { elo: unit * self.at[self.engines], error: error(along(self.engines)) };
        Ratings { engines: engines.collect(), white, draws: 1.0 - 2.0 * equal }
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The precision of the prior, in natural units.
const fn prior() -> f64 {
    (ELO / PRIOR) * (ELO / PRIOR)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves a linear system by Gaussian elimination. The matrix is positive definite: no pivot is 0.
fn solve(matrix: &mut [Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..right.len() {
        let row = matrix[pivot].clone();
        for below in pivot + 1..right.len() {
            let factor = matrix[below][pivot] / row[pivot];
            for (value, above) in matrix[below].iter_mut().zip(&row) {
                *value -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for pivot in (0..right.len()).rev() {
        let known = dot(&matrix[pivot][pivot + 1..], &right[pivot + 1..]);
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::published::assert_close;

    /// Games of the first player as White.
    fn as_white(white: usize, black: usize, [wins, draws, losses]: [u32; 3]) -> RatedGames {
        let white_score = MatchScore { wins, draws, losses, pairs: [0; 5] };
        let by_color = ByColor { white: white_score, black: MatchScore::default() };
        RatedGames { players: (white, black), by_color }
    }

    /// Home and away wins of seven teams of the American League in 1987, with the published
    /// ratings: A. Agresti, Categorical Data Analysis, 2nd edition, table 10.11.
    #[test]
    fn ratings_equal_the_published_ones() {
        // A row for each team at home, against the others in order.
        const AT_HOME: [[[u32; 2]; 6]; 7] = [
            [[4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
            [[3, 3], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
            [[2, 5], [4, 3], [2, 4], [4, 3], [4, 2], [6, 0]],
            [[3, 3], [5, 1], [2, 5], [4, 3], [4, 2], [6, 1]],
            [[5, 1], [2, 5], [3, 3], [4, 2], [5, 2], [6, 0]],
            [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [2, 4]],
            [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4]],
        ];
        const SHARES: [f64; 7] = [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044];
        let games: Vec<RatedGames> = AT_HOME
            .iter()
            .enumerate()
            .flat_map(|(home, row)| {
                let others = (0..7).filter(move |&other| other != home);
                others
                    .zip(row)
                    .map(move |(away, &[won, lost])| as_white(home, away, [won, 0, lost]))
            })
            .collect();
        let ratings = Ratings::of(7, &games, None).unwrap();
        let strength: Vec<f64> =
            ratings.engines.iter().map(|it| (it.unwrap().elo / ELO).exp()).collect();
        let sum: f64 = strength.iter().sum();
        for (found, published) in strength.iter().zip(SHARES) {
            assert!((found / sum - published).abs() < 0.0006, "{found} of {sum}: {published}");
        }
        assert!((ratings.white.elo / ELO - 0.302).abs() < 0.0006, "{:?}", ratings.white);
        // 0.131 is the standard error of the home advantage.
        assert_close(ratings.white.error / ELO / Z_95, 0.131);
        assert!(ratings.draws.abs() < 1e-9);
    }

    /// The results expected of these strengths, in natural units.
    fn expected(strengths: &[f64], advantage: f64, t: f64) -> Vec<RatedGames> {
        let mut games = Vec::new();
        for (white, a) in strengths.iter().enumerate() {
            for (black, b) in strengths.iter().enumerate().filter(|(black, _)| *black != white) {
                let s = a - b + advantage;
                let (won, lost) = (logistic(s - t), logistic(-s - t));
                let counts = [won, 1.0 - won - lost, lost].map(|p| (1e6 * p).round() as u32);
                games.push(as_white(white, black, counts));
            }
        }
        games
    }

    #[test]
    fn what_the_model_expects_is_found_again() {
        let strengths = [0.9, 0.1, -0.2, -0.8];
        let ratings = Ratings::of(4, &expected(&strengths, 0.2, 0.6), None).unwrap();
        let equal = logistic(-0.6);
        let unit = ELO * 4.0 * equal * (1.0 - equal);
        for (found, strength) in ratings.engines.iter().zip(strengths) {
            let found = found.unwrap();
            assert!((found.elo - unit * strength).abs() < 0.1, "{found:?}: {strength}");
            assert!(found.error < 1.0);
        }
        assert!((ratings.white.elo - unit * 0.2).abs() < 0.1);
        assert!((ratings.draws - (1.0 - 2.0 * equal)).abs() < 1e-3);
        let anchored = Ratings::of(4, &expected(&strengths, 0.2, 0.6), Some(3)).unwrap();
        for (found, free) in anchored.engines.iter().zip(&ratings.engines) {
            let (found, free) = (found.unwrap(), free.unwrap());
            let zero = ratings.engines[3].unwrap().elo;
            assert!((found.elo - (free.elo - zero)).abs() < 1e-6, "{found:?} {free:?}");
        }
        assert!(anchored.engines[3].unwrap().error < 1e-6, "it is 0 by definition");
    }

    #[test]
    fn a_small_difference_is_what_the_logistic_curve_says() {
        let score = MatchScore { wins: 300, draws: 450, losses: 250, pairs: [0; 5] };
        let games =
            RatedGames { players: (0, 1), by_color: ByColor { white: score, black: score } };
        let ratings = Ratings::of(2, &[games], None).unwrap();
        let [first, second] = [0, 1].map(|place| ratings.engines[place].unwrap());
        let all = MatchScore { wins: 600, draws: 900, losses: 500, pairs: [0; 5] };
        let alone = all.trinomial().unwrap();
        assert!((first.elo - second.elo - alone.elo).abs() < 0.5, "{first:?} {alone:?}");
        // Half of the difference belongs to each.
        assert!((2.0 * first.error - alone.elo_error()).abs() < 0.5, "{first:?} {alone:?}");
    }

    #[test]
    fn what_the_games_leave_open_stays_finite_and_is_uncertain() {
        // 0 wins everything, 3 and 4 only met each other, 5 has no games.
        let games = [
            as_white(0, 1, [9, 0, 0]),
            as_white(1, 2, [1, 1, 1]),
            as_white(2, 1, [1, 1, 1]),
            as_white(3, 4, [0, 2, 0]),
        ];
        let ratings = Ratings::of(6, &games, None).unwrap();
        let [best, even, .., apart, _, nobody] = ratings.engines[..] else { panic!() };
        let [best, even, apart] = [best, even, apart].map(Option::unwrap);
        assert!(best.elo > even.elo + 200.0 && best.elo < 2000.0, "{best:?}");
        assert!(best.error > even.error && apart.error > 500.0, "{best:?} {apart:?}");
        assert_eq!(nobody, None);
        assert_eq!(Ratings::of(2, &[], None), None);
    }

    #[test]
    fn all_draws_and_a_color_that_always_wins_have_ratings_too() {
        for counts in [[0, 40, 0], [40, 0, 0], [0, 0, 40], [1, 0, 0]] {
            let ratings = Ratings::of(2, &[as_white(0, 1, counts), as_white(1, 0, counts)], None);
            let ratings = ratings.unwrap();
            for rated in ratings.engines.iter().flatten().chain([&ratings.white]) {
                assert!(rated.elo.is_finite() && rated.error.is_finite(), "{counts:?} {rated:?}");
            }
            assert!(ratings.engines[0].unwrap().elo.abs() < 1e-6, "{ratings:?}");
        }
    }
}
