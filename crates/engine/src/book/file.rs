//! The file format of a book.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `WAGGLEBK` |
//! | 4 | the format version, 1 |
//! | 4 | the number of positions |
//! | each position, by key: 8, 1 | its [key](waggle_hive_core::rules::Position::symmetric_key); the number of moves, 1 to 255 |
//! | each move: 4, 2 | the upper half of the key of the position after it; its weight, at least 1 |
//! | 8 | FNV-1a of all preceding bytes |
//!
//! All numbers are little-endian.

use std::collections::HashMap;

use super::{Book, Entry};
use crate::reader::Reader;
use waggle_hive_core::fnv::fnv1a;

const MAGIC: &[u8; 8] = b"WAGGLEBK";
const VERSION: u32 = 1;

/// Why a file is not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The magic bytes are missing.
    #[error("expected an opening book made by `waggle book build`")]
    NoBook,
    /// The format version is unknown.
    #[error("expected a book of version {VERSION}, found version {0}")]
    Version(u32),
    /// The file is truncated or corrupted.
    #[error("the book is damaged")]
    Damaged,
}

impl Book {
    /// The book as bytes, deterministically.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.positions.len() as u32).to_le_bytes());
        let mut positions: Vec<_> = self.positions.iter().collect();
        positions.sort_unstable();
        for (key, entries) in positions {
            let entries = &entries[..entries.len().min(usize::from(u8::MAX))];
            bytes.extend(key.to_le_bytes());
            bytes.push(entries.len() as u8);
            for entry in entries {
                bytes.extend(entry.after.to_le_bytes());
                bytes.extend(entry.weight.to_le_bytes());
            }
        }
        let sum = fnv1a(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Parses a book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::NoBook)?;
        let mut reader = Reader::new(rest, BookError::Damaged);
        let version = u32::from_le_bytes(reader.array()?);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
        if u64::from_le_bytes(*sum) != fnv1a(content) {
            return Err(BookError::Damaged);
        }
        let count = u32::from_le_bytes(reader.array()?);
        let mut positions = HashMap::new();
        for _ in 0..count {
            let key = u64::from_le_bytes(reader.array()?);
            let [moves] = reader.array()?;
            let entry = |_| {
                let after = u32::from_le_bytes(reader.array()?);
                let weight = u16::from_le_bytes(reader.array()?);
                Ok(Entry { after, weight })
            };
            let entries = (0..moves).map(entry).collect::<Result<Vec<_>, _>>()?;
            let is_sound = !entries.is_empty() && entries.iter().all(|entry| entry.weight > 0);
            if !is_sound || positions.insert(key, entries).is_some() {
                return Err(BookError::Damaged);
            }
        }
        if reader.rest.len() == sum.len() {
            Ok(Self { positions })
        } else {
            Err(BookError::Damaged)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::rules::{GameType, Position};

    fn book() -> Book {
        let mut book = Book::default();
        for (game_type, weight) in GameType::ALL.into_iter().zip(1..) {
            let start = Position::new(game_type);
            for mv in start.legal_moves() {
                book.insert(&start, mv, weight);
            }
        }
        book
    }

    #[test]
    fn a_book_survives_a_round_trip() {
        let bytes = book().to_bytes();
        assert_eq!(Book::from_bytes(&bytes), Ok(book()));
        assert_eq!(bytes, book().to_bytes());
        assert_eq!(Book::from_bytes(&Book::default().to_bytes()), Ok(Book::default()));
    }

    #[test]
    fn other_files_and_every_changed_byte_are_errors() {
        let bytes = book().to_bytes();
        assert_eq!(Book::from_bytes(b"hello"), Err(BookError::NoBook));
        for length in MAGIC.len()..bytes.len() {
            assert_eq!(Book::from_bytes(&bytes[..length]), Err(BookError::Damaged), "{length}");
        }
        for index in MAGIC.len()..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0x10;
            assert!(Book::from_bytes(&changed).is_err(), "{index}");
        }
        let mut later = bytes;
        later[MAGIC.len()] = 2;
        assert_eq!(Book::from_bytes(&later), Err(BookError::Version(2)));
    }
}
