//! Arguments of `waggle board`.

use clap::Args;

use super::values::number;
use super::{EngineArgs, PositionArgs};

/// Arguments of `board`.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Port to serve the page on; 0 picks a free one.
    #[arg(long, value_name = "N", default_value_t = 4483, value_parser = number::<u16>(0..=u16::MAX.into()))]
    pub(crate) port: u16,
    /// Print the address without opening a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
