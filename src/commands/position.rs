//! Reads the position for a verb: a game on the command line, one of a file, or the start.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context as _, bail};
use waggle::games::{Format, GameError, GameRecord, lines};
use waggle::rules::{Game, GameType};
use waggle::text::counted;

use super::archive::LeftOut;
use super::game_files;
use super::terminal::warn;
use crate::cli::PositionArgs;

/// How many characters of a game messages show.
const SHOWN: usize = 60;

pub(crate) fn read(args: &PositionArgs) -> anyhow::Result<Game> {
    replayed(args, &record(args)?)
}

/// The position in the record that was read for it.
pub(crate) fn replayed(args: &PositionArgs, record: &GameRecord) -> anyhow::Result<Game> {
    let name = args.position.as_deref().map_or_else(|| "the start".to_owned(), name);
    let reading = || format!("reading {name}");
    let mut game = record.replay().with_context(reading)?;
    if let Some(ply) = args.ply {
        go_back(&mut game, ply).with_context(reading)?;
    }
    Ok(game)
}

/// Reads the position for a search, which goes on where the game has ended by repetition: that is said.
pub(crate) fn read_to_search(args: &PositionArgs) -> anyhow::Result<Game> {
    let game = read(args)?;
    if game.is_threefold() && game.outcome().is_none() {
        let times = game.repetitions();
        warn(&format!(
            "this position has occurred {times} times, a draw; it is searched as if play went on"
        ));
    }
    Ok(game)
}

pub(crate) fn record(args: &PositionArgs) -> anyhow::Result<GameRecord> {
    match &args.position {
        Some(text) => read_record(text, Some(args.game), args.up_to_error),
        None => Ok(GameRecord {
            game_type: args.game_type.unwrap_or(GameType::MLP),
            ..GameRecord::default()
        }),
    }
}

/// The game in an argument, or the game with this number in the file that it names: the last without one. With `up_to_error`,
/// what comes before its error.
pub(crate) fn read_record(
    argument: &OsStr,
    number: Option<NonZeroUsize>,
    up_to_error: bool,
) -> anyhow::Result<GameRecord> {
    let reading = || format!("reading {}", name(argument));
    let beginning = |error: GameError| {
        if !up_to_error {
            return Err(error);
        }
        let (record, error) = error.beginning()?;
        LeftOut::warn_of_error(None, &name(argument), &error);
        Ok(record)
    };
    if let Some(text) = game_in(argument) {
        let game = lines::read(text).next();
        let Some(game) = game else { bail!("found no game in {}", name(argument)) };
        let record = game.or_else(beginning).map_err(|error| error.fault);
        if let Some(number) = number.filter(|number| number.get() > 1) {
            bail!("{} is a single game: there is no game {number}", name(argument));
        }
        return record.with_context(reading);
    }
    let path = Path::new(argument);
    let is_missing =
        || fs::metadata(path).is_err_and(|error| error.kind() != ErrorKind::PermissionDenied);
    if !game_files::is_standard(path) && (path.is_dir() || is_missing()) {
        bail!(
            "{}: expected a file of games, or a game or position such as `Base;White[5] ...`, found {}",
            name(argument),
            if path.is_dir() { "a folder" } else { "neither" }
        );
    }
    let mut games = game_files::read(path)?;
    let count = games.len();
    if count == 0 {
        bail!("{} holds no game", name(argument));
    }
    let number = number.map_or(count, NonZeroUsize::get);
    if number > count {
        let games = counted(count, "game", "games");
        bail!("{} holds {games}: there is no game {number}", name(argument));
    }
    let record = games.swap_remove(number - 1).or_else(beginning).with_context(reading)?;
    LeftOut::default().warn_of_result(
        None,
        &game_files::name(Path::new(argument)),
        number,
        &record.contradictions,
    );
    Ok(record)
}

pub(crate) fn name(argument: &OsStr) -> String {
    let Some(text) = game_in(argument) else { return game_files::name(Path::new(argument)) };
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// The game in an argument that is not the name of a file.
fn game_in(argument: &OsStr) -> Option<&str> {
    let text = argument.to_str().filter(|_| !Path::new(argument).is_file())?;
    (text.contains(';') || Format::of_text(text) == Some(&lines::FORMAT)).then_some(text)
}

fn go_back(game: &mut Game, ply: usize) -> anyhow::Result<()> {
    let length = game.moves().len();
    if ply > length {
        let plies = counted(length, "ply", "plies");
        bail!("the game has {plies}: there is no position after {ply}");
    }
    for _ in ply..length {
        game.undo();
    }
    Ok(())
}
