//! A file of JSON documents, one per line, each naming its game; and how a run resumes one.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;
use waggle::arena::differences;
use waggle::document::{self, FORMAT, Origin};

use super::super::growing_file::{Existing, GrowingFile};
use super::super::terminal::print;

/// Which game of an archive a line is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GameId {
    pub(crate) file: String,
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) fingerprint: String,
}

impl GameId {
    /// The fields that begin each line about this game.
    pub(crate) fn origin(&self, settings: &str) -> Origin {
        let Self { file, number, fingerprint } = self.clone();
        Origin { file, number, fingerprint, settings: settings.to_owned() }
    }

    /// A hash: collisions within an archive are unlikely.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} of {}", self.number, self.file)
    }
}

/// How many lines a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerGame {
    /// One, so that it is done if it is there.
    One,
    /// Any number. The last game of a file may lack some and is done again; those before it
    /// are done, whether or not they have a line.
    Any,
}

/// The games that an earlier run finished.
#[derive(Debug)]
pub(crate) enum Done {
    /// These, by their keys: eight bytes a game.
    These(HashSet<u64>),
    Before(GameId),
}

impl Default for Done {
    fn default() -> Self {
        Self::These(HashSet::new())
    }
}

impl Done {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::These(games) if games.is_empty())
    }

    /// Whether the earlier run finished the next game of the archive.
    pub(crate) fn holds(&mut self, id: &GameId) -> bool {
        match self {
            Self::These(games) => games.contains(&id.key()),
            Self::Before(last) if last == id => {
                *self = Self::default();
                false
            }
            Self::Before(_) => true,
        }
    }

    /// Checks, after the last game of the archive, that the file belongs to it.
    pub(crate) fn ensure_met(&self) -> anyhow::Result<()> {
        match self {
            Self::These(_) => Ok(()),
            Self::Before(last) => bail!("the archive has no {last}, expected it from --resume"),
        }
    }
}

/// Where lines go, game by game.
pub(crate) enum LineFile {
    Standard,
    File(GrowingFile),
    /// Nothing is kept.
    Nowhere,
}

/// Reads an earlier line; an error ends the run.
type EarlierLine<'a> = &'a mut dyn FnMut(&[u8]) -> anyhow::Result<()>;

/// The fields that every line has.
#[derive(Deserialize)]
struct Head {
    file: String,
    number: usize,
    fingerprint: String,
    settings: String,
    format: Option<u32>,
}

impl LineFile {
    /// Opens a file for lines made with these settings; `-` is the standard output.
    ///
    /// Resuming drops a truncated last line and passes the others to `earlier_line`. Lines with
    /// other settings or of another format are an error.
    pub(crate) fn open(
        path: &Path,
        existing: Existing,
        settings: &str,
        per_game: PerGame,
        earlier_line: EarlierLine<'_>,
    ) -> anyhow::Result<(Self, Done)> {
        let nothing = Done::default();
        if path == Path::new("-") {
            ensure!(
                existing != Existing::Resume,
                "--resume continues a file: name it with --output"
            );
            return Ok((Self::Standard, nothing));
        }
        let file = GrowingFile::open(path)?;
        let done = match existing {
            _ if file.length()? == 0 => nothing,
            Existing::Replace => {
                file.cut(0)?;
                nothing
            }
            Existing::Resume => {
                let (done, length) = earlier(file.file(), settings, per_game, earlier_line)
                    .with_context(|| format!("resuming `{}`", path.display()))?;
                file.cut(length)?;
                done
            }
            Existing::Refuse => bail!(
                "`{}` already exists: --resume continues it, --force replaces it",
                path.display()
            ),
        };
        Ok((Self::File(file), done))
    }

    /// Whether a later run can resume it.
    pub(crate) fn can_be_resumed(&self) -> bool {
        matches!(self, Self::File(file) if file.is_kept())
    }

    /// Appends the lines of a game in one write, so that an interruption leaves whole lines.
    pub(crate) fn append(&mut self, lines: &[impl fmt::Display]) -> anyhow::Result<()> {
        let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
        match self {
            Self::Standard => print(&text),
            Self::File(file) => file.append(&text),
            Self::Nowhere => Ok(()),
        }
    }
}

/// Why a line's format may differ, and what to do.
const ANOTHER_BUILD: &str = "another version wrote it, or replace it with --force";

