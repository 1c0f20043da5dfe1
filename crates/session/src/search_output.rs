//! The output of a running search.

use waggle_hive_engine::search::{Observer, Report, Score};

use super::options::Options;
use super::outlet::Outlet;
use super::session_game::{SessionGame, line_texts};

/// Prints the iterations of a search as the options demand.
pub(super) struct SearchOutput<'a, G: SessionGame> {
    game: &'a G,
    report_intermediate: bool,
    score_scale: f64,
    verbose: bool,
    outlet: &'a mut dyn Outlet,
    /// The move of the last intermediate line.
    shown: Option<G::Move>,
}

impl<'a, G: SessionGame> SearchOutput<'a, G> {
    pub(super) fn new(game: &'a G, options: &Options, outlet: &'a mut dyn Outlet) -> Self {
        Self {
            game,
            report_intermediate: options.report_intermediate,
            score_scale: options.score_scale as f64,
            verbose: options.verbose,
            outlet,
            shown: None,
        }
    }

    /// Makes the last intermediate line, from which clients take the score, one for the move
    /// played: the first of `line`. It may differ from the last iteration's move if a helper
    /// thread searched deeper or time ran out within an iteration.
    pub(super) fn answer(&mut self, report: &Report<G::Move>, line: &[G::Move]) {
        if self.report_intermediate && self.shown != line.first().copied() {
            self.intermediate(report, line);
        }
    }

    fn intermediate(&mut self, report: &Report<G::Move>, line: &[G::Move]) {
        self.shown = line.first().copied();
        let texts = line_texts(self.game, line);
        if let Some(best) = texts.first() {
            // If no iteration finished, each move was evaluated, which is one ply; clients ignore
            // scores of depth 0.
            let (depth, score) = (report.depth.max(1), self.score_text(report.score));
            self.outlet.line(&format!("{best};{depth};{score};{}", texts.join(";")));
        }
    }

    /// A score as MzingaEngine prints it: two decimals, and infinite for forced wins and losses.
    fn score_text(&self, score: Score) -> String {
        if score.is_win() {
            "Infinity".to_owned()
        } else if score.is_loss() {
            "-Infinity".to_owned()
        } else {
            format!("{:.2}", f64::from(score.value()) * self.score_scale / 100.0)
        }
    }
}

impl<G: SessionGame> Observer<G::Move> for SearchOutput<'_, G> {
    fn iteration(&mut self, report: &Report<G::Move>) {
        if self.report_intermediate {
            self.intermediate(report, &report.pv);
        }
        if self.verbose {
            let line = line_texts(self.game, &report.pv);
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
