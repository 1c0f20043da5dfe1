//! Reading a file of games line by line, so that a large one need not be in memory.

use super::{Format, GameError, GameRecord, decode};

/// Finds where games begin, as the lines of a file pass by.
pub(super) trait Boundary: Send + Sync {
    /// Takes the next line. Whether a game begins with it; a game that begins further on in
    /// a line is read together with the one before.
    fn starts_game(&mut self, line: &str) -> bool;
}

/// A piece of a file that holds whole games: one as a rule, a few or none where the format
/// cuts no finer. Reading it can be left to another thread.
#[derive(Clone, Debug)]
pub struct GameText {
    format: &'static Format,
    bytes: Vec<u8>,
    /// How many lines of the file there are before it.
    lines_before: usize,
}

impl GameText {
    /// Its games. Errors count games from the beginning of this text, and lines from that of
    /// the file.
    #[must_use]
    pub fn read(self) -> Vec<Result<GameRecord, GameError>> {
        let mut games = self.format.read(&decode(self.bytes));
        for error in games.iter_mut().filter_map(|game| game.as_mut().err()) {
            error.line += self.lines_before;
        }
        games
    }
}

/// Cuts a file into the texts of its games, line by line.
pub struct GameSplitter {
    format: &'static Format,
    boundary: Box<dyn Boundary>,
    /// The lines since the last boundary, and how many there were before them.
    pending: Vec<u8>,
    pending_lines: usize,
    lines: usize,
}

impl GameSplitter {
    /// A splitter at the beginning of a file.
    #[must_use]
    pub fn new(format: &'static Format) -> Self {
        let boundary = (format.boundary)();
        Self { format, boundary, pending: vec![], pending_lines: 0, lines: 0 }
    }

    /// Takes the next line, without its end; returns the text before it if it ends there.
    pub fn push(&mut self, line: &[u8]) -> Option<GameText> {
        // Only characters of ASCII decide where a game begins.
        let starts = self.boundary.starts_game(&String::from_utf8_lossy(line));
        let complete = if starts { self.finish() } else { None };
        self.pending.extend_from_slice(line);
        self.pending.push(b'\n');
        self.pending_lines += 1;
        complete
    }

    /// Returns the text of the last lines.
    pub fn finish(&mut self) -> Option<GameText> {
        let bytes = std::mem::take(&mut self.pending);
        let lines_before = self.lines;
        self.lines += std::mem::take(&mut self.pending_lines);
        (!bytes.is_empty()).then_some(GameText { format: self.format, bytes, lines_before })
    }
}

/// Reads games from lines that come one after the other.
///
/// The games and their errors are those of [`Format::read`]. Only the text is decoded game
/// by game, so that a single line in Latin-1 leaves the others as they are.
///
/// ```
/// use waggle_hive_core::games::{IncrementalReader, pgn};
///
/// let mut reader = IncrementalReader::new(&pgn::FORMAT);
/// assert!(reader.push(b"[White \"ann\"]").is_empty());
/// assert!(reader.push(b"1. wS1").is_empty());
/// let first = reader.push(b"[White \"joanna\"]").remove(0)?;
/// assert_eq!(first.tag("White"), Some("ann"));
/// assert_eq!(reader.finish().len(), 1);
/// # Ok::<(), waggle_hive_core::games::GameError>(())
/// ```
pub struct IncrementalReader {
    splitter: GameSplitter,
    /// How many games have been read.
    games: usize,
}

impl IncrementalReader {
    /// A reader that has not read anything.
    #[must_use]
    pub fn new(format: &'static Format) -> Self {
        Self { splitter: GameSplitter::new(format), games: 0 }
    }

    /// Takes the next line, without its end; returns the games that are complete by now.
    pub fn push(&mut self, line: &[u8]) -> Vec<Result<GameRecord, GameError>> {
        let complete = self.splitter.push(line);
        self.read(complete)
    }

