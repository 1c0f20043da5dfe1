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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_piece, setup_text};
    use crate::rules::random_games::visit_random_games;
    use crate::rules::{Bug, GameType, Hex, Position};

    fn read(text: &str) -> Position {
        parse_hop(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn touch(position: &Position, one: &str, other: &str) -> bool {
        let hex = |name| position.hex_of(parse_piece(name).unwrap()).unwrap();
        hex(one).is_beside(hex(other))
    }

    #[test]
    fn the_parts_of_a_walk_are_read() {
        assert_eq!(read(",w"), Position::new(GameType::MLP));
        assert_eq!(read(" ultimate,,w "), Position::new(GameType::MLP));
        let lone = read("Q,b");
        assert_eq!((lone.ply(), lone.pieces_on_table().count()), (1, 1));
        let bent = read("QA-a,w");
        assert!(touch(&bent, "wQ", "wA1") && touch(&bent, "wA1", "bA1"));
        assert!(!touch(&bent, "wQ", "bA1"));
        assert_eq!(read("base,QA-a,b").game_type(), GameType::BASE);
        assert_eq!(read("Base+PLM,QA-a,b").game_type(), GameType::MLP);
        assert_eq!(read("base+MLPmlp,QA-a,b").game_type(), GameType::MLP);
        assert_eq!(setup_text(&read("QA-a2=B,b")), "Black[4] wQ@0,0 wB1@1,0+ wA1@1,0 bA1@1,1");
        let branch = read("QA-a1+b,b");
        assert!(touch(&branch, "wQ", "bB1") && touch(&branch, "wA1", "bB1"));
        let scope = read("A+Q+B+B3-(g+g1-g-q!),w3");
        let queen = Piece::queen(Color::Black);
        assert_eq!((scope.pieces_on_table().count(), scope.last_moved()), (8, Some(queen)));
        assert!(touch(&scope, "bG1", "wB1") && touch(&scope, "bG1", "bG2"));
        assert!(touch(&scope, "bG3", "bG1") && touch(&scope, "bQ", "bG3"));
        assert_eq!(read("QA-a,b3m"), read("QA-a,B"));
    }

    /// The same position turned, mirrored and with its pieces numbered backwards.
    fn disguised(position: &Position, turns: usize, mirrored: bool) -> Position {
        let image = |hex: Hex| {
            let (mut q, mut r) = Hex::CENTER.offset_to(hex);
            for _ in 0..turns {
                (q, r) = (-r, q + r);
            }
            if mirrored {
                (q, r) = (r, q);
            }
            Hex::new(q + 3, r - 5)
        };
        let renumbered = |piece: Piece| {
            let same = |other: &Piece| (other.color(), other.bug()) == (piece.color(), piece.bug());
            let count = position.pieces_on_table().filter(same).count() as u8;
            Piece::new(piece.color(), piece.bug(), count + 1 - piece.number()).unwrap()
        };
        let mut stacks: Vec<(Hex, Vec<Piece>)> = vec![];
        for piece in position.pieces_on_table().filter(|piece| position.below(*piece).is_none()) {
            let hex = position.hex_of(piece).unwrap();
            stacks.push((image(hex), position.stack(hex).map(renumbered).collect()));
        }
        let last = position.last_moved().map(renumbered);
        Position::from_stacks(position.game_type(), position.ply(), stacks, last).unwrap()
    }

    /// The moves by kind of piece, and what they leave, up to numbering and symmetry.
    fn moves(position: &Position) -> Vec<(Option<(Color, Bug)>, String)> {
        let mut moves: Vec<_> = (position.legal_moves().into_iter())
            .map(|mv| {
                let mut after = position.clone();
                let _never_undone = after.make(mv);
                (mv.piece().map(|piece| (piece.color(), piece.bug())), hop(&after))
            })
            .collect();
        moves.sort_by_key(|(piece, text)| (format!("{piece:?}"), text.clone()));
        moves
    }

    #[test]
    fn positions_of_games_are_written_and_read_back() {
        let mut compared = 0;
        visit_random_games(8, 90, |game| {
            let position = game.position();
            let text = hop(position);
            let again = read(&text);
            assert_eq!(hop(&again), text);
            assert_eq!(again.last_moved().is_some(), position.last_moved().is_some(), "{text}");
            if game.moves().len() % 15 == 8 {
                for (turns, mirrored) in (0..12).map(|symmetry| (symmetry / 2, symmetry % 2 == 1)) {
                    assert_eq!(hop(&disguised(position, turns, mirrored)), text);
                }
                assert_eq!(moves(&again), moves(position), "{text}");
                compared += 1;
            }
        });
        assert!(compared > 20, "{compared}");
    }
}
