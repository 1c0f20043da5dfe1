//! Move notation.
//!
//! ```text
//! c3-c4         a Drone steps; if the next hex holds a Drone of its own side,
//!               the line before it moves on
//! c3>c4         the same, and the line pushes what is before it
//! Wc2-e4        a Warrior moves: its thorax goes from c2 to e4
//! Wc2-e4^e5     and then its head turns to e5
//! Wc2>e4^e5     the last of its steps is a push
//! Wc2^c3        it only turns
//! Q-ne          the Queen moves to the north-east
//! bQ>w          Black's Queen is pushed to the west
//! bQ>w^f7^g6    and the Warriors that pushed turn their heads to f7 and g6:
//!               first the one that stood on a Soft Spot, then the other
//! +a4           a dead Drone enters
//! +Wa3^a4       a dead Warrior enters, thorax on a3, head on a4
//! pass          nothing; only when there is nothing else
//! ```
//!
//! The head of a Warrior that does not turn is not written, except where the other
//! of two pushing Warriors turns.
//!
//! `-` and `>` are equivalent in input: what a move pushes follows from the position. A Warrior may
//! also be named by its letters in a drawing: `AB-e4`, `A-e4` and `b-e4` are the same, whoever is
//! to move.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::hex::HexNameError;
use super::position_text::HEADS_AND_THORAXES;
use super::push::Ahead;
use super::{Color, Direction, Hex, Move, Position};

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum MoveTextError {
    /// Neither a bee nor a sign to begin with.
    #[error(
        "expected a move such as `c3-c4`, `Wc2-e4^e5`, `Q-ne`, `bQ>w`, `+a4` or `pass`, found `{0}`"
    )]
    Form(String),
    #[error(transparent)]
    Hex(#[from] HexNameError),
    #[error("expected a direction (e, se, sw, w, nw or ne), found `{0}`")]
    Direction(String),
    #[error("a Drone moves to the next hex, and {to} is not next to {from}")]
    NotNext { from: Hex, to: Hex },
    #[error("a Warrior moves straight ahead, and {to} is not straight ahead of {from}")]
    NotStraight { from: Hex, to: Hex },
    #[error("a head lies next to its thorax, and {head} is not next to {thorax}")]
    Head { thorax: Hex, head: Hex },
    #[error("the side to move has no Warrior with its thorax on {0}")]
    NoWarrior(Hex),
    #[error("the side to move has no Warrior `{0}`")]
    NoLetters(String),
    /// Heads that turn without a push of a Queen by Warriors.
    #[error("expected a head for each Warrior that pushes, found {found} for {expected}")]
    Heads { found: usize, expected: usize },
}

