//! Free numbering of pieces, as on Board Game Arena: by name, not by the order of placement.

use std::borrow::Cow;

use crate::rules::{Piece, Position};

use super::piece_name::parse_piece;

/// Maps the names in the moves of a game to pieces. The first ant that a player places is `A1`,
/// whatever its name in the text.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    /// Pairs of a piece as named and as meant.
    pieces: Vec<(Piece, Piece)>,
}

impl Numbering {
    /// The numbering for a game from this position, whose pieces keep their names.
    pub fn of(position: &Position) -> Self {
        Self { pieces: position.pieces_on_table().map(|piece| (piece, piece)).collect() }
    }

    /// The next move with its pieces renamed.
    pub fn numbered<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let mover = text.split_whitespace().next().and_then(|word| parse_piece(word).ok());
        let Some(mover) = mover else { return Cow::Borrowed(text) };
        if self.meant(mover).is_none() {
            let is_like =
                |other: Piece| (other.color(), other.bug()) == (mover.color(), mover.bug());
            let before = self.pieces.iter().filter(|(named, _)| is_like(*named)).count();
            let number = u8::try_from(before + 1).unwrap_or(u8::MAX);
            let meant = Piece::new(mover.color(), mover.bug(), number).unwrap_or(mover);
            self.pieces.push((mover, meant));
        }
        if self.pieces.iter().all(|(named, meant)| named == meant) {
            return Cow::Borrowed(text);
        }
        let words = text.split_whitespace().map(|word| self.word(word));
        Cow::Owned(words.collect::<Vec<_>>().join(" "))
    }

    /// A word with its piece renamed.
    fn word(&self, word: &str) -> String {
        const SIDES: [char; 3] = ['-', '/', '\\'];
        let name = word.trim_matches(SIDES);
        let meant = parse_piece(name).ok().and_then(|named| self.meant(named));
        meant.map_or_else(|| word.to_owned(), |piece| word.replace(name, &piece.to_string()))
    }

    fn meant(&self, named: Piece) -> Option<Piece> {
        self.pieces.iter().find(|(other, _)| *other == named).map(|(_, meant)| *meant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbered_as_they_are_placed() {
        let mut numbering = Numbering::default();
        let mut read = |text: &str| numbering.numbered(text).into_owned();
        assert_eq!(read("wG3"), "wG1");
        assert_eq!(read("bA1 wG3-"), "bA1 wG1-");
        assert_eq!(read("wG1 -wG3"), "wG2 -wG1");
        assert_eq!(read("bA3 bA1/"), "bA2 bA1/");
        assert_eq!(read("wG3 / bA3"), "wG1 / bA2");
        assert_eq!(read("wG2 wG1\\"), "wG3 wG2\\");
        assert_eq!(read("pass"), "pass");
    }
}
