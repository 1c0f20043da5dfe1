//! Facts: what a reason states.

use waggle_hive_core::rules::{Color, Move, Outcome, Piece};

/// What a reason states about a move, with everything that its sentence claims.
///
/// *The better move* is the one that should have been played. Each move belongs to the position in
/// which it would be played.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The player had no other move.
    OnlyMove,
    /// The move ends the game on the board.
    Ends(Outcome),
    /// The game ends with the third occurrence of the position, or a later one.
    Repeats {
        /// How often the position has occurred.
        times: usize,
    },
    /// The players agreed to a draw after the move.
    Agreed,
    /// The game ends in a draw, but this player had a forced win.
    HadWin {
        /// The player.
        winner: Color,
        /// The number of plies before the first forced win.
        first: usize,
        /// The number of plies before the last one.
        last: usize,
        /// The last one is the end of the game.
        at_end: bool,
    },
    /// The game ends in a draw, but the engine gave this player at least nine tenths of a point
    /// for several plies in a row; no forced win is proven.
    WasWinning {
        /// The player.
        winner: Color,
        /// The number of plies before the first such position.
        first: usize,
        /// The number of plies before the last one.
        last: usize,
    },
    /// This move would have surrounded the opponent's queen at once.
    CouldSurround {
        /// The move.
        mv: Move,
        /// Whether it fills her only liberty.
        closes_the_gap: bool,
    },
    /// The player could have forced a win.
    CouldWin {
        /// Its first move.
        mv: Move,
        /// The maximum number of plies.
        plies: u8,
    },
    /// The opponent's next move can surround the player's queen.
    AllowsSurround {
        /// That move.
        mv: Move,
        /// Whether it was already threatened before the move.
        was_threatened: bool,
    },
    /// The opponent can force a win.
    AllowsWin {
        /// Its first move.
        mv: Move,
        /// The maximum number of plies.
        plies: u8,
        /// The better move, if there is no forced win within these plies after it.
        prevented_by: Option<Move>,
    },
    /// Pieces of the opponent on the table can reach the player's queen with the next move, filling
    /// a liberty or climbing, and could not after the better move.
    LetsReach {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// A piece of the opponent can climb onto the player's queen with the next move, and none
    /// could after the better move.
    LetsClimb {
        /// The piece.
        piece: Piece,
    },
    /// The opponent can place a piece beside the player's queen with the next move, and could
    /// not after the better move.
    LetsEnter {
        /// Such a placement.
        mv: Move,
    },
    /// The move leaves the player's queen fewer liberties than the better move, or the opponent's
    /// queen more.
    Liberties {
        /// The owner of the queen.
        queen: Color,
        /// Her liberties after the move.
        left: u8,
        /// Her liberties after the better move.
        instead: u8,
    },
    /// A reply leaves the player's queen fewer liberties than any reply to the better move.
    LibertiesAfterReply {
        /// The reply.
        reply: Move,
        /// Her liberties after it.
        left: u8,
        /// The fewest after any reply to the better move.
        instead: u8,
    },
    /// The move has unpinned a piece of the opponent, and the better move would not have.
    Frees {
        /// The piece.
        piece: Piece,
        /// Its move beside or onto the player's queen, if there is one.
        reaches_queen: Option<Move>,
    },
    /// The better move would have pinned pieces of the opponent that can move now.
    WouldPin {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// The move pins pieces of the player that were not pinned, and the better move would not
    /// have.
    PinsOwn {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// The better move would have unpinned pieces of the player that stay pinned.
    WouldFree {
        /// The pieces.
        pieces: Vec<Piece>,
    },
    /// The better move would have covered a piece of the opponent, which stays uncovered.
    WouldCover {
        /// The piece.
        piece: Piece,
    },
    /// The player's queen could move before the move and could after the better one, but cannot now.
    QueenStuck,
    /// After the better move the player would threaten to surround; after the move played there is
    /// no such threat.
    CouldThreaten {
        /// The threatened move.
        then: Move,
    },
    /// The better move would have left the opponent only a pass; the move played does not.
    CouldSqueeze,
    /// The better move throws a piece away from the player's queen.
    CouldThrowAway {
        /// The throwing piece.
        thrower: Piece,
        /// The thrown piece.
        piece: Piece,
    },
    /// The engine would play the move, too.
    EnginesMove,
    /// The engine would play another move, but thinks that this one is as good.
    AsGood {
        /// The engine's choice.
        choice: Move,
    },
    /// The engine sees no move that is much better.
    NothingMuchBetter,
    /// The engine sees a win that the player misses, which the solver has not proven.
    MissesUnproven {
        /// Its length in plies.
        plies: u16,
    },
    /// The engine sees a win for the opponent, which the solver has not proven.
    AllowsUnproven {
        /// Its length in plies.
        plies: u16,
    },
    /// This holds later in the line that the engine expects, but not at the same ply of the line that
    /// it expects after the better move.
    Later {
        /// The number of plies until then.
        plies: usize,
        /// One of [`Repeats`](Self::Repeats), [`Liberties`](Self::Liberties),
        /// [`PinsOwn`](Self::PinsOwn), [`WouldPin`](Self::WouldPin).
        fact: Box<Fact>,
    },
    /// The engine judges that the player's chances fall.
    ChancesFall {
        /// The chances before the move in whole percent.
        before: u32,
        /// The chances after the move in whole percent.
        after: u32,
    },
    /// The model of people's moves thinks that few people would play the better move.
    HardToFind {
        /// How many at most, in whole percent.
        percent: u32,
        /// Whether it has seen no games of this type.
        extrapolated: bool,
    },
    /// The model of people's moves thinks that most people would play the move, too.
    MostPlayIt {
        /// How many at least, in whole percent.
        percent: u32,
        /// Whether it has seen no games of this type.
        extrapolated: bool,
    },
}

impl Fact {
    /// The name of its kind in documents.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::OnlyMove => "only_move",
            Self::Ends(_) => "ends",
            Self::Repeats { .. } => "third_time",
            Self::Agreed => "agreed",
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
            Self::WouldCover { .. } => "would_cover",
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
            Self::HardToFind { .. } => "hard_to_find",
            Self::MostPlayIt { .. } => "most_play_it",
        }
    }

    /// Whether the rules or the solver prove it, or the file of the game says it; otherwise it is an opinion.
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
                | Self::HardToFind { .. }
                | Self::MostPlayIt { .. }
        )
    }

    /// Whether it adds nothing to the mark.
    pub const fn repeats_the_mark(&self) -> bool {
        matches!(
            self,
            Self::OnlyMove | Self::EnginesMove | Self::AsGood { .. } | Self::NothingMuchBetter
        )
    }
}
