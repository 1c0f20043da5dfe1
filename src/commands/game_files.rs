//! Reading and writing files of games, with messages that name the file.

use std::fs;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::Context as _;
use waggle::archive::{ZippedFiles, begins_zip};
use waggle::games::{Format, GameError, GameRecord, decode};

/// Whether a path stands for the standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads all games of a file in any format; `-` is the standard input. A broken game does not
/// affect the others.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Result<GameRecord, GameError>>> {
    let is_stdin = is_standard(path);
    let context = || format!("reading {}", name(path));
    let bytes = if is_stdin {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.with_context(context)?;
    if begins_zip(&bytes) {
        return read_zip(bytes, path).with_context(context);
    }
    let text = decode(bytes);
    let format = Format::detect((!is_stdin).then_some(path), &text).with_context(context)?;
    Ok(format.read(&text))
}

/// Reads all games of the files in a zip.
fn read_zip(bytes: Vec<u8>, path: &Path) -> anyhow::Result<Vec<Result<GameRecord, GameError>>> {
    let mut files = ZippedFiles::open(io::Cursor::new(bytes), &path.to_string_lossy().into())?;
    let mut games = vec![];
    while let Some((name, bytes)) = files.next_file(&mut 0) {
        let text = decode(bytes.with_context(|| name.to_string())?);
        let format = Format::detect(None, &text).with_context(|| name.to_string())?;
        games.extend(format.read(&text));
    }
    Ok(games)
}

pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) {
        "the standard input".to_owned()
    } else {
        format!("`{}`", path.display())
    }
}

/// Writes a file atomically: after an interruption, or on a full disk, the old content is still
/// there. `-` is the standard output.
pub(crate) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    write_by(path, |out| Ok(out.write_all(content)?))
}

/// The same for content too large for memory: `produce` writes it piece by piece.
pub(crate) fn write_by(
    path: &Path,
    produce: impl FnOnce(&mut dyn io::Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if is_standard(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        let written = produce(&mut out).and_then(|()| Ok(out.flush()?));
        let is_bare = |error: &anyhow::Error| error.chain().len() == 1 && error.is::<io::Error>();
        return written.map_err(|error| {
            if is_bare(&error) { error.context("writing to the standard output") } else { error }
        });
    }
    // Devices and pipes are not replaced.
    let target = resolved(path);
    let is_special = fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file());
    let written = if is_special {
        fs::OpenOptions::new().write(true).open(&target).map_err(Into::into).and_then(|file| {
            let mut out = BufWriter::new(file);
            produce(&mut out)?;
            Ok(out.flush()?)
        })
    } else {
        replace(&target, produce)
    };
    written.with_context(|| format!("writing `{}`", path.display()))
}

/// Where a file is, or will be: links are followed, even to files that do not exist yet.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let linked = || Some(path.parent()?.join(fs::read_link(path).ok()?));
    let within = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(resolved(folder.unwrap_or(Path::new("."))).join(path.file_name()?))
    };
    let whole = fs::canonicalize(path).ok().or_else(linked).or_else(within);
    whole.filter(|_| !is_standard(path)).unwrap_or_else(|| path.to_owned())
}

/// Writes a new file with the permissions of the old one and renames it. Not with `tempfile`, whose files only their owner can read.
fn replace(
    path: &Path,
    produce: impl FnOnce(&mut dyn io::Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let part = part_of(path);
    let mut out = BufWriter::new(fs::File::create_new(&part)?);
    let written = produce(&mut out).and_then(|()| {
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        Ok(fs::rename(&part, path)?)
    });
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&part);
    }
    written
}

/// The name of a file or a folder while it is being written.
pub(crate) fn part_of(path: &Path) -> PathBuf {
    beside(path, &format!(".{}.part", process::id()))
}

/// A file beside another one, with more at the end of its name.
pub(crate) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}
