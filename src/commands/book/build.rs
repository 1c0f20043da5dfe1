//! `waggle book build`.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::ensure;
use waggle::archive::{Archive, in_order};
use waggle::arena::write_settings;
use waggle::book::{BookGame, BookSelfPlay, BuildError, Builder, BuilderSettings};
use waggle::eval::Network;
use waggle::games::GameRecord;
use waggle::rules::GameType;
use waggle::text::counted;

use super::super::archive::{LeftOut, none_of, read_games};
use super::super::growing_file::Existing;
use super::super::outputs::{Outputs, paths};
use super::super::terminal::bar;
use super::super::{game_files, interrupt, network};
use super::searches::{self, Searches};
use crate::cli::BookBuildArgs;
use crate::exit_code::ExitCode;

/// Reads the games, plays self-play games, and writes the book.
pub(super) fn run(args: &BookBuildArgs) -> anyhow::Result<ExitCode> {
    let archive = Archive::of(&args.sources)?.only(args.filter.filter());
    let outputs =
        Outputs::default().whole([&args.output]).growing([searches::beside(&args.output)]);
    outputs.check(paths(&archive).chain(&args.network.network), args.force)?;
    let network = network::of(&args.network)?;
    let stop = interrupt::stop_flag()?;
    let mut builder = Builder::new(network.clone());
    let is_file =
        fs::metadata(&args.output).map_or(args.output != Path::new("-"), |it| it.is_file());
    ensure!(is_file || !args.resume, "--resume continues a file: name it with --output");
    let existing = Existing::of(args.resume, args.force);
    let mut searches = is_file
        .then(|| Searches::open(&args.output, existing, words(args, &network), &mut builder))
        .transpose()?;
    let is_of_search_alone = args.sources.is_empty() && args.self_play.is_none();
    let settings = BuilderSettings {
        plies: args.plies,
        least: if is_of_search_alone { 0 } else { args.least },
        reached: args.reached,
        positions: args.positions,
        nodes: args.nodes,
        lines: args.lines,
        loss: args.loss / 100.0,
        threads: args.engine.settings().threads,
        table_mib: args.engine.table,
    };
    let mut left_out = LeftOut::default();
    let mut games = 0;
    if !args.sources.is_empty() {
        games += take_in(&mut builder, &settings, &archive, &stop, &mut left_out)?;
    }
    if let Some(count) = args.self_play {
        games += play(&mut builder, args, count, &settings, &network, &stop)?;
    }
    if stop.load(Ordering::Relaxed) {
        searches.into_iter().for_each(Searches::leave);
        return Ok(ExitCode::Interrupted);
    }
    ensure!(
        games > 0 || is_of_search_alone,
        "the archive holds no game from the usual start that can be read"
    );
    if is_of_search_alone {
        args.filter.game_types.iter().for_each(|game_type| builder.add_type(*game_type));
    }
    let bar = bar(0, io::stderr().is_terminal(), "{bar:24} {pos}/{len} positions, {left}");
    let mut kept = Ok(());
    let built = builder.build(&settings, &stop, &mut |searched, done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        kept = searches.as_mut().map_or(Ok(()), |searches| searches.append(searched));
        if kept.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    kept?;
    let book = match built {
        Err(BuildError::Stopped(_)) => {
            searches.into_iter().for_each(Searches::leave);
            return Ok(ExitCode::Interrupted);
        }
        built => built?,
    };
    let bytes = book.to_bytes();
    game_files::write(&args.output, &bytes)?;
    searches.into_iter().for_each(Searches::remove);
    writeln!(
        io::stderr().lock(),
        "{}, {}, {} bytes",
        counted(games, "game", "games"),
        counted(book.len(), "position", "positions"),
        bytes.len()
    )?;
    Ok(left_out.exit_code())
}

/// The settings on which the searches depend.
fn words(args: &BookBuildArgs, network: &Network) -> String {
    write_settings(&vec![
        ("nodes", args.nodes.to_string()),
        ("lines", args.lines.to_string()),
        ("table", args.engine.table.to_string()),
        ("network", network.hash()),
    ])
}

/// Adds the games of the archive; returns their number.
fn take_in(
    builder: &mut Builder,
    settings: &BuilderSettings,
    archive: &Archive,
    stop: &AtomicBool,
    left_out: &mut LeftOut,
) -> anyhow::Result<u64> {
    let mut games = 0;
    // Games from a custom position have no opening.
    let game = |record: GameRecord| {
        let GameRecord { game_type, moves, result, .. } = record;
        record.start.is_none().then_some(BookGame { game_type, moves, result })
    };
    read_games(archive, settings.threads, stop, left_out, game, |game| {
        if let Some(game) = game {
            builder.add(&game, settings);
            games += 1;
        }
    });
    let passed_over = archive.take_passed_over();
    left_out.report_of(archive);
    ensure!(games > 0 || passed_over == 0, none_of(passed_over));
    Ok(games)
}

/// Plays games and adds them; returns their number.
fn play(
    builder: &mut Builder,
    args: &BookBuildArgs,
    count: u32,
    settings: &BuilderSettings,
    network: &Network,
    stop: &AtomicBool,
) -> anyhow::Result<u64> {
    let game_types = if args.filter.game_types.is_empty() {
        GameType::ALL.to_vec()
    } else {
        args.filter.game_types.clone()
    };
    let selfplay = BookSelfPlay {
        game_types,
        nodes: args.game_nodes,
        plies: settings.plies,
        loss: settings.loss,
        seed: args.seed,
    };
    let bar =
        bar(u64::from(count), io::stderr().is_terminal(), "{bar:24} {pos}/{len} games, {left}");
    // Fails early, so that no thread has to report it.
    let searcher = || BookSelfPlay::searcher(network.clone());
    let _ = searcher()?;
    let mut games = 0;
    in_order(
        0..count,
        settings.threads,
        || searcher().ok(),
        |searcher, number| selfplay.play(number, searcher.as_mut()?, stop),
        |game| {
            let Some(game) = game else { return ControlFlow::Break(()) };
            builder.add(&game, settings);
            games += 1;
            bar.inc(1);
            ControlFlow::Continue(())
        },
    );
    bar.finish_and_clear();
    Ok(games)
}
