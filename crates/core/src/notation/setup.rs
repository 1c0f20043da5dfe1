//! Set-up positions, such as `White[5] wQ@0,0 bQ@1,0 wB1@1,0+`: the turn, and pieces on
//! coordinates.

use std::collections::VecDeque;
use std::fmt::Write as _;

use crate::rules::{Color, GameType, Hex, Piece, Position, SetupError};
use crate::text::Quoted;

use super::game_state::turn_string;
use super::hop::HopError;
use super::piece_name::{PieceNameError, parse_piece};

/// Between a piece and its coordinates.
const AT: char = '@';
/// After the coordinates, for each piece below.
const ATOP: char = '+';
/// At the end, for the piece that was moved on the previous ply and rests.
const RESTING: char = '!';
/// The maximum length of a connected hive.
const MAX_HIVE_LENGTH: i32 = 28;

/// Why a set-up text is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum SetupTextError {
    #[error("expected a turn such as `White[5]` and then pieces, found `{}`", Quoted(.0))]
    Turn(String),
    #[error("expected a piece and its coordinates such as `wB1@1,0`, found `{}`", Quoted(.0))]
    NoPiece(String),
    #[error("{fault} in `{}`", Quoted(.text))]
    Piece { text: String, fault: PieceNameError },
    /// A stack has a gap, or two pieces at the same level.
    #[error("`{piece}` is at level {level}, but {below}", below = below(*.found))]
    Level { piece: Piece, level: usize, found: usize },
    #[error("`{0}` is marked as resting, but so is another piece")]
    TwoRest(Piece),
    #[error(transparent)]
    Impossible(#[from] SetupError),
    #[error(transparent)]
    Hop(#[from] HopError),
}

fn below(found: usize) -> String {
    match found {
        0 => "no piece is below it".to_owned(),
        1 => "1 piece is below it".to_owned(),
        found => format!("{found} pieces are below it"),
    }
}

/// Whether a field of a GameString is a position: no other field contains [`AT`].
pub(super) fn is_setup(field: &str) -> bool {
    field.contains(AT)
}

/// Parses a position as [`setup_text`] writes it.
///
/// ```
/// use waggle_hive_core::notation::{parse_setup, setup_text};
/// use waggle_hive_core::rules::GameType;
///
/// let text = "White[5] wQ@0,0 wB1@1,0+ bQ@1,0";
/// assert_eq!(setup_text(&parse_setup(GameType::BASE, text)?), text);
/// let split = parse_setup(GameType::BASE, "White[5] wQ@0,0 bQ@2,0");
/// assert_eq!(split.unwrap_err().to_string(), "the hive is not connected");
/// # Ok::<(), waggle_hive_core::notation::SetupTextError>(())
/// ```
pub fn parse_setup(game_type: GameType, text: &str) -> Result<Position, SetupTextError> {
    parse_setup_at(game_type, text, None)
}

/// Parses a position, in turn `turn` if the text does not start with one.
///
/// Coordinates are axial: the first grows to the east, the second to the south-east.
pub(super) fn parse_setup_at(
    game_type: GameType,
    text: &str,
    turn: Option<&str>,
) -> Result<Position, SetupTextError> {
    let mut words = text.split_whitespace().peekable();
    let own_turn = words.next_if(|word| !word.contains(AT));
    let said = own_turn.or(turn).unwrap_or_default();
    let ply = parse_turn(said).ok_or_else(|| SetupTextError::Turn(said.to_owned()))?;
    let mut pieces = words.map(parse_setup_piece).collect::<Result<Vec<SetupPiece>, _>>()?;
    pieces.sort_by_key(|place| place.level);
    let mut resting = None;
    let mut stacks: Vec<(i32, i32, Vec<Piece>)> = vec![];
    for SetupPiece { piece, q, r, level, rests } in pieces {
        if rests && resting.replace(piece).is_some() {
            return Err(SetupTextError::TwoRest(piece));
        }
        let below = stacks.iter_mut().find(|stack| (stack.0, stack.1) == (q, r));
        let found = below.as_ref().map_or(0, |stack| stack.2.len());
        if found != level {
            return Err(SetupTextError::Level { piece, level, found });
        }
        match below {
            Some(stack) => stack.2.push(piece),
            None => stacks.push((q, r, vec![piece])),
        }
    }
    if is_too_long(stacks.iter().map(|stack| stack.0))
        || is_too_long(stacks.iter().map(|stack| stack.1))
    {
        // Hexes so far apart could be neighbors on the torus.
        return Err(SetupError::Split.into());
    }
    let stacks = stacks.into_iter().map(|(q, r, stack)| (hex_at(q, r), stack));
    Ok(Position::from_stacks(game_type, ply, stacks, resting)?)
}

/// Writes a position.
pub fn setup_text(position: &Position) -> String {
    let mut text = turn_string(position.ply().into());
    for (piece, q, r) in plane(position) {
        let below = std::iter::successors(position.below(piece), |&piece| position.below(piece));
        let atop: String = below.map(|_| ATOP).collect();
        let rests = if position.last_moved() == Some(piece) { "!" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, " {piece}{AT}{q},{r}{atop}{rests}");
    }
    text
}

/// The pieces on the table with their axial coordinates in the plane, by index. The first piece
/// keeps the coordinates it was set up with, if they are small.
pub(super) fn plane(position: &Position) -> Vec<(Piece, i32, i32)> {
    let mut places = vec![None; Hex::COUNT];
    let first = position.pieces_on_table().find_map(|piece| position.hex_of(piece));
    let mut queue: VecDeque<(Hex, i32, i32)> = first
        .map(|hex| {
            let (q, r) = Hex::CENTER.offset_to(hex);
            (hex, q, r)
        })
        .into_iter()
        .collect();
    while let Some((hex, q, r)) = queue.pop_front() {
        let Some(place @ None) = places.get_mut(hex.index()) else { continue };
        *place = Some((q, r));
        for next in hex.neighbors().filter(|next| position.height(*next) > 0) {
            let (dq, dr) = hex.offset_to(next);
            queue.push_back((next, q + dq, r + dr));
        }
    }
    let place = |piece| {
        let (q, r) = places.get(position.hex_of(piece)?.index()).copied()??;
        Some((piece, q, r))
    };
    position.pieces_on_table().filter_map(place).collect()
}

fn hex_at(q: i32, r: i32) -> Hex {
    Hex::new(i32::from(Hex::CENTER.q()) + q, i32::from(Hex::CENTER.r()) + r)
}

fn is_too_long(coordinates: impl Iterator<Item = i32> + Clone) -> bool {
    let (least, most) = (coordinates.clone().min(), coordinates.max());
    least.zip(most).is_some_and(|(least, most)| most - least >= MAX_HIVE_LENGTH)
}

/// The number of plies before a turn such as `White[5]`.
fn parse_turn(text: &str) -> Option<u16> {
    let (color, number) = text.strip_suffix(']')?.split_once('[')?;
    let color =
        Color::ALL.into_iter().find(|known| known.to_string().eq_ignore_ascii_case(color))?;
    let number: u16 = number.parse().ok().filter(|number| (1..=9_999).contains(number))?;
    Some((number - 1) * 2 + u16::from(color == Color::Black))
}

struct SetupPiece {
    piece: Piece,
    q: i32,
    r: i32,
    level: usize,
    rests: bool,
}

fn parse_setup_piece(text: &str) -> Result<SetupPiece, SetupTextError> {
    let wrong = || SetupTextError::NoPiece(text.to_owned());
    let (name, place) = text.split_once(AT).ok_or_else(wrong)?;
    let piece = parse_piece(name)
        .map_err(|fault| SetupTextError::Piece { text: text.to_owned(), fault })?;
    let (place, rests) = match place.strip_suffix(RESTING) {
        Some(place) => (place, true),
        None => (place, false),
    };
    let coordinates = place.trim_end_matches(ATOP);
    let level = place.len() - coordinates.len();
    let (q, r) = coordinates.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| {
        text.parse().ok().filter(|number| (-999..=999).contains(number)).ok_or_else(wrong)
    };
    Ok(SetupPiece { piece, q: number(q)?, r: number(r)?, level, rests })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random_games::visit_random_games;

    fn read(text: &str) -> Result<Position, SetupTextError> {
        parse_setup(GameType::MLP, text)
    }

    #[test]
    fn a_position_is_read_and_written() {
        let text = "Black[7] wQ@-3,2 wB1@-2,2+ bQ@-2,2! bB2@-2,2++ bB1@-1,2";
        assert!(matches!(read(text), Err(SetupTextError::Impossible(SetupError::Resting(_)))));
        let text = "Black[7] wQ@-3,2 wB1@-2,2+ bQ@-2,2 bB1@-1,2 bB2@-2,2++!";
        let position = read(text).unwrap();
        assert_eq!(setup_text(&position), text);
        assert_eq!((position.ply(), position.side_to_move()), (13, Color::Black));
        assert_eq!(
            parse_setup_at(GameType::MLP, "wQ@0,0 bQ@1,0", Some("white[5]")).unwrap().ply(),
            8
        );
    }

    #[test]
    fn a_hive_may_be_at_most_28_hexes_long() {
        let straight = |length: usize| {
            let pieces: Vec<Piece> =
                Piece::of(Color::White).chain(Piece::of(Color::Black)).collect();
            let first = -(length as i32) / 2;
            let places = pieces.iter().take(length).zip(first..);
            let places: Vec<_> = places.map(|(piece, q)| format!(" {piece}@{q},0")).collect();
            format!("Black[20]{}", places.concat())
        };
        let longest = straight(28);
        assert_eq!(setup_text(&read(&longest).unwrap()), longest);
        // Neighbors the other way around the torus.
        assert!(read("White[5] wQ@-15,0 bQ@16,0").is_err());
    }

    #[test]
    fn any_position_of_a_game_can_be_set_up() {
        visit_random_games(16, 100, |game| {
            let position = game.position();
            let text = setup_text(position);
            let set_up = parse_setup(game.game_type(), &text).unwrap();
            assert_eq!(set_up.key(), position.key(), "{text}");
            assert_eq!(setup_text(&set_up), text);
        });
    }
}
