//! The review of one game.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use indicatif::ProgressBar;
use waggle::document::Json;
use waggle::review::{Heading, ReviewDocument, ReviewStyle, html, review, text};
use waggle::search::Limits;

use super::super::position::{name, read_record};
use super::super::terminal::{bar_style, has_colors};
use super::super::{game_files, interrupt};
use crate::cli::ReviewArgs;
use crate::exit_code::ExitCode;

/// How long a position is searched without limits: a game of 60 plies then takes about four
/// minutes of one thread with its second looks, one minute with four.
const TIME_FOR_A_POSITION: Duration = Duration::from_millis(400);

/// Reads a game, searches every position, and reports the judgments.
pub(crate) fn run(source: &str, args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    let name = name(source);
    let record = read_record(source, args.game)?;
    let game = record.replay().with_context(|| format!("reading {name}"))?;
    ensure!(game.moves().len() > 0, "{name} holds a game without moves, expected some");
    if let Some(path) = &args.html {
        game_files::ensure_writable(path, args.force)?;
    }
    let limits = match args.limits.limits() {
        limits if limits == Limits::default() => Limits::time(TIME_FOR_A_POSITION),
        limits => limits,
    };
    let stop = interrupt::stop_flag()?;
    let progress = progress(game.moves().len() + 1, io::stderr().is_terminal());
    let reviewed = review(&game, &args.engine.settings(), &limits, &stop, &mut || progress.inc(1))?;
    progress.finish_and_clear();
    let Some(reviewed) = reviewed else { return Ok(ExitCode::Interrupted) };
    let heading = Heading::of(&record);
    if let Some(path) = &args.html {
        game_files::write(path, html(&reviewed, &heading).as_bytes())?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", Json(ReviewDocument::of(&reviewed, &heading)))?;
    } else {
        let style = ReviewStyle { colored: has_colors(), boards: args.boards };
        out.write_all(text(&reviewed, &heading, style).as_bytes())?;
    }
    Ok(ExitCode::Done)
}

/// A progress bar on the error output, if somebody watches it.
pub(in super::super) fn progress(positions: usize, is_watched: bool) -> ProgressBar {
    if !is_watched {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(positions as u64);
    bar.set_style(bar_style("{bar:24} {pos}/{len} positions, {left}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
