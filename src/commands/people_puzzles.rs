//! `waggle tune-people --puzzles`: how many people find a move that wins, predicted and counted.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use waggle::archive::Archive;
use waggle::games::GameRecord;
use waggle::people::Model;
use waggle::puzzles::{Find, Finder, OnlyWin, Task, cross_validated, fit_finders};
use waggle::rules::Game;

use super::archive::read_all;
use super::interrupt;
use super::tune_people::KEPT_BACK;
use crate::exit_code::ExitCode;

/// The longest win, in plies: three moves.
const WITHIN: u8 = 5;
/// The nodes of a proof: in 100 games ten wins in three moves were proven with so many, none with 30,000.
const NODES: u64 = 100_000;
/// The table of a proof. It is fixed because what is given up depends on it.
const TABLE_MIB: usize = 4;
/// The bins of the chances, of equal width.
const BINS: usize = 5;

pub(super) fn run(model: &Model, archive: &Archive, threads: usize) -> anyhow::Result<ExitCode> {
    let (mut finds, mut number, stop) = (vec![], 0, interrupt::stop_flag()?);
    let made = |record: GameRecord| {
        let game = record.replay().ok().filter(|game| game.start().is_none())?;
        tasks(model, &game, &stop)
    };
    let code = read_all(archive, threads, &stop, made, |tasks: Option<Vec<(Task, bool)>>| {
        let Some(tasks) = tasks else { return };
        let of_game = |(task, is_found)| Find { game: number, task, is_found };
        finds.extend(tasks.into_iter().map(of_game));
        number += 1;
    })?;
    let Some(code) = code else { return Ok(ExitCode::Interrupted) };
    report(&finds)?;
    Ok(code)
}

/// The moves of a game that alone forced a win, and whether they were found; `None` if stopped or out of memory.
fn tasks(model: &Model, game: &Game, stop: &AtomicBool) -> Option<Vec<(Task, bool)>> {
    let mut finder = Finder::new(WITHIN, NODES, TABLE_MIB).ok()?;
    let wins = finder.only_wins_of_game(game, stop).ok()?;
    let task = |only: &OnlyWin| {
        let moves = usize::from(only.plies.div_ceil(2));
        (Task::of(model, &only.position, only.mv, moves), only.mv == only.played)
    };
    Some(wins.iter().map(task).collect())
}

/// Prints the fit to all games, and how many find what as predicted from the other nine tenths of the games.
fn report(finds: &[Find]) -> anyhow::Result<()> {
    ensure!(!finds.is_empty(), "found no position in which one move alone wins within three");
    let mut out = io::stdout();
    let weights = fit_finders(finds).map(|weight| format!("{weight:.3}"));
    writeln!(out, "weights of a puzzle's rating: {}", weights.join(", "))?;
    let predicted: Vec<(&Find, f64)> = finds.iter().zip(cross_validated(finds)).collect();
    let of = |moves| move |find: &Find| find.task.moves() == moves;
    write_bins("all", &predicted, |_| true)?;
    write_bins("games that the model has not seen", &predicted, |find| find.game % KEPT_BACK == 0)?;
    write_bins("one move", &predicted, of(1))?;
    write_bins("two moves", &predicted, of(2))?;
    write_bins("three moves", &predicted, of(3))
}

/// Writes the chances of some positions, in bins of equal width, beside the share of those who found the move.
fn write_bins(
    name: &str,
    predicted: &[(&Find, f64)],
    is_in: impl Fn(&Find) -> bool,
) -> anyhow::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "\n{name}\n\n| positions | predicted | found |\n|---:|---:|---:|")?;
    let bin_of = |chance: f64| ((chance * BINS as f64) as usize).min(BINS - 1);
    for bin in 0..BINS {
        let of_bin = |(find, chance): &&(&Find, f64)| is_in(find) && bin_of(*chance) == bin;
        let members: Vec<&(&Find, f64)> = predicted.iter().filter(of_bin).collect();
        if members.is_empty() {
            continue;
        }
        let count = members.len() as f64;
        let mean = members.iter().map(|(_, chance)| chance).sum::<f64>() / count;
        let found = members.iter().filter(|(find, _)| find.is_found).count() as f64 / count;
        // By how much chance alone would move it, were the prediction right.
        let variance: f64 = members.iter().map(|(_, chance)| chance * (1.0 - chance)).sum();
        let error = variance.sqrt() / count;
        let [mean, found, error] = [mean, found, error].map(|share| 100.0 * share);
        writeln!(out, "| {} | {mean:.1} % | {found:.1} ± {error:.1} % |", members.len())?;
    }
    Ok(())
}
