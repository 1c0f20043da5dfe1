//! Arguments of `waggle board`.

use clap::Args;

use super::values::number;
use super::{EngineArgs, NetworkArgs, PositionArgs};

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
    /// Address of a public copy of the page, to which links to games then lead
    #[arg(long, value_name = "URL", value_parser = folder_address)]
    pub(crate) public_address: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
}

/// The address of a folder, as `web/build` takes it; it has nothing that HTML would read.
fn folder_address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._~:/-".contains(letter);
    match rest {
        Some(rest)
            if rest.ends_with('/') && !rest.starts_with('/') && rest.chars().all(is_plain) =>
        {
            Ok(text.to_owned())
        }
        _ => Err("expected the address of a folder, such as https://example.org/hive/".to_owned()),
    }
}
