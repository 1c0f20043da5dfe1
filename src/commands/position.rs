//! Reads the position for a verb: a game on the command line, one of a file, or the start.

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context as _, bail};
use waggle::games::{Format, GameRecord, lines};
use waggle::rules::{Game, GameType};
use waggle::text::counted;

use super::archive::LeftOut;
use super::game_files;
use crate::cli::PositionArgs;

/// How many characters of a game messages show.
const SHOWN: usize = 60;

pub(crate) fn read(args: &PositionArgs) -> anyhow::Result<Game> {
    let name = args.position.as_deref().map_or_else(|| "the start".to_owned(), name);
    let reading = || format!("reading {name}");
    let mut game = record(args)?.replay().with_context(reading)?;
    if let Some(ply) = args.ply {
        go_back(&mut game, ply).with_context(reading)?;
    }
    Ok(game)
}

fn record(args: &PositionArgs) -> anyhow::Result<GameRecord> {
    match &args.position {
        Some(text) => read_record(text, Some(args.game)),
        None => Ok(GameRecord {
            game_type: args.game_type.unwrap_or(GameType::MLP),
            ..GameRecord::default()
        }),
    }
}

/// The game in an argument, or the game with this number in the file that it names: the last without one.
pub(crate) fn read_record(
    argument: &str,
    number: Option<NonZeroUsize>,
) -> anyhow::Result<GameRecord> {
    let reading = || format!("reading {}", name(argument));
    if is_game(argument) {
        let game = lines::read(argument).next();
        let record = game.map(|game| game.map_err(|error| error.fault));
        let Some(record) = record else { bail!("found no game in {}", name(argument)) };
        if let Some(number) = number.filter(|number| number.get() > 1) {
            bail!("{} is a single game: there is no game {number}", name(argument));
        }
        return record.with_context(reading);
    }
    let mut games = game_files::read(Path::new(argument))?;
    let count = games.len();
    if count == 0 {
        bail!("{} holds no game", name(argument));
    }
    let number = number.map_or(count, NonZeroUsize::get);
    if number > count {
        let games = counted(count, "game", "games");
        bail!("{} holds {games}: there is no game {number}", name(argument));
    }
    let record = games.swap_remove(number - 1).with_context(reading)?;
    LeftOut::default().warn_of_result(
        None,
        &game_files::name(Path::new(argument)),
        number,
        &record.contradictions,
    );
    Ok(record)
}

pub(crate) fn name(argument: &str) -> String {
    if !is_game(argument) {
        return game_files::name(Path::new(argument));
    }
    match argument.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &argument[..end]),
        None => format!("`{argument}`"),
    }
}

/// Whether an argument is a game, not the name of a file.
fn is_game(argument: &str) -> bool {
    (argument.contains(';') || Format::of_text(argument) == Some(&lines::FORMAT))
        && !Path::new(argument).is_file()
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
