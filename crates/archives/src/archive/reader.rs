//! Streaming the games of an archive.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::file_lines::FileLines;
use super::sources::Contents;
use super::walk::Walk;
use super::zipped::ZippedFiles;
use super::{Filter, ReadFault, Source, SourceError, Unreadable, sources};
use waggle_hive_core::games::{Format, GameError, GameRecord, GameSplitter, GameText};
use waggle_hive_core::text::one_line;

/// The game files of an archive, still unread.
#[derive(Clone, Debug)]
pub struct Archive {
    sources: VecDeque<Source>,
    pub(super) filter: Arc<Filter>,
    /// The number of skipped games, in this archive and its copies.
    pub(super) passed_over: Arc<AtomicU64>,
    /// The number of repeated games.
    pub(super) repeated: Arc<AtomicU64>,
}

impl Archive {
    /// The archive that command-line arguments name, see [`sources()`].
    pub fn of(arguments: &[PathBuf]) -> Result<Self, SourceError> {
        Ok(Self::from_iter(sources(arguments)?))
    }

    /// The same archive without the games that do not count.
    #[must_use]
    pub fn only(self, filter: Filter) -> Self {
        Self { filter: filter.into(), ..self }
    }

    /// The same archive without files that were found in folders but are written to.
    #[must_use]
    pub fn except<'a>(mut self, written: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        let written: Vec<_> =
            written.into_iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let is_read = |path: &Path| fs::canonicalize(path).is_ok_and(|it| !written.contains(&it));
        self.sources
            .retain(|source| source.is_named || written.is_empty() || is_read(&source.path));
        self
    }

    /// The number of readable games that the filter skipped since the last call, in this archive and
    /// its copies.
    pub fn take_passed_over(&self) -> u64 {
        self.passed_over.swap(0, Ordering::Relaxed)
    }

    /// The number of games skipped since the last call as repeats of a game at least as long with the
    /// same id, in this archive and its copies.
    pub fn take_repeated(&self) -> u64 {
        self.repeated.swap(0, Ordering::Relaxed)
    }

    /// Its files.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter()
    }

    /// The total size in bytes, if known.
    pub fn bytes(&self) -> Option<u64> {
        self.sources.iter().map(Source::length).sum()
    }

    /// The texts of its games, including those that the filter rejects, for parsing on other threads.
    pub fn texts(self) -> Texts {
        Texts { sources: self.sources, zip: None, open: None, bytes: 0 }
    }

    /// Its games.
    pub fn games(self) -> Games {
        Games { walk: Walk::of(&self), texts: self.texts(), ready: VecDeque::new() }
    }
}

impl FromIterator<Source> for Archive {
    fn from_iter<S: IntoIterator<Item = Source>>(sources: S) -> Self {
        Self {
            sources: sources.into_iter().collect(),
            filter: Arc::default(),
            passed_over: Arc::default(),
            repeated: Arc::default(),
        }
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

/// A game of an archive, or what was made of it.
#[derive(Clone, Debug)]
pub struct ArchivedGame<G = GameRecord> {
    /// The name of its file, as shown in messages.
    pub file: Arc<str>,
    /// Its number in the file, from 1, counting unreadable games.
    pub number: usize,
    /// The bytes of the archive up to its end.
    pub bytes: u64,
    /// The game.
    pub record: G,
    /// The error up to which it was read, see [`Filter::up_to_error`].
    pub error: Option<GameError>,
}

/// Iterates over the texts of an archive's games, with an error for each unreadable file.
pub struct Texts {
    sources: VecDeque<Source>,
    zip: Option<ZippedFiles<Box<dyn Contents>>>,
    open: Option<OpenFile>,
    bytes: u64,
}

impl Iterator for Texts {
    type Item = Result<ArchiveText, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(open) = &mut self.open else {
                match self.open_next() {
                    Ok(true) => continue,
                    Ok(false) => return None,
                    Err(unreadable) => return Some(Err(unreadable)),
                }
            };
            let mut unpacked = 0;
            let bytes = if self.zip.is_some() { &mut unpacked } else { &mut self.bytes };
            match open.next_text(bytes) {
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

impl Texts {
    /// Opens the next file, or the next within a zip; whether there may be one.
    fn open_next(&mut self) -> Result<bool, Unreadable> {
        if let Some(zip) = &mut self.zip {
            let Some((name, unpacked)) = zip.next_file(&mut self.bytes) else {
                self.zip = None;
                return Ok(true);
            };
            let lines = unpacked.and_then(|bytes| FileLines::new(Box::new(io::Cursor::new(bytes))));
            let opened = lines.map_err(ReadFault::from).and_then(|lines| {
                // Its bytes were counted as they are in the zip.
                OpenFile::new(Arc::clone(&name), lines, None, &mut 0)
            });
            self.open = Some(opened.map_err(|fault| Unreadable { file: name, fault })?);
            return Ok(true);
        }
        let Some(source) = self.sources.pop_front() else { return Ok(false) };
        let file = name(&source);
        if source.is_zip() {
            let zip = source.open().and_then(|zip| ZippedFiles::open(zip, &file));
            self.zip = Some(zip.map_err(|error| Unreadable { file, fault: error.into() })?);
            return Ok(true);
        }
        let tells = (source.is_named && !source.is_standard()).then_some(&*source.path);
        let opened = lines_of(&source)
            .map_err(ReadFault::from)
            .and_then(|lines| OpenFile::new(Arc::clone(&file), lines, tells, &mut self.bytes));
        match opened {
            Ok(open) => self.open = Some(open),
            Err(ReadFault::Format(error)) if !source.is_named && is_own_document(&error.found) => {}
            Err(fault) => return Err(Unreadable { file, fault }),
        }
        Ok(true)
    }
}

/// Whether a text in no format begins like our own lines of reviews or puzzles, which may be stored
/// next to their games.
fn is_own_document(found: &str) -> bool {
    found.starts_with("{\"kind\":")
}

/// The lines of a file, or of the standard input.
fn lines_of(source: &Source) -> io::Result<FileLines> {
    let reader: Box<dyn BufRead> =
        if source.is_standard() { Box::new(BufReader::new(io::stdin())) } else { source.open()? };
    FileLines::new(reader)
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
    /// Detects the format of a file by its text, or else by its extension.
    fn new(
        name: Arc<str>,
        mut lines: FileLines,
        name_tells: Option<&Path>,
        bytes: &mut u64,
    ) -> Result<Self, ReadFault> {
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
        let splitter = GameSplitter::new(Format::detect(name_tells, &beginning)?);
        Ok(Self { name, lines, splitter, first_lines, is_at_end: false })
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
    walk: Walk,
    ready: VecDeque<Result<ArchivedGame, Unreadable>>,
}

impl Iterator for Games {
    type Item = Result<ArchivedGame, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            match self.texts.next()? {
                Ok(text) => {
                    let games = text.games(&self.walk.filter, |record| record);
                    self.ready.extend(self.walk.through(games));
                }
                Err(unreadable) => return Some(Err(unreadable)),
            }
        }
        self.ready.pop_front()
    }
}
