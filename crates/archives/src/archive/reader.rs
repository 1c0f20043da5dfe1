//! Streaming the games of an archive.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use super::file_lines::FileLines;
use super::{Fault, Source, SourceError, Unreadable, sources};
use waggle_hive_core::games::{Format, GameRecord, GameSplitter, GameText};
use waggle_hive_core::text::one_line;

/// The game files of an archive, still unread.
#[derive(Clone, Debug)]
pub struct Archive {
    sources: VecDeque<Source>,
}

impl Archive {
    /// The archive that command-line arguments name, see [`sources()`].
    ///
    /// # Errors
    ///
    /// If an argument matches no file.
    pub fn of(arguments: &[PathBuf]) -> Result<Self, SourceError> {
        Ok(Self { sources: sources(arguments)?.into() })
    }

    /// Its files.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter()
    }

    /// The total size in bytes, if known.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.sources.iter().map(Source::length).sum()
    }

    /// The texts of its games, for parsing on other threads.
    #[must_use]
    pub fn texts(self) -> Texts {
        Texts { sources: self.sources, open: None, bytes: 0 }
    }

    /// Its games.
    #[must_use]
    pub fn games(self) -> Games {
        Games { texts: self.texts(), file: None, number: 0, ready: VecDeque::new() }
    }
}

/// The text of a game of an archive; for some formats of several, see [`GameText`].
#[derive(Clone, Debug)]
pub struct ArchiveText {
    /// The name of its file, as shown in messages.
    pub file: Arc<str>,
    /// The text.
    pub text: GameText,
    /// The bytes of the archive up to its end.
    pub bytes: u64,
}

/// A game of an archive.
#[derive(Clone, Debug)]
pub struct ArchivedGame {
    /// The name of its file, as shown in messages.
    pub file: Arc<str>,
    /// Its number in the file, from 1, counting unreadable games.
    pub number: usize,
    /// The game.
    pub record: GameRecord,
    /// The bytes of the archive up to its end.
    pub bytes: u64,
}

/// Iterates over the texts of an archive's games, with an error for each unreadable file.
pub struct Texts {
    sources: VecDeque<Source>,
    open: Option<OpenFile>,
    bytes: u64,
}

impl Iterator for Texts {
    type Item = Result<ArchiveText, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(open) = &mut self.open else {
                let source = self.sources.pop_front()?;
                match OpenFile::new(&source, &mut self.bytes) {
                    Ok(open) => self.open = Some(open),
                    Err(fault) => return Some(Err(Unreadable { file: name(&source), fault })),
                }
                continue;
            };
            match open.next_text(&mut self.bytes) {
                Ok(Some(text)) => {
                    let (file, bytes) = (Arc::clone(&open.name), self.bytes);
                    return Some(Ok(ArchiveText { file, text, bytes }));
                }
                Ok(None) => self.open = None,
                Err(error) => {
                    let file = Arc::clone(&open.name);
                    self.open = None;
                    return Some(Err(Unreadable { file, fault: error.into() }));
                }
            }
        }
    }
}

/// A file that is being read.
struct OpenFile {
    name: Arc<str>,
    lines: FileLines,
    splitter: GameSplitter,
    /// Lines read to detect the format, not yet consumed.
    first_lines: VecDeque<Vec<u8>>,
    is_at_end: bool,
}

impl OpenFile {
    /// Opens a file and detects its format.
    fn new(source: &Source, bytes: &mut u64) -> Result<Self, Fault> {
        let reader: Box<dyn BufRead> = if source.is_standard() {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(&source.path)?))
        };
        let mut lines = FileLines::new(reader)?;
        let mut first_lines = VecDeque::new();
        let mut beginning = String::new();
        // The first line that is neither blank nor a comment shows the format.
        while Format::of_text(&beginning).is_none()
            && let Some(line) = lines.next(bytes)?
        {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_start_matches('\u{feff}').trim();
            let is_telling = !text.is_empty() && !text.starts_with('#');
            if is_telling {
                text.clone_into(&mut beginning);
            }
            first_lines.push_back(line);
            if is_telling {
                break;
            }
        }
        let name_tells = (source.is_named && !source.is_standard()).then_some(&*source.path);
        let splitter = GameSplitter::new(Format::detect(name_tells, &beginning)?);
        Ok(Self { name: name(source), lines, splitter, first_lines, is_at_end: false })
    }

    /// The next text; `None` at the end of the file.
    fn next_text(&mut self, bytes: &mut u64) -> io::Result<Option<GameText>> {
        while !self.is_at_end {
            let line = match self.first_lines.pop_front() {
                Some(line) => Some(line),
                None => self.lines.next(bytes)?,
            };
            self.is_at_end = line.is_none();
            let text = match line {
                Some(line) => self.splitter.push(&line),
                None => self.splitter.finish(),
            };
            if text.is_some() {
                return Ok(text);
            }
        }
        Ok(None)
    }
}

