//! Reads a HOP.

use std::iter::Peekable;
use std::str::Chars;

use super::{ATOP, COMMA, HopError, LAST, SCOPE, turned};
use crate::notation::parse_game_type;
use crate::rules::{Bug, ByColor, Color, Direction, GameType, Hex, Piece, Position};

/// Turns in which a player may do without the queen.
const TURNS_WITHOUT_QUEEN: usize = 3;

/// Parses a position in HOP, up to symmetry: the hand of its turns differs between sites.
///
/// Pieces of a kind are numbered in the order in which they appear. HOP has no turn number: it is
/// the earliest at which these pieces can lie so.
///
/// ```
/// use waggle_hive_core::notation::{hop, parse_hop};
///
/// assert_eq!(parse_hop("QA-a2=B,b")?.pieces_on_table().count(), 4);
/// assert_eq!(hop(&parse_hop("base+lm,qQ2+A,b4m")?), "base+ml,A+Q+q,b");
/// assert_eq!(
///     parse_hop("QA-a,x").unwrap_err().to_string(),
///     "expected the player to move, `w` or `b`, found `x`"
/// );
/// # Ok::<(), waggle_hive_core::notation::HopError>(())
/// ```
pub fn parse_hop(text: &str) -> Result<Position, HopError> {
    let text = text.trim();
    let fields: Vec<&str> = text.split(COMMA).collect();
    let (game_type, walk, player) = match *fields.as_slice() {
        [walk, player] => (GameType::MLP, walk, player),
        [game_type, walk, player] => (parse_type(game_type)?, walk, player),
        _ => return Err(HopError::Fields(text.to_owned())),
    };
    let to_move = parse_player(player)?;
    let mut pieces = Walk::default();
    if !walk.is_empty() {
        pieces.follow(walk)?;
    }
    let ply = pieces.earliest_ply(to_move)?;
    Ok(Position::from_stacks(game_type, ply, pieces.stacks, pieces.last_moved)?)
}

fn parse_type(text: &str) -> Result<GameType, HopError> {
    let letters = text.to_ascii_lowercase();
    if letters.is_empty() || letters == "ultimate" {
        return Ok(GameType::MLP);
    }
    let Some(expansions) = letters.strip_prefix("base") else {
        return Err(HopError::GameType(text.to_owned()));
    };
    let is_of_a_set = |letter: char| matches!(letter, '+' | '-' | 'd' | '0'..='9');
    parse_game_type(&letters).map_err(|_| {
        let of_bugs = |letter: char| is_of_a_set(letter) || Bug::from_letter(letter).is_some();
        if !expansions.is_empty() && expansions.chars().all(of_bugs) {
            HopError::OtherSet(text.to_owned())
        } else {
            HopError::GameType(text.to_owned())
        }
    })
}

/// The player, after whom may stand how the board was turned and mirrored on the screen.
fn parse_player(text: &str) -> Result<Color, HopError> {
    let mut letters = text.chars();
    let player = match letters.next() {
        Some('w' | 'W') => Some(Color::White),
        Some('b' | 'B') => Some(Color::Black),
        _ => None,
    };
    let view = letters.as_str();
    let view = view.strip_prefix(|digit| matches!(digit, '0'..='5')).unwrap_or(view);
    let is_known = matches!(view, "" | "m" | "M");
    player.filter(|_| is_known).ok_or_else(|| HopError::Player(text.to_owned()))
}

/// The walk over the hive.
struct Walk {
    stacks: Vec<(Hex, Vec<Piece>)>,
    /// For each open scope, where its pieces lie and the directions in which they were reached.
    scopes: Vec<Vec<(Hex, Direction)>>,
    hex: Hex,
    heading: Direction,
    last_placed: Option<Piece>,
    last_moved: Option<Piece>,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            stacks: vec![],
            scopes: vec![vec![]],
            hex: Hex::CENTER,
            heading: Direction::East,
            last_placed: None,
            last_moved: None,
        }
    }
}

