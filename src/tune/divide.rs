//! From games to the samples of a training.

use std::collections::HashMap;

use super::{PlayedGame, Sample};
use crate::eval::Feature;

/// The quiet positions of the games: those to train with, and those kept back, which are of
/// every tenth game. Positions with the same features are one sample with their mean.
#[must_use]
pub fn divided(games: &[PlayedGame], later: f32) -> [Vec<Sample>; 2] {
    let samples = games.iter().enumerate().flat_map(|(number, game)| {
        let part = usize::from(number % 10 == 0);
        game.samples(later).into_iter().map(move |sample| (part, sample))
    });
    merged(samples.filter(|(_, sample)| sample.is_quiet))
}

/// The samples of two parts, with one sample for equal features. It is in the part where
/// they come first, and its points and its score are the means over that part: what is kept
/// back must not be learned from.
fn merged(samples: impl IntoIterator<Item = (usize, Sample)>) -> [Vec<Sample>; 2] {
    let mut parts: [Vec<Mean>; 2] = [vec![], vec![]];
    let mut places: HashMap<[[u8; Feature::COUNT]; 2], (usize, usize)> = HashMap::new();
    for (part, sample) in samples {
        let next = parts[part].len();
        let (found, index) = *places.entry(sample.counts).or_insert((part, next));
        if found != part {
            continue;
        }
        if index == next {
            parts[part].push(Mean::new(sample));
        } else {
            parts[part][index].add(&sample);
        }
    }
    parts.map(|part| part.into_iter().map(Mean::into_sample).collect())
}

/// Samples with the same features.
struct Mean {
    first: Sample,
    points: f64,
    score: f64,
    samples: u32,
}

impl Mean {
    fn new(first: Sample) -> Self {
        let (points, score) = (f64::from(first.points), f64::from(first.score));
        Self { first, points, score, samples: 1 }
    }

    fn add(&mut self, sample: &Sample) {
        self.points += f64::from(sample.points);
        self.score += f64::from(sample.score);
        self.samples += 1;
    }

    fn into_sample(self) -> Sample {
        let samples = f64::from(self.samples);
        Sample {
            points: (self.points / samples) as f32,
            score: (self.score / samples).round() as i32,
            ..self.first
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(feature: usize, score: i32, points: f32) -> Sample {
        let mut counts = [[0; Feature::COUNT]; 2];
        counts[0][feature] = 1;
        Sample { counts, ply: 20, score, points, is_quiet: true, result: 0.5, is_finished: true }
    }

    #[test]
    fn equal_features_have_the_mean_of_their_labels() {
        let samples = [
            (0, sample(1, 10, 1.0)),
            (1, sample(2, 7, 0.25)),
            (0, sample(1, 40, 0.0)),
            (0, sample(1, 10, 0.5)),
            (0, sample(3, -5, 0.0)),
        ];
        let [training, kept_back] = merged(samples);
        assert_eq!(training, [sample(1, 20, 0.5), sample(3, -5, 0.0)]);
        assert_eq!(kept_back, [sample(2, 7, 0.25)]);
    }

    #[test]
    fn no_features_are_in_both_parts() {
        let samples = [(1, sample(1, 0, 1.0)), (0, sample(1, 90, 0.0)), (1, sample(1, 2, 0.0))];
        assert_eq!(merged(samples), [vec![], vec![sample(1, 1, 0.5)]]);
    }
}
