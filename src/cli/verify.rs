//! Arguments of `waggle verify`.

use std::time::Duration;

use clap::Args;
use waggle::uhp::ClientConfig;

use super::values::{number, time};

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The engine's command line
    #[arg(value_name = "CMD")]
    pub(crate) engine: ClientConfig,

    /// Additional argument for the engine
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) args: Vec<String>,

    /// Number of random games of each game type
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) games: u32,

    /// Plies of each random game
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(crate) plies: u32,

    /// Depth of the perft counts
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = number::<u32>(1..=255))]
    pub(crate) perft_depth: u32,

    /// Random seed of the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,

    /// Maximum time to wait for a reply
    #[arg(long, value_name = "SECONDS", value_parser = time, default_value = "10")]
    pub(crate) patience: Duration,

    /// Run only checks whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) only: String,
}
