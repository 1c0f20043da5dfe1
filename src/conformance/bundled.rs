//! The transcripts that hold for every engine, as part of the program.

use include_dir::{Dir, include_dir};

use super::examiner::Examiner;
use super::transcript::HoldsFor;
use super::{Failure, Transcript};

/// The transcripts, compiled in so that an installed program has them.
static TRANSCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/uhp-transcripts");

/// All transcripts that hold for every engine, in the order of their files.
pub(super) fn for_every_engine() -> Vec<Transcript> {
    TRANSCRIPTS
        .files()
        .filter_map(|file| Transcript::parse(file.contents_utf8()?).ok())
        .filter(|transcript| transcript.holds_for == HoldsFor::EveryEngine)
        .collect()
}

/// Plays a transcript against an engine that has just been started.
pub(super) fn play(examiner: &mut Examiner<'_>, transcript: &Transcript) -> Result<(), Failure> {
    examiner.stop();
    let patience = examiner.settings.patience;
    let played = transcript.run(examiner.client()?, patience);
    examiner.stop();
    played.map_err(|deviation| Failure::Deviation(deviation.to_string()))
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
        assert!(!for_every_engine().is_empty());
    }
}
