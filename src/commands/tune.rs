//! `waggle tune`: plays the engine against itself and fits the evaluation's weights.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use indicatif::ProgressBar;
use log::info;
use rayon::prelude::*;
use waggle::analysis::PEOPLE_CHANCE_SCALE;
use waggle::text::Quoted;
use waggle::tune::{
    ChanceBand, Division, FeatureUse, PlayedGame, PlayedGameError, Sample, Scored, SelfPlay,
    TrainSettings, Trained, feature_use, fit_chance, train,
};

use super::game_files;
use super::growing_file::GrowingFile;
use super::network;
use super::outputs::Outputs;
use crate::cli::TuneArgs;
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let is_trained = !args.chance && !args.features;
    let outputs = Outputs::default().whole(is_trained.then_some(&args.out)).growing(&args.keep);
    outputs.check(args.also.iter().chain(&args.warm), args.force)?;
    if args.chance {
        let mut positions = vec![];
        let mut number = 0;
        visit_games(args, |games| {
            for game in games {
                let samples = game.samples(0.0);
                positions.extend(samples.iter().filter_map(|sample| Scored::of(number, sample)));
                number += 1;
            }
        })?;
        let report = chance_report(&positions, PEOPLE_CHANCE_SCALE)?;
        io::stdout().write_all(report.as_bytes())?;
        return Ok(ExitCode::Done);
    }
    if args.features {
        let mut samples = vec![];
        visit_games(args, |games| {
            let quiet = games.par_iter().flat_map_iter(|game| game.samples(args.later as f32));
            samples.par_extend(quiet.filter(|sample| sample.is_quiet));
        })?;
        ensure!(!samples.is_empty(), "the games have no quiet positions");
        io::stdout().write_all(feature_report(&samples).as_bytes())?;
        return Ok(ExitCode::Done);
    }
    let mut division = Division::new(args.later as f32);
    visit_games(args, |games| division.add(games))?;
    let [training, kept_back] = division.samples();
    ensure!(
        !training.is_empty() && !kept_back.is_empty(),
        "expected positions to learn from and positions kept back, found {} and {}: more games",
        training.len(),
        kept_back.len()
    );
    match args.units {
        15 => learn::<16>(args, &training, &kept_back),
        31 => learn::<32>(args, &training, &kept_back),
        63 => learn::<64>(args, &training, &kept_back),
        _ => learn::<128>(args, &training, &kept_back),
    }
}

fn learn<const LANES: usize>(
    args: &TuneArgs,
    training: &[Sample],
    kept_back: &[Sample],
) -> anyhow::Result<ExitCode> {
    let start = args.warm.as_deref().map(network::named).transpose()?;
    let warm = start
        .as_ref()
        .map_or(String::new(), |network| format!("\nfrom the network {} on", network.hash()));
    let settings = TrainSettings {
        epochs: args.epochs,
        step: args.step,
        seed: args.seed,
        start: start.map(|network| network.weights().clone()),
        ..TrainSettings::default()
    };
    let progress = ProgressBar::new(args.epochs.into());
    let result = train::<LANES>(training, kept_back, &settings, |epoch, training, kept_back| {
        info!("epoch {epoch}: {training:.6} in training, {kept_back:.6} of those kept back");
        progress.inc(1);
    });
    progress.finish_and_clear();
    let Trained { network: trained, factor, training_error, error, epoch } = &result;
    let positions = training.len() + kept_back.len();
    let others = match args.also.len() {
        0 => String::new(),
        1 => "\nand games kept of another run".to_owned(),
        files => format!("\nand games kept of {files} other runs"),
    };
    let origin = format!(
        "`waggle tune --games {} --nodes {} --seed {} --later {} --epochs {} --step {} --units {}`{others}{warm}:\n\
         {positions} positions, squared error {error:.6} after epoch {epoch}",
        args.games, args.nodes, args.seed, args.later, args.epochs, args.step, args.units,
    );
    let weights = trained.rounded(*factor);
    game_files::write(&args.out, &weights.to_file(&origin))?;
    writeln!(
        io::stdout(),
        "{positions} positions, squared error {training_error:.6} in training, {error:.6} of \
         those kept back, after epoch {epoch}"
    )?;
    Ok(ExitCode::Done)
}

/// Games played at a time before they are written to the file.
const PLAYED_AT_ONCE: u32 = 48;
/// Games of the file that are read at a time.
const READ_AT_ONCE: usize = 4096;

