//! `waggle service`: many positions at once, for other programs.

use std::io;

use waggle::service::{ServiceSettings, serve};
use waggle::uhp::Options;

use super::{interrupt, network};
use crate::cli::ServiceArgs;
use crate::exit_code::ExitCode;

/// The maximum memory for all queries, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// Answers queries until the end of the input.
pub(crate) fn run(args: &ServiceArgs) -> anyhow::Result<ExitCode> {
    interrupt::end_with_client()?;
    let settings = ServiceSettings {
        threads: args.threads.map_or_else(|| Options::default().threads, usize::from),
        table_mib: args.table,
        max_queries: args.queue,
        max_bytes: MAX_BYTES,
        network: network::of(&args.network)?,
    };
    serve(settings, io::stdin(), io::stdout())?;
    Ok(ExitCode::Done)
}
