//! Reading a file of games line by line, so that a large one need not be in memory.

use super::{Format, GameError, GameRecord, decode};

/// Finds where games begin, as the lines of a file pass by.
pub(super) trait Boundary: Send + Sync {
    /// Takes the next line. Whether a game begins with it; a game that begins further on in
    /// a line is read together with the one before.
    fn starts_game(&mut self, line: &str) -> bool;

    /// Whether the line taken last is the heading of a table, which belongs to every game.
    fn is_heading(&self) -> bool {
        false
    }
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
    /// The heading of a table, with its end.
    heading: Vec<u8>,
    /// The lines since the last boundary, and how many there were before them.
    pending: Vec<u8>,
    pending_lines: usize,
    lines: usize,
}

impl GameSplitter {
    /// A splitter at the beginning of a file.
    pub fn new(format: &'static Format) -> Self {
        let boundary = (format.boundary)();
        Self { format, boundary, heading: vec![], pending: vec![], pending_lines: 0, lines: 0 }
    }

    /// Takes the next line, without its end; returns the text before it if it ends there.
    pub fn push(&mut self, line: &[u8]) -> Option<GameText> {
        // Only characters of ASCII decide where a game begins.
        let starts = self.boundary.starts_game(&String::from_utf8_lossy(line));
        let complete = if starts { self.finish() } else { None };
        if self.boundary.is_heading() {
            self.heading = [line, b"\n"].concat();
            self.lines += 1;
            return complete;
        }
        self.pending.extend_from_slice(line);
        self.pending.push(b'\n');
        self.pending_lines += 1;
        complete
    }

    /// Returns the text of the last lines.
    pub fn finish(&mut self) -> Option<GameText> {
        let lines = std::mem::take(&mut self.pending);
        let lines_before = self.lines - usize::from(!self.heading.is_empty());
        self.lines += std::mem::take(&mut self.pending_lines);
        let bytes = [self.heading.as_slice(), &lines].concat();
        (!lines.is_empty()).then_some(GameText { format: self.format, bytes, lines_before })
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
