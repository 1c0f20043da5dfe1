//! The rules alone: the legal moves of a position, and its perft counts.
//!
//! `cargo run --no-default-features --example legal_moves`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use waggle::notation::{move_string, parse_game, parse_move};
use waggle::rules::perft;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut game = parse_game("Base+MLP;InProgress;White[2];wS1;bG1 wS1-")?;
    game.play(parse_move(game.position(), "wQ -wS1")?)?;

    let moves = game.position().legal_moves();
    for mv in &moves {
        println!("{}", move_string(game.position(), *mv));
    }
    for depth in 0..=3 {
        println!("perft({depth}) = {}", perft(&mut game.position().clone(), depth));
    }
    Ok(())
}
