//! What reviews of games of people tell: the chances of a score, and where an accuracy stands.

use std::io::{self, Write as _};

use anyhow::ensure;
use waggle::eval::CHANCE_SCALE;
use waggle::review::{Accuracies, ReviewLine};
use waggle::rules::Color;
use waggle::tune::Scored;

use super::game_files;
use super::review::for_each_line;
use super::tune::chance_report;
use crate::cli::TunePeopleArgs;
use crate::exit_code::ExitCode;

pub(super) fn run(args: &TunePeopleArgs) -> anyhow::Result<ExitCode> {
    let (mut positions, mut accuracies) = (vec![], Accuracies::default());
    let (mut compared, mut others) = (0, 0);
    for path in &args.sources {
        for_each_line(path, |line| {
            if accuracies.add(line) {
                positions.extend(scored(compared, line));
                compared += 1;
            } else {
                others += 1;
            }
            Ok(())
        })?;
    }
    ensure!(
        compared > 0,
        "expected finished games of Base+MLP, ten plies or longer, by `review --all --nodes N --output FILE`"
    );
    let table = accuracies.table();
    let mut out = io::stdout();
    writeln!(out, "games: {compared}, others left out: {others}")?;
    out.write_all(chance_report(&positions, CHANCE_SCALE)?.as_bytes())?;
    match &args.out {
        Some(path) => game_files::write(path, table.as_bytes())?,
        None => write!(out, "\nnodes, least plies, games, accuracies in equal parts\n{table}")?,
    }
    Ok(ExitCode::Done)
}

/// The positions before the moves of a review, for White, without forced wins.
fn scored(game: usize, line: &ReviewLine) -> impl Iterator<Item = Scored> {
    let half_points = line.game.ending.and_then(|ending| ending.result().half_points(Color::White));
    line.moves.iter().enumerate().filter_map(move |(ply, mv)| {
        let score = (100.0 * mv.before.liberties?).round() as i32;
        Some(Scored { game, ply: ply as u16, score, result: f64::from(half_points?) / 2.0 })
    })
}
