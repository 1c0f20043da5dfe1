//! Runs of the program: its error message, and a folder to write to.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// The error message about bad input: one line, with nothing on standard output.
pub(crate) fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// An empty folder for this test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    // A previous run may have left it.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}
