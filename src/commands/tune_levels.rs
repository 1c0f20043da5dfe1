//! `waggle tune-levels`: measures the levels, as the tables of `docs/strength.md`.

use std::io::{self, Write};

use anyhow::ensure;
use waggle::levels::Level;
use waggle::rules::GameType;
use waggle::tune::{Exercise, LevelGames, LevelResults, Motif, share_missed};

use crate::cli::TuneLevelsArgs;
use crate::exit_code::ExitCode;

const TYPES: [(&str, GameType); 2] = [("Base", GameType::BASE), ("Base+MLP", GameType::MLP)];

pub(crate) fn run(args: &TuneLevelsArgs) -> anyhow::Result<ExitCode> {
    let TuneLevelsArgs { from, to, .. } = *args;
    ensure!(from <= to, "expected --from at most as high as --to, found {from} and {to}");
    let levels: Vec<Level> = Level::all().take(to as usize).skip(from as usize - 1).collect();
    let mut out = io::stdout();
    write_games(&levels, args.games, &mut out)?;
    writeln!(out)?;
    write_misses(&levels, args.positions as usize, &mut out)?;
    Ok(ExitCode::Done)
}

fn write_games(levels: &[Level], games: u32, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{games} games each; games without a winner count as draws\n")?;
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

fn write_misses(levels: &[Level], positions: usize, out: &mut impl Write) -> anyhow::Result<()> {
    let found = Exercise::find(positions)?;
    for (motif, exercises) in Motif::ALL.iter().zip(&found) {
        let number = exercises.len();
        ensure!(number == positions, "found only {number} of {positions} positions of {motif:?}");
    }
    writeln!(out, "share missed of {positions} positions each\n")?;
    writeln!(out, "| level | win in one | queen in danger | throw | pin | quiet win |")?;
    writeln!(out, "|---:|---:|---:|---:|---:|---:|")?;
    for &level in levels {
        write!(out, "| {} |", level.number())?;
        for exercises in &found {
            write!(out, " {:.1} % |", 100.0 * share_missed(level, exercises)?)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
