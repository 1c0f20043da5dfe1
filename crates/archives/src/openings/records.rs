//! The openings as games with variations.

use waggle_hive_core::games::GameRecord;
use waggle_hive_core::text::counted;

use super::{Continuation, Explorer, OpeningPosition};
use crate::lines::{Branch, record};

impl Explorer {
    /// A game for each type, with a variation for each move that was played less often than
    /// another, and a comment on each move. What follows a position stands where the position comes
    /// first.
    pub fn records(&self) -> Vec<GameRecord> {
        let mut is_told = vec![false; self.positions.len()];
        let mut branches = |place: usize| {
            let position = &self.positions[place];
            let branch = |way: &Continuation| Branch {
                mv: way.mv,
                to: (!std::mem::replace(&mut is_told[way.to], true)).then_some(way.to),
                comment: comment(way, &self.positions[way.to]),
            };
            position.moves.iter().map(branch).collect()
        };
        let starts = self.positions.iter().enumerate();
        let starts = starts.filter(|(_, position)| position.parent.is_none());
        starts.map(|(id, start)| record(start.game.clone(), id, |_, id| branches(id))).collect()
    }
}

/// How often a move was played, White's points, and the engine's score.
fn comment(way: &Continuation, to: &OpeningPosition) -> String {
    let mut words = vec![counted(way.sum.games as usize, "game", "games")];
    if way.sum.decided > 0 {
        let percent = 50.0 * f64::from(way.sum.half_points) / f64::from(way.sum.decided);
        words.push(format!("White {percent:.0} %"));
    }
    if let Some(score) = to.score {
        words.push(format!("score {score}"));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::openings::explorer::tests::explorer;
    use waggle_hive_core::games::pgn;

    #[test]
    fn every_line_is_a_variation_and_stands_once() {
        let text = "Base;WhiteWins;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ \\wS1\n\
                    Base;BlackWins;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ \\wS1\n\
                    Base;Draw;;wS1;bA1 wS1-;wA1 -wS1;bS1 bA1-\n\
                    Base;Draw;;wS1;bS1 wS1-;wQ \\wS1;bA1 bS1-;wA1 -wS1\n\
                    Base+M;Draw;;wM\n";
        let explorer = explorer(text, 1);
        let written: String = explorer.records().iter().map(pgn::write).collect();
        insta::assert_snapshot!(written);
        let read: Vec<_> = pgn::read(&written).map(Result::unwrap).collect();
        assert_eq!(read.iter().map(|it| it.moves.len()).collect::<Vec<_>>(), [5, 1]);
        assert_eq!(read[0].variations, explorer.records()[0].variations);
    }
}
