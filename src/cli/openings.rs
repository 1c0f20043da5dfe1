//! Arguments of `waggle openings`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use waggle::games::GameResult;
use waggle::notation::parse_game_type;
use waggle::openings::Filter;
use waggle::rules::{Color, GameType};

use super::values::number;

/// Arguments of `openings`.
#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// Files with games (PGN, SGF, `GameStrings`), folders, patterns such as `games/*.pgn`; `-`
    /// is the standard input.
    #[arg(value_name = "ARCHIVE", required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// Number of plies of each game to count.
    #[arg(long, value_name = "PLIES", default_value = "8", value_parser = number::<u8>(1..=60))]
    pub(crate) plies: u8,
    /// Minimum number of games to show a position.
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u32>(1..=u64::MAX))]
    pub(crate) min_games: u32,
    /// Only games of these types, such as `Base,Base+M`.
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = parse_game_type)]
    pub(crate) game_types: Vec<GameType>,
    /// Only games of this player.
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Only games from this date on.
    #[arg(long, value_name = "YYYY[.MM[.DD]]", value_parser = date)]
    pub(crate) since: Option<String>,
    /// Only games up to this date.
    #[arg(long, value_name = "YYYY[.MM[.DD]]", value_parser = date)]
    pub(crate) until: Option<String>,
    /// Only games with this result.
    #[arg(long, value_name = "RESULT", value_enum)]
    pub(crate) result: Option<ResultArg>,
    /// Only games where both players have at least this rating, by the tags `WhiteElo` and
    /// `BlackElo`.
    #[arg(long, value_name = "ELO", value_parser = number::<u16>(0..=9999))]
    pub(crate) min_rating: Option<u16>,
    /// Nodes to search for each position shown; 0 omits the scores.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Write a web page to explore the openings.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace files that already exist.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print a JSON document instead of a table; docs/json.md has the schema.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A result to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultArg {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
}

impl OpeningsArgs {
    /// Which games count.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            game_types: self.game_types.clone(),
            player: self.player.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            result: self.result.map(|result| match result {
                ResultArg::White => GameResult::Win(Color::White),
                ResultArg::Black => GameResult::Win(Color::Black),
                ResultArg::Draw => GameResult::Draw,
            }),
            min_rating: self.min_rating.map(i32::from),
        }
    }
}

/// Reads a date, or the beginning of one.
fn date(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split('.').collect();
    let is_number = |part: &str, digits: usize| {
        part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let lengths = [4, 2, 2];
    let is_date =
        parts.len() <= 3 && parts.iter().zip(lengths).all(|(part, digits)| is_number(part, digits));
    if is_date {
        Ok(text.to_owned())
    } else {
        Err("expected a date such as 2026, 2026.11 or 2026.11.20".to_owned())
    }
}
