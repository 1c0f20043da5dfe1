//! `waggle show`: draws a position.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use waggle::render::{PictureOptions, Theme, png, svg, text};

use super::game_files;
use super::position_args::PositionArgs;
use super::terminal::has_colors;
use crate::exit_code::ExitCode;

/// Arguments of `show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Where to write the drawing, instead of to standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to draw; without it, the ending of the file decides: txt, svg, png.
    #[arg(long)]
    format: Option<Format>,
    /// The longer side of a picture, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(16..=16_384))]
    size: u32,
    /// What a picture is seen on.
    #[arg(long, default_value = "light")]
    theme: ThemeArg,
    /// Write the names of the pieces on the tiles of a picture.
    #[arg(long)]
    names: bool,
}

/// The kinds of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Characters.
    Text,
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
}

/// The looks of a picture.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    /// A bright table.
    Light,
    /// A dark table.
    Dark,
}

/// Draws, and writes the drawing.
pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let format = format(args)?;
    let game = args.position.read()?;
    let options = PictureOptions {
        size: args.size,
        theme: match args.theme {
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
        },
        names: args.names,
    };
    let drawing = match format {
        Format::Text => text(&game, args.output.is_none() && has_colors()).into_bytes(),
        Format::Svg => svg(&game, &options).into_bytes(),
        Format::Png => png(&svg(&game, &options)).context("painting the picture")?,
    };
    match &args.output {
        Some(path) => game_files::write(path, &drawing)?,
        None => io::stdout().lock().write_all(&drawing)?,
    }
    Ok(ExitCode::Done)
}

fn format(args: &ShowArgs) -> anyhow::Result<Format> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = &args.output else { return Ok(Format::Text) };
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "txt" => Ok(Format::Text),
        "svg" => Ok(Format::Svg),
        "png" => Ok(Format::Png),
        _ => bail!(
            "expected a file ending in .txt, .svg or .png, or --format, found `{}`",
            path.display()
        ),
    }
}