impl Position {
    /// The text of a legal move.
    pub fn text_of(&self, mv: Move) -> String {
        match mv {
            Move::Drones { tail, direction } => {
                let line = self.line(self.side_to_move(), tail, direction);
                let sign = if matches!(line.ahead, Ahead::Free(_)) { '-' } else { '>' };
                let to = tail.neighbor(direction).unwrap_or(tail);
                format!("{tail}{sign}{to}")
            }
            Move::Warrior { thorax, distance, facing } => {
                self.text_of_warrior(thorax, distance, facing)
            }
            Move::Queen { direction } => format!("Q-{}", direction.name()),
            Move::PushQueen { queen, direction, facings } => {
                let mut text = format!("{}Q>{}", queen.letter(), direction.name());
                if facings != [direction; 2] {
                    let pushers = self.warriors_behind(queen, direction);
                    let turned = pushers.into_iter().zip(facings);
                    text.extend(turned.filter_map(|(thorax, way)| Some(head_text(thorax?, way))));
                }
                text
            }
            Move::EnterDrone { hex } => format!("+{hex}"),
            Move::EnterWarrior { thorax, facing } => {
                format!("+W{thorax}{}", head_text(thorax, facing))
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn text_of_warrior(&self, thorax: Hex, distance: u8, facing: Direction) -> String {
        let mut end = thorax;
        let mut path = String::new();
        let way = self.warrior_with_thorax(self.side_to_move(), thorax).map(|bee| bee.1.facing());
        if let (Some(way), Some(steps)) = (way, usize::from(distance).checked_sub(1)) {
            end = thorax.ray(way).nth(steps).unwrap_or(thorax);
            // Only its own head can be in its way without being pushed.
            let head = end.neighbor(way).filter(|&head| self.occupied().contains(head));
            let sign =
                if head.is_some() && end.neighbor(way) != thorax.neighbor(way) { '>' } else { '-' };
            path = format!("{sign}{end}");
        }
        let turns = distance == 0 || Some(facing) != way;
        let head = if turns { head_text(end, facing) } else { String::new() };
        format!("W{thorax}{path}{head}")
    }

    /// The thoraxes of the Warriors that push a Queen, after the push: first the one on her Soft
    /// Spot, then the other.
    fn warriors_behind(&self, queen: Color, direction: Direction) -> [Option<Hex>; 2] {
        let handles = self.queen(queen).and_then(|queen| queen.handles(direction));
        let found = handles.and_then(|handles| {
            let pushers = self.queen_pushers(self.side_to_move(), handles, direction)?;
            let [soft, other] = handles;
            let [first, second] = pushers.warriors;
            Some([first.map(|_| soft), second.map(|_| other)])
        });
        found.unwrap_or_default()
    }

    /// Parses a move in this position. It need not be legal.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let text = text.trim();
        let error = || MoveTextError::Form(text.to_owned());
        let lower = text.to_ascii_lowercase();
        if lower == "pass" {
            return Ok(Move::Pass);
        }
        if let Some(entry) = lower.strip_prefix('+') {
            return match entry.strip_prefix('w') {
                None => Ok(Move::EnterDrone { hex: entry.parse()? }),
                Some(warrior) => {
                    let (thorax, head) = warrior.split_once('^').ok_or_else(error)?;
                    let thorax = thorax.parse()?;
                    Ok(Move::EnterWarrior { thorax, facing: facing(thorax, head)? })
                }
            };
        }
        let queens = [(Some(Color::White), "wq"), (Some(Color::Black), "bq"), (None, "q")];
        for (owner, name) in queens {
            let Some(rest) = lower.strip_prefix(name) else { continue };
            let rest = rest.strip_prefix(['-', '>']).ok_or_else(error)?;
            return match owner {
                None => Ok(Move::Queen { direction: direction(rest)? }),
                Some(owner) => self.read_queen_push(owner, rest),
            };
        }
        if let Some(warrior) = lower.strip_prefix('w') {
            return self.read_warrior(warrior);
        }
        if let Some((letters, rest)) = split_letters(&lower) {
            let thorax = self.thorax_of(letters);
            let thorax = thorax.ok_or_else(|| MoveTextError::NoLetters(letters.to_owned()))?;
            return self.read_warrior(&format!("{thorax}{rest}"));
        }
        let (from, to) = lower.split_once(['-', '>']).ok_or_else(error)?;
        let (from, to): (Hex, Hex) = (from.parse()?, to.parse()?);
        let direction = from.direction_to(to).ok_or(MoveTextError::NotNext { from, to })?;
        Ok(Move::Drones { tail: from, direction })
    }

    /// The thorax of the Warrior of the side to move with these lower-case letters in a drawing:
    /// that of its head, that of its thorax, or both.
    pub fn thorax_of(&self, letters: &str) -> Option<Hex> {
        let all = HEADS_AND_THORAXES.to_ascii_lowercase();
        let start = all.find(letters).filter(|_| !letters.is_empty())?;
        let slot = start / 2;
        let is_one_bee = (start + letters.len()).div_ceil(2) == slot + 1;
        let mut warriors = self.warriors(self.side_to_move()).filter(|_| is_one_bee);
        warriors.find(|warrior| warrior.0 == slot).map(|(_, warrior)| warrior.thorax())
    }

    fn read_warrior(&self, text: &str) -> Result<Move, MoveTextError> {
        let (path, head) = match text.split_once('^') {
            Some((path, head)) => (path, Some(head)),
            None => (text, None),
        };
        let (from, to) = path.split_once(['-', '>']).unwrap_or((path, path));
        let (from, to): (Hex, Hex) = (from.parse()?, to.parse()?);
        let (_, warrior) = self
            .warrior_with_thorax(self.side_to_move(), from)
            .ok_or(MoveTextError::NoWarrior(from))?;
        let way = warrior.facing();
        let distance = std::iter::once(from)
            .chain(from.ray(way))
            .position(|hex| hex == to)
            .and_then(|distance| u8::try_from(distance).ok())
            .filter(|&distance| distance < Move::DISTANCES)
            .ok_or(MoveTextError::NotStraight { from, to })?;
        let facing = head.map_or(Ok(way), |head| facing(to, head))?;
        Ok(Move::Warrior { thorax: from, distance, facing })
    }

    fn read_queen_push(&self, owner: Color, text: &str) -> Result<Move, MoveTextError> {
        let mut parts = text.split('^');
        let direction = direction(parts.next().unwrap_or_default())?;
        let heads: Vec<&str> = parts.collect();
        let mut facings = [direction; 2];
        if !heads.is_empty() {
            let thoraxes = self.warriors_behind(owner, direction);
            let expected = thoraxes.into_iter().flatten().count();
            if heads.len() != expected {
                return Err(MoveTextError::Heads { found: heads.len(), expected });
            }
            let pushers = thoraxes.into_iter().zip(&mut facings);
            let pushers = pushers.filter_map(|(thorax, turned)| Some((thorax?, turned)));
            for ((thorax, turned), head) in pushers.zip(heads) {
                *turned = facing(thorax, head)?;
            }
        }
        Ok(Move::PushQueen { queen: owner, direction, facings })
    }
}

/// Splits a move into the letters of a Warrior and the rest, both in lower case.
fn split_letters(text: &str) -> Option<(&str, &str)> {
    let (letters, rest) = text.split_at_checked(text.find(['-', '>', '^'])?)?;
    let is_letter = |letter: char| HEADS_AND_THORAXES.contains(letter.to_ascii_uppercase());
    ((1..=2).contains(&letters.len()) && letters.chars().all(is_letter)).then_some((letters, rest))
}

fn head_text(thorax: Hex, facing: Direction) -> String {
    thorax.neighbor(facing).map_or_else(String::new, |head| format!("^{head}"))
}

fn direction(name: &str) -> Result<Direction, MoveTextError> {
    Direction::from_name(name).ok_or_else(|| MoveTextError::Direction(name.to_owned()))
}

fn facing(thorax: Hex, head: &str) -> Result<Direction, MoveTextError> {
    let head = head.parse()?;
    thorax.direction_to(head).ok_or(MoveTextError::Head { thorax, head })
}
