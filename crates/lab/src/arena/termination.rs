//! Every way in which a game of a match can end.

use std::fmt;
use std::str::FromStr;

/// Defines the terminations, their names and their list.
macro_rules! terminations {
    ($($(#[$doc:meta])* $termination:ident,)*) => {
        /// How a game ended.
        ///
        /// The first group is Hive's own, the second the arena's, the third are faults of the
        /// loser.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Termination {
            $($(#[$doc])* $termination,)*
        }

        impl Termination {
            /// All terminations, in the order of their groups.
            pub const ALL: [Self; [$(Self::$termination),*].len()] = [$(Self::$termination),*];

            /// The name, as in the `Ending` tag of a game; PGN's `Termination` has a shorter list.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$termination => stringify!($termination),)*
                }
            }
        }
    };
}

terminations! {
    /// A queen is surrounded.
    QueenSurrounded,
    /// One move surrounded both queens: a draw.
    BothQueensSurrounded,
    /// The third occurrence of a position: a draw.
    Repetition,

    /// A result that is not on the board, such as a resignation.
    OffTheBoard,
    /// The maximum length of a game: a draw.
    PlyLimit,
    /// One side's scores were winning for long enough.
    AdjudicatedWin,
    /// The scores were even for long enough.
    AdjudicatedDraw,
    /// The match was stopped; the game has no result.
    Interrupted,

    /// The engine did not start or did not introduce itself.
    StartFailure,
    /// The engine refused a legal move or position, or would not move.
    Refusal,
    /// The engine's move cannot be parsed.
    Garbage,
    /// The engine's move breaks the rules.
    IllegalMove,
    /// The engine's move came after its time and the margin.
    Timeout,
    /// The engine stopped answering.
    Stall,
    /// The engine did not end its answer with `ok`.
    MissingOk,
    /// The engine wrote more than any answer needs.
    Flood,
    /// The engine's process ended.
    Crash,
}

impl Termination {
    /// Whether the moves show it.
    pub fn is_on_board(self) -> bool {
        self < Self::OffTheBoard
    }

    /// Whether the loser was at fault.
    pub fn is_fault(self) -> bool {
        self >= Self::StartFailure
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is not a termination.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("expected an ending such as `QueenSurrounded`, found `{0}`")]
pub struct TerminationError(String);

impl FromStr for Termination {
    type Err = TerminationError;

    fn from_str(text: &str) -> Result<Self, TerminationError> {
        Self::ALL
            .into_iter()
            .find(|termination| termination.name() == text)
            .ok_or_else(|| TerminationError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_termination_is_read_back_from_its_name() {
        for termination in Termination::ALL {
            assert_eq!(termination.to_string().parse(), Ok(termination));
        }
        assert_eq!(Termination::QueenSurrounded.name(), "QueenSurrounded");
        assert_eq!("Boredom".parse::<Termination>(), Err(TerminationError("Boredom".into())));
    }

    #[test]
    fn only_what_an_engine_does_wrong_is_a_fault() {
        let faults: Vec<Termination> =
            Termination::ALL.into_iter().filter(|e| e.is_fault()).collect();
        assert_eq!(faults.first(), Some(&Termination::StartFailure));
        assert_eq!(faults.len(), 9);
    }
}