    /// Returns the games of the last lines.
    pub fn finish(&mut self) -> Vec<Result<GameRecord, GameError>> {
        let complete = self.splitter.finish();
        self.read(complete)
    }

    fn read(&mut self, text: Option<GameText>) -> Vec<Result<GameRecord, GameError>> {
        let mut games = text.map(GameText::read).unwrap_or_default();
        for error in games.iter_mut().filter_map(|game| game.as_mut().err()) {
            error.game += self.games;
        }
        self.games += games.len();
        games
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{lines, pgn, sgf};
    use super::*;

    fn by_lines(format: &'static Format, text: &str) -> Vec<Result<GameRecord, GameError>> {
        let mut reader = IncrementalReader::new(format);
        let mut games: Vec<_> =
            text.lines().flat_map(|line| reader.push(line.as_bytes())).collect();
        games.extend(reader.finish());
        games
    }

    #[test]
    fn the_files_of_all_formats_read_the_same() {
        for (format, text, games) in [
            (&pgn::FORMAT, include_str!("../../../../tests/data/games/mzinga.pgn"), 1),
            (&pgn::FORMAT, include_str!("../../../../tests/data/games/hivegame.pgn"), 1),
            (&pgn::FORMAT, include_str!("../../../../tests/data/games/broken.pgn"), 2),
            (&sgf::FORMAT, include_str!("../../../../tests/data/games/boardspace.sgf"), 2),
            (&lines::FORMAT, include_str!("../../../../tests/data/games/games.txt"), 2),
        ] {
            let twice = format!("{text}\n{text}");
            let read = by_lines(format, &twice);
            assert_eq!(read, format.read(&twice), "{format}");
            assert!(read.len() >= 2 * games, "{format}: {}", read.len());
        }
    }

    #[test]
    fn games_come_as_soon_as_the_next_one_begins() {
        let mut reader = IncrementalReader::new(&lines::FORMAT);
        assert_eq!(reader.push(b"Base;;;wS1").len(), 0);
        assert_eq!(reader.push(b"Base;;;wA9").len(), 1);
        let error = reader.push(b"").pop().expect("a game").expect_err("it is broken");
        assert_eq!((error.game, error.line), (2, 2));
        assert!(reader.finish().is_empty());
    }

    #[test]
    fn one_line_in_latin_1_leaves_the_others_alone() {
        let mut reader = IncrementalReader::new(&pgn::FORMAT);
        reader.push("[White \"René\"]".as_bytes());
        reader.push(b"1. wS1");
        let first = reader.push(b"[White \"Ren\xe9\"]").remove(0);
        let second = reader.finish().remove(0);
        for game in [first, second] {
            assert_eq!(game.expect("it can be read").tag("White"), Some("René"));
        }
    }

    /// Pieces of files that can be put together in any order, with `|` between them.
    const PGN: &str = "[Event \"x\"]|\n|1. wS1|{a|}|{b}|1-0|2. bS1 wS1-|[|3.| |\u{feff}";
    const SGF: &str =
        "(|)|;|\n|P0[1 dropb wB1 N 13 .]|P0[2 done]|C[|]|\\|P1[|SU[hive]|ab| |RE[a (b";

    proptest! {
        #[test]
        fn any_text_is_read_alike(pieces in prop::collection::vec(0..14usize, 0..30)) {
            let put_together = |parts: &str| -> String {
                let parts: Vec<&str> = parts.split('|').collect();
                pieces.iter().map(|&piece| parts[piece % parts.len()]).collect()
            };
            let pgn = put_together(PGN);
            prop_assert_eq!(by_lines(&pgn::FORMAT, &pgn), pgn::FORMAT.read(&pgn), "{:?}", pgn);
            let sgf = put_together(SGF);
            prop_assert_eq!(by_lines(&sgf::FORMAT, &sgf), sgf::FORMAT.read(&sgf), "{:?}", sgf);
        }
    }
}
