//! What a command writes, compared with what it reads before anything is done.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use waggle::archive::Archive;

use super::game_files::{is_standard, resolved};

/// The outputs of a command: no two are at one place, and none is at the place of what is read, by whatever names.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    /// Files that are written as a whole.
    whole: Vec<PathBuf>,
    /// Files that are appended to, and folders of which every file is an output.
    growing: Vec<PathBuf>,
    /// Folders that are made if they are missing.
    folders: Vec<PathBuf>,
    /// Files with the usual ending of what is written to them.
    endings: Vec<(PathBuf, &'static str)>,
}

impl Outputs {
    /// With files that are written as a whole, and replaced only with `--force`.
    pub(crate) fn whole(mut self, paths: impl IntoIterator<Item: Into<PathBuf>>) -> Self {
        self.whole.extend(paths.into_iter().map(Into::into));
        self
    }

    /// With files that are appended to, and folders of which every file is an output.
    pub(crate) fn growing(mut self, paths: impl IntoIterator<Item: Into<PathBuf>>) -> Self {
        self.growing.extend(paths.into_iter().map(Into::into));
        self
    }

    /// With the usual ending of what is written to files.
    pub(crate) fn ending(
        mut self,
        ending: &'static str,
        paths: impl IntoIterator<Item: Into<PathBuf>>,
    ) -> Self {
        self.endings.extend(paths.into_iter().map(|path| (path.into(), ending)));
        self
    }

    /// With a folder to make, and files in it that are written as a whole.
    pub(crate) fn folder(
        mut self,
        folder: &Path,
        names: impl IntoIterator<Item: AsRef<Path>>,
    ) -> Self {
        self.folders.push(folder.to_owned());
        self.whole(names.into_iter().map(|name| folder.join(name)))
    }

    /// Refuses two outputs at one place, outputs that are read, contradicting endings, and without `force` outputs that are there already; then makes the folders.
    pub(crate) fn check(
        &self,
        read: impl IntoIterator<Item: AsRef<Path>>,
        force: bool,
    ) -> anyhow::Result<()> {
        // With the folders around them, since an output may be a folder.
        let read = read.into_iter().filter_map(|path| fs::canonicalize(path).ok());
        let read: Vec<PathBuf> = read.filter(|path| path.is_file()).collect();
        let read: HashSet<&Path> = read.iter().flat_map(|path| path.ancestors()).collect();
        let (mut taken, mut around) = (HashSet::new(), HashSet::new());
        for path in self.whole.iter().chain(&self.growing) {
            // Devices and pipes lose nothing.
            if fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
                continue;
            }
            let place = resolved(path);
            let name = format!("`{}`", path.display());
            let name = if is_standard(path) { "the standard output" } else { &name };
            let is_within = place.ancestors().any(|folder| taken.contains(folder));
            let is_taken = is_within || around.contains(&place);
            ensure!(!is_taken, "two outputs would go to {name}: name different files");
            let is_read =
                read.contains(place.as_path()) && (!place.is_dir() || self.growing.contains(path));
            ensure!(!is_read, "{name} is read: expected another file to write to");
            around.extend(place.ancestors().skip(1).map(Path::to_owned));
            taken.insert(place);
        }
        self.endings.iter().try_for_each(|(path, ending)| ensure_ending(path, ending))?;
        for folder in &self.folders {
            fs::create_dir_all(folder)
                .with_context(|| format!("making the folder `{}`", folder.display()))?;
        }
        self.whole.iter().try_for_each(|path| ensure_writable(path, force))
    }
}

/// Refuses a file whose name ends as another kind of file than what is written to it.
pub(crate) fn ensure_ending(path: &Path, ending: &str) -> anyhow::Result<()> {
    const KINDS: [&str; 8] = ["bga", "html", "jsonl", "pgn", "png", "sgf", "svg", "zip"];
    let found = path.extension().unwrap_or_default().to_ascii_lowercase();
    let is_other = KINDS.into_iter().any(|kind| found == kind && kind != ending);
    let path = path.display();
    ensure!(!is_other, "`{path}`: expected an ending such as .{ending} for what is written to it");
    Ok(())
}

/// The files of an archive.
pub(crate) fn paths(archive: &Archive) -> impl Iterator<Item = &PathBuf> {
    archive.sources().map(|source| &source.path)
}

/// Checks before long work that a file can be written, and without `force` that it is empty or new.
pub(crate) fn ensure_writable(path: &Path, force: bool) -> anyhow::Result<()> {
    if is_standard(path) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_there = folder.is_none_or(Path::is_dir);
    ensure!(is_there, "writing `{}`: expected a folder to write it to, found none", path.display());
    ensure!(!path.is_dir(), "writing `{}`: expected a file, found a folder", path.display());
    let is_lost = !force && fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0);
    ensure!(!is_lost, "`{}` already exists: --force replaces it", path.display());
    Ok(())
}
