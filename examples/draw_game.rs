//! Drawing: each position of a game as text, and the last one as SVG.
//!
//! `cargo run --example draw_game`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use waggle::notation::{move_string, parse_game};
use waggle::render::{PictureOptions, Theme, svg, text};
use waggle::rules::Game;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let played =
        parse_game("Base;;;wS1;bS1 wS1-;wB1 -wS1;bB1 bS1-;wQ /wS1;bQ bS1/;wB1 wS1;bB1 bQ")?;
    let mut game = Game::new(played.game_type());
    for mv in played.moves() {
        println!("{}", move_string(game.position(), mv));
        game.play(mv)?;
        println!("{}", text(&game, false));
    }
    let options = PictureOptions { size: 400, theme: Theme::Light, names: true };
    println!("{}", svg(&game, &options));
    Ok(())
}
