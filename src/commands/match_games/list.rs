//! `--list`: the games to be played.

use std::io::{self, Write as _};

use serde::Serialize;
use waggle::arena::{Fixture, Results, Schedule, Shard, Tournament};
use waggle::document::{self, Json};
use waggle::rules::Color;

#[derive(Serialize)]
struct Document<'a> {
    kind: &'static str,
    format: document::Format,
    #[serde(rename = "match")]
    match_id: &'a str,
    pairs: u32,
    games: Vec<GameObject>,
}

#[derive(Serialize)]
struct GameObject {
    number: u32,
    pair: u32,
    opening: u32,
    white: String,
    black: String,
}

/// Prints the games of the match, or of its shard, that have no result yet.
pub(super) fn list(
    tournament: &Tournament,
    match_id: &str,
    done: &Results,
    is_over: bool,
    as_json: bool,
) -> anyhow::Result<()> {
    let mut games = tournament.schedule.fixtures_after(done);
    games.retain(|game| !is_over && !done.contains_key(&game.number));
    let name = |game: &Fixture, color| &tournament.engines[game.players[color]].name;
    let mut out = io::stdout().lock();
    if !as_json {
        for game in &games {
            let (white, black) = (name(game, Color::White), name(game, Color::Black));
            let (number, opening) = (game.number, game.round + 1);
            writeln!(out, "game {number}: {white} - {black}, opening {opening}")?;
        }
        return Ok(());
    }
    let object = |game: &Fixture| GameObject {
        number: game.number,
        pair: game.pair + 1,
        opening: game.round + 1,
        white: name(game, Color::White).clone(),
        black: name(game, Color::Black).clone(),
    };
    let whole = Schedule { shard: Shard::WHOLE, ..tournament.schedule }.fixtures_after(done);
    let document = Document {
        kind: "schedule",
        format: document::Format,
        match_id,
        pairs: whole.last().map_or(0, |game| game.pair + 1),
        games: games.iter().map(object).collect(),
    };
    writeln!(out, "{}", Json(document))?;
    Ok(())
}
