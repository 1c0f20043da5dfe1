//! Writes a HOP in its canonical form.

use super::{ATOP, COMMA, LAST, MINUS, PLUS, SCOPE, turned};
use crate::rules::{Color, Direction, GameType, Hex, Piece, Position};

/// Writes a position in the canonical form of HOP, which is equal for positions that are equal up to
/// symmetry and numbering: the smallest text, by bytes, of the walks from all hexes in all
/// directions and of both hands.
///
/// The turn, the numbers of pieces, and what was played before are lost.
///
/// ```
/// use waggle_hive_core::notation::{hop, parse_game};
///
/// let game = parse_game("Base+M;;;wS1;bG1 wS1-;wQ \\wS1")?;
/// assert_eq!(hop(game.position()), "base+m,Q!+S+g,b");
/// # Ok::<(), waggle_hive_core::notation::GameStringError>(())
/// ```
pub fn hop(position: &Position) -> String {
    let hexes = position.pieces_on_table().filter(|piece| position.below(*piece).is_none());
    let hexes: Vec<Hex> = hexes.filter_map(|piece| position.hex_of(piece)).collect();
    let walks = hexes.iter().flat_map(|start| {
        let headings = Direction::ALL.into_iter();
        headings.flat_map(|heading| {
            [[PLUS, MINUS], [MINUS, PLUS]].map(|turns| {
                let mut walk = Walk { position, turns, seen: 0 };
                let text = walk.from(*start, heading).text;
                (walk.seen.count_ones() as usize == hexes.len()).then_some(text)
            })
        })
    });
    let walk = walks.flatten().min().unwrap_or_default();
    let game_type = match position.game_type() {
        GameType::MLP => String::new(),
        other => format!("{}{COMMA}", other.to_string().to_lowercase()),
    };
    let player = match position.side_to_move() {
        Color::White => 'w',
        Color::Black => 'b',
    };
    format!("{game_type}{walk}{COMMA}{player}")
}

/// A walk over the hive.
struct Walk<'a> {
    position: &'a Position,
    /// What is turned where the text says `+` and `-`.
    turns: [char; 2],
    /// The hexes walked on, as the pieces on top there, one bit per index.
    seen: u32,
}

/// A part of a walk.
struct Branch {
    text: String,
    /// Whether it is a line without stacks and branches.
    is_bare: bool,
}

impl Walk<'_> {
    /// Walks on from a hex: straight ahead if possible, else with a turn, until that is stuck, then
    /// the stacks of this line, then its branches.
    fn from(&mut self, hex: Hex, heading: Direction) -> Branch {
        let mut place = (hex, heading);
        let mut line = vec![place];
        let mut text = String::new();
        self.seen |= self.bit(hex);
        self.push_bottom(&mut text, hex);
        while let Some((sign, next, heading)) = self.next_of(place) {
            text.extend(sign);
            self.seen |= self.bit(next);
            self.push_bottom(&mut text, next);
            place = (next, heading);
            line.push(place);
        }
        let line_end = text.len();
        for (number, (hex, _)) in (1_usize..).zip(&line) {
            for piece in self.position.stack(*hex).skip(1) {
                text.push_str(&number.to_string());
                text.push(ATOP);
                self.push_piece(&mut text, piece);
            }
        }
        let [open, close] = SCOPE;
        for (number, (hex, reached)) in (1_usize..).zip(line) {
            for (sign, heading) in self.headings(reached) {
                let next = hex.neighbor(heading);
                if self.is_new(next) {
                    let branch = self.from(next, heading);
                    text.push_str(&number.to_string());
                    text.push(sign);
                    text.extend((!branch.is_bare).then_some(open));
                    text.push_str(&branch.text);
                    text.extend((!branch.is_bare).then_some(close));
                }
            }
        }
        Branch { is_bare: text.len() == line_end, text }
    }

    /// The directions after either turn.
    fn headings(&self, heading: Direction) -> impl Iterator<Item = (char, Direction)> + use<> {
        let turns = [PLUS, MINUS].into_iter().zip(self.turns);
        turns.filter_map(move |(sign, turn)| Some((sign, turned(heading, turn)?)))
    }

    /// The next hex of a line, with the turn before it.
    fn next_of(&self, (hex, heading): (Hex, Direction)) -> Option<(Option<char>, Hex, Direction)> {
        let turns = self.headings(heading).map(|(sign, heading)| (Some(sign), heading));
        let mut nexts = std::iter::once((None, heading)).chain(turns);
        nexts.find_map(|(sign, heading)| {
            let next = hex.neighbor(heading);
            self.is_new(next).then_some((sign, next, heading))
        })
    }

    fn is_new(&self, hex: Hex) -> bool {
        let bit = self.bit(hex);
        bit != 0 && self.seen & bit == 0
    }

    fn bit(&self, hex: Hex) -> u32 {
        self.position.top(hex).map_or(0, |piece| 1 << piece.index())
    }

    fn push_bottom(&self, text: &mut String, hex: Hex) {
        if let Some(piece) = self.position.stack(hex).next() {
            self.push_piece(text, piece);
        }
    }

    fn push_piece(&self, text: &mut String, piece: Piece) {
        let letter = piece.bug().letter();
        text.push(match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        });
        if self.position.last_moved() == Some(piece) {
            text.push(LAST);
        }
    }
}