impl Walk {
    fn follow(&mut self, walk: &str) -> Result<(), HopError> {
        let [open, close] = SCOPE;
        let mut letters = walk.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == open {
                self.scopes.push(vec![]);
            } else if letter == close {
                self.scopes.pop();
                if self.scopes.is_empty() {
                    return Err(HopError::Scopes);
                }
            } else if letter == LAST {
                if self.last_placed.is_none() || self.last_moved.is_some() {
                    return Err(HopError::LastMoved);
                }
                self.last_moved = self.last_placed;
            } else if let Some(heading) = turned(self.heading, letter) {
                self.heading = heading;
            } else if letter.is_ascii_digit() {
                self.go_back(letter, &mut letters)?;
            } else {
                let piece = self.next_piece(letter)?;
                self.step(piece)?;
            }
        }
        if self.scopes.len() > 1 {
            return Err(HopError::Scopes);
        }
        if self.stacks.is_empty() { Err(HopError::NoPiece) } else { Ok(()) }
    }

    /// Goes back to a piece by its number, and turns there or puts a piece on top of it.
    fn go_back(&mut self, digit: char, letters: &mut Peekable<Chars>) -> Result<(), HopError> {
        let mut number = digit.to_string();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            number.push(digit);
        }
        let placed = self.scopes.last().map_or(&[][..], Vec::as_slice);
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(&(hex, reached)) = index.and_then(|index| placed.get(index)) else {
            return Err(HopError::Number { number, placed: placed.len() });
        };
        self.hex = hex;
        match (letters.next(), letters.peek()) {
            (Some(ATOP), Some(&letter)) => {
                letters.next();
                let piece = self.next_piece(letter)?;
                self.put(piece);
                Ok(())
            }
            (Some(sign), _) => {
                self.heading = turned(reached, sign).ok_or(HopError::AfterNumber(number))?;
                Ok(())
            }
            (None, _) => Err(HopError::AfterNumber(number)),
        }
    }

    fn next_piece(&self, letter: char) -> Result<Piece, HopError> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let bug = match letter {
            'd' | 'D' => return Err(HopError::Dragonfly),
            _ => Bug::from_letter(letter).ok_or(HopError::Letter(letter))?,
        };
        let is_same = |piece: &&Piece| (piece.color(), piece.bug()) == (color, bug);
        let placed = self.pieces().filter(is_same).count();
        let number = u8::try_from(placed + 1).ok();
        number
            .and_then(|number| Piece::new(color, bug, number))
            .ok_or(HopError::TooMany { letter, most: bug.quantity() })
    }

    fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.stacks.iter().flat_map(|(_, stack)| stack)
    }

    /// Places a piece a step further, the first where the walk begins.
    fn step(&mut self, piece: Piece) -> Result<(), HopError> {
        if !self.stacks.is_empty() {
            self.hex = self.hex.neighbor(self.heading);
        }
        let there = self.stacks.iter().find(|(hex, _)| *hex == self.hex);
        if let Some(&other) = there.and_then(|(_, stack)| stack.last()) {
            return Err(HopError::Occupied { piece, other });
        }
        self.put(piece);
        Ok(())
    }

    fn put(&mut self, piece: Piece) {
        match self.stacks.iter_mut().find(|(hex, _)| *hex == self.hex) {
            Some((_, stack)) => stack.push(piece),
            None => self.stacks.push((self.hex, vec![piece])),
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((self.hex, self.heading));
        }
        self.last_placed = Some(piece);
    }

    /// The plies before the earliest turn of a player at which the pieces can lie so: each was
    /// placed on a turn of its owner, and each on top of another has climbed on a later one.
    fn earliest_ply(&self, to_move: Color) -> Result<u16, HopError> {
        let mut turns = ByColor::<usize>::default();
        for (_, stack) in &self.stacks {
            for (level, piece) in stack.iter().enumerate() {
                turns[piece.color()] += if level == 0 { 1 } else { 2 };
            }
        }
        match (turns.white + turns.black, to_move) {
            (0, Color::Black) => return Err(HopError::EmptyTable),
            (1, Color::White) => return Err(HopError::FirstPiece),
            (1, Color::Black) if turns.black == 1 => return Err(HopError::FirstPiece),
            _ => {}
        }
        let ply = match to_move {
            Color::White => 2 * turns.white.max(turns.black),
            Color::Black => 2 * turns.white.max(turns.black + 1) - 1,
        };
        let turns = ByColor { white: ply.div_ceil(2), black: ply / 2 };
        for color in Color::ALL {
            let has_queen = self.pieces().any(|piece| *piece == Piece::queen(color));
            if !has_queen && turns[color] > TURNS_WITHOUT_QUEEN {
                return Err(HopError::QueenMissing(color));
            }
        }
        // At most 28 pieces, two turns each.
        Ok(ply as u16)
    }
}
