//! Accuracy: how well a player has played, as one number.

/// How fast the accuracy of a move falls as its loss grows.
const SHARPNESS: f64 = 4.5;

/// The accuracy of a move with this loss, in percent: 100 where nothing is lost, 80 for a
/// loss of 5 % of a point, 64 for 10 %, 41 for 20 %, and 1 for a whole point.
///
/// The curve is close to the one on lichess, so the numbers mean about the same to chess players.
///
/// ```
/// use waggle_hive_study::review::accuracy;
///
/// assert_eq!(accuracy(0.0), 100.0);
/// assert_eq!(accuracy(0.2).round(), 41.0);
/// ```
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-SHARPNESS * loss.clamp(0.0, 1.0)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_documentation() {
        let rounded = [0.0, 0.05, 0.1, 0.2, 1.0, 7.0].map(|loss| accuracy(loss).round() as u32);
        assert_eq!(rounded, [100, 80, 64, 41, 1, 1]);
    }
}
