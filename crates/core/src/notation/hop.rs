//! HOP (Hive Open Position), the sites' text for a position, such as `QA-a,b`: a game type, a walk
//! over the hive that needs no coordinates, and the player to move.
//!
//! A letter of the walk places a piece a step further in the present direction, upper case White's;
//! `+` and `-` turn by a sixth; `2+` goes back to the second piece and turns there, `2=B` puts a
//! piece on top of it; parentheses open a scope in which pieces are counted from 1 again; `!` marks
//! the piece that moved last.
//!
//! Sources: the [help page of pepeke.app](https://pepeke.app/help/hop) and the engine of
//! hivegame.com.

mod read;
mod write;

use crate::rules::{Color, Direction, Piece, SetupError};
use crate::text::Quoted;

pub use read::parse_hop;
pub use write::hop;

/// Between the fields.
const COMMA: char = ',';
/// Turns counterclockwise.
const PLUS: char = '+';
/// Turns clockwise.
const MINUS: char = '-';
/// Between the number of a piece and the piece put on top of it.
const ATOP: char = '=';
/// After the piece that moved last.
const LAST: char = '!';
/// Pieces within are counted from 1 again.
const SCOPE: [char; 2] = ['(', ')'];

/// Why a HOP is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HopError {
    /// There are not two or three fields.
    #[error("expected a walk and a player to move such as `QA-a,b`, found `{}`", Quoted(.0))]
    Fields(String),
    /// The first of three fields is not a game type.
    #[error("expected a game type of HOP such as `base+mlp`, found `{}`", Quoted(.0))]
    GameType(String),
    /// The game type changes the number of pieces, or has a Dragonfly.
    #[error("expected one of the eight game types, found a set of other pieces, `{}`", Quoted(.0))]
    OtherSet(String),
    /// The last field is not a player.
    #[error("expected the player to move, `w` or `b`, found `{}`", Quoted(.0))]
    Player(String),
    /// A character that has no meaning in a walk.
    #[error("expected a piece, one of QABGSMLP in either case, found `{0}`")]
    Letter(char),
    /// A bug of another set.
    #[error("expected a piece of one of the eight game types, found a Dragonfly")]
    Dragonfly,
    /// More pieces of a kind than a player has.
    #[error("expected at most {most} of the piece `{letter}`, found more")]
    TooMany {
        /// The letter of the piece.
        letter: char,
        /// How many of them a player has.
        most: u8,
    },
    /// A number that names no piece.
    #[error("expected the number of a piece placed before, at most {placed} here, found {number}")]
    Number {
        /// The number, as written.
        number: String,
        /// How many pieces of this scope have been placed.
        placed: usize,
    },
    /// A number with nothing to do.
    #[error("expected `+`, `-` or `=` and a piece after `{0}`, found neither")]
    AfterNumber(String),
    /// A walk that places nothing.
    #[error("expected a piece in the walk, found none")]
    NoPiece,
    /// A step onto another piece.
    #[error("`{piece}` would lie on `{other}`: only `N=X` puts a piece on another")]
    Occupied {
        /// The piece.
        piece: Piece,
        /// What lies there.
        other: Piece,
    },
    /// Parentheses do not match.
    #[error("expected as many closing as opening parentheses")]
    Scopes,
    /// No piece, or a second one, is marked as the last to have moved.
    #[error("expected one `!`, after the piece that moved last")]
    LastMoved,
    /// A single piece that is not White's, or White to move.
    #[error("a piece alone is White's, and Black is to move")]
    FirstPiece,
    /// An empty table with Black to move.
    #[error("on an empty table White is to move")]
    EmptyTable,
    /// A queen in hand after a player's fourth turn.
    #[error("{0} has had four turns and no queen on the table")]
    QueenMissing(Color),
    /// The position is impossible.
    #[error(transparent)]
    Impossible(#[from] SetupError),
}

/// The direction after a turn, if the character is one.
fn turned(heading: Direction, sign: char) -> Option<Direction> {
    match sign {
        PLUS => Some(heading.counterclockwise()),
        MINUS => Some(heading.clockwise()),
        _ => None,
    }
}

/// Whether a field of a GameString can only be meant as a HOP.
pub(super) fn is_hop(field: &str) -> bool {
    field.contains(COMMA) && !field.contains(['@', ' ', '\t'])
}

/// Whether a line of a file looks like a HOP: two or three fields of its characters.
pub(crate) fn looks_like_hop(line: &str) -> bool {
    let field = line.split(';').next().unwrap_or_default().trim();
    let is_known = |letter: char| {
        letter.is_ascii_alphanumeric()
            || [COMMA, PLUS, MINUS, ATOP, LAST].contains(&letter)
            || SCOPE.contains(&letter)
    };
    is_hop(field) && field.chars().all(is_known) && field.matches(COMMA).count() <= 2
}
