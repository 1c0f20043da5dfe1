//! Arguments of `waggle bees`.

use clap::{Args, Subcommand};
use waggle::bees::Game;

use super::SeatArgs;

/// Arguments of `bees`.
#[derive(Debug, Args)]
pub(crate) struct BeesArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Option<BeesVerb>,
}

/// What can be done with Bees!.
#[derive(Debug, Subcommand)]
pub(crate) enum BeesVerb {
    /// Play against the engine in the terminal.
    Play(BeesPlayArgs),
}

/// Arguments of `bees play`.
#[derive(Debug, Args)]
pub(crate) struct BeesPlayArgs {
    /// A game to resume, as `waggle bees` prints it: `Bees;...`
    #[arg(value_name = "GAME", value_parser = game)]
    pub(crate) game: Option<Box<Game>>,
    #[command(flatten)]
    pub(crate) seat: SeatArgs,
}

/// Reads a game from its moves.
fn game(text: &str) -> Result<Box<Game>, String> {
    Game::read(text).map(Box::new).map_err(|error| error.to_string())
}
