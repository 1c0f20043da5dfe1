//! Every command line about matches that README and the documents show is run, with fewer
//! and shorter games.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGES: [&str; 2] = [include_str!("../../README.md"), include_str!("../../docs/match.md")];

/// A directory with `waggle` and with the engines of the examples, all of which are Waggle.
fn directory() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("documented");
    // It may be left from an earlier run, or not.
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    let waggle = Path::new(env!("CARGO_BIN_EXE_waggle"));
    symlink(waggle, directory.join("waggle")).expect("a link");
    for engine in ["nokamute", "old", "new"] {
        let path = directory.join(engine);
        fs::write(&path, format!("#!/bin/sh\nexec '{}'\n", waggle.display())).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    directory
}

/// The blocks of code of a page, by their language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    page.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The command lines of a page that call one of these verbs.
fn commands(page: &str, verbs: &[&str]) -> Vec<String> {
    let blocks = [blocks(page, "sh"), blocks(page, "console")].concat();
    let text = blocks.join("\n").replace("\\\n", " ");
    let lines = text.lines().map(|line| line.trim_start_matches("$ "));
    let calls = |line: &&str| verbs.iter().any(|verb| line.starts_with(&format!("waggle {verb} ")));
    // What follows a blank and `#` is a comment.
    lines.filter(calls).map(|line| line.split(" #").next().unwrap_or(line).to_owned()).collect()
}

#[test]
fn every_match_that_is_shown_can_be_played() {
    let directory = directory();
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default());
    for page in PAGES {
        for (index, block) in blocks(page, "toml").iter().enumerate() {
            assert_eq!(index, 0, "the file would be overwritten");
            fs::write(directory.join("match.toml"), block).expect("a file");
        }
        for command in commands(page, &["match", "verify"]) {
            let shorter = match command.split(' ').nth(1) {
                Some("verify") => "--games 1 --plies 10 --perft-depth 1 --only banner",
                _ if command.contains("--summarise") => "",
                _ => "--games 4 --max-plies 6",
            };
            let output = Command::new("sh")
                .args(["-c", &format!("{command} {shorter}")])
                .current_dir(&directory)
                .env("PATH", &path)
                .output()
                .expect("a shell");
            let message = String::from_utf8_lossy(&output.stderr);
            // A short test is undecided.
            assert!(matches!(output.status.code(), Some(0 | 3)), "{command}: {message}");
        }
    }
}
