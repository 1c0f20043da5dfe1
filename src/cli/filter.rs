//! Which games of an archive count: the same options for every verb that takes archives.

use clap::Args;
use clap::builder::BoolishValueParser;
use time::{Date, Month};
use waggle::archive::{Bots, Filter};
use waggle::games::GameResult;
use waggle::notation::parse_game_type;
use waggle::rules::{Color, GameType};

use super::values::{number, one_of, word};

/// The heading of these options.
pub(super) const HEADING: &str = "Which games count";

/// Which games count. One that lacks what is asked for does not.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = HEADING)]
pub(crate) struct FilterArgs {
    /// Only games of these types, such as `Base,Base+M`.
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = parse_game_type)]
    pub(crate) game_types: Vec<GameType>,
    /// Only games of this player.
    #[arg(long, value_name = "NAME", value_parser = word)]
    pub(crate) player: Option<String>,
    /// Only games from this date on.
    #[arg(long, value_name = "YYYY[.MM[.DD]]", value_parser = date)]
    pub(crate) since: Option<String>,
    /// Only games up to this date.
    #[arg(long, value_name = "YYYY[.MM[.DD]]", value_parser = date)]
    pub(crate) until: Option<String>,
    /// Only games with this result.
    #[arg(long, value_name = "RESULT", value_parser = one_of([
        ("white", GameResult::Win(Color::White)), ("black", GameResult::Win(Color::Black)), ("draw", GameResult::Draw),
    ]))]
    pub(crate) result: Option<GameResult>,
    /// Only games where both players have at least this rating, by the tags `WhiteElo` and
    /// `BlackElo`.
    #[arg(long, value_name = "ELO", value_parser = number::<u16>(0..=9999))]
    pub(crate) min_rating: Option<u16>,
    /// Only games where both players have at most this rating.
    #[arg(long, value_name = "ELO", value_parser = number::<u16>(0..=9999))]
    pub(crate) max_rating: Option<u16>,
    /// Only games of these speeds, such as `blitz,rapid`: by the tag `Speed` or `TimeControl`.
    #[arg(long = "speed", value_name = "SPEED", value_delimiter = ',', value_parser = word)]
    pub(crate) speeds: Vec<String>,
    /// Only games that were rated, or only those that were not.
    #[arg(long, value_name = "YES|NO", value_parser = BoolishValueParser::new())]
    pub(crate) rated: Option<bool>,
    /// Only games in which none, any or both of the players are programs.
    #[arg(long, value_name = "BOTS", value_parser = one_of([("none", Bots::None), ("any", Bots::Any), ("both", Bots::Both)]))]
    pub(crate) bots: Option<Bots>,
    /// Only games that ended in these ways, such as `resigned,timeout`: by the tag `Conclusion` or `Ending`.
    #[arg(long = "conclusion", value_name = "WORD", value_delimiter = ',', value_parser = word)]
    pub(crate) conclusions: Vec<String>,
    /// Take a game that cannot be read up to its error, and warn of it, instead of leaving it out.
    #[arg(long)]
    pub(crate) up_to_error: bool,
}

impl FilterArgs {
    /// Which games count.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            game_types: self.game_types.clone(),
            player: self.player.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            result: self.result,
            min_rating: self.min_rating.map(i32::from),
            max_rating: self.max_rating.map(i32::from),
            speeds: self.speeds.clone(),
            rated: self.rated,
            bots: self.bots,
            conclusions: self.conclusions.clone(),
            up_to_error: self.up_to_error,
        }
    }
}

/// Reads a date, or the beginning of one.
fn date(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split('.').collect();
    let number = |index: usize, digits: usize| match parts.get(index) {
        Some(part) if part.len() != digits || part.starts_with('+') => None,
        part => part.map_or(Some(1), |part| part.parse::<u16>().ok()),
    };
    let whole = || {
        let month = Month::try_from(u8::try_from(number(1, 2)?).ok()?).ok()?;
        let day = u8::try_from(number(2, 2)?).ok()?;
        Date::from_calendar_date(number(0, 4)?.into(), month, day).ok()
    };
    match whole() {
        Some(_) if parts.len() <= 3 => Ok(text.to_owned()),
        _ => Err("expected a date such as 2026, 2026.11 or 2026.11.20".to_owned()),
    }
}
