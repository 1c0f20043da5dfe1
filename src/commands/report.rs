//! `waggle report`: the facts that a bug report needs, and no more.

use std::env::consts::{ARCH, OS};
use std::fmt::Write as _;
use std::thread;

use anyhow::Context as _;
use waggle::notation::game_string;
use waggle::rules::kernel;

use super::network;
use super::position::{name, read_record};
use super::terminal::print;
use crate::cli::ReportArgs;
use crate::exit_code::ExitCode;
use crate::version;

pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut report = format!(
        "waggle {}\nsystem: {OS} on {ARCH}\nprocessor: {}, {cores} {}, kernel {}\noptions:\n",
        version::text(),
        processor().as_deref().unwrap_or("not known"),
        if cores == 1 { "thread" } else { "threads" },
        kernel(),
    );
    let options = args.uhp.options(network::options(args.uhp.networks())?)?;
    for option in options.lines() {
        writeln!(report, "  {option}")?;
    }
    for (name, network) in options.networks.iter().skip(1) {
        writeln!(report, "network {name}: {}", network.name())?;
    }
    if args.uhp.book().is_some() {
        report += "book: a file\n";
    }
    if let Some(argument) = &args.game {
        let game = read_record(argument, args.number, args.up_to_error)?;
        let game = game.replay().with_context(|| format!("reading {}", name(argument)))?;
        writeln!(report, "game: {}", game_string(&game))?;
    }
    print(&report)?;
    Ok(ExitCode::Done)
}

/// The name that the processor gives itself.
#[cfg(target_arch = "x86_64")]
fn processor() -> Option<String> {
    let name = raw_cpuid::CpuId::new().get_processor_brand_string()?;
    Some(name.as_str().trim().to_owned())
}

#[cfg(not(target_arch = "x86_64"))]
fn processor() -> Option<String> {
    None
}