/// Visits the games: those of other runs, those of the file, and then newly played ones.
fn visit_games(args: &TuneArgs, mut visit: impl FnMut(&[PlayedGame])) -> anyhow::Result<()> {
    for path in &args.also {
        visit_kept_games(path, &mut visit)?;
    }
    let settings = SelfPlay { nodes: args.nodes, seed: args.seed, ..SelfPlay::default() };
    let mut number = 0;
    let mut file = None;
    if let Some(path) = &args.keep {
        let (text, opened) = kept(path, &settings)?;
        number = visit_lines(&text, args.games as usize, &mut visit)
            .with_context(|| format!("`{}`", path.display()))?;
        file = Some(opened);
    }
    let progress = ProgressBar::new(args.games.into());
    while number < args.games {
        progress.set_position(number.into());
        let end = args.games.min(number + PLAYED_AT_ONCE);
        let games = settings.play(number..end)?;
        if let Some(file) = &mut file {
            for game in &games {
                file.append(&format!("{game}\n"))?;
            }
        }
        visit(&games);
        number = end;
    }
    progress.finish_and_clear();
    Ok(())
}

/// Visits all games of a file that `--keep` has written.
pub(super) fn visit_kept_games(
    path: &Path,
    visit: impl FnMut(&[PlayedGame]),
) -> anyhow::Result<()> {
    let of_file = || format!("`{}`", path.display());
    let text = fs::read_to_string(path).with_context(of_file)?;
    let first = text.lines().next().unwrap_or_default();
    ensure!(
        first.starts_with(HEADER),
        "expected games written by `--keep` in `{}`, found `{}`",
        path.display(),
        Quoted(first),
    );
    visit_lines(&text, usize::MAX, visit).with_context(of_file)?;
    Ok(())
}

/// How the first line of a file of games begins.
const HEADER: &str = "# games without contempt";

/// Visits at most this many games of a file's complete lines after the first; returns their number.
fn visit_lines(
    text: &str,
    most: usize,
    mut visit: impl FnMut(&[PlayedGame]),
) -> Result<u32, PlayedGameError> {
    // Another run may still be writing the last line.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines: Vec<&str> = whole.lines().skip(1).take(most).collect();
    for lines in lines.chunks(READ_AT_ONCE) {
        let games: Result<Vec<PlayedGame>, PlayedGameError> =
            lines.par_iter().map(|line| line.parse()).collect();
        visit(&games?);
    }
    Ok(lines.len() as u32)
}

/// The text of the file, and the file opened for appending. An incomplete last line is cut off.
fn kept(path: &Path, settings: &SelfPlay) -> anyhow::Result<(String, GrowingFile)> {
    let header = format!(
        "{HEADER} at half, once and twice {} nodes a move, seed {}",
        settings.nodes, settings.seed
    );
    let mut file = GrowingFile::open(path)?;
    let mut text = file.text()?;
    let first = text.lines().next().unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let is_ours = if whole == 0 { header.starts_with(first) } else { first == header };
    ensure!(is_ours, "`{}`: expected `{header}`, found `{}`", path.display(), Quoted(first));
    text.truncate(whole);
    file.cut(whole as u64)?;
    if whole == 0 {
        file.append(&format!("{header}\n"))?;
    }
    Ok((text, file))
}

/// The results of games by score, and how much worse the curve of another scale fits them.
pub(super) fn chance_report(positions: &[Scored], other: f64) -> anyhow::Result<String> {
    let fit = fit_chance(positions, other)
        .context("no curve fits: there are too few games, or the leader won all of them")?;
    let (excess, error) = fit.other;
    let mut text = format!(
        "{} positions of finished games: odds of e to 1 at a score of {:.1}\n\
         logarithmic loss {:.4}, without looking at scores {:.4}, with odds of e to 1 at {other:.1} \
         {:.4} ({excess:.4} more, with a standard error of {error:.4} by game)\n\n\
         score from  positions  expected  at {other:.1}  points\n",
        fit.samples,
        fit.scale,
        fit.loss,
        fit.loss_of_even,
        fit.loss + excess,
    );
    // Writing to a string cannot fail, here and below.
    for ChanceBand { from, samples, expected, by_other, points } in &fit.bands {
        let _ = writeln!(
            text,
            "{from:>10}  {samples:>9}  {expected:>8.3}  {by_other:>7.3}  {points:>6.3}"
        );
    }
    text.push_str("\nplies       odds of e to 1 at\n");
    for (from, end, scale) in &fit.by_ply {
        let end = if *end == u16::MAX { String::new() } else { (end - 1).to_string() };
        let _ = writeln!(text, "{:<10}  {scale:.1}", format!("{from}-{end}"));
    }
    Ok(text)
}

/// How useful each feature is, the least useful first.
fn feature_report(samples: &[Sample]) -> String {
    let mut features = feature_use(samples);
    features.sort_by(|one, other| one.worth.total_cmp(&other.worth));
    let mut text = format!(
        "{} quiet positions; the error without a feature rises by so many millionths\n\n\
         without  occurs  feature                                      goes with\n",
        samples.len()
    );
    for FeatureUse { feature, share, companion, worth } in features {
        let with = companion
            .map_or_else(String::new, |(other, correlation)| format!("{correlation:+.2} {other}"));
        let share = 100.0 * share;
        let feature = feature.to_string();
        let _ = writeln!(text, "{worth:>7.1}  {share:>4.1} %  {feature:<43}  {with}");
    }
    text
}
