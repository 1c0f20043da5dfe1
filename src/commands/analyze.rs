//! `waggle analyze`: the score of a position and the best lines.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use waggle::analysis::{Explanation, IterationDocument, ResultDocument, WhiteScore, best_first};
use waggle::document::Json;
use waggle::notation::move_strings;
use waggle::people::PeopleDocument;
use waggle::render::text;
use waggle::rules::{Move, Outcome, Position};
use waggle::search::{Limits, Observer, Purpose, Report, Searcher};

use super::live::Live;
use super::terminal::{grouped, has_colors, nodes, print};
use super::{interrupt, network, position};
use crate::cli::AnalyzeArgs;
use crate::exit_code::ExitCode;

/// Prints the position, searches it, and prints the result.
pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let game = position::read_to_search(&args.position)?;
    let limits = args.limits.limits();
    let stop = interrupt::stop_flag()?;
    interrupt::end_when_nobody_reads()?;
    let purpose = Purpose::Score { lines: args.lines.into() };
    let mut searcher = Searcher::new(&network::settings(&args.engine, &args.network)?)?;
    let people = args.people.then(|| PeopleDocument::of(&game)).flatten();
    if args.json || args.json_lines {
        let mut documents = Documents::new(game.position(), &stop);
        let report = if args.json_lines {
            searcher.search_game(&game, purpose, &limits, &stop, &mut documents)
        } else {
            searcher.search_game(&game, purpose, &limits, &stop, &mut ())
        };
        documents.end()?;
        let mut document = ResultDocument::of(&game, &report);
        if args.explain {
            document = document
                .with_evaluation(&Explanation::of(&searcher.settings().network, game.position()));
        }
        print(&format!("{}\n", Json(WithPeople { result: document, people })))?;
    } else {
        let colored = has_colors();
        print(&format!("{}\n", text(&game, colored)))?;
        let end = if limits == Limits::default() { " until Ctrl-C" } else { "" };
        let template = ["{spinner} {elapsed}", end, "\n{msg}"].concat();
        let mut live = Live::new(game.outcome().is_none(), &template, |report| {
            Some(summary(game.position(), report).trim_end().to_owned())
        });
        let report = searcher.search_game(&game, purpose, &limits, &stop, &mut live);
        live.end();
        print(&summary(game.position(), &report))?;
        if args.explain {
            print(&format!(
                "\n{}",
                Explanation::of(&searcher.settings().network, game.position())
            ))?;
        }
        if let Some(people) = people {
            print(&format!("\n{people}"))?;
        }
    }
    let was_cut_short = limits != Limits::default() && stop.load(Ordering::Relaxed);
    Ok(if was_cut_short { ExitCode::Interrupted } else { ExitCode::Done })
}

/// A result, and what people would play if that was asked for.
#[derive(Serialize)]
struct WithPeople {
    #[serde(flatten)]
    result: ResultDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    people: Option<PeopleDocument>,
}

/// The score in words, the size of the search, and the lines.
fn summary(position: &Position, report: &Report<Move>) -> String {
    let (score, lines) = best_first(position, report);
    match position.outcome() {
        Some(Outcome::Win(_)) => return score.words() + "\n",
        Some(Outcome::Draw) => return "a draw\n".to_owned(),
        None => {}
    }
    let mut summary = format!(
        "{}\ndepth {}, longest line {}; {} in {:.2} s, {} a second\n\n",
        score.words(),
        report.depth,
        report.deepest,
        nodes(report.nodes),
        report.elapsed.as_secs_f64(),
        grouped(report.nodes_per_second()),
    );
    for (index, line) in lines.iter().enumerate() {
        let score = WhiteScore::new(line.score, position.side_to_move());
        let moves = move_strings(position, &line.moves).join("; ");
        // Writing to a string cannot fail.
        let _ = writeln!(summary, "{:2}. {score:>12}  {moves}", index + 1);
    }
    summary
}

/// Prints a document for each iteration.
struct Documents<'a> {
    position: &'a Position,
    stop: &'a AtomicBool,
    written: anyhow::Result<()>,
}

impl<'a> Documents<'a> {
    /// Sets `stop` when the output can no longer be written.
    fn new(position: &'a Position, stop: &'a AtomicBool) -> Self {
        Self { position, stop, written: Ok(()) }
    }

    /// Fails if the output could not be written.
    fn end(self) -> anyhow::Result<()> {
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
