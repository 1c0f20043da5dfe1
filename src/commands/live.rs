//! The state of a running search at the bottom of a terminal.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};
use waggle::rules::Move;
use waggle::search::{Observer, Report};

use super::terminal::bar_style;

/// Shows what there is to say of the latest iteration; elsewhere than on a terminal nothing.
pub(crate) struct Live<D> {
    bar: Option<ProgressBar>,
    describe: D,
}

impl<D: Fn(&Report<Move>) -> Option<String>> Live<D> {
    pub(crate) fn new(is_wanted: bool, template: &str, describe: D) -> Self {
        let bar = (is_wanted && io::stdout().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
            bar.set_style(bar_style(template));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { bar, describe }
    }

    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl<D: Fn(&Report<Move>) -> Option<String>> Observer<Move> for Live<D> {
    fn iteration(&mut self, report: &Report<Move>) {
        if let Some(bar) = &self.bar
            && let Some(text) = (self.describe)(report)
        {
            bar.set_message(text);
        }
    }
}
