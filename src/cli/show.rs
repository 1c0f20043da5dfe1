//! Arguments of `waggle show`.

use std::path::PathBuf;

use clap::Args;
use waggle::render::Theme;

use super::PositionArgs;
use super::values::{number, one_of};

/// Arguments of `show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// What to draw [default: by the extension of the file: txt, svg, png].
    #[arg(long, value_parser = one_of([("text", ShowFormat::Text), ("svg", ShowFormat::Svg), ("png", ShowFormat::Png)]))]
    pub(crate) format: Option<ShowFormat>,
    /// Write the position in HOP, the text for positions of pepeke.app and hivegame.com.
    #[arg(long, conflicts_with_all = ["format", "names"])]
    pub(crate) hop: bool,
    /// The longer side of a picture, in pixels [default: 800].
    #[arg(long, value_name = "PIXELS", value_parser = number::<u32>(16..=16_384))]
    pub(crate) size: Option<u32>,
    /// Background of a picture [default: light].
    #[arg(long, value_parser = one_of([("light", Theme::Light), ("dark", Theme::Dark)]))]
    pub(crate) theme: Option<Theme>,
    /// Write the names of the pieces on the tiles of a picture.
    #[arg(long)]
    pub(crate) names: bool,
}

/// The kinds of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShowFormat {
    Text,
    Svg,
    Png,
}
