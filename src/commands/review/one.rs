//! The review of one game.

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use indicatif::ProgressBar;
use waggle::document::Json;
use waggle::review::{
    Heading, Judgment, ReviewDocument, ReviewProgress, ReviewStyle, html, review, text,
};
use waggle::search::Limits;

use super::super::game_files::is_standard;
use super::super::outputs::Outputs;
use super::super::position::{name, read_record};
use super::super::terminal::{bar, has_colors};
use super::super::{game_files, interrupt, network};
use crate::cli::ReviewArgs;
use crate::exit_code::ExitCode;

/// The default time for a position: a game of 60 plies has its marks after ten seconds of two
/// threads, and is done after a minute.
pub(in super::super) const TIME_FOR_A_POSITION: Duration = Duration::from_millis(300);

pub(crate) fn run(source: &OsStr, args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    let name = name(source);
    let record = read_record(source, Some(args.game), args.filter.up_to_error)?;
    let game = record.replay().with_context(|| format!("reading {name}"))?;
    ensure!(game.moves().len() > 0, "{name} holds a game without moves, expected some");
    let outputs = Outputs::default().whole(&args.html).growing(args.json.then_some("-"));
    outputs
        .ending("html", &args.html)
        .check(args.network.network.iter().map(Path::new).chain([Path::new(source)]), args.force)?;
    let limits = match args.limits.limits() {
        limits if limits == Limits::default() => Limits::time(TIME_FOR_A_POSITION),
        limits => limits,
    };
    let stop = interrupt::stop_flag()?;
    let progress = progress(game.moves().len() + 1, io::stderr().is_terminal());
    let settings = network::settings(&args.engine, &args.network)?;
    let reviewed = review(&[], &game, record.result, &settings, &limits, &stop, &mut |state| {
        show(&progress, &state);
    })?;
    progress.finish_and_clear();
    let Some(reviewed) = reviewed else { return Ok(ExitCode::Interrupted) };
    let (reviewed, heading) = (reviewed.as_told(&record), Heading::of(&record));
    if let Some(path) = &args.html {
        let document = ReviewDocument::of(&reviewed, &heading);
        game_files::write(path, html(&document).as_bytes())?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", Json(ReviewDocument::of(&reviewed, &heading)))?;
    } else if !args.html.as_deref().is_some_and(is_standard) {
        let style = ReviewStyle { colored: has_colors(), boards: args.boards };
        out.write_all(text(&reviewed, &heading, style).as_bytes())?;
    }
    Ok(ExitCode::Done)
}

pub(in super::super) fn progress(positions: usize, is_watched: bool) -> ProgressBar {
    let bar = bar(positions as u64, is_watched, "{bar:24} {pos}/{len} {msg}, {left}");
    bar.set_message("positions");
    bar
}

/// Shows the progress of a review, and the marks after the first look.
pub(in super::super) fn show(bar: &ProgressBar, progress: &ReviewProgress) {
    if progress.look == 1 && !progress.judged.is_empty() {
        bar.println(first_marks(&progress.judged));
    }
    if progress.done == 1 {
        bar.reset_eta();
    }
    // At once: drawn in between, there would be more done than there is.
    bar.update(|state| {
        state.set_len(progress.total as u64);
        state.set_pos(progress.done as u64);
    });
    if progress.look > 1 {
        bar.set_message("moves in doubt");
    }
}

fn first_marks(judged: &[(usize, Judgment)]) -> String {
    let errors = judged.iter().filter(|(_, judgment)| judgment.mark.is_error());
    let errors: Vec<String> =
        errors.map(|(ply, judgment)| format!("{}{}", ply + 1, judgment.mark.sign())).collect();
    let errors = if errors.is_empty() { "no errors".to_owned() } else { errors.join(" ") };
    format!("After a first look, by ply: {errors}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle::review::Mark;

    #[test]
    fn the_first_marks_are_listed_by_ply() {
        let judged = [Mark::Best, Mark::Blunder, Mark::Good, Mark::Inaccuracy]
            .map(Judgment::without_loss)
            .into_iter()
            .enumerate();
        let judged: Vec<_> = judged.collect();
        assert_eq!(first_marks(&judged), "After a first look, by ply: 2?? 4?!");
        assert_eq!(first_marks(&judged[..1]), "After a first look, by ply: no errors");
    }
}
