//! What a reason says.

use waggle_hive_core::rules::{Color, Move, Outcome, Piece};

/// What a reason says about a move, with everything that the sentence claims.
///
/// *Instead* is the move that should have been played. Moves are those of the position in
/// which they would be played.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The player had no other move.
    OnlyMove,
    /// The move ends the game on the board.
    Ends(Outcome),
    /// The position has stood for the third time, and the game ends there.
    ThirdTime,
    /// The game ends in a draw that this player had won.
    HadWin {
        /// The player.
        winner: Color,
        /// After how many plies there was a forced win first.
        first: usize,
        /// After how many plies there was one for the last time.
        last: usize,
    },
    /// The game ends in a draw, and the engine gave this player at least nine tenths
    /// of the point for some turns on end; no forced win is proven.
    WasWinning {
        /// The player.
        winner: Color,
        /// After how many plies it began.
        first: usize,
        /// After how many plies it was so for the last time.
        last: usize,
    },
    /// This move would have surrounded the opponent's queen at once.
    CouldSurround {
        /// The move.
        mv: Move,
        /// Whether it fills the only liberty that she has.
        closes_the_gap: bool,
    },
    /// The player could have forced a win.
    CouldWin {
        /// The first move of it.
        mv: Move,
        /// In how many plies, at most.
        plies: u8,
    },
    /// The opponent's next move can surround the player's queen.
    AllowsSurround {
        /// That move.
        mv: Move,
        /// Whether it would have done so before the move, if it had been the opponent's turn.
        was_threatened: bool,
    },
    /// The opponent can force a win.
    AllowsWin {
        /// The first move of it.
        mv: Move,
        /// In how many plies, at most.
        plies: u8,
        /// The move instead, if after it there is no forced win in so many plies.
        prevented_by: Option<Move>,
    },
    /// Pieces of the opponent on the table can come beside or onto the player's queen with
    /// the next move, filling a liberty or climbing, and could not after the move instead.
    LetsReach {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// A piece of the opponent can climb onto the player's queen with the next move, and none
    /// could after the move instead.
    LetsClimb {
        /// The piece.
        piece: Piece,
    },
    /// The opponent can place a piece beside the player's queen with the next move, and could
    /// not after the move instead.
    LetsEnter {
        /// Such a placement.
        mv: Move,
    },
    /// The move leaves a queen a number of liberties, the move instead another one: more to
    /// the player's queen, or fewer to the opponent's.
    Liberties {
        /// Whose queen she is.
        queen: Color,
        /// Her liberties after the move.
        left: u8,
        /// Her liberties after the move instead.
        instead: u8,
    },
    /// A reply leaves the player's queen so few liberties, as no reply would have done after
    /// the move instead.
    LibertiesAfterReply {
        /// The reply.
        reply: Move,
        /// Her liberties after it.
        left: u8,
        /// The fewest that a reply would have left her after the move instead.
        instead: u8,
    },
    /// The move has freed a piece of the opponent that held the hive together, and the move
    /// instead would not have.
    Frees {
        /// The piece.
        piece: Piece,
        /// Its move beside or onto the player's queen, if there is one.
        reaches_queen: Option<Move>,
    },
    /// The move instead would have pinned pieces of the opponent that can move now.
    WouldPin {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// The move pins pieces of the player that were not pinned, and the move instead would not
    /// have.
    PinsOwn {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// The move instead would have freed pieces of the player that stay pinned.
    WouldFree {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// The player's queen could move, and could not if the player were to move again; after
    /// the move instead she could.
    QueenStuck,
    /// After the move instead the player would threaten to surround; after the move played
    /// there is no such threat.
    CouldThreaten {
        /// What would be threatened.
        then: Move,
    },
    /// The move instead would have left the opponent nothing but a pass; the move played does
    /// not.
    CouldSqueeze,
    /// The move instead throws a piece away from the player's queen.
    CouldThrowAway {
        /// What throws.
        thrower: Piece,
        /// What is thrown.
        piece: Piece,
    },
    /// The engine would play the move, too.
    EnginesMove,
    /// The engine would play another move, and finds this one as good.
    AsGood {
        /// The engine's choice.
        choice: Move,
    },
    /// The engine knows no move that is much better.
    NothingMuchBetter,
    /// The engine sees a win that the player misses, which the solver has not proven.
    MissesUnproven {
        /// In how many plies.
        plies: u16,
    },
    /// The engine sees a win for the opponent, which the solver has not proven.
    AllowsUnproven {
        /// In how many plies.
        plies: u16,
    },
    /// This holds later in the line that the engine expects, and not so in the one that it expects
    /// after the move instead.
    Later {
        /// After how many plies.
        plies: usize,
        /// The third time of a position, liberties of a queen, pieces of the player that are pinned, or
        /// pieces of the opponent that would be instead.
        fact: Box<Fact>,
    },
    /// The engine judges that the player's chances fall.
    ChancesFall {
        /// The chances before the move in whole percents.
        before: u32,
        /// The chances after the move in whole percents.
        after: u32,
    },
}

impl Fact {
    /// The name of its kind in documents.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::OnlyMove => "only_move",
            Self::Ends(_) => "ends",
            Self::ThirdTime => "third_time",
            Self::HadWin { .. } => "had_win",
            Self::WasWinning { .. } => "was_winning",
            Self::CouldSurround { .. } => "could_surround",
            Self::CouldWin { .. } => "could_win",
            Self::AllowsSurround { .. } => "allows_surround",
            Self::AllowsWin { .. } => "allows_win",
            Self::LetsReach { .. } => "lets_reach",
            Self::LetsClimb { .. } => "lets_climb",
            Self::LetsEnter { .. } => "lets_enter",
            Self::Liberties { .. } => "liberties",
            Self::LibertiesAfterReply { .. } => "liberties_after_reply",
            Self::Frees { .. } => "frees",
            Self::WouldPin { .. } => "would_pin",
            Self::PinsOwn { .. } => "pins_own",
            Self::WouldFree { .. } => "would_free",
            Self::QueenStuck => "queen_stuck",
            Self::CouldThreaten { .. } => "could_threaten",
            Self::CouldSqueeze => "could_squeeze",
            Self::CouldThrowAway { .. } => "could_throw_away",
            Self::EnginesMove => "engines_move",
            Self::AsGood { .. } => "as_good",
            Self::NothingMuchBetter => "nothing_much_better",
            Self::MissesUnproven { .. } => "misses_unproven",
            Self::AllowsUnproven { .. } => "allows_unproven",
            Self::Later { .. } => "later",
            Self::ChancesFall { .. } => "chances_fall",
        }
    }

    /// Whether the rules or the solver prove it; otherwise it is the engine's opinion.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        !matches!(
            self,
            Self::WasWinning { .. }
                | Self::EnginesMove
                | Self::AsGood { .. }
                | Self::NothingMuchBetter
                | Self::MissesUnproven { .. }
                | Self::AllowsUnproven { .. }
                | Self::Later { .. }
                | Self::ChancesFall { .. }
        )
    }

    /// Whether it says no more than the mark itself.
    #[must_use]
    pub const fn repeats_the_mark(&self) -> bool {
        matches!(
            self,
            Self::OnlyMove | Self::EnginesMove | Self::AsGood { .. } | Self::NothingMuchBetter
        )
    }
}
