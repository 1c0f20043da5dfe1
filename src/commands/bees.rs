//! `waggle bees`: the second game, for programs and for people.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use waggle::bees::Game;
use waggle::eval::Network;
use waggle::search::{GameSearcher, Settings};
use waggle::text::counted;

use super::{interrupt, play, uhp};
use crate::cli::{BeesArgs, BeesVerb};
use crate::exit_code::ExitCode;

pub(crate) fn run(args: BeesArgs) -> anyhow::Result<ExitCode> {
    match args.verb {
        Some(BeesVerb::Play(args)) => {
            play::ensure_apart_from_moves(args.game.as_deref())?;
            let game = args.game.as_deref().map(|game| read(game, args.number.get()));
            let game = game.transpose()?.unwrap_or_default();
            play::sit_down(
                "waggle bees play".to_owned(),
                game,
                Vec::new(),
                &args.seat,
                None,
                Network::default(),
            )
        }
        None => {
            interrupt::end_with_client()?;
            // The session sets the size of the table by its own options.
            let settings = Settings { threads: 1, table_mib: 1, ..Settings::default() };
            let searcher = GameSearcher::new(&settings).context("making a searcher")?;
            let mut session = Game::session(searcher)?;
            uhp::tell_a_person("waggle bees play");
            interrupt::serve(&mut session)
        }
    }
}

/// The game in an argument, or the one with this number in the file that it names.
fn read(argument: &OsStr, number: usize) -> anyhow::Result<Game> {
    let (path, name) = (Path::new(argument), argument.to_string_lossy());
    let reading = || format!("reading `{name}`");
    let is_game = |text: &&str| text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("bees"));
    let text = match argument.to_str().filter(is_game).filter(|_| !path.is_file()) {
        Some(text) => text.to_owned(),
        None => fs::read_to_string(path).with_context(reading)?,
    };
    let games: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let Some(game) = games.get(number - 1) else {
        let games = counted(games.len(), "game", "games");
        bail!("`{name}` holds {games}: there is no game {number}");
    };
    Game::read(game).with_context(reading)
}
