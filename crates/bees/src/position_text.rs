//! Position notation, in one line.
//!
//! ```text
//! H1OO1D/GXXOXXC/1FXXXXB1/2E1X1A2/10/11/10/2a1x1e2/1bxxxxf1/cxxoxxg/d1oo1h b - -
//! ```
//!
//! The fields are separated by blanks:
//!
//! 1. The rows from the top, with the page's letters: `X` a Drone, `O` a third of
//!    a Queen, `A` the head and `B` the thorax of a Warrior, `C` and `D` those of
//!    the next one, and so on; Black's are capitals. A number is that many
//!    empty hexes. The letters of a fifth to eighth Warrior are `IJ`, `KL`, `MN`
//!    and `PQ`, for `O` is the Queen's.
//! 2. Whose turn it is: `b` or `w`.
//! 3. The dead bees, a letter for each: `X` and `W` are Black's Drones and
//!    Warriors, which White holds; `x` and `w` White's. `-` if there are none.
//! 4. The push that may not be returned: its direction, how many bees it moved,
//!    and where those that took part are now, as in `ne2:f6,f7,g8`. `-` if there
//!    was none.
//! 5. Only when the game is over: `black`, `white` or `draw`.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt::{self, Write};
use std::str::FromStr;

use super::hex::{HexNameError, ROWS};
use super::{
    Color, Dead, Direction, Hex, HexSet, Outcome, PLAYERS, Part, Position, Push, Queen, WARRIORS,
    Warrior,
};

/// The letters of the Warriors, each one's head before its thorax.
pub(super) const HEADS_AND_THORAXES: &str = "ABCDEFGHIJKLMNPQ";

/// A letter in a player's case: Black's are capitals.
const fn cased(color: Color, letter: char) -> char {
    match color {
        Color::Black => letter.to_ascii_uppercase(),
        Color::White => letter.to_ascii_lowercase(),
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum PositionTextError {
    #[error("expected four fields, or five after the end of a game, found {0}")]
    Fields(usize),
    #[error("expected 11 rows, found {0}")]
    Rows(usize),
    #[error("expected {expected} hexes in row `{row}`, found {found}")]
    RowLength { row: String, expected: usize, found: usize },
    #[error("expected a bee's letter or a number of empty hexes, found `{0}`")]
    Letter(char),
    #[error(
        "{color}'s Queen must be a triangle of three hexes that points at the enemy, found {found}"
    )]
    Queen { color: Color, found: String },
    #[error("{0} has no Queen, and the game is not over")]
    NoQueen(Color),
    #[error("a game that is over has lost a Queen, and both are alive")]
    BothQueens,
    #[error("a Warrior needs one `{head}` and one `{thorax}` next to each other")]
    Warrior { head: char, thorax: char },
    #[error("expected `b` or `w` for the side to move, found `{0}`")]
    Side(String),
    #[error("expected dead bees such as `XXWx`, or `-`, found `{0}`")]
    Dead(String),
    #[error("expected a push such as `ne2:f6,f7,g8`, or `-`, found `{0}`")]
    Push(String),
    #[error(transparent)]
    Hex(#[from] HexNameError),
    #[error("expected `black`, `white` or `draw` for the outcome, found `{0}`")]
    Outcome(String),
}

pub(super) fn letter_of(part: Part) -> char {
    let pair = |color: Color, slot: usize, offset: usize| {
        let letter = HEADS_AND_THORAXES.chars().nth(2 * slot + offset);
        cased(color, letter.unwrap_or('?'))
    };
    match part {
        Part::Drone(color) => cased(color, 'X'),
        Part::Queen(color) => cased(color, 'O'),
        Part::Head(color, slot) => pair(color, slot, 0),
        Part::Thorax(color, slot) => pair(color, slot, 1),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            let mut empty = 0;
            let flush = |f: &mut fmt::Formatter<'_>, empty: &mut u8| match std::mem::take(empty) {
                0 => Ok(()),
                count => write!(f, "{count}"),
            };
            for hex in Hex::in_row(row) {
                if let Some(part) = self.at(hex) {
                    flush(f, &mut empty)?;
                    f.write_char(letter_of(part))?;
                } else {
                    empty += 1;
                }
            }
            flush(f, &mut empty)?;
            f.write_str(if row == 0 { " " } else { "/" })?;
        }
        write!(f, "{} ", self.side_to_move().letter())?;
        let mut dead = String::new();
        for color in PLAYERS {
            let Dead { drones, warriors } = self.dead(color);
            dead.extend(std::iter::repeat_n(cased(color, 'X'), drones.into()));
            dead.extend(std::iter::repeat_n(cased(color, 'W'), warriors.into()));
        }
        write!(f, "{} ", if dead.is_empty() { "-" } else { &dead })?;
        match self.last_push() {
            None => f.write_str("-")?,
            Some(push) => {
                let hexes: Vec<String> = push.hexes.iter().map(|hex| hex.to_string()).collect();
                write!(f, "{}{}:{}", push.direction.name(), push.moved, hexes.join(","))?;
            }
        }
        match self.outcome() {
            None => Ok(()),
            Some(Outcome::Draw) => f.write_str(" draw"),
            Some(Outcome::Win(Color::Black)) => f.write_str(" black"),
            Some(Outcome::Win(Color::White)) => f.write_str(" white"),
        }
    }
}

