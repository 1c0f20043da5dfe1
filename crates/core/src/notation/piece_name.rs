//! PieceStrings such as `wA1` and `bQ`.

use crate::rules::{Bug, Color, Piece};
use crate::text::Quoted;

/// Why the name of a piece is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum PieceNameError {
    #[error("expected a piece such as `wA1`, found `{}`", Quoted(.0))]
    Shape(String),
    /// The kind has several pieces and the number is missing.
    #[error("expected a number from 1 to {most} after `{}`, found none", Quoted(.text))]
    NumberMissing { text: String, most: u8 },
    /// The kind has fewer pieces than the number says.
    #[error("expected a number from 1 to {most} in `{}`, found {number}", Quoted(.text))]
    Number { text: String, number: u32, most: u8 },
}

/// Reads the name of a piece, in any case; `wQ`, `wM`, `wL` and `wP` may carry
/// a superfluous `1`.
///
/// The canonical name is what `Piece` displays.
///
/// ```
/// use waggle_hive_core::notation::parse_piece;
///
/// assert_eq!(parse_piece("WM1")?.to_string(), "wM");
/// # Ok::<(), waggle_hive_core::notation::PieceNameError>(())
/// ```
pub fn parse_piece(text: &str) -> Result<Piece, PieceNameError> {
    let shape = || PieceNameError::Shape(text.to_owned());
    let mut letters = text.chars();
    let color = match letters.next() {
        Some('w' | 'W') => Color::White,
        Some('b' | 'B') => Color::Black,
        _ => return Err(shape()),
    };
    let bug = letters.next().and_then(Bug::from_letter).ok_or_else(shape)?;
    let most = bug.quantity();
    let number = match (letters.next(), letters.next()) {
        (None, _) if most == 1 => 1,
        (None, _) => return Err(PieceNameError::NumberMissing { text: text.to_owned(), most }),
        (Some(digit), None) => digit.to_digit(10).ok_or_else(shape)?,
        _ => return Err(shape()),
    };
    u8::try_from(number)
        .ok()
        .and_then(|number| Piece::new(color, bug, number))
        .ok_or_else(|| PieceNameError::Number { text: text.to_owned(), number, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_read_from_its_name_in_any_case() {
        for piece in Piece::all() {
            let name = piece.to_string();
            assert_eq!(parse_piece(&name), Ok(piece));
            assert_eq!(parse_piece(&name.to_uppercase()), Ok(piece));
            assert_eq!(parse_piece(&name.to_lowercase()), Ok(piece));
        }
    }

    #[test]
    fn a_superfluous_number_one_is_forgiven() {
        for name in ["wQ", "bM", "wL", "bP"] {
            assert_eq!(parse_piece(&format!("{name}1")), parse_piece(name));
        }
    }
}
