//! `waggle show`: draws a position.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use waggle::notation::{parse_archived_game, parse_game_type};
use waggle::render::{PictureOptions, Theme, png, svg, text};
use waggle::rules::Game;

use super::game_files;
use crate::exit_code::ExitCode;

/// Arguments of `show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A `GameString`, or a file with a game: PGN, SGF, GameStrings; `-` for standard input.
    #[arg(default_value = "Base+MLP")]
    game: String,
    /// The position after this many plies, instead of the last one.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
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
    let mut game = read_game(&args.game)?;
    if let Some(ply) = args.ply {
        go_back(&mut game, ply)?;
    }
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

/// Whether standard output is a terminal that wants colors.
fn has_colors() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
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

/// Reads the game that an argument gives or names; of several, the first.
fn read_game(argument: &str) -> anyhow::Result<Game> {
    let path = Path::new(argument);
    let is_game = argument.contains(';') || parse_game_type(argument).is_ok();
    if is_game && !path.is_file() {
        return parse_archived_game(argument).with_context(|| format!("reading `{argument}`"));
    }
    let games = game_files::read(path)?;
    let reading = || format!("reading {}", game_files::name(path));
    let record = games.into_iter().next().ok_or_else(|| anyhow!("found no game"));
    let record = record.with_context(reading)?.with_context(reading)?;
    record.replay().with_context(reading)
}

fn go_back(game: &mut Game, ply: usize) -> anyhow::Result<()> {
    let length = game.moves().len();
    if ply > length {
        bail!("the game has {length} plies, expected no more in --ply, found {ply}");
    }
    for _ in ply..length {
        game.undo();
    }
    Ok(())
}
