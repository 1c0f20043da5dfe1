//! Making a book.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::ensure;
use indicatif::ProgressBar;
use waggle::archive::{Archive, in_order, read_through};
use waggle::book::{BookGame, BookSelfPlay, BuildError, Builder, BuilderSettings};
use waggle::games::GameRecord;
use waggle::rules::GameType;

use super::super::archive::{LeftOut, Progress};
use super::super::terminal::bar_style;
use super::super::{game_files, interrupt};
use crate::cli::BookBuildArgs;
use crate::exit_code::ExitCode;

/// Takes in the games, plays others, and writes the book that comes of them.
pub(super) fn run(args: &BookBuildArgs) -> anyhow::Result<ExitCode> {
    ensure!(
        args.sources.is_empty() || args.self_play.is_some() || args.game_types.is_empty(),
        "--type says what is played with --self-play, or searched without an archive; an archive has its own types"
    );
    game_files::ensure_writable(&args.output, args.force)?;
    let stop = interrupt::stop_flag()?;
    let threads = args.engine.settings().threads;
    let mut builder = Builder::default();
    let mut left_out = LeftOut::default();
    let mut games = 0;
    if !args.sources.is_empty() {
        games += take_in(&mut builder, args, threads, &stop, &mut left_out)?;
    }
    if let Some(count) = args.self_play {
        games += play(&mut builder, args, count, threads, &stop)?;
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(ExitCode::Interrupted);
    }
    let is_of_search_alone = args.sources.is_empty() && args.self_play.is_none();
    ensure!(
        games > 0 || is_of_search_alone,
        "the archive holds no game from the usual start that can be read"
    );
    if is_of_search_alone {
        args.game_types.iter().for_each(|game_type| builder.add_type(*game_type));
    }
    let settings = BuilderSettings {
        plies: args.plies,
        least: if is_of_search_alone { 0 } else { args.least },
        positions: args.positions,
        nodes: args.nodes,
        lines: args.lines,
        loss: args.loss / 100.0,
        threads,
        table_mib: args.engine.table,
    };
    let bar = bar(0, "{bar:24} {pos}/{len} positions, {left}");
    let built = builder.build(&settings, &stop, &mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let book = match built {
        Err(BuildError::Stopped(_)) => return Ok(ExitCode::Interrupted),
        built => built?,
    };
    let bytes = book.to_bytes();
    game_files::write(&args.output, &bytes)?;
    writeln!(
        io::stderr().lock(),
        "{games} games, {} positions, {} bytes",
        book.len(),
        bytes.len()
    )?;
    Ok(left_out.exit_code())
}

/// Takes in the games of the archive; returns how many there are.
fn take_in(
    builder: &mut Builder,
    args: &BookBuildArgs,
    threads: usize,
    stop: &AtomicBool,
    left_out: &mut LeftOut,
) -> anyhow::Result<u64> {
    let archive = Archive::of(&args.sources)?;
    let mut progress = Progress::new(archive.bytes());
    let mut games = 0;
    // A position that was set up is no opening.
    let game = |record: GameRecord| {
        let GameRecord { game_type, moves, result, .. } = record;
        record.start.is_none().then_some(BookGame { game_type, moves, result })
    };
    read_through(archive, threads, game, |game| {
        match game {
            Ok(game) => {
                progress.game(game.bytes);
                if let Some(game) = game.made {
                    builder.add(&game, args.plies);
                    games += 1;
                }
            }
            Err(unreadable) => left_out.add(&unreadable),
        }
        if stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    progress.close();
    left_out.report();
    Ok(games)
}

/// Plays games and takes them in; returns how many there are.
fn play(
    builder: &mut Builder,
    args: &BookBuildArgs,
    count: u32,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<u64> {
    let game_types =
        if args.game_types.is_empty() { GameType::ALL.to_vec() } else { args.game_types.clone() };
    let selfplay = BookSelfPlay {
        game_types,
        nodes: args.game_nodes,
        plies: args.plies,
        loss: args.loss / 100.0,
        seed: args.seed,
    };
    let bar = bar(u64::from(count), "{bar:24} {pos}/{len} games, {left}");
    // Early, so that no thread has to say it.
    let _ = BookSelfPlay::searcher()?;
    let mut games = 0;
    in_order(
        0..count,
        threads,
        || BookSelfPlay::searcher().ok(),
        |searcher, number| selfplay.play(number, searcher.as_mut()?, stop),
        |game| {
            let Some(game) = game else { return ControlFlow::Break(()) };
            builder.add(&game, args.plies);
            games += 1;
            bar.inc(1);
            ControlFlow::Continue(())
        },
    );
    bar.finish_and_clear();
    Ok(games)
}

/// A bar on the error output, if somebody watches it.
fn bar(length: u64, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    bar.set_style(bar_style(template));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
