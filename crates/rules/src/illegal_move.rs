//! Why a move is not legal.

use super::{Bug, Game, Piece};

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum IllegalMove {
    #[error("the game is over")]
    GameOver,
    #[error("a pass is legal only when there is no other move")]
    NeedlessPass,
    #[error("the only legal move is to pass")]
    MustPass,
    #[error("a game ends after {} moves", Game::MAX_PLIES)]
    TooLong,
    #[error("{0} is not in play in this type of game")]
    NotInPlay(Piece),
    #[error("{0} is the opponent's")]
    Opponents(Piece),
    #[error("the queen may not be a player's first piece")]
    QueenFirst,
    #[error("the queen must be placed by the fourth turn")]
    QueenLate,
    #[error("no piece may move before its own queen is placed")]
    QueenInHand,
    #[error("{next} must be placed before {piece}")]
    OutOfOrder { piece: Piece, next: Piece },
    #[error("the first piece is placed in the center")]
    FirstElsewhere,
    #[error("a piece is placed on an empty hex, and {0} is there")]
    EntersOnto(Piece),
    #[error("a piece must be placed next to another of its color")]
    EntersApart,
    #[error("Black's first piece must be placed next to White's")]
    SecondElsewhere,
    #[error("a piece may not be placed next to the opponent's, and {0} is next to that hex")]
    EntersBesideOpponent(Piece),
    #[error("{0} is already there")]
    OnTheSpot(Piece),
    #[error("{piece} cannot move while {top} is on top of it")]
    Covered { piece: Piece, top: Piece },
    #[error("{0} moved last, so it rests for this turn")]
    Resting(Piece),
    #[error("moving {0} would split the hive (the One Hive rule)")]
    Pinned(Piece),
    #[error("{0} would leave the hive (the One Hive rule)")]
    LeavesHive(Piece),
    #[error("{0} would lose contact with the hive on the way (the One Hive rule)")]
    LosesTouch(Piece),
    #[error("{piece} does not fit through the gate between {} and {}", .posts[0], .posts[1])]
    Gate { piece: Piece, posts: [Piece; 2] },
    #[error("{piece} does not climb, and {there} is there")]
    NoClimber { piece: Piece, there: Piece },
    #[error("{}", way_of(*.0))]
    NotItsWay(Bug),
    #[error("on top of the hive the Mosquito moves as a Beetle, one hex")]
    MosquitoOnTop,
    #[error("a Mosquito that touches only a Mosquito does not move")]
    MosquitoAlone,
    #[error("{0} is the opponent's, and none of your pieces next to it can throw")]
    NoThrower(Piece),
    #[error("{thrower} cannot throw while {top} is on top of it")]
    ThrowerCovered { thrower: Piece, top: Piece },
    #[error("{0} moved last, so it cannot throw in this turn")]
    ThrowerRests(Piece),
    #[error("{0} is on top of a stack, and pieces in stacks cannot be thrown")]
    ThrownOffStack(Piece),
    #[error("{0} throws only to an empty hex next to it")]
    ThrownFar(Piece),
    #[error("the gate between {} and {} blocks throws over {thrower}", .posts[0], .posts[1])]
    ThrowGate { thrower: Piece, posts: [Piece; 2] },
}

impl IllegalMove {
    /// The name of the rule, for programs: the variant in snake case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NeedlessPass => "needless_pass",
            Self::MustPass => "must_pass",
            Self::TooLong => "too_long",
            Self::NotInPlay(_) => "not_in_play",
            Self::Opponents(_) => "opponents",
            Self::QueenFirst => "queen_first",
            Self::QueenLate => "queen_late",
            Self::QueenInHand => "queen_in_hand",
            Self::OutOfOrder { .. } => "out_of_order",
            Self::FirstElsewhere => "first_elsewhere",
            Self::EntersOnto(_) => "enters_onto",
            Self::EntersApart => "enters_apart",
            Self::SecondElsewhere => "second_elsewhere",
            Self::EntersBesideOpponent(_) => "enters_beside_opponent",
            Self::OnTheSpot(_) => "on_the_spot",
            Self::Covered { .. } => "covered",
            Self::Resting(_) => "resting",
            Self::Pinned(_) => "pinned",
            Self::LeavesHive(_) => "leaves_hive",
            Self::LosesTouch(_) => "loses_touch",
            Self::Gate { .. } => "gate",
            Self::NoClimber { .. } => "no_climber",
            Self::NotItsWay(_) => "not_its_way",
            Self::MosquitoOnTop => "mosquito_on_top",
            Self::MosquitoAlone => "mosquito_alone",
            Self::NoThrower(_) => "no_thrower",
            Self::ThrowerCovered { .. } => "thrower_covered",
            Self::ThrowerRests(_) => "thrower_rests",
            Self::ThrownOffStack(_) => "thrown_off_stack",
            Self::ThrownFar(_) => "thrown_far",
            Self::ThrowGate { .. } => "throw_gate",
        }
    }

    /// Whether the rule is about the destination, so that the piece may have other moves.
    pub const fn is_about_goal(self) -> bool {
        matches!(
            self,
            Self::FirstElsewhere
                | Self::EntersOnto(_)
                | Self::EntersApart
                | Self::SecondElsewhere
                | Self::EntersBesideOpponent(_)
                | Self::OnTheSpot(_)
                | Self::LeavesHive(_)
                | Self::LosesTouch(_)
                | Self::Gate { .. }
                | Self::NoClimber { .. }
                | Self::NotItsWay(_)
                | Self::MosquitoOnTop
                | Self::ThrownFar(_)
                | Self::ThrowGate { .. }
        )
    }
}

const fn way_of(bug: Bug) -> &'static str {
    match bug {
        Bug::Queen => "the Queen Bee moves one hex",
        Bug::Spider => "a Spider moves exactly three hexes around the hive, without backtracking",
        Bug::Beetle => "a Beetle moves one hex, also onto the hive and along its top",
        Bug::Grasshopper => {
            "a Grasshopper jumps straight over one or more pieces to the first empty hex"
        }
        Bug::Ant => "a Soldier Ant moves around the hive, and no path leads there",
        Bug::Mosquito => "a Mosquito moves as the bugs it touches, and none of them can move there",
        Bug::Ladybug => "a Ladybug moves two hexes on top of the hive and then one down",
        Bug::Pillbug => "the Pillbug moves one hex",
    }
}
