//! What the engine expects to happen next, for pondering.

use crate::rules::{Game, Move};

/// The line of play that the last search expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Foresight {
    /// Plies played when the search was made; the mover then was "us".
    since: usize,
    line: Vec<Move>,
}

impl Foresight {
    /// Remembers a line of play from the present position of `game` on.
    pub(super) fn new(game: &Game, line: Vec<Move>) -> Self {
        Self { since: game.moves().len(), line }
    }

    /// Where it is worth thinking while the opponent does: the game after our
    /// expected move and the expected reply, as far as these are not played
    /// yet; the game as it is if it has gone another way.
    pub(super) fn target(&self, game: &Game) -> Game {
        let mut target = game.clone();
        let Some(plies) = game.moves().len().checked_sub(self.since) else {
            return target;
        };
        let as_expected = game.moves().skip(self.since).eq(self.line.iter().copied().take(plies));
        if !as_expected {
            return target;
        }
        let plies_to_our_turn = if plies == 0 { 2 } else { plies % 2 };
        for &mv in self.line.iter().skip(plies).take(plies_to_our_turn) {
            if target.play(mv).is_err() {
                break;
            }
            if target.outcome().is_some() {
                // Nothing to think about there.
                target.undo();
                break;
            }
        }
        target
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{game_string, parse_game};

    const GAME: &str = "Base;InProgress;White[2];wS1;bS1 wS1-";

    fn expecting(line: &[&str]) -> Foresight {
        let game = parse_game(GAME).unwrap();
        let mut ahead = game.clone();
        for text in line {
            let mv = crate::notation::parse_move(ahead.position(), text).unwrap();
            ahead.play(mv).unwrap();
        }
        Foresight::new(&game, ahead.moves().skip(game.moves().len()).collect())
    }

    fn target(foresight: &Foresight, played: &str) -> String {
        let target = foresight.target(&parse_game(&format!("{GAME}{played}")).unwrap());
        game_string(&target)
            .replace(GAME, "")
            .split_once("wS1;bS1 wS1-")
            .map_or_else(String::new, |(_, moves)| moves.to_owned())
    }

    #[test]
    fn it_is_our_turn_again_where_we_think() {
        let foresight = expecting(&["wQ -wS1", "bQ bS1-", "wA1 -wQ"]);
        assert_eq!(target(&foresight, ""), ";wQ -wS1;bQ bS1-");
        assert_eq!(target(&foresight, ";wQ -wS1"), ";wQ -wS1;bQ bS1-");
        assert_eq!(target(&foresight, ";wQ -wS1;bQ bS1-"), ";wQ -wS1;bQ bS1-");
    }

    #[test]
    fn a_game_that_goes_another_way_is_taken_as_it_is() {
        let foresight = expecting(&["wQ -wS1", "bQ bS1-"]);
        assert_eq!(target(&foresight, ";wQ /wS1"), ";wQ /wS1");
        assert_eq!(target(&foresight, ";wQ -wS1;bA1 bS1-"), ";wQ -wS1;bA1 bS1-");
        assert_eq!(target(&Foresight::default(), ";wQ /wS1"), ";wQ /wS1");
        let shorter = parse_game("wS1").unwrap();
        assert_eq!(game_string(&foresight.target(&shorter)), "Base;InProgress;Black[1];wS1");
    }
}
