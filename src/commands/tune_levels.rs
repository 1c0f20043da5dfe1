//! `waggle tune-levels`: measures the levels, as the tables of `docs/strength.md`.

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::ensure;
use waggle::archive::Archive;
use waggle::games::GameRecord;
use waggle::levels::Level;
use waggle::rules::GameType;
use waggle::tune::{Exercise, LevelGames, LevelResults, Motif, share_missed, share_missed_in_game};

use super::archive::read_all;
use super::interrupt;
use crate::cli::TuneLevelsArgs;
use crate::exit_code::ExitCode;

const TYPES: [(&str, GameType); 2] = [("Base", GameType::BASE), ("Base+MLP", GameType::MLP)];

pub(crate) fn run(args: &TuneLevelsArgs) -> anyhow::Result<ExitCode> {
    let TuneLevelsArgs { from, to, .. } = *args;
    ensure!(from <= to, "expected --from at most as high as --to, found {from} and {to}");
    let levels: Vec<Level> = Level::all().take(to as usize).skip(from as usize - 1).collect();
    let mut out = io::stdout();
    let positions = args.positions as usize;
    if args.sources.is_empty() {
        write_games(&levels, args.games, &mut out)?;
        writeln!(out)?;
        write_misses(&levels, positions, &Exercise::find(positions)?, false, &mut out)?;
        return Ok(ExitCode::Done);
    }
    let (archive, mut games) = (Archive::of(&args.sources)?, vec![]);
    let (threads, stop) = (waggle::uhp::Options::default().threads, interrupt::stop_flag()?);
    let replayed = |record: GameRecord| record.replay().ok();
    let code = read_all(&archive, threads, &stop, replayed, |game| games.extend(game))?;
    let Some(code) = code else { return Ok(ExitCode::Interrupted) };
    let found = Exercise::find_in(&games, positions)?;
    write_misses(&levels, positions, &found, true, &mut out)?;
    Ok(code)
}

fn write_games(levels: &[Level], games: u32, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "games each: {games}; games without a winner count as draws\n")?;
    writeln!(
        out,
        "| level | type | against | won | drawn | lost | Elo | unfinished | plies | passes |"
    )?;
    writeln!(out, "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    for &level in levels {
        let below = Level::new(level.number() - 1);
        for against in [None].into_iter().chain(below.map(Some)) {
            for (name, game_type) in TYPES {
                let results = LevelGames { level, against, game_type }.play(games)?;
                let LevelResults { score, unfinished, plies, shut_out } = results;
                let elo = score
                    .trinomial()
                    .filter(|_| against.is_some())
                    .map_or_else(String::new, |estimate| estimate.to_string());
                writeln!(
                    out,
                    "| {} | {name} | {} | {} | {} | {} | {elo} | {unfinished} | {} | {shut_out} |",
                    level.number(),
                    against
                        .map_or("random".to_owned(), |level| format!("level {}", level.number())),
                    score.wins,
                    score.draws,
                    score.losses,
                    plies / games,
                )?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

fn write_misses(
    levels: &[Level],
    positions: usize,
    found: &[Vec<Exercise>],
    are_of_people: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for (motif, exercises) in Motif::ALL.iter().zip(found) {
        let number = exercises.len();
        ensure!(number == positions, "found only {number} of {positions} positions of {motif:?}");
    }
    writeln!(out, "share missed of {positions} positions each\n")?;
    writeln!(out, "| level | win in one | queen in danger | throw | pin | quiet win |")?;
    writeln!(out, "|---:|---:|---:|---:|---:|---:|")?;
    let mut rows = vec![];
    for &level in levels {
        let missed: Result<Vec<f64>, _> = found.iter().map(|it| share_missed(level, it)).collect();
        rows.push((level, missed?));
        write_missed(level.number(), &rows[rows.len() - 1].1, out)?;
    }
    if are_of_people {
        let people: Vec<f64> = found.iter().map(|it| share_missed_in_game(it)).collect();
        write_missed("people", &people, out)?;
        let distance = |row: &[f64]| -> f64 {
            row.iter().zip(&people).map(|(one, other)| (one - other).abs()).sum()
        };
        rows.sort_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
        if let Some((level, row)) = rows.first() {
            let mean = 100.0 * distance(row) / people.len() as f64;
            writeln!(out, "\nlevel {} errs most like people: {mean:.1} % apart", level.number())?;
        }
    }
    Ok(())
}

fn write_missed(who: impl Display, missed: &[f64], out: &mut impl Write) -> io::Result<()> {
    write!(out, "| {who} |")?;
    for share in missed {
        write!(out, " {:.1} % |", 100.0 * share)?;
    }
    writeln!(out)
}
