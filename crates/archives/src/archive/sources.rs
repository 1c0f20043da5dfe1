//! The files of an archive.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::zipped::{begins_zip, has_zip_name};
use waggle_hive_core::games::Format;

/// The name of the standard input on the command line.
const STANDARD: &str = "-";

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is; `-` is the standard input.
    pub path: PathBuf,
    /// Whether it was named rather than found in a folder: then its extension gives the format
    /// if its text does not.
    pub is_named: bool,
    /// What it holds, if it is in memory.
    pub content: Option<Arc<[u8]>>,
}

/// A file that is read from the beginning, or in any order.
pub(super) trait Contents: BufRead + Seek {}

impl<C: BufRead + Seek> Contents for C {}

impl Source {
    /// A file in memory, whose text alone gives the format.
    pub fn in_memory(name: &str, content: Vec<u8>) -> Self {
        Self { path: name.into(), is_named: false, content: Some(content.into()) }
    }

    /// Opens it, unless it is the standard input.
    pub(super) fn open(&self) -> io::Result<Box<dyn Contents>> {
        Ok(match &self.content {
            Some(content) => Box::new(io::Cursor::new(Arc::clone(content))),
            None => Box::new(BufReader::new(File::open(&self.path)?)),
        })
    }

    /// Whether it is a zip, by its name or its first bytes, which a pipe gives only once.
    pub(super) fn is_zip(&self) -> bool {
        let begins = || {
            let mut bytes = [0; 4];
            self.open().and_then(|mut file| file.read_exact(&mut bytes)).is_ok()
                && begins_zip(&bytes)
        };
        let has_name = || !self.is_standard() && has_zip_name(&self.path);
        has_name() || self.length().is_some() && begins()
    }

    /// Whether it is the standard input.
    pub fn is_standard(&self) -> bool {
        self.content.is_none() && self.path == Path::new(STANDARD)
    }

    /// Its length in bytes, if known before reading.
    pub fn length(&self) -> Option<u64> {
        if let Some(content) = &self.content {
            return Some(content.len() as u64);
        }
        let metadata = (!self.is_standard()).then(|| fs::metadata(&self.path).ok())??;
        metadata.is_file().then_some(metadata.len())
    }
}

/// Why the files of an archive cannot be listed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum SourceError {
    #[error("`{}`: expected a file or a folder, found none", .0.display())]
    Missing(PathBuf),
    #[error("`{0}` matches no file")]
    NoMatch(String),
    #[error("`{0}` is not a valid pattern: {1}")]
    Pattern(String, &'static str),
    #[error("`{}` holds no file of games: expected names that end in .{}", .0.display(), endings())]
    EmptyFolder(PathBuf),
    #[error("reading the folder `{}`", .0.display())]
    Folder(PathBuf, #[source] io::Error),
}

fn endings() -> String {
    format!("{}, .zip", Format::ALL.map(Format::ending).join(", ."))
}

/// The files that arguments name: files, folders (every file below them with a known extension),
/// patterns such as `games/*.pgn`, and `-`.
///
/// Each file is listed once. Files of a folder or pattern are sorted by name; hidden files in
/// folders are skipped.
pub fn sources(arguments: &[PathBuf]) -> Result<Vec<Source>, SourceError> {
    let mut finder = Finder::default();
    for argument in arguments {
        finder.add(argument)?;
    }
    Ok(finder.found)
}

#[derive(Default)]
struct Finder {
    found: Vec<Source>,
    /// The canonical paths of the files and folders seen so far.
    met: HashSet<PathBuf>,
}

impl Finder {
    fn add(&mut self, argument: &Path) -> Result<(), SourceError> {
        if argument == Path::new(STANDARD) || argument.exists() {
            return self.add_existing(argument);
        }
        let pattern = argument.to_string_lossy();
        if !pattern.contains(['*', '?', '[']) {
            return Err(SourceError::Missing(argument.to_owned()));
        }
        let wrong =
            |error: glob::PatternError| SourceError::Pattern(pattern.to_string(), error.msg);
        let matches: Vec<PathBuf> = glob::glob(&pattern).map_err(wrong)?.flatten().collect();
        if matches.is_empty() {
            return Err(SourceError::NoMatch(pattern.into_owned()));
        }
        matches.iter().try_for_each(|path| self.add_existing(path))
    }

    fn add_existing(&mut self, path: &Path) -> Result<(), SourceError> {
        if !path.is_dir() {
            self.push(path, true);
            return Ok(());
        }
        let before = self.met.len();
        self.walk(path)?;
        // The folder and everything in it has now been seen.
        if self.met.len() == before + 1 {
            return Err(SourceError::EmptyFolder(path.to_owned()));
        }
        Ok(())
    }

    fn push(&mut self, path: &Path, is_named: bool) {
        if self.is_new(path) {
            self.found.push(Source { path: path.to_owned(), is_named, content: None });
        }
    }

    fn is_new(&mut self, path: &Path) -> bool {
        self.met.insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    }

    /// Adds the files of a folder and of those within it.
    fn walk(&mut self, folder: &Path) -> Result<(), SourceError> {
        // A link may lead back to a parent.
        if !self.is_new(folder) {
            return Ok(());
        }
        let failed = |error| SourceError::Folder(folder.to_owned(), error);
        let entries = fs::read_dir(folder).map_err(failed)?;
        let mut paths = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(failed)?;
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                self.walk(&path)?;
            } else if Format::of_name(&path).is_some() || has_zip_name(&path) {
                self.push(&path, false);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str, files: &[&str]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("waggle-{}-{name}", std::process::id()));
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("it is in the folder")).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn names(folder: &Path, arguments: &[&str]) -> Vec<String> {
        let arguments: Vec<PathBuf> =
            arguments.iter().map(|argument| folder.join(argument)).collect();
        let found = sources(&arguments).unwrap();
        let name = |source: &Source| {
            let path = source.path.strip_prefix(folder).unwrap();
            path.to_string_lossy().replace('\\', "/")
        };
        found.iter().map(name).collect()
    }

    #[test]
    fn folders_and_patterns_are_expanded_without_duplicates() {
        let files =
            ["b.pgn", "a/z.SGF", "a/b/c.txt", "a/readme.md", ".git/x.pgn", "x[1].pgn", "x1.pgn"];
        let folder = folder("found", &files);
        let all = ["a/b/c.txt", "a/z.SGF", "b.pgn", "x1.pgn", "x[1].pgn"];
        assert_eq!(names(&folder, &["."]).len(), 5);
        assert_eq!(names(&folder, &[""]), all);
        assert_eq!(names(&folder, &["*.pgn", "b.pgn"]), ["b.pgn", "x1.pgn", "x[1].pgn"]);
        assert_eq!(names(&folder, &["**/*.txt", "a"]), ["a/b/c.txt", "a/z.SGF"]);
        assert_eq!(names(&folder, &["x[1].pgn"]), ["x[1].pgn"], "a name that exists is no pattern");
        assert_eq!(
            names(&folder, &["a/readme.md"]),
            ["a/readme.md"],
            "a file may be named anything"
        );
        assert_eq!(names(&folder, &["b.pgn", "a", "b.pgn"])[0], "b.pgn");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_standard_input_has_no_length() {
        let found = sources(&["-".into(), "-".into()]).unwrap();
        assert_eq!(found, [Source { path: "-".into(), is_named: true, content: None }]);
        assert_eq!(found[0].length(), None);
    }
}
