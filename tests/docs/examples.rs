//! Runs the examples. CI compiles each of them with only the features that it names.

use std::error::Error;

#[path = "../../examples/best_move.rs"]
mod best_move;
#[path = "../../examples/draw_game.rs"]
mod draw_game;
#[path = "../../examples/legal_moves.rs"]
mod legal_moves;

#[test]
fn the_examples_run_to_their_end() -> Result<(), Box<dyn Error>> {
    legal_moves::main()?;
    best_move::main()?;
    draw_game::main()
}
