//! The site's fields as tags of a record, and back.

use super::super::GameRecord;
use super::line::{Player, SiteGame, Tournament};
use crate::text::one_line;

/// The default of the Site tag.
const SITE: &str = "hivegame.com";
/// The title of programs, as on chess servers.
const BOT: &str = "BOT";

pub(super) fn set_tags(record: &mut GameRecord, game: &SiteGame) {
    let mut tag = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            record.set_tag(name, one_line(&value));
        }
    };
    let tournament = game.tournament.as_ref();
    let tournament_id = tournament.and_then(|it| it.tournament_id.clone());
    let title = |player: &Player| player.bot.then(|| BOT.to_owned());
    let rating = |rating: Option<f64>| rating.map(|it| format!("{it:.0}"));
    let change = |change: Option<f64>| change.map(|it| format!("{it:+.0}"));
    let played = game.last_interaction.as_deref().or(game.updated_at.as_deref());
    tag("Date", played.and_then(date));
    tag("Event", tournament.and_then(|it| it.name.clone()).or_else(|| tournament_id.clone()));
    tag("Site", Some(SITE.to_owned()));
    tag("White", game.white_player.username.clone());
    tag("Black", game.black_player.username.clone());
    tag("WhiteElo", rating(game.white_rating));
    tag("BlackElo", rating(game.black_rating));
    tag("WhiteRatingDiff", change(game.white_rating_change));
    tag("BlackRatingDiff", change(game.black_rating_change));
    tag("WhiteTitle", title(&game.white_player));
    tag("BlackTitle", title(&game.black_player));
    tag("TimeControl", time_control(game));
    tag("Speed", game.speed.clone());
    tag("Rated", game.rated.map(|rated| rated.to_string()));
    tag("Conclusion", game.conclusion.clone());
    tag("Tournament", tournament_id);
    tag("GameId", Some(game.game_id.clone()));
}

/// Fills in the fields that are tags; the others are given.
pub(super) fn from_tags(record: &GameRecord, game: SiteGame) -> SiteGame {
    let tag = |name: &str| record.tag(name).filter(|value| !value.is_empty()).map(str::to_owned);
    let number = |name: &str| tag(name)?.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    let player = |name: &str, title: &str| Player {
        username: tag(name),
        bot: record.tag(title) == Some(BOT),
    };
    let (time_mode, time_base, time_increment) = match tag("TimeControl").as_deref() {
        Some(control) => times(control),
        None => (None, None, None),
    };
    let tournament = tag("Tournament").map(|id| Tournament {
        name: tag("Event").filter(|name| *name != id),
        tournament_id: Some(id),
    });
    SiteGame {
        game_id: tag("GameId").unwrap_or_default(),
        conclusion: tag("Conclusion"),
        white_player: player("White", "WhiteTitle"),
        black_player: player("Black", "BlackTitle"),
        rated: tag("Rated").and_then(|rated| rated.parse().ok()),
        white_rating: number("WhiteElo"),
        black_rating: number("BlackElo"),
        white_rating_change: number("WhiteRatingDiff"),
        black_rating_change: number("BlackRatingDiff"),
        speed: tag("Speed"),
        time_mode,
        time_base,
        time_increment,
        last_interaction: tag("Date").and_then(|date| instant(&date)),
        tournament,
        ..game
    }
}

/// The day of an instant in PGN's form.
fn date(instant: &str) -> Option<String> {
    let day = instant.get(..10)?;
    let has_shape = day.bytes().enumerate().all(|(index, byte)| match index {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    has_shape.then(|| day.replace('-', "."))
}

/// The first instant of a day, in UTC.
fn instant(day: &str) -> Option<String> {
    let instant = format!("{}T00:00:00Z", day.replace('.', "-"));
    (instant.len() == 20 && date(&instant).is_some()).then_some(instant)
}

/// The time control in PGN's form: `300+3`, `1/86400` for a day per move, `-` without a clock.
fn time_control(game: &SiteGame) -> Option<String> {
    let (base, increment) = (game.time_base, game.time_increment);
    match (base, increment, game.time_mode.as_deref()) {
        (Some(base), Some(increment), _) => Some(format!("{base}+{increment}")),
        (Some(base), None, _) => Some(base.to_string()),
        (None, Some(increment), _) => Some(format!("1/{increment}")),
        (None, None, Some("Untimed")) => Some("-".to_owned()),
        (None, None, _) => None,
    }
}

/// The mode, the base and the increment.
fn times(control: &str) -> (Option<String>, Option<u64>, Option<u64>) {
    let number = |text: &str| text.trim().parse().ok();
    let mode = |name: &str| Some(name.to_owned());
    if control == "-" {
        return (mode("Untimed"), None, None);
    }
    if let Some((base, increment)) = control.split_once('+') {
        return (mode("RealTime"), number(base), number(increment));
    }
    match control.strip_prefix("1/") {
        Some(increment) => (mode("Correspondence"), None, number(increment)),
        None => (mode("Correspondence"), number(control), None),
    }
}
