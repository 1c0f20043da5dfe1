//! Networks from files.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use waggle::eval::Network;
use waggle::search::Settings;
use waggle::uhp::Options;

use crate::cli::{EngineArgs, NetworkArgs};

/// Reads a network.
pub(crate) fn read(path: &Path) -> anyhow::Result<Network> {
    let file = fs::read(path).with_context(|| format!("reading `{}`", path.display()))?;
    Network::read(&file).with_context(|| format!("reading `{}`", path.display()))
}

/// The network of a flag, or the built-in one.
pub(crate) fn of(args: &NetworkArgs) -> anyhow::Result<Network> {
    args.network.as_deref().map_or_else(|| Ok(Network::default()), read)
}

/// The settings of a searcher.
pub(crate) fn settings(engine: &EngineArgs, network: &NetworkArgs) -> anyhow::Result<Settings> {
    Ok(Settings { network: of(network)?, ..engine.settings() })
}

/// Options with the networks of these files to choose from, the first one chosen.
pub(crate) fn options<'a>(paths: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<Options> {
    let mut options = Options::default();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        options.networks.add(&name, read(path)?);
        options.network = 1;
    }
    Ok(options)
}