impl FromStr for Position {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, side, dead, push, outcome) = match *fields.as_slice() {
            [board, side, dead, push] => (board, side, dead, push, None),
            [board, side, dead, push, outcome] => (board, side, dead, push, Some(outcome)),
            _ => return Err(PositionTextError::Fields(fields.len())),
        };
        let side = match side {
            "b" | "B" => Color::Black,
            "w" | "W" => Color::White,
            _ => return Err(PositionTextError::Side(side.to_owned())),
        };
        let mut position = Self::empty(side);
        let letters = read_rows(board)?;
        for color in PLAYERS {
            place_bees(&mut position, color, &letters)?;
        }
        read_dead(&mut position, dead)?;
        position.set_last_push(read_push(push)?);
        position.set_outcome(outcome.map(read_outcome).transpose()?);
        let missing = PLAYERS.into_iter().find(|&color| position.queen(color).is_none());
        match (missing, position.outcome()) {
            (Some(color), None) => Err(PositionTextError::NoQueen(color)),
            (None, Some(_)) => Err(PositionTextError::BothQueens),
            _ => Ok(position),
        }
    }
}

/// The letters on the hive, row by row from the top.
fn read_rows(board: &str) -> Result<Vec<(char, Hex)>, PositionTextError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        return Err(PositionTextError::Rows(rows.len()));
    }
    let mut letters = Vec::new();
    for (row, text) in (0..ROWS).rev().zip(rows) {
        // `None` for an empty hex. What exceeds a row is ignored.
        let mut found: Vec<Option<char>> = Vec::new();
        let mut digits = 0;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                digits = (digits * 10 + digit as usize).min(100);
                continue;
            }
            found.extend(std::iter::repeat_n(None, std::mem::take(&mut digits)));
            found.push(Some(letter));
        }
        found.extend(std::iter::repeat_n(None, digits));
        let hexes: Vec<Hex> = Hex::in_row(row).collect();
        if hexes.len() != found.len() {
            let (row, expected) = (text.to_owned(), hexes.len());
            return Err(PositionTextError::RowLength { row, expected, found: found.len() });
        }
        letters
            .extend(found.into_iter().zip(hexes).filter_map(|(letter, hex)| Some((letter?, hex))));
    }
    match letters.iter().find(|(letter, _)| !is_letter(*letter)) {
        Some(&(letter, _)) => Err(PositionTextError::Letter(letter)),
        None => Ok(letters),
    }
}

