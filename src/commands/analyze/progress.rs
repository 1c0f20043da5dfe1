//! The progress of a search: a few lines on a terminal, or a document for each depth.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use waggle::analysis::IterationDocument;
use waggle::document::Json;
use waggle::rules::{Move, Position};
use waggle::search::{Limits, Observer, Report};

use super::super::terminal::print;
use super::summary;

/// Shows the latest iteration at the bottom of a terminal, and nothing elsewhere.
pub(super) struct Live<'a> {
    position: &'a Position,
    bar: Option<ProgressBar>,
}

impl<'a> Live<'a> {
    pub(super) fn new(position: &'a Position, limits: Limits, is_terminal: bool) -> Self {
        let bar = (is_terminal && position.outcome().is_none()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
            let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}\n{msg}");
            // The template is known to be valid.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            if limits == Limits::default() {
                bar.set_prefix("until Ctrl-C");
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { position, bar }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer<Move> for Live<'_> {
    fn iteration(&mut self, report: &Report<Move>) {
        if let Some(bar) = &self.bar {
            bar.set_message(summary(self.position, report).trim_end().to_owned());
        }
    }
}

/// Prints a document for each iteration.
pub(super) struct Documents<'a> {
    position: &'a Position,
    stop: &'a AtomicBool,
    written: anyhow::Result<()>,
}

impl<'a> Documents<'a> {
    /// Sets `stop` when the output can no longer be written.
    pub(super) fn new(position: &'a Position, stop: &'a AtomicBool) -> Self {
        Self { position, stop, written: Ok(()) }
    }

    /// Fails if the output could not be written.
    pub(super) fn end(self) -> anyhow::Result<()> {
        self.written
    }
}

impl Observer<Move> for Documents<'_> {
    fn iteration(&mut self, report: &Report<Move>) {
        if self.written.is_ok() {
            let document = IterationDocument::of(self.position, report);
            self.written = print(&format!("{}\n", Json(document)));
        }
        if self.written.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