/// How the lines of reviews and of puzzles start.
const LINE_STARTS: [&[u8]; 2] = [br#"{"file":""#, br#"{"kind":""#];

/// The games of a file, and how many of its bytes remain.
fn earlier(
    file: &File,
    settings: &str,
    per_game: PerGame,
    earlier_line: EarlierLine<'_>,
) -> anyhow::Result<(Done, u64)> {
    let mut reader = BufReader::new(file);
    let mut games = HashSet::new();
    let (mut whole, mut line_number) = (0, 0_usize);
    // The last game, and the offset of its first line.
    let mut last: Option<(GameId, u64)> = None;
    let mut of_last = vec![];
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let is_begun = |start: &&[u8]| line.starts_with(start) || start.starts_with(&line);
            ensure!(LINE_STARTS.iter().any(is_begun), "line {} is no document", line_number + 1);
            break;
        }
        line_number += 1;
        let Head { file, number, fingerprint, settings: written, format } =
            document::read(&line)
                .with_context(|| format!("line {line_number} names no game of an archive"))?;
        let id = GameId { file, number, fingerprint };
        match format {
            Some(FORMAT) => {}
            Some(other) => {
                bail!("line {line_number} has format {other}, expected {FORMAT}: {ANOTHER_BUILD}")
            }
            None => bail!("line {line_number} has no format, expected {FORMAT}: {ANOTHER_BUILD}"),
        }
        let differing = differences(&written, settings);
        ensure!(
            differing.is_empty(),
            "line {line_number} has other settings: {}",
            differing.join("; ")
        );
        let mut read = |number: usize, line: &[u8]| {
            earlier_line(line).with_context(|| format!("line {number}"))
        };
        match per_game {
            PerGame::One => {
                games.insert(id.key());
                read(line_number, &line)?;
            }
            PerGame::Any => {
                if last.as_ref().is_none_or(|(last, _)| *last != id) {
                    of_last
                        .drain(..)
                        .try_for_each(|(number, line): (usize, Vec<u8>)| read(number, &line))?;
                    last = Some((id, whole));
                }
                of_last.push((line_number, line.clone()));
            }
        }
        whole += length as u64;
    }
    Ok(match last {
        Some((id, start)) => (Done::Before(id), start),
        None => (Done::These(games), whole),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde_json::{Value, json};

    use super::*;

    fn line(number: usize, kind: &str) -> Value {
        let GameId { file, number, fingerprint } = id(number);
        json!({
            "file": file, "number": number, "fingerprint": fingerprint, "settings": "--nodes 5",
            "kind": kind, "format": FORMAT,
        })
    }

    fn id(number: usize) -> GameId {
        GameId { file: "a.pgn".to_owned(), number, fingerprint: format!("{number:016x}") }
    }

    /// A file with lines of two games, of which the second has two, and half a line more.
    fn torn(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("waggle-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        let (mut file, done) =
            LineFile::open(&path, Existing::Resume, "--nodes 5", PerGame::Any, &mut |_| Ok(()))
                .expect("a new file");
        assert!(done.is_empty());
        file.append(&[line(1, "x")]).unwrap();
        file.append(&[] as &[Value]).unwrap();
        file.append(&[line(3, "x"), line(3, "y")]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + "{\"file\":\"a.p").unwrap();
        path
    }

    #[test]
    fn a_line_that_was_cut_off_is_dropped() {
        let path = torn("one");
        let (_, mut done) =
            LineFile::open(&path, Existing::Resume, "--nodes 5", PerGame::One, &mut |_| Ok(()))
                .unwrap();
        let held: Vec<bool> = (1..5).map(|number| done.holds(&id(number))).collect();
        assert_eq!(held, [true, false, true, false]);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!((text.lines().count(), text.ends_with('\n')), (3, true));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn where_games_have_any_number_of_lines_the_last_is_done_again() {
        let path = torn("any");
        let mut stay = vec![];
        let mut note = |line: &[u8]| {
            stay.push(serde_json::from_slice::<Value>(line)?["kind"].clone());
            Ok(())
        };
        let (mut file, mut done) =
            LineFile::open(&path, Existing::Resume, "--nodes 5", PerGame::Any, &mut note).unwrap();
        assert_eq!(stay, ["x"], "what will be written again does not count");
        assert!(done.ensure_met().is_err());
        let held: Vec<bool> = (1..5).map(|number| done.holds(&id(number))).collect();
        assert_eq!(held, [true, true, false, false]);
        assert!(done.ensure_met().is_ok());
        file.append(&[line(3, "z")]).unwrap();
        let kinds: Vec<Value> = fs::read_to_string(&path)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["kind"].clone())
            .collect();
        assert_eq!(kinds, ["x", "z"]);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let path = torn("refused");
        let error = |existing: Existing, settings: &str| {
            let opened = LineFile::open(&path, existing, settings, PerGame::One, &mut |_| Ok(()));
            format!("{:#}", opened.err().expect("it is refused"))
        };
        assert!(error(Existing::Resume, "--nodes 6").ends_with("--nodes is 5 there, 6 here"));
        assert!(error(Existing::Refuse, "--nodes 5").contains("already exists"));
        fs::write(&path, "{\"kind\": \"x\"}\n").unwrap();
        assert!(
            error(Existing::Resume, "")
                .ends_with("names no game of an archive: missing field `file`")
        );
        for (format, found) in [(json!(null), "no format"), (json!(7), "format 7")] {
            let mut other = line(1, "x");
            other["format"] = format;
            fs::write(&path, format!("{other}\n")).unwrap();
            let error = error(Existing::Resume, "--nodes 5");
            assert!(error.contains(&format!("line 1 has {found}, expected 1: another")), "{error}");
        }
        fs::remove_file(&path).unwrap();
        assert!(
            LineFile::open(Path::new("-"), Existing::Resume, "", PerGame::One, &mut |_| Ok(()))
                .is_err()
        );
    }
}
