//! Why a move is not legal.

use super::{Bug, Game, Piece};

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended before.
    #[error("the game is over")]
    GameOver,
    /// A pass while something else can be played.
    #[error("a pass is legal only when there is no other move")]
    NeedlessPass,
    /// Nothing but a pass is possible.
    #[error("there is nothing to do but pass")]
    MustPass,
    /// The game is as long as any can be.
    #[error("a game ends after {} moves", Game::MAX_PLIES)]
    TooLong,
    /// The kind of piece belongs to another game type.
    #[error("{0} is not in play in this type of game")]
    NotInPlay(Piece),
    /// A piece that the player may not touch.
    #[error("{0} is the opponent's")]
    Opponents(Piece),
    /// The queen as a player's first piece.
    #[error("the queen may not be a player's first piece")]
    QueenFirst,
    /// The queen is still in hand on the fourth turn.
    #[error("the queen must be placed by the fourth turn")]
    QueenLate,
    /// A piece on the table before the queen.
    #[error("no piece may move before its own queen is placed")]
    QueenInHand,
    /// Pieces of a kind enter in the order of their numbers.
    #[error("{next} enters before {piece}")]
    OutOfOrder {
        /// The piece that was to enter.
        piece: Piece,
        /// The next of its kind.
        next: Piece,
    },
    /// White's first piece anywhere but in the middle.
    #[error("the first piece goes to the middle of the table")]
    FirstElsewhere,
    /// A piece enters where one lies.
    #[error("a piece enters on an empty hex, and {0} is there")]
    EntersOnto(Piece),
    /// A piece enters away from all others.
    #[error("a piece enters beside another of its color, except a player's first")]
    EntersApart,
    /// Black's first piece away from White's.
    #[error("the second piece of a game enters beside the first")]
    SecondElsewhere,
    /// A piece enters beside one of the opponent's.
    #[error("a piece may not enter beside the opponent's, and {0} is beside that hex")]
    EntersBesideOpponent(Piece),
    /// A piece goes where it is.
    #[error("{0} is there already")]
    OnTheSpot(Piece),
    /// A piece lies under another.
    #[error("{piece} cannot go while {top} is on top of it")]
    Covered {
        /// The piece that was to go.
        piece: Piece,
        /// The top of its stack.
        top: Piece,
    },
    /// The piece was placed, moved or thrown on the ply before.
    #[error("{0} was the last to move, so it rests for this turn")]
    Resting(Piece),
    /// The One Hive rule.
    #[error("without {0} the hive would fall apart (the One Hive rule)")]
    Pinned(Piece),
    /// The goal touches no other piece.
    #[error("{0} would leave the hive (the One Hive rule)")]
    LeavesHive(Piece),
    /// A step between two hexes that share no neighbor of the hive.
    #[error("{0} would lose touch with the hive on its way (the One Hive rule)")]
    LosesTouch(Piece),
    /// The way leads through a gate.
    #[error("{piece} does not fit through the gate between {} and {}", .posts[0], .posts[1])]
    Gate {
        /// The piece that was to go.
        piece: Piece,
        /// What lies on both sides of the step.
        posts: [Piece; 2],
    },
    /// The goal is occupied, and the piece stays on the ground.
    #[error("{piece} does not climb, and {there} is there")]
    NoClimber {
        /// The piece that was to go.
        piece: Piece,
        /// What lies where it was to go.
        there: Piece,
    },
    /// The bug does not move like that.
    #[error("{}", way_of(*.0))]
    NotItsWay(Bug),
    /// A mosquito on the hive is a beetle.
    #[error("on top of the hive the Mosquito moves as a Beetle, by one hex")]
    MosquitoOnTop,
    /// A mosquito without anything to copy.
    #[error("a Mosquito that touches only a Mosquito does not move")]
    MosquitoAlone,
    /// A piece of the opponent's without a thrower beside it.
    #[error("{0} is the opponent's, and no bug of yours that throws is beside it")]
    NoThrower(Piece),
    /// A thrower lies under another piece.
    #[error("{thrower} throws nothing while {top} is on top of it")]
    ThrowerCovered {
        /// The piece that was to throw.
        thrower: Piece,
        /// The top of its stack.
        top: Piece,
    },
    /// A thrower was placed, moved or thrown on the ply before.
    #[error("{0} was the last to move, so it throws nothing in this turn")]
    ThrowerRests(Piece),
    /// A throw of a piece that lies on others.
    #[error("{0} is on top of others, and only single pieces are thrown")]
    ThrownOffStack(Piece),
    /// A throw to anywhere but the thrower's empty neighbors.
    #[error("{0} throws only to an empty hex beside itself")]
    ThrownFar(Piece),
    /// A throw between two stacks that are higher than the thrower.
    #[error("nothing is thrown over {thrower} between the stacks of {} and {}", .posts[0], .posts[1])]
    ThrowGate {
        /// The piece that was to throw.
        thrower: Piece,
        /// The tops of both stacks.
        posts: [Piece; 2],
    },
}

impl IllegalMove {
    /// Whether the same piece might go elsewhere, for all that this rule says.
    #[must_use]
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

/// How a bug moves, for whoever moves it in another way.
const fn way_of(bug: Bug) -> &'static str {
    match bug {
        Bug::Queen => "the Queen Bee moves one hex",
        Bug::Spider => "a Spider goes exactly three hexes around the hive, and not back",
        Bug::Beetle => "a Beetle moves one hex, also onto the hive and along its top",
        Bug::Grasshopper => {
            "a Grasshopper jumps straight over one or more pieces to the first empty hex"
        }
        Bug::Ant => "a Soldier Ant walks around the hive, and no way leads there",
        Bug::Mosquito => {
            "a Mosquito moves as the bugs that it touches, and none of them goes there"
        }
        Bug::Ladybug => "a Ladybug goes two hexes on top of the hive and then one down from it",
        Bug::Pillbug => "the Pillbug moves one hex",
    }
}
