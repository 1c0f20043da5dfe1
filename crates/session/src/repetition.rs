//! Repetition as counted by engines that ignore which piece moved last.

use waggle_hive_core::rules::{Bug, Color, Game, Hex, Position};

/// How often the current arrangement of pieces has occurred with the same player to move, whichever
/// piece moved last.
///
/// The rules also distinguish positions by the piece that moved last, where that matters. Some
/// engines do not, and call a draw earlier than the referee, which is no fault.
pub fn appearances(game: &Game) -> usize {
    let now = placement(game.position());
    let mut past = game.clone();
    let mut count = 1;
    while past.undo().is_some() {
        count += usize::from(placement(past.position()) == now);
    }
    count
}

/// The bug, color, hex and height of every piece, and the player to move.
fn placement(position: &Position) -> (Color, Vec<(usize, u8, Color, Bug)>) {
    let mut pieces: Vec<_> = position
        .pieces_on_table()
        .filter_map(|piece| {
            let hex: Hex = position.hex_of(piece)?;
            let height = position.stack(hex).position(|other| other == piece)?;
            Some((hex.index(), height as u8, piece.color(), piece.bug()))
        })
        .collect();
    pieces.sort_unstable();
    (position.side_to_move(), pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::parse_game;

    #[test]
    fn moving_back_and_forth_repeats_the_position() {
        let start = "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
        let there = ";wQ \\wA1;bQ bA1/";
        let back = ";wQ -wA1;bQ bA1-";
        let game = |text: String| parse_game(&text).unwrap();
        assert_eq!(appearances(&game(start.to_owned())), 1);
        assert_eq!(appearances(&game(format!("{start}{there}"))), 1);
        assert_eq!(appearances(&game(format!("{start}{there}{back}"))), 2);
        assert_eq!(appearances(&game(format!("{start}{there}{back}{there}{back}"))), 3);
    }
}
