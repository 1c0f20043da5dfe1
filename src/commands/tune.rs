//! `waggle tune`: plays the engine against itself and fits the evaluation's weights.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use waggle::tune::{
    ChanceBand, PlayedGame, Sample, SelfPlay, TrainSettings, Trained, divided, fit_chance, source,
    train,
};

use crate::cli::TuneArgs;
use crate::exit_code::ExitCode;

/// Plays, trains, and writes the weights.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let games = games(args)?;
    let mut out = io::stdout();
    if args.chance {
        let samples: Vec<Sample> = games.iter().flat_map(|game| game.samples(0.0)).collect();
        out.write_all(chance_report(&samples).as_bytes())?;
        return Ok(ExitCode::Done);
    }
    let [training, kept_back] = divided(&games, args.later as f32);
    let settings =
        TrainSettings { epochs: args.epochs, seed: args.seed, ..TrainSettings::default() };
    let progress = ProgressBar::new(args.epochs.into());
    let trained = train(&training, &kept_back, &settings, |_, _, _| progress.inc(1));
    progress.finish_and_clear();
    let Trained { network, training_error, error, epoch } = &trained;
    let positions = training.len() + kept_back.len();
    let origin = format!(
        "Weights learned from games of the engine against itself. Do not edit; made by\n\
         `waggle tune --games {} --nodes {} --seed {} --later {} --epochs {}`:\n\
         {positions} positions, squared error {error:.6} after {epoch} epochs.",
        args.games, args.nodes, args.seed, args.later, args.epochs,
    );
    let weights = network.rounded(network.factor(&kept_back));
    fs::write(&args.out, source(&weights, &origin))
        .with_context(|| format!("writing `{}`", args.out.display()))?;
    writeln!(
        out,
        "{positions} positions, squared error {training_error:.6} in training, {error:.6} of \
         those kept back, after {epoch} epochs"
    )?;
    Ok(ExitCode::Done)
}

/// Games played at a time before they are written to the file.
const BATCH: u32 = 48;

/// The games: those of the file, and then those that are missing.
fn games(args: &TuneArgs) -> anyhow::Result<Vec<PlayedGame>> {
    let settings = SelfPlay { nodes: args.nodes, seed: args.seed };
    let (mut games, mut file) = match &args.keep {
        Some(path) => kept(path, &settings).with_context(|| format!("`{}`", path.display()))?,
        None => (vec![], None),
    };
    games.truncate(args.games as usize);
    let progress = ProgressBar::new(args.games.into());
    while (games.len() as u32) < args.games {
        let first = games.len() as u32;
        progress.set_position(first.into());
        let batch = settings.play(first..args.games.min(first + BATCH))?;
        if let Some(file) = &mut file {
            for game in &batch {
                writeln!(file, "{game}")?;
            }
        }
        games.extend(batch);
    }
    progress.finish_and_clear();
    Ok(games)
}

/// The games that the file holds already, and the file, open for more.
fn kept(path: &Path, settings: &SelfPlay) -> anyhow::Result<(Vec<PlayedGame>, Option<File>)> {
    let header = format!(
        "# games without contempt at {} nodes a move, seed {}",
        settings.nodes, settings.seed
    );
    let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let mut lines = text.lines();
    match lines.next() {
        None => writeln!(file, "{header}")?,
        Some(first) => ensure!(first == header, "expected `{header}`, found `{first}`"),
    }
    let games: Result<Vec<PlayedGame>, _> = lines.map(str::parse).collect();
    Ok((games?, Some(file)))
}

/// What scores have been worth in the games.
fn chance_report(samples: &[Sample]) -> String {
    let fit = fit_chance(samples);
    let mut text = format!(
        "{} positions of finished games: odds of e to 1 at a score of {:.1}\n\
         logarithmic loss {:.4}, without looking at scores {:.4}\n\n\
         score from  positions  expected  points\n",
        fit.samples, fit.scale, fit.loss, fit.loss_of_even,
    );
    // Writing to a string cannot fail, here and below.
    for ChanceBand { from, samples, expected, points } in &fit.bands {
        let _ = writeln!(text, "{from:>10}  {samples:>9}  {expected:>8.3}  {points:>6.3}");
    }
    text.push_str("\nplies       odds of e to 1 at\n");
    for (from, end, scale) in &fit.by_ply {
        let end = if *end == u16::MAX { String::new() } else { (end - 1).to_string() };
        let _ = writeln!(text, "{:<10}  {scale:.1}", format!("{from}-{end}"));
    }
    text
}
