//! The curve from scores to expected points.

use waggle::tune::{Sample, Scored, fit_chance};

/// Positions of which exactly the expected share has won, each with its opposite in a game of its own.
fn samples(scale: f64) -> Vec<Scored> {
    let of_score = |score: i32| {
        let points = 1.0 / (1.0 + (-f64::from(score) / scale).exp());
        (0..200).map(move |number| Scored {
            game: number,
            ply: if score % 100 == 0 { 10 } else { 50 },
            score,
            result: f64::from(u8::from(number as f64 + 0.5 < 200.0 * points)),
        })
    };
    (-8..=8).flat_map(|number| of_score(50 * number)).collect()
}

#[test]
fn games_that_no_scale_fits_have_no_scale() {
    let won = |sample: &Scored| Scored { result: f64::from(sample.score > 0), ..*sample };
    let by_the_leader: Vec<Scored> = samples(150.0).iter().map(won).collect();
    assert_eq!(fit_chance(&by_the_leader, 150.0), None);
    assert_eq!(fit_chance(&[], 150.0), None);
}

#[test]
fn a_known_scale_is_recovered() {
    let fit = fit_chance(&samples(150.0), 75.0).unwrap();
    assert!((fit.scale - 150.0).abs() < 2.0, "{}", fit.scale);
    assert!(fit.loss < fit.loss_of_even);
    let parts: Vec<(u16, u16)> = fit.by_ply.iter().map(|part| (part.0, part.1)).collect();
    assert_eq!(parts, [(0, 20), (40, 60)]);
    assert!(fit.by_ply.iter().all(|part| (part.2 - 150.0).abs() < 4.0), "{:?}", fit.by_ply);
}

#[test]
fn the_error_of_a_difference_is_that_of_the_games() {
    let once = samples(150.0);
    let (excess, error) = fit_chance(&once, 75.0).unwrap().other;
    assert!(excess > 0.0 && error > 0.0, "{excess} {error}");
    assert!(fit_chance(&once, 150.0).unwrap().other.0 > 0.0, "the fit is best");
    // The same positions again, in the same games, tell nothing new; in other games, they do.
    let again = |games: usize| {
        let others = once.iter().map(|it| Scored { game: it.game + games, ..*it });
        let all: Vec<Scored> = once.iter().copied().chain(others).collect();
        fit_chance(&all, 75.0).unwrap().other.1
    };
    assert!((again(0) - error).abs() < 1e-6);
    assert!((again(1000) - error / 2_f64.sqrt()).abs() < 1e-6);
}

#[test]
fn a_game_that_was_not_finished_says_nothing() {
    let sample = |is_finished| Sample { ply: 10, score: -30, is_finished, ..Sample::default() };
    let scored = Scored { game: 3, ply: 10, score: -30, result: 0.0 };
    assert_eq!(Scored::of(3, &sample(true)), Some(scored));
    assert_eq!(Scored::of(3, &sample(false)), None);
}

#[test]
fn every_sample_is_counted_in_one_band() {
    let samples = samples(150.0);
    let fit = fit_chance(&samples, 75.0).unwrap();
    assert_eq!(fit.bands.iter().map(|band| band.samples).sum::<usize>(), samples.len());
    assert!(fit.bands.iter().all(|band| (band.expected - band.points).abs() < 0.02));
    assert!(fit.bands.is_sorted_by_key(|band| band.from));
}
