//! `waggle tune`: plays the engine against itself and fits the evaluation's weights.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use waggle::eval::{Feature, TEMPO, weight};
use waggle::tune::{ChanceBand, FitSettings, Fitted, Sample, SelfPlay, fit, fit_chance, play};

use crate::exit_code::ExitCode;

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Games to play, all game types in turns.
    #[arg(long, value_name = "N", default_value_t = 4000)]
    games: u32,
    /// Positions to search for a move.
    #[arg(long, value_name = "N", default_value_t = 1500)]
    nodes: u64,
    /// What openings and random moves are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How much the results of games count against the scores of searches.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    result_share: f64,
    /// Where to write the weights, as a Rust source file.
    #[arg(long, value_name = "FILE", default_value = "src/eval/learned.rs")]
    out: PathBuf,
    /// Fit only how likely a score wins, for reviews, and print that.
    #[arg(long)]
    chance: bool,
}

/// Plays, fits, and writes the weights.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let progress = ProgressBar::new(args.games.into());
    let settings = SelfPlay { games: args.games, nodes: args.nodes, seed: args.seed };
    let samples = play(&settings, &|| progress.inc(1))?;
    progress.finish_and_clear();
    if args.chance {
        io::stdout().write_all(chance_report(&samples).as_bytes())?;
        return Ok(ExitCode::Done);
    }
    let mut start = [0.0; Feature::COUNT];
    for feature in Feature::all() {
        start[feature.index()] = weight(feature);
    }
    let fit_settings = FitSettings { result_share: args.result_share, ..FitSettings::default() };
    let fitted = fit(&samples, start, f64::from(TEMPO), &fit_settings);
    let quiet = samples.iter().filter(|sample| sample.is_quiet).count();
    let text = source(args, quiet, &fitted);
    fs::write(&args.out, text).with_context(|| format!("writing `{}`", args.out.display()))?;
    writeln!(
        io::stdout(),
        "{quiet} positions, squared error {:.6} before and {:.6} after",
        fitted.error_before,
        fitted.error
    )?;
    Ok(ExitCode::Done)
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

/// The weights as a source file that says where they come from.
fn source(args: &TuneArgs, samples: usize, fitted: &Fitted) -> String {
    let mut text = format!(
        "//! Weights fitted to games of the engine against itself. Do not edit; made by\n\
         //! `waggle tune --games {} --nodes {} --seed {} --result-share {}`:\n\
         //! {samples} positions, squared error {:.6}, before {:.6}.\n\n\
         use super::features::Feature;\n\n\
         /// The advantage of being to move, in hundredths of a liberty.\n\
         pub const TEMPO: i32 = {:.0};\n\n\
         /// The worth of each feature, in hundredths of a liberty.\n\
         #[rustfmt::skip]\n\
         pub(super) const LEARNED: [f32; Feature::COUNT] = [\n",
        args.games,
        args.nodes,
        args.seed,
        args.result_share,
        fitted.error,
        fitted.error_before,
        fitted.tempo,
    );
    for feature in Feature::all() {
        let _ = writeln!(text, "    {:.2}, // {feature}", fitted.weights[feature.index()]);
    }
    text + "];\n"
}
