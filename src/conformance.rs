//! Whether an engine keeps to the protocol and to the rules.

use include_dir::{Dir, include_dir};

pub use waggle_hive_lab::conformance::*;

/// The transcripts, compiled in so that an installed program has them.
static TRANSCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/uhp-transcripts");

/// The transcripts of this repository that hold for every engine, in the order of their files.
pub fn transcripts_for_every_engine() -> Vec<Transcript> {
    TRANSCRIPTS
        .files()
        .filter_map(|file| Transcript::parse(file.contents_utf8()?).ok())
        .filter(|transcript| transcript.holds_for == transcript::HoldsFor::EveryEngine)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_transcript_is_compiled_in_and_can_be_read() {
        assert!(TRANSCRIPTS.files().count() > 0);
        for file in TRANSCRIPTS.files() {
            let text = file.contents_utf8().expect("text");
            assert!(Transcript::parse(text).is_ok(), "{}", file.path().display());
        }
        assert!(!transcripts_for_every_engine().is_empty());
    }
}
