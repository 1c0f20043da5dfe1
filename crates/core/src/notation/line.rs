//! Lines of play as MoveStrings.

use crate::rules::{Move, Position};

use super::move_string::move_string;

/// The texts of a line of play that begins in `position`, up to the first illegal move.
#[must_use]
pub fn move_strings(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(move_string(&position, mv));
        // Never taken back, so the token is of no use.
        let _ = position.make(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_game, parse_move};

    #[test]
    fn each_move_is_written_where_it_is_played_and_illegal_ones_end_the_line() {
        let game = parse_game("wS1;bS1 wS1-").unwrap();
        let mut position = game.position().clone();
        let mut line = vec![];
        for text in ["wQ -wS1", "bQ bS1-"] {
            let mv = parse_move(&position, text).unwrap();
            line.push(mv);
            let _ = position.make(mv);
        }
        line.push(line[0]);
        assert_eq!(move_strings(game.position(), &line), ["wQ -wS1", "bQ bS1-"]);
    }
}
