//! The few letters and digits that pictures need, as strokes: no font is needed, and pictures
//! look the same everywhere.

use std::fmt::Write as _;

/// Width of a letter and the gap after it, in units of its drawing.
const ADVANCE: f64 = 9.0;
const GAP: f64 = 3.0;
/// Width of a stroke in the same units.
pub(super) const STROKE: f64 = 1.7;
/// Height of a letter in the same units; the origin is its upper left corner.
pub(super) const HEIGHT: f64 = 10.0;

/// The strokes of a character in a box 6 wide and 10 high.
const fn strokes(letter: char) -> &'static str {
    match letter {
        'A' => "M0 10L3 0L6 10M1 7H5",
        'B' => "M0 0V10H3.5Q6 10 6 7.3Q6 5 3.5 4.8H0M0 0H3Q5.3 0 5.3 2.4Q5.3 4.8 3 4.8",
        'G' => "M5.8 2.2Q5 0 3 0Q0 0 0 5Q0 10 3 10Q6 10 6 5.6H3.4",
        'L' => "M0 0V10H5.5",
        'M' => "M0 10V0L3 6L6 0V10",
        'P' => "M0 10V0H3.2Q6 0 6 2.8Q6 5.6 3.2 5.6H0",
        'Q' => "M3 0Q0 0 0 5Q0 10 3 10Q6 10 6 5Q6 0 3 0M3.6 7L6.2 10.6",
        'S' => "M5.6 1.8Q5 0 3 0Q0.3 0 0.3 2.5Q0.3 4.6 3 5Q6 5.5 6 7.5Q6 10 3 10Q0.6 10 0 8",
        'b' => "M0.5 0V10M0.5 6.7Q0.5 4 3.2 4Q5.8 4 5.8 7Q5.8 10 3.2 10Q0.5 10 0.5 7.4",
        'w' => "M-0.4 4L1.4 10L3 5L4.6 10L6.4 4",
        '1' => "M1 2.2L3.4 0V10",
        '2' => "M0.4 2.6Q0.6 0 3 0Q5.7 0 5.7 2.6Q5.7 4.6 0.3 10H6",
        '3' => {
            "M0.5 1.6Q1.3 0 3 0Q5.5 0 5.5 2.3Q5.5 4.7 2.4 4.7Q6 4.7 6 7.3Q6 10 3 10Q0.8 10 0.1 8.2"
        }
        _ => "",
    }
}

/// The width of a text with this many letters of this height.
pub(super) fn width(letters: usize, height: f64) -> f64 {
    (letters as f64 * ADVANCE - GAP) * height / HEIGHT
}

/// A path that writes `text` centered at a point, with letters of this height.
pub(super) fn lettering(text: &str, (x, y): (f64, f64), height: f64, color: &str) -> String {
    let scale = height / HEIGHT;
    let width = width(text.chars().count(), height);
    let mut group = format!(
        r#"<g transform="translate({:.1} {:.1}) scale({scale:.3})" fill="none" stroke="{color}" stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round">"#,
        x - width / 2.0,
        y - height / 2.0,
    );
    for (index, letter) in text.chars().enumerate() {
        let shift = index as f64 * ADVANCE;
        let path = strokes(letter);
        // Writing to a string cannot fail.
        let _ = write!(group, r#"<path d="{path}" transform="translate({shift})"/>"#);
    }
    group + "</g>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;

    #[test]
    fn every_name_can_be_written() {
        for letter in Piece::all().flat_map(|piece| piece.to_string().chars().collect::<Vec<_>>()) {
            assert_ne!(strokes(letter), "", "`{letter}` has no strokes");
        }
    }
}
