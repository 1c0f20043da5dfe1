//! Splits games into training and validation samples.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use waggle_hive_selfplay::{Inputs, PlayedGame, Sample};

/// The quiet positions of games, split into a training and a validation set by game. Positions with
/// the same features are one sample.
///
/// Such a sample belongs to the set where its features occurred first, and its labels are the means
/// over that set: the validation set must not be learned from.
#[derive(Debug)]
pub struct Division {
    later: f32,
    games: usize,
    parts: [Vec<Mean>; 2],
    /// The set and index of a sample by the hash of its features.
    places: HashMap<u64, (u8, u32)>,
}

/// One game in this many is for validation: of all types, which take turns with a period of 12.
const KEPT_BACK_OF: usize = 19;

impl Division {
    /// No games yet; the rest of a game weighs `later` times as much as the score of a search.
    pub fn new(later: f32) -> Self {
        Self { later, games: 0, parts: [vec![], vec![]], places: HashMap::new() }
    }

    /// Adds games.
    pub fn add(&mut self, games: &[PlayedGame]) {
        let later = self.later;
        let samples = games.par_iter().map(|game| {
            let quiet = game.samples(later).into_iter().filter(|sample| sample.is_quiet);
            quiet.collect::<Vec<_>>()
        });
        for samples in samples.collect::<Vec<_>>() {
            let part = usize::from(self.games.is_multiple_of(KEPT_BACK_OF));
            self.games += 1;
            for sample in samples {
                self.add_sample(part, sample);
            }
        }
    }

    fn add_sample(&mut self, part: usize, sample: Sample) {
        let next = self.parts[part].len();
        let key = hash(&sample.inputs);
        let &mut (found, index) = self.places.entry(key).or_insert((part as u8, next as u32));
        let (found, index) = (usize::from(found), index as usize);
        if index == next && found == part {
            self.parts[part].push(Mean::new(sample));
        } else if found == part {
            let mean = &mut self.parts[part][index];
            // Otherwise two hashes collide, which hardly ever happens.
            if mean.first.inputs == sample.inputs {
                mean.add(&sample);
            }
        }
    }

    /// The training and validation samples.
    pub fn samples(self) -> [Vec<Sample>; 2] {
        self.parts.map(|part| part.into_iter().map(Mean::into_sample).collect())
    }
}

fn hash(inputs: &Inputs) -> u64 {
    let mut hasher = DefaultHasher::new();
    inputs.hash(&mut hasher);
    hasher.finish()
}

/// Samples with the same features.
#[derive(Debug)]
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
    use waggle_hive_engine::eval::Feature;

    fn sample(feature: usize, score: i32, points: f32) -> Sample {
        let mut counts = [[0; Feature::COUNT]; 2];
        counts[0][feature] = 1;
        let inputs = Inputs::from_counts(&counts);
        Sample {
            inputs,
            ply: 20,
            score,
            idle: 0,
            points,
            is_quiet: true,
            result: 0.5,
            is_finished: true,
        }
    }

    fn merged(samples: impl IntoIterator<Item = (usize, Sample)>) -> [Vec<Sample>; 2] {
        let mut division = Division::new(0.0);
        for (part, sample) in samples {
            division.add_sample(part, sample);
        }
        division.samples()
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
