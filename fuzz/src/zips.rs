//! Any bytes as a zip with files of games.

use std::io::Cursor;

use waggle::archive::ZippedFiles;

/// A zip is read or refused; its files have names that can be shown.
///
/// # Panics
///
/// If it is not.
pub fn zips(data: &[u8]) {
    match ZippedFiles::open(Cursor::new(data), &"a.zip".into()) {
        Ok(mut files) => {
            while let Some((name, _)) = files.next_file(&mut 0) {
                assert!(name.starts_with("a.zip/") && !name.contains(char::is_control), "{name}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
