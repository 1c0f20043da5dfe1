//! `waggle bees`: the second game, for programs and for people.

use anyhow::Context as _;
use waggle::bees::Game;
use waggle::eval::Network;
use waggle::search::{GameSearcher, Settings};

use super::{interrupt, play, uhp};
use crate::cli::{BeesArgs, BeesVerb};
use crate::exit_code::ExitCode;

pub(crate) fn run(args: BeesArgs) -> anyhow::Result<ExitCode> {
    match args.verb {
        Some(BeesVerb::Play(args)) => {
            let game = args.game.as_deref().cloned().unwrap_or_default();
            play::sit_down("waggle bees play", game, &args.seat, None, Network::default())
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
