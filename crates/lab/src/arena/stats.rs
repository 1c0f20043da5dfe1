//! Counts of match results, and the difference in strength that they imply.
//!
//! Two models of a match: the trinomial one counts games (win, draw, loss), the pentanomial one
//! counts pairs from one opening by their points (0, ½, 1, 1½, 2). Pairs are the better measure: an
//! uneven opening biases a game but hardly a pair.

use std::ops::AddAssign;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::Estimate;

/// The result of a game for the player whose results are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl Points {
    /// The opponent's points.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    const fn halves(self) -> usize {
        self as usize
    }
}

/// Results of one player against another, as counts of games and of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Finished pairs by half points, from 0 to 4.
    pub pairs: [u32; 5],
}

impl MatchScore {
    /// Counts a game.
    pub const fn add_game(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Counts a finished pair, besides its two games.
    pub const fn add_pair(&mut self, first: Points, second: Points) {
        self.pairs[first.halves() + second.halves()] += 1;
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The same results for the opponent.
    #[must_use]
    pub const fn swapped(&self) -> Self {
        let [p0, p1, p2, p3, p4] = self.pairs;
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: [p4, p3, p2, p1, p0],
        }
    }

    /// The estimate by games; `None` before the first.
    pub fn trinomial(&self) -> Option<Estimate> {
        Estimate::from_counts(&[self.losses, self.draws, self.wins], 1.0)
    }

    /// The estimate by finished pairs; `None` before the first.
    pub fn pentanomial(&self) -> Option<Estimate> {
        Estimate::from_counts(&self.pairs, 2.0)
    }

    /// The estimate by finished pairs or by games, see [`counts_pairs`](Self::counts_pairs).
    pub fn estimate(&self) -> Option<Estimate> {
        if self.counts_pairs() { self.pentanomial() } else { self.trinomial() }
    }

    /// Whether estimates and tests go by pairs: if at least half of the games belong to finished
    /// pairs. The unpaired games then do not count.
    pub fn counts_pairs(&self) -> bool {
        let paired = self.paired_games();
        paired > 0 && 2 * paired >= self.games()
    }

    /// Games without a finished pair.
    pub fn unpaired_games(&self) -> u32 {
        self.games().saturating_sub(self.paired_games())
    }

    fn paired_games(&self) -> u32 {
        2 * self.pairs.iter().sum::<u32>()
    }
}

impl Serialize for MatchScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("MatchScore", 6)?;
        object.serialize_field("games", &self.games())?;
        object.serialize_field("wins", &self.wins)?;
        object.serialize_field("draws", &self.draws)?;
        object.serialize_field("losses", &self.losses)?;
        object.serialize_field("points", &self.points())?;
        object.serialize_field("pairs", &self.pairs)?;
        object.end()
    }
}

impl AddAssign for MatchScore {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *mine += theirs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::published::assert_close;

    fn games(wins: u32, losses: u32, draws: u32) -> Estimate {
        MatchScore { wins, draws, losses, pairs: [0; 5] }.trinomial().expect("games were counted")
    }

    fn pairs(pairs: [u32; 5]) -> Estimate {
        MatchScore { pairs, ..MatchScore::default() }.pentanomial().expect("pairs were counted")
    }

    // The numbers of the next two tests are from fastchess, app/tests/elo_test.cpp.

    /// The score, the normalized Elo and the Elo with their errors, and the likelihood of superiority.
    fn assert_published(
        found: &Estimate,
        [score, normalized, error]: [f64; 3],
        elo: Option<[f64; 2]>,
        los: Option<f64>,
    ) {
        assert_close(found.score, score);
        assert_close(found.normalized_elo, normalized);
        assert_close(found.normalized_error, error);
        if let Some([elo, error]) = elo {
            assert_close(found.elo, elo);
            assert_close(found.elo_error(), error);
        }
        if let Some(los) = los {
            assert_close(found.los, los);
        }
    }

    #[test]
    fn trinomial_estimates_equal_the_published_ones() {
        assert_published(&games(76, 89, 123), [0.477, -20.76, 40.13], None, Some(0.1553));
        let elo = Some([40.70, 30.43]);
        assert_published(&games(136, 96, 111), [0.558, 49.77, 36.77], elo, Some(0.9960));
        assert_published(&games(34, 356, 0), [0.087, -508.44, 34.48], None, None);
    }

