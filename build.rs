//! Tells the program what it is built from: the target, and the commit where it is known.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The commit, in sources that `git archive` has packed.
const ARCHIVED: &str = "$Format:%H$";

/// What the program embeds. Only changes of these are looked for.
const SOURCES: [&str; 7] =
    ["Cargo.lock", "crates", "src", "uhp-transcripts", "web/css", "web/js", "web/page"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=WAGGLE_TARGET={}", env::var("TARGET").unwrap_or_default());
    if let Some(commit) = archived().or_else(packed).or_else(checked_out) {
        println!("cargo::rustc-env=WAGGLE_COMMIT={commit}");
    }
}

fn archived() -> Option<String> {
    (!ARCHIVED.starts_with('$')).then(|| ARCHIVED.to_owned())
}

/// The commit that `cargo package` has noted.
fn packed() -> Option<String> {
    let note = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = note.split_once("\"sha1\": \"")?;
    let commit = rest.split('"').next()?;
    Some(commit.to_owned() + if note.contains("\"dirty\": true") { CHANGED } else { "" })
}

const CHANGED: &str = ", changed since";

/// The commit of a clone. Development builds do without: each commit would build the tests anew.
fn checked_out() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let folder = git(&["rev-parse", "--show-toplevel"])?;
    // In another repository, the commit says nothing about this package.
    if fs::canonicalize(folder).ok()? != fs::canonicalize(".").ok()? {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in SOURCES.into_iter().chain([log.as_str()]) {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let status = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(commit + if status.is_empty() { "" } else { CHANGED })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
