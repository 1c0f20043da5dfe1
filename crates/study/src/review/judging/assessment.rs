//! What searches and proofs say about a position of a game.

use waggle_hive_core::rules::{Color, Move};
use waggle_hive_engine::analysis::WhiteScore;
use waggle_hive_engine::search::{Line, Score};

/// What searches say about one position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The best line, with its score for the player to move; no moves if the game is over.
    pub line: Line<Move>,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The line after a tenth of the search's nodes; `None` if no iteration had ended by then.
    pub shallow: Option<Line<Move>>,
    /// A second look at the move that was played.
    pub second_look: Option<SecondLook>,
    /// Who has a forced win, and the fewest plies it takes, if the solver has proven it.
    pub proven: Option<(Color, u8)>,
}

impl Assessment {
    pub(crate) const fn of_search(line: Line<Move>, depth: u8) -> Self {
        Self { line, depth, shallow: None, second_look: None, proven: None }
    }

    pub(super) fn proven_score(&self) -> Option<WhiteScore> {
        self.proven.map(|(winner, plies)| WhiteScore::new(Score::win_in(plies.into()), winner))
    }
}

/// What a second look at a move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondLook {
    /// The line that begins with the better move, with its score for the player.
    pub better: Line<Move>,
    /// The line after the move played, with its score for the opponent.
    pub played: Line<Move>,
    /// What it says in the end of the positions before and after the move themselves, each for its player
    /// to move; `None` where it has not searched the position.
    pub own: [Option<Score>; 2],
}

impl SecondLook {
    /// The scores before and after the move of this player.
    pub(crate) fn scores(&self, player: Color) -> (WhiteScore, WhiteScore) {
        let before = WhiteScore::new(self.better.score, player);
        (before, WhiteScore::new(self.played.score, player.other()))
    }
}
