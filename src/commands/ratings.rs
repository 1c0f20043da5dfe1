//! `waggle ratings`: the joint rating of the players of an archive.

use anyhow::{bail, ensure};
use waggle::archive::Archive;
use waggle::arena::{GameSummary, RatingsDocument, Standings, report, summary_of};
use waggle::document::Json;
use waggle::games::GameRecord;
use waggle::text::{Quoted, counted};

use super::archive::read_all;
use super::interrupt;
use super::terminal::print;
use crate::cli::RatingsArgs;
use crate::exit_code::ExitCode;

/// The maximum number of players that can be rated together in a reasonable time.
const MAX_PLAYERS: usize = 2_000;

/// Adds up the results of all games and rates the players by them.
pub(crate) fn run(args: &RatingsArgs) -> anyhow::Result<ExitCode> {
    let archive = Archive::of(&args.sources)?.only(args.filter.filter());
    let stop = interrupt::stop_flag()?;
    let usual = waggle::uhp::Options::default().threads;
    let threads = args.threads.map_or(usual, usize::from);
    let mut standings = Standings::default().anchored(args.anchor.clone());
    let rated = |record: GameRecord| rated_game(&record);
    let read = read_all(&archive, threads, &stop, rated, |game| standings.extend(game))?;
    let Some(code) = read else { return Ok(ExitCode::Interrupted) };
    ensure!(standings.games() > 0, "no game has a result and the names of two players");
    let standings = standings.among_regulars(args.min_games);
    let least = counted(args.min_games, "game", "games");
    ensure!(standings.games() > 0, "no two players with {least} or more have met");
    ensure_has(standings.names(), args.anchor.as_deref())?;
    let players = standings.names().len();
    ensure!(
        players <= MAX_PLAYERS,
        "there are {players} players, more than {MAX_PLAYERS}: --min-games leaves out those with few games"
    );
    if args.json {
        print(&format!("{}\n", Json(RatingsDocument::of(&standings))))?;
    } else {
        print(&report::rating_table(&standings))?;
    }
    Ok(code)
}

/// An error if the anchor is not among the players.
pub(super) fn ensure_has(players: &[String], anchor: Option<&str>) -> anyhow::Result<()> {
    let missing = anchor.filter(|anchor| !players.iter().any(|player| player == anchor));
    missing.map_or(Ok(()), |name| bail!("--anchor: no player is named `{}`", Quoted(name)))
}

/// The facts of a game that count, if it has a result and two players with different names.
fn rated_game(record: &GameRecord) -> Option<GameSummary> {
    let is_named = |tag| record.tag(tag).is_some_and(|name| !name.is_empty());
    let summary = summary_of(record).filter(|_| is_named("White") && is_named("Black"))?;
    (summary.players.white != summary.players.black).then_some(summary)
}
