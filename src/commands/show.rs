//! `waggle show`: draws a position.

use std::io::{self, Write};

use anyhow::{Context, bail, ensure};
use waggle::notation::hop;
use waggle::render::{PictureOptions, png, svg, text};

use super::outputs::Outputs;
use super::terminal::has_colors;
use super::{game_files, position};
use crate::cli::{ShowArgs, ShowFormat};
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let format = format(args)?;
    ensure!(
        format != ShowFormat::Text || args.size.is_none() && args.theme.is_none() && !args.names,
        "--size, --theme and --names are for pictures: expected an output that ends in .svg or .png"
    );
    let ending = match format {
        ShowFormat::Text => "txt",
        ShowFormat::Svg => "svg",
        ShowFormat::Png => "png",
    };
    let outputs = Outputs::default().whole(&args.output).ending(ending, &args.output);
    outputs.check(&args.position.position, args.force)?;
    let game = position::read(&args.position)?;
    let options = PictureOptions {
        size: args.size.unwrap_or(800),
        theme: args.theme.unwrap_or_default(),
        names: args.names,
    };
    let drawing = match format {
        _ if args.hop => format!("{}\n", hop(game.position())).into_bytes(),
        ShowFormat::Text => text(&game, args.output.is_none() && has_colors()).into_bytes(),
        ShowFormat::Svg => svg(&game, &options).into_bytes(),
        ShowFormat::Png => png(&svg(&game, &options)).context("painting the picture")?,
    };
    match &args.output {
        Some(path) => game_files::write(path, &drawing)?,
        None => io::stdout().lock().write_all(&drawing)?,
    }
    Ok(ExitCode::Done)
}

fn format(args: &ShowArgs) -> anyhow::Result<ShowFormat> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = &args.output else { return Ok(ShowFormat::Text) };
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        _ if args.hop => Ok(ShowFormat::Text),
        "txt" => Ok(ShowFormat::Text),
        "svg" => Ok(ShowFormat::Svg),
        "png" => Ok(ShowFormat::Png),
        _ => bail!(
            "expected a file ending in .txt, .svg or .png, or --format, found `{}`",
            path.display()
        ),
    }
}