    #[test]
    fn pentanomial_estimates_equal_the_published_ones() {
        for (counts, normalized, elo, los) in [
            ([34, 54, 31 + 32, 64, 75], [0.579, 57.94, 28.28], [55.58, 27.65], 1.0),
            ([332, 433, 457 + 41, 333, 334], [0.488, -9.17, 10.96], [-8.64, 10.33], 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], [0.470, -19.01, 2.65], [-21.04, 2.95], 0.0),
        ] {
            assert_published(&pairs(counts), normalized, Some(elo), Some(los));
        }
    }

    #[test]
    fn a_few_games_are_no_certainty() {
        // With a flat prior, two wins give 87.5 %.
        let two = games(2, 0, 0);
        assert_close(two.los, 0.875);
        assert!(two.elo.is_infinite() && two.elo_high.is_infinite());
        assert!((-160.0..-100.0).contains(&two.elo_low), "{}", two.elo_low);
        let four = games(4, 0, 0);
        assert!((0.93..0.99).contains(&four.los), "{}", four.los);
        assert!((-70.0..0.0).contains(&four.elo_low), "{}", four.elo_low);
        // A pair from one opening says a little less than two games.
        let pair = pairs([0, 0, 0, 0, 1]);
        assert!((0.8..0.875).contains(&pair.los), "{}", pair.los);
        assert!((-200.0..-100.0).contains(&pair.elo_low), "{}", pair.elo_low);
    }

    #[test]
    fn draws_only_say_equality() {
        let even = games(0, 0, 9);
        assert!(even.elo.abs() < 1e-9 && (50.0..200.0).contains(&even.elo_error()));
        assert!((even.los - 0.5).abs() < 1e-9);
        assert!(even.normalized_elo.abs() < 1e-9);
    }

    #[test]
    fn no_games_say_nothing() {
        assert_eq!(MatchScore::default().estimate(), None);
    }

    #[test]
    fn swapping_sides_mirrors_the_estimate() {
        let score = MatchScore { wins: 7, draws: 2, losses: 3, pairs: [0, 1, 2, 1, 2] };
        let (mine, theirs) = (score.estimate().unwrap(), score.swapped().estimate().unwrap());
        assert_close(mine.elo, -theirs.elo);
        assert_close(mine.los, 1.0 - theirs.los);
        assert_eq!(score.swapped().swapped(), score);
    }

    #[test]
    fn scores_add_up() {
        let mut sum = MatchScore { wins: 7, draws: 2, losses: 3, pairs: [1, 2, 3, 4, 5] };
        sum += MatchScore { wins: 10, draws: 20, losses: 30, pairs: [10, 20, 30, 40, 50] };
        let expected = MatchScore { wins: 17, draws: 22, losses: 33, pairs: [11, 22, 33, 44, 55] };
        assert_eq!(sum, expected);
    }

    #[test]
    fn pairs_count_as_soon_as_half_of_the_games_belong_to_them() {
        let of = |wins, two| MatchScore { wins, pairs: [0, 0, 0, 0, two], ..MatchScore::default() };
        for (games, pairs, count) in [(0, 0, false), (6, 3, true), (12, 3, true), (13, 3, false)] {
            assert_eq!(of(games, pairs).counts_pairs(), count, "{games} games, {pairs} pairs");
        }
        assert_eq!([of(6, 3), of(13, 3)].map(|score| score.unpaired_games()), [0, 7]);
    }

    #[test]
    fn a_game_without_a_partner_does_not_change_the_witness() {
        let mut score = MatchScore::default();
        score.add_game(Points::Win);
        assert_eq!(score.estimate(), score.trinomial());
        score.add_game(Points::Draw);
        score.add_pair(Points::Win, Points::Draw);
        assert_eq!(score.pairs, [0, 0, 0, 1, 0]);
        let of_the_pair = score.pentanomial();
        score.add_game(Points::Loss);
        assert_eq!(score.unpaired_games(), 1);
        assert_eq!(score.estimate(), of_the_pair);
        assert!((score.points() - 1.5).abs() < 1e-9);
        // One pair among many single games says nothing about them.
        score.add_game(Points::Loss);
        score.add_game(Points::Loss);
        assert_eq!(score.estimate(), score.trinomial());
    }
}
