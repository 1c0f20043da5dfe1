//! Arguments of `waggle board`.

use clap::Args;

use super::values::number;
use super::{EngineArgs, PositionArgs};

/// Arguments of `board`.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The port of this machine to serve the page on; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 4483, value_parser = number::<u16>(0..=u16::MAX.into()))]
    pub(crate) port: u16,
    /// Only print the address, and open no browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