fn name(source: &Source) -> Arc<str> {
    if source.is_standard() {
        "the standard input".into()
    } else {
        one_line(&source.path.display().to_string()).into()
    }
}

/// Iterates over an archive's games, with an error for each unreadable game or file.
pub struct Games {
    texts: Texts,
    /// The file of the last text, and its games so far.
    file: Option<Arc<str>>,
    number: usize,
    ready: VecDeque<Result<ArchivedGame, Unreadable>>,
}

impl Iterator for Games {
    type Item = Result<ArchivedGame, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            match self.texts.next()? {
                Ok(text) => self.take(text),
                Err(unreadable) => return Some(Err(unreadable)),
            }
        }
        self.ready.pop_front()
    }
}

impl Games {
    fn take(&mut self, ArchiveText { file, text, bytes }: ArchiveText) {
        if self.file.as_ref() != Some(&file) {
            (self.file, self.number) = (Some(Arc::clone(&file)), 0);
        }
        for game in text.read() {
            self.number += 1;
            let (file, number) = (Arc::clone(&file), self.number);
            self.ready.push_back(match game {
                Ok(record) => Ok(ArchivedGame { file, number, record, bytes }),
                Err(mut error) => {
                    error.game = number;
                    Err(Unreadable { file, fault: error.into() })
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(name: &str) -> PathBuf {
        format!("{}/../../tests/data/games/{name}", env!("CARGO_MANIFEST_DIR")).into()
    }

    #[test]
    fn games_are_numbered_per_file_and_errors_stop_nothing() {
        let names = ["broken.pgn", "boardspace.sgf", "games.txt", "mzinga.pgn"];
        let archive = Archive::of(&names.map(data)).unwrap();
        let total = archive.bytes().unwrap();
        let mut found: Vec<(String, usize)> = vec![];
        let mut last = 0;
        for game in archive.games() {
            match game {
                Ok(game) => {
                    assert!(game.bytes >= last);
                    last = game.bytes;
                    found.push((game.file.to_string(), game.number));
                }
                Err(unreadable) => {
                    let Fault::Game(error) = &unreadable.fault else { panic!("{unreadable}") };
                    assert!(unreadable.to_string().contains(": game "), "{unreadable}");
                    found.push((format!("! {}", unreadable.file), error.game));
                }
            }
        }
        assert_eq!(last, total);
        let mut expected = vec![];
        for name in names {
            let path = data(name);
            let text = std::fs::read_to_string(&path).unwrap();
            let format = Format::detect(Some(&path), &text).unwrap();
            for (index, game) in format.read(&text).iter().enumerate() {
                let sign = if game.is_ok() { "" } else { "! " };
                expected.push((format!("{sign}{}", path.display()), index + 1));
            }
        }
        assert_eq!(found, expected);
        assert!(found.iter().any(|(file, _)| file.starts_with("! ")));
    }

    #[test]
    fn a_file_that_is_not_a_game_file_yields_one_error() {
        let folder = std::env::temp_dir().join(format!("waggle-{}-reader", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.txt"), "\u{feff}# remarks\r\n\r\nBase;;;wS1\r\nBase\r\n")
            .unwrap();
        std::fs::write(folder.join("readme.txt"), "These are\nmy games.\n").unwrap();
        let read = |path: PathBuf| {
            let games = Archive::of(&[path]).unwrap().games();
            games.map(|game| game.map(|game| game.number).map_err(|error| error.to_string()))
        };
        let found: Vec<_> = read(folder.clone()).collect();
        assert_eq!(found[..2], [Ok(1), Ok(2)]);
        let message = "readme.txt: expected games as PGN, SGF or GameStrings, found `These are`";
        assert!(found[2].as_ref().is_err_and(|error| error.ends_with(message)), "{found:?}");
        assert_eq!(found.len(), 3);
        let named: Vec<_> = read(folder.join("readme.txt")).collect();
        assert_eq!(named.len(), 2, "a file that is named is taken at its name: {named:?}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
