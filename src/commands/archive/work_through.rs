//! Processes an archive with many threads and writes the results in its order.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, ensure};
use waggle::archive::{Archive, ArchivedGame, Fingerprint, in_order};
use waggle::rules::Game;

use super::super::interrupt::say_how_to_resume;
use super::{Done, GameId, LeftOut, LineFile, Progress, ensure_any};
use crate::exit_code::ExitCode;

pub(crate) struct Plan<'a, D, L> {
    pub(crate) archive: Archive,
    pub(crate) threads: usize,
    pub(crate) output: LineFile,
    /// What an earlier run has finished.
    pub(crate) done: Done,
    /// Set to stop early.
    pub(crate) stop: &'a AtomicBool,
    /// Writes each document as a line, in the order of the archive.
    pub(crate) revise: &'a mut dyn FnMut(D) -> L,
}

pub(crate) enum Work<D> {
    Done(Vec<D>),
    /// Nothing, for this reason.
    LeftOut(String),
    Stopped,
}

#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) games: usize,
    /// How many an earlier run had done.
    pub(crate) earlier: usize,
    /// All of them: lines about others in the file do not belong to this run.
    pub(crate) done: Done,
    pub(crate) left_out: usize,
    /// How many of them could be read.
    pub(crate) unfit: usize,
    /// The first game that was not done, if the run was interrupted.
    pub(crate) stopped_at: Option<GameId>,
}

impl Summary {
    pub(crate) const fn exit_code(&self) -> ExitCode {
        if self.left_out == 0 { ExitCode::Done } else { ExitCode::Negative }
    }
}

/// Calls `work` for each game on a pool of threads, each with its own state from `start`. Skipped
/// games are listed on the error output at the end.
pub(crate) fn work_through<S, D: Send, L: fmt::Display>(
    plan: Plan<'_, D, L>,
    start: impl Fn() -> anyhow::Result<S> + Sync,
    work: impl Fn(&mut S, &GameId, &ArchivedGame, &Game) -> anyhow::Result<Work<D>> + Sync,
) -> anyhow::Result<Summary> {
    let Plan { archive, threads, mut output, done, stop, revise } = plan;
    let progress = RefCell::new(match output {
        // The lines show how far it is.
        LineFile::Standard => Progress::hidden(),
        _ => Progress::new(archive.bytes()),
    });
    let left_out = RefCell::new(LeftOut::default());
    let mut summary = Summary::default();
    let met = RefCell::new(Done::default());
    let mut earlier = 0;
    let games = archive.clone().games().filter_map(|game| match game {
        Ok(game) => {
            let id = (!done.is_empty()).then(|| id_of(&game)).filter(|id| done.holds(id));
            let Some(id) = id else { return Some(game) };
            met.borrow_mut().insert(&id);
            earlier += 1;
            progress.borrow_mut().earlier_game(game.bytes);
            None
        }
        Err(unreadable) => {
            left_out.borrow_mut().add(&unreadable);
            None
        }
    });
    let result = |state: &mut anyhow::Result<S>, archived: ArchivedGame| {
        let id = id_of(&archived);
        let done = match (state, archived.record.replay()) {
            (Ok(state), Ok(game)) => work(state, &id, &archived, &game),
            (Err(error), _) => Err(anyhow!("{error:#}")),
            (_, Err(error)) => Ok(Work::LeftOut(error.to_string())),
        };
        (id, archived, done)
    };
    let mut failure = None;
    in_order(games, threads, start, result, |(id, archived, done)| {
        match done {
            Ok(Work::Done(documents)) => {
                let lines: Vec<L> = documents.into_iter().map(&mut *revise).collect();
                if let Err(error) = output.append(&lines) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                met.borrow_mut().insert(&id);
                summary.games += 1;
            }
            Ok(Work::LeftOut(reason)) => {
                let what = format!("{}: game {}: {reason}", archived.file, archived.number);
                left_out.borrow_mut().add(&what);
                summary.unfit += 1;
            }
            Ok(Work::Stopped) => summary.stopped_at = Some(id),
            Err(error) => failure = Some(error.context(id.to_string())),
        }
        let ArchivedGame { file, number, record, bytes, error } = &archived;
        let shown = progress.borrow();
        if let Some(error) = error {
            LeftOut::warn_of_error(Some(&shown), file, error);
        }
        left_out.borrow_mut().warn_of_result(Some(&shown), file, *number, &record.contradictions);
        drop(shown);
        progress.borrow_mut().game(*bytes);
        if summary.stopped_at.is_some() || failure.is_some() {
            stop.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    progress.borrow().close();
    let left_out = left_out.into_inner();
    left_out.report_of(&archive);
    (summary.earlier, summary.left_out) = (earlier, left_out.count());
    summary.done = met.into_inner();
    conclude(&summary, failure, &archive, &output)?;
    Ok(summary)
}

/// Says how an interrupted run is resumed, and fails if the run has failed or there was nothing to
/// do.
fn conclude(
    summary: &Summary,
    failure: Option<anyhow::Error>,
    archive: &Archive,
    output: &LineFile,
) -> anyhow::Result<()> {
    let is_interrupted = summary.stopped_at.is_some();
    if is_interrupted && output.can_be_resumed() {
        say_how_to_resume();
    }
    match failure {
        Some(error) => Err(error),
        None if is_interrupted => Ok(()),
        None => {
            let done = summary.games + summary.earlier;
            ensure!(done > 0 || summary.unfit == 0, "every game of the archive was left out");
            ensure_any(done, archive)
        }
    }
}

/// How later runs recognize a game.
fn id_of(game: &ArchivedGame) -> GameId {
    // A game that cannot be replayed has no fingerprint, and is skipped.
    let fingerprint = Fingerprint::of(&game.record).map(|it| it.to_string());
    GameId {
        file: game.file.to_string(),
        number: game.number,
        fingerprint: fingerprint.unwrap_or_default(),
    }
}
