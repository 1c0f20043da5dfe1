//! The program run from its command line: what it complains of, and where it may write.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// The complaint about a mistake, which must be one line and leave nothing on standard
/// output.
pub(crate) fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// An empty folder that this test has for itself.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    // A former run may have left it.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}
