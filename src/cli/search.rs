//! How hard to search: the flags that the analyzing verbs share.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use waggle::search::{Limits, Settings};
use waggle::uhp::Options;

use super::values::{number, time};

/// The most plies that can be asked for.
const MAX_DEPTH: u64 = 125;

/// Flags that limit a search.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Search depth in plies.
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(1..=MAX_DEPTH))]
    pub(crate) depth: Option<u8>,
    /// Thinking time.
    #[arg(long, value_name = "SECONDS", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Number of positions to search.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits; without any flag, none.
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, clock: None }
    }
}

/// The flag that says what evaluates positions.
#[derive(Args, Debug)]
pub(crate) struct NetworkArgs {
    /// Network to evaluate with; docs/network.md describes the file [default: the built-in one].
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,
}

/// Flags that say what a searcher is made of.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Search threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Size of the transposition table in MiB.
    #[arg(long, alias = "table-size-mib", value_name = "MIB", default_value = "64", value_parser = number::<usize>(1..=Options::MAX_TABLE_MIB as u64))]
    pub(crate) table: usize,
}

impl EngineArgs {
    /// The settings that the flags ask for.
    pub(crate) fn settings(&self) -> Settings {
        let threads = self.threads.map_or_else(|| Options::default().threads, usize::from);
        Settings { threads, table_mib: self.table, ..Settings::default() }
    }
}
