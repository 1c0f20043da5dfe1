//! `waggle tune`: plays the engine against itself and fits the evaluation's weights.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use waggle::eval::{Feature, TEMPO, weight};
use waggle::tune::{FitSettings, Fitted, SelfPlay, fit, play};

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
}

/// Plays, fits, and writes the weights.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let progress = ProgressBar::new(args.games.into());
    let settings = SelfPlay { games: args.games, nodes: args.nodes, seed: args.seed };
    let samples = play(&settings, &|| progress.inc(1))?;
    progress.finish_and_clear();
    let mut start = [0.0; Feature::COUNT];
    for feature in Feature::all() {
        start[feature.index()] = weight(feature);
    }
    let fit_settings = FitSettings { result_share: args.result_share, ..FitSettings::default() };
    let fitted = fit(&samples, start, f64::from(TEMPO), &fit_settings);
    let text = source(args, samples.len(), &fitted);
    fs::write(&args.out, text).with_context(|| format!("writing `{}`", args.out.display()))?;
    writeln!(
        io::stdout(),
        "{} positions, squared error {:.6} before and {:.6} after",
        samples.len(),
        fitted.error_before,
        fitted.error
    )?;
    Ok(ExitCode::Done)
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
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {:.2}, // {feature}", fitted.weights[feature.index()]);
    }
    text + "];\n"
}
