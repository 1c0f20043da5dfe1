//! Which position to search while the opponent thinks.

use waggle_hive_engine::search::Purpose;

use super::session_game::SessionGame;

/// The principal variation of the last search.
#[derive(Clone, Debug)]
pub struct Ponder<M> {
    /// The ply of the search, at which we were to move.
    since: usize,
    line: Vec<M>,
}

impl<M> Default for Ponder<M> {
    fn default() -> Self {
        Self { since: 0, line: Vec::new() }
    }
}

impl<M: Copy + Eq> Ponder<M> {
    /// Remembers a line that begins in the current position of `game`.
    pub fn new<G: SessionGame<Move = M>>(game: &G, line: Vec<M>) -> Self {
        Self { since: game.moves().len(), line }
    }

    /// What a search of the target is for: to play if it is our turn there, as far as is known.
    pub fn purpose<G: SessionGame<Move = M>>(&self, target: &G) -> Purpose {
        let is_theirs = !self.line.is_empty() && (self.since + target.moves().len()) % 2 == 1;
        if is_theirs { Purpose::Foresee } else { Purpose::Play }
    }

    /// The game to search in the opponent's time: after our expected move and the expected reply,
    /// as far as they have not been played. If other moves were played, the game as it is.
    pub fn target<G: SessionGame<Move = M>>(&self, game: &G) -> G {
        let mut target = game.clone();
        let moves = game.moves();
        let Some(played) = moves.get(self.since..) else {
            return target;
        };
        let plies = played.len();
        if self.line.get(..plies) != Some(played) {
            return target;
        }
        let plies_to_our_turn = if plies == 0 { 2 } else { plies % 2 };
        for &mv in self.line.iter().skip(plies).take(plies_to_our_turn) {
            if target.play(mv).is_err() {
                break;
            }
            if target.is_over() {
                // Nothing to search.
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
    use waggle_hive_core::notation::{game_string, parse_game};
    use waggle_hive_core::rules::Move;

    const GAME: &str = "Base;InProgress;White[2];wS1;bS1 wS1-";

    fn expecting(line: &[&str]) -> Ponder<Move> {
        let game = parse_game(GAME).unwrap();
        let mut ahead = game.clone();
        for text in line {
            let mv = waggle_hive_core::notation::parse_move(ahead.position(), text).unwrap();
            ahead.play(mv).unwrap();
        }
        Ponder::new(&game, ahead.moves().skip(game.moves().len()).collect())
    }

    fn target(ponder: &Ponder<Move>, played: &str) -> String {
        let target = ponder.target(&parse_game(&format!("{GAME}{played}")).unwrap());
        game_string(&target)
            .replace(GAME, "")
            .split_once("wS1;bS1 wS1-")
            .map_or_else(String::new, |(_, moves)| moves.to_owned())
    }

    #[test]
    fn the_target_is_our_next_turn() {
        let ponder = expecting(&["wQ -wS1", "bQ bS1-", "wA1 -wQ"]);
        assert_eq!(target(&ponder, ""), ";wQ -wS1;bQ bS1-");
        assert_eq!(target(&ponder, ";wQ -wS1"), ";wQ -wS1;bQ bS1-");
        assert_eq!(target(&ponder, ";wQ -wS1;bQ bS1-"), ";wQ -wS1;bQ bS1-");
    }

    #[test]
    fn a_draw_costs_the_player_who_ponders_whoever_is_to_move() {
        let game = |moves| parse_game(&format!("{GAME}{moves}")).unwrap();
        let (book, line) = (expecting(&["wQ -wS1"]), expecting(&["wQ -wS1", "bQ bS1-"]));
        for (ponder, moves, purpose) in [
            (&book, ";wQ -wS1", Purpose::Foresee),
            (&book, ";wQ -wS1;bQ bS1-", Purpose::Play),
            (&line, ";wQ -wS1", Purpose::Play),
            (&line, ";wQ /wS1", Purpose::Foresee),
            (&Ponder::default(), ";wQ /wS1", Purpose::Play),
        ] {
            assert_eq!(ponder.purpose(&ponder.target(&game(moves))), purpose, "{moves}");
        }
    }

    #[test]
    fn after_other_moves_the_target_is_the_game_itself() {
        let ponder = expecting(&["wQ -wS1", "bQ bS1-"]);
        assert_eq!(target(&ponder, ";wQ /wS1"), ";wQ /wS1");
        assert_eq!(target(&ponder, ";wQ -wS1;bA1 bS1-"), ";wQ -wS1;bA1 bS1-");
        assert_eq!(target(&Ponder::default(), ";wQ /wS1"), ";wQ /wS1");
        let shorter = parse_game("wS1").unwrap();
        assert_eq!(game_string(&ponder.target(&shorter)), "Base;InProgress;Black[1];wS1");
    }
}
