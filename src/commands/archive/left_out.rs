//! Games and files that a run skipped, listed at its end.

use std::fmt::Display;

use waggle::archive::Archive;
use waggle::games::GameError;
use waggle::notation::Contradiction;
use waggle::text::counted;

use super::super::terminal::warn;
use super::Progress;
use crate::exit_code::ExitCode;

/// How many games with wrong tags are named.
const NAMED: usize = 20;

/// Skipped games and files with reasons, and games whose moves contradict their tags.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    reasons: Vec<String>,
    /// The number of games whose moves contradict their tags.
    doubted: usize,
}

/// The message that the filters let no game through.
pub(crate) fn none_of(games: u64) -> String {
    match games {
        1 => "the only game does not match the filters".to_owned(),
        games => format!("none of the {games} games matches the filters"),
    }
}

impl LeftOut {
    pub(crate) fn add(&mut self, what: &impl Display) {
        self.reasons.push(what.to_string());
    }

    /// Warns of each tag that the moves contradict, for the first [`NAMED`] games; the report has the
    /// total.
    pub(crate) fn warn_of<'a>(
        &mut self,
        progress: Option<&Progress>,
        file: &str,
        number: usize,
        found: impl Iterator<Item = &'a Contradiction>,
    ) {
        let mut found = found.peekable();
        self.doubted += usize::from(found.peek().is_some());
        if self.doubted <= NAMED {
            for found in found {
                // A closed error output is no reason to stop.
                let _ =
                    Progress::say(progress, &format!("warning: {file}: game {number}: {found}"));
            }
        }
    }

    /// Warns of a wrong result or ending: only `convert` depends on the other tags.
    pub(crate) fn warn_of_result(
        &mut self,
        progress: Option<&Progress>,
        file: &str,
        number: usize,
        found: &[Contradiction],
    ) {
        let of_result = ["result", "result in the tag", "ending"];
        let found = found.iter().filter(|it| of_result.contains(&it.field));
        self.warn_of(progress, file, number, found);
    }

    /// Warns that a game is taken up to its error.
    pub(crate) fn warn_of_error(progress: Option<&Progress>, file: &str, error: &GameError) {
        let _ = Progress::say(progress, &format!("warning: {file}: {error}; taken up to there"));
    }

    pub(crate) fn count(&self) -> usize {
        self.reasons.len()
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.count() == 0 { ExitCode::Done } else { ExitCode::Negative }
    }

    /// Lists them on the error output, and says how many games of the archive were repeats.
    pub(crate) fn report_of(&self, archive: &Archive) {
        let (one, more) = (
            "game with the id of an earlier one counts",
            "games with the id of an earlier one count",
        );
        let repeated = archive.take_repeated();
        if repeated > 0 {
            // A closed error output is no reason to stop.
            let _ = Progress::say(None, &format!("{} once", counted(repeated, one, more)));
        }
        self.report();
    }

    /// Lists them on the error output.
    pub(crate) fn report(&self) {
        for what in &self.reasons {
            warn(&format!("{what}; left out"));
        }
        if self.doubted > 1 {
            warn(&format!("in {} games the moves contradict the tags", self.doubted));
        }
        if self.count() > 1 {
            warn(&format!("{} left out in total", self.count()));
        }
    }
}
