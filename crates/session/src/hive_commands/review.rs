//! `review`: a grade for each move of the game.

use std::time::Duration;

use serde::Serialize;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::thousandths;
use waggle_hive_engine::document::{self, Json};
use waggle_hive_engine::search::{Limits, Settings};
use waggle_hive_study::review::{
    self, Finding, Heading, Judgment, Mark, ReviewDocument, ReviewProgress,
};

use super::super::command::Request;
use super::super::limits::{LIMIT, read_limit};
use super::super::reply::{Answer, Reply};
use super::files::with_notes;

/// Search time for a position if no limit is given.
const TIME_FOR_A_POSITION: Duration = Duration::from_millis(300);
/// The word before the findings from which a review resumes.
const KNOWN: &str = "known";
/// The word before what a file says about the game besides its moves; it comes last.
const NOTES: &str = "notes";

pub(super) fn review(request: &mut Request<'_, Game>) -> Result<Answer, Reply> {
    request.game()?;
    let mut limits = Limits::default();
    while let Some(keyword) = request.words.next().filter(|word| ![KNOWN, NOTES].contains(word)) {
        if !read_limit(&mut limits, keyword, &mut request.words)? {
            return Err(request.words.wrong(LIMIT).into());
        }
    }
    let parameters = request.parameters;
    let (parameters, notes) = parameters.split_once(NOTES).unwrap_or((parameters, ""));
    let known = parameters.split_once(KNOWN).map(|(_, known)| known.trim());
    let tells = known.is_some();
    let known: Vec<Finding> = known
        .map_or(Ok(vec![]), |known| document::read(known.as_bytes()))
        .map_err(|error| Reply::error(format!("expected findings as JSON: {error}")))?;
    let game = request.state.game()?;
    if limits.is_unlimited() {
        limits = Limits::time(TIME_FOR_A_POSITION);
    }
    if game.moves().len() == 0 {
        return Err(Reply::error("no move to review; try `play`"));
    }
    let record = with_notes(game, notes.trim())?;
    let settings = Settings {
        threads: request.state.options.threads,
        table_mib: request.state.options.table_mib,
        network: request.state.options.network(),
        ..Settings::default()
    };
    let stop = request.state.control.stop_flag();
    let outlet = &mut *request.outlet;
    let report = &mut |mut progress: ReviewProgress| {
        progress.found.take_if(|_| !tells);
        outlet.line(&Json(ProgressDocument::from(progress)).to_string());
    };
    let reviewed = review::review(&known, game, record.result, &settings, &limits, stop, report);
    let reviewed = reviewed.map_err(Reply::error)?;
    let reviewed = reviewed.ok_or_else(|| Reply::error("stopped before the end of the review"))?;
    let document = ReviewDocument::of(&reviewed.as_told(&record), &Heading::of(&record));
    Ok(Reply::line(Json(document)).into())
}

/// The progress of the review, with new marks.
#[derive(Serialize)]
struct ProgressDocument {
    progress: usize,
    of: usize,
    look: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Finding>,
}

#[derive(Serialize)]
struct MarkDocument {
    ply: usize,
    mark: Mark,
    loss: f64,
}

impl From<ReviewProgress> for ProgressDocument {
    fn from(ReviewProgress { look, done, total, judged, found }: ReviewProgress) -> Self {
        let mark = |(ply, Judgment { mark, loss, .. })| MarkDocument {
            ply: ply + 1,
            mark,
            loss: thousandths(loss),
        };
        let marks = judged.into_iter().map(mark).collect();
        Self { progress: done, of: total, look, marks, found }
    }
}
