//! Arguments of `waggle bees`.

use clap::{Args, Subcommand};
use waggle::bees::Game;

use super::values::number;

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
    /// Play against the engine, here in the terminal.
    Play(BeesPlayArgs),
}

/// Arguments of `bees play`.
#[derive(Debug, Args)]
pub(crate) struct BeesPlayArgs {
    /// A game to go on with, as `waggle bees` prints it: `Bees;...`
    #[arg(value_name = "GAME", value_parser = game)]
    pub(crate) game: Option<Box<Game>>,
    /// Play White; Black moves first.
    #[arg(long)]
    pub(crate) white: bool,
    /// How long the engine thinks about a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How many plies the engine looks ahead, however long that takes.
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(0..=125), conflicts_with = "seconds")]
    pub(crate) depth: Option<u8>,
}

/// Reads a game from its moves.
fn game(text: &str) -> Result<Box<Game>, String> {
    Game::read(text).map(Box::new).map_err(|error| error.to_string())
}

/// Reads a time that is neither negative nor endless.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}
