//! The pages of `tests/console`: command lines, and what must come of them.
//!
//! Below a command are the lines of its standard output, then those of its error output after `! `, then its exit code after
//! `? ` unless that is 0. `...` stands for any lines, `[..]` for any part of a line. Each page runs from its top in a folder of
//! its own, which has links to `tests` and `examples`.

use std::fmt::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::thread;

use super::program::folder;
use super::shown::{Shown, commands, prints};
use super::{pages, path_of_programs, root, run};

#[test]
fn every_command_line_of_the_pages_does_what_is_written_below() {
    let folder = folder("console");
    let path = path_of_programs(&folder);
    let pages: Vec<_> =
        pages().into_iter().filter(|(page, _)| page.starts_with("tests/console")).collect();
    assert!(pages.len() >= 6, "{} pages", pages.len());
    let complaints: Vec<String> = thread::scope(|scope| {
        let of_page = |(page, text)| complaints(page, text, &folder, &path);
        let running: Vec<_> =
            pages.iter().map(|(page, text)| scope.spawn(move || of_page((page, text)))).collect();
        running.into_iter().flat_map(|page| page.join().expect("no panic")).collect()
    });
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// What goes otherwise than a page says.
fn complaints(page: &Path, text: &str, folder: &Path, path: &str) -> Vec<String> {
    let folder = folder.join(page.file_stem().expect("a name"));
    std::fs::create_dir(&folder).expect("a folder can be made");
    for name in ["tests", "examples"] {
        symlink(root().join(name), folder.join(name)).expect("a link can be made");
    }
    let complaint = |Shown { command, output, .. }: Shown| {
        let (code, mut found, errors) = run(&folder, path, &command);
        for line in errors.lines() {
            writeln!(found, "! {line}").expect("memory");
        }
        let code = code.unwrap_or(-1);
        if code != 0 {
            writeln!(found, "? {code}").expect("memory");
        }
        let is_right = prints(&found, &output);
        (!is_right).then(|| format!("{}: {command}\n{found}not\n{output}", page.display()))
    };
    commands(text).into_iter().filter_map(complaint).collect()
}
