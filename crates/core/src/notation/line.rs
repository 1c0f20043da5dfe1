//! Lines as MoveStrings.

use crate::rules::{Move, Position};

use super::move_string::move_string;

/// The MoveStrings of a line from `position`, up to the first illegal move.
pub fn move_strings(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(move_string(&position, mv));
        // Never unmade.
        let _ = position.make(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_game, parse_move};

    #[test]
    fn moves_are_written_in_turn_up_to_the_first_illegal_one() {
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
