//! What is printed while a search runs.

use crate::search::{Observer, Report, Score};

use super::options::Options;
use super::session_game::{SessionGame, line_texts};

/// Where lines go that are printed before the reply is complete.
pub trait Outlet {
    /// A line of the reply.
    fn line(&mut self, line: &str);

    /// A line for people who watch; not part of the protocol.
    fn note(&mut self, line: &str);
}

/// Turns the iterations of a search into lines, as the options say.
pub(super) struct Progress<'a, G> {
    game: &'a G,
    report_intermediate: bool,
    verbose: bool,
    outlet: &'a mut dyn Outlet,
}

impl<'a, G> Progress<'a, G> {
    pub(super) fn new(game: &'a G, options: &Options, outlet: &'a mut dyn Outlet) -> Self {
        Self {
            game,
            report_intermediate: options.report_intermediate,
            verbose: options.verbose,
            outlet,
        }
    }
}

impl<G: SessionGame> Observer<G::Move> for Progress<'_, G> {
    fn iteration(&mut self, report: &Report<G::Move>) {
        if !self.report_intermediate && !self.verbose {
            return;
        }
        let line = line_texts::<G>(self.game.position(), &report.pv);
        if self.report_intermediate
            && let Some(best) = line.first()
        {
            let (depth, score, line) = (report.depth, score_text(report.score), line.join(";"));
            self.outlet.line(&format!("{best};{depth};{score};{line}"));
        }
        if self.verbose {
            self.outlet.note(&figures(report, &line));
        }
    }
}

/// `depth 7 score +1.25 nodes 123456 time 0.512 pv wA1 bQ-;bA1 wQ-`
fn figures<M>(report: &Report<M>, line: &[String]) -> String {
    format!(
        "depth {} score {} nodes {} time {:.3} pv {}",
        report.depth,
        report.score,
        report.nodes,
        report.elapsed.as_secs_f64(),
        line.join(";")
    )
}

/// A score as MzingaEngine shows it: two decimals, and forced results infinite.
fn score_text(score: Score) -> String {
    if score.is_win() {
        "Infinity".to_owned()
    } else if score.is_loss() {
        "-Infinity".to_owned()
    } else {
        format!("{:.2}", f64::from(score.value()) / 100.0)
    }
}