fn is_letter(letter: char) -> bool {
    let capital = letter.to_ascii_uppercase();
    matches!(capital, 'X' | 'O') || HEADS_AND_THORAXES.contains(capital)
}

fn place_bees(
    position: &mut Position,
    color: Color,
    letters: &[(char, Hex)],
) -> Result<(), PositionTextError> {
    let with = |letter: char| {
        let letter = cased(color, letter);
        letters.iter().filter(move |found| found.0 == letter).map(|found| found.1)
    };
    for hex in with('X') {
        position.put_drone(color, hex);
    }
    let hexes: HexSet = with('O').collect();
    if !hexes.is_empty() {
        let queens = with('O').filter_map(|tip| Queen::new(color, tip));
        let queen = queens.into_iter().find(|queen| queen.hexes() == hexes);
        position.put_queen(queen.ok_or_else(|| {
            let found: Vec<String> = hexes.iter().map(|hex| hex.to_string()).collect();
            PositionTextError::Queen { color, found: found.join(" ") }
        })?);
    }
    let mut pairs = HEADS_AND_THORAXES.chars();
    for slot in 0..WARRIORS {
        let (Some(head), Some(thorax)) = (pairs.next(), pairs.next()) else { break };
        let heads: Vec<Hex> = with(head).collect();
        let thoraxes: Vec<Hex> = with(thorax).collect();
        if heads.is_empty() && thoraxes.is_empty() {
            continue;
        }
        let warrior = match (heads.as_slice(), thoraxes.as_slice()) {
            (&[head], &[thorax]) => {
                thorax.direction_to(head).and_then(|facing| Warrior::new(thorax, facing))
            }
            _ => None,
        };
        let (head, thorax) = (cased(color, head), cased(color, thorax));
        let warrior = warrior.ok_or(PositionTextError::Warrior { head, thorax })?;
        position.put_warrior(color, slot, warrior);
    }
    Ok(())
}

/// The most dead bees of a kind: all of them.
const MAX_DRONES: usize = 18;

fn read_dead(position: &mut Position, text: &str) -> Result<(), PositionTextError> {
    let error = || PositionTextError::Dead(text.to_owned());
    let letters = if text == "-" { "" } else { text };
    if letters.chars().any(|letter| !"XWxw".contains(letter)) || text.is_empty() {
        return Err(error());
    }
    for color in PLAYERS {
        let count =
            |letter: char| letters.chars().filter(|&found| found == cased(color, letter)).count();
        let (drones, warriors) = (count('X'), count('W'));
        if drones > MAX_DRONES || warriors > WARRIORS {
            return Err(error());
        }
        position.set_dead(color, Dead { drones: drones as u8, warriors: warriors as u8 });
    }
    Ok(())
}

fn read_push(text: &str) -> Result<Option<Push>, PositionTextError> {
    if text == "-" {
        return Ok(None);
    }
    let error = || PositionTextError::Push(text.to_owned());
    let (what, places) = text.split_once(':').ok_or_else(error)?;
    let digits = what.find(|letter: char| letter.is_ascii_digit()).ok_or_else(error)?;
    let (direction, moved) = what.split_at(digits);
    let direction = Direction::from_name(direction).ok_or_else(error)?;
    let moved: u8 = moved.parse().ok().filter(|&moved| moved > 0).ok_or_else(error)?;
    let hexes = places.split(',').map(str::parse).collect::<Result<HexSet, _>>()?;
    Ok(Some(Push { direction, moved, hexes }))
}

fn read_outcome(text: &str) -> Result<Outcome, PositionTextError> {
    match text.to_ascii_lowercase().as_str() {
        "black" => Ok(Outcome::Win(Color::Black)),
        "white" => Ok(Outcome::Win(Color::White)),
        "draw" => Ok(Outcome::Draw),
        _ => Err(PositionTextError::Outcome(text.to_owned())),
    }
}
