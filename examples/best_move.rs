//! The engine: the best move of a position, its score, and the principal variation.
//!
//! `cargo run --no-default-features --features engine --example best_move`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::sync::atomic::AtomicBool;

use waggle::analysis::WhiteScore;
use waggle::notation::{move_strings, parse_game};
use waggle::search::{Limits, Purpose, Searcher, Settings};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let game = parse_game("Base;;;wS1;bS1 wS1-;wB1 -wS1;bB1 bS1-;wQ /wS1;bQ bS1/;wB1 wS1;bB1 bQ")?;
    let position = game.position();

    let mut searcher = Searcher::new(&Settings::default())?;
    // Another thread may set this to stop the search, which then returns its best move so far.
    let stop = AtomicBool::new(false);
    let report = searcher.search_game(&game, Purpose::Play, &Limits::depth(5), &stop, &mut ());
    let score = WhiteScore::new(report.score, position.side_to_move());
    println!("depth {}, {} nodes: {}", report.depth, report.nodes, score.words());
    println!("{}", move_strings(position, &report.pv).join("; "));
    Ok(())
}
