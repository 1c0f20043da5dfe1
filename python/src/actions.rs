//! Moves as actions, numbered as in OpenSpiel's Hive.
//!
//! An action is a piece, a reference and a direction: `196 * piece + 7 * reference +
//! direction`. One move has an action for each neighbor that can serve as its reference.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString};
use waggle_hive_core::rules::{Direction, Game, Hex, Move, Piece, Position};

use crate::errors::IllegalMoveError;
use crate::numbers::within;

/// The direction that means "on top of the reference".
const ABOVE: u16 = 6;
const DIRECTIONS: u16 = 7;
const TILES: u16 = Piece::COUNT as u16;
/// The action of a pass, the last one.
pub(crate) const PASS: u16 = TILES * TILES * DIRECTIONS;
/// The number of actions.
pub(crate) const COUNT: usize = PASS as usize + 1;

/// OpenSpiel's order of one player's pieces (queen, ants, grasshoppers, spiders, beetles,
/// mosquito, ladybug, pillbug), as indices into ours.
const OURS: [usize; Piece::PER_PLAYER] = [0, 8, 9, 10, 5, 6, 7, 1, 2, 3, 4, 11, 12, 13];

/// The index of each of our pieces in OpenSpiel's order.
const TILE_OF_PIECE: [u16; Piece::COUNT] = {
    let mut tiles = [0; Piece::COUNT];
    let mut tile = 0;
    while tile < Piece::COUNT {
        tiles[piece_index_of(tile)] = tile as u16;
        tile += 1;
    }
    tiles
};

fn tile_of(piece: Piece) -> usize {
    usize::from(TILE_OF_PIECE[piece.index()])
}

const fn piece_index_of(tile: usize) -> usize {
    tile / Piece::PER_PLAYER * Piece::PER_PLAYER + OURS[tile % Piece::PER_PLAYER]
}

/// The number of a direction: clockwise from the north-east.
fn number_of(direction: Direction) -> u16 {
    (direction as u16 + 5) % 6
}

fn action(piece: Piece, reference: Piece, direction: u16) -> u16 {
    let [piece, reference] = [piece, reference].map(|piece| TILE_OF_PIECE[piece.index()]);
    (piece * TILES + reference) * DIRECTIONS + direction
}

/// The top piece of a stack without `lifted`.
fn top_without(position: &Position, hex: Hex, lifted: Piece) -> Option<Piece> {
    let top = position.top(hex)?;
    if top == lifted { position.below(lifted) } else { Some(top) }
}

/// The action whose text is a move's MoveString in MzingaEngine's notation. That of a move to a hex
/// beside no other piece, which cannot be legal, has no destination.
#[inline]
pub(crate) fn name_of(position: &Position, mv: Move) -> u16 {
    let Move::To { piece, hex } = mv else { return PASS };
    if let Some(below) = top_without(position, hex, piece) {
        return action(piece, below, ABOVE);
    }
    let beside = Direction::ALL.into_iter().find_map(|direction| {
        let reference = top_without(position, hex.neighbor(direction), piece)?;
        Some(action(piece, reference, number_of(direction.opposite())))
    });
    beside.unwrap_or_else(|| action(piece, piece, ABOVE))
}

/// Whether an action may be the name of a move in some position.
pub(crate) fn names(name: u16, mv: Move) -> bool {
    match mv {
        Move::Pass => name == PASS,
        Move::To { piece, .. } => parts(name.into()).is_some_and(|(mover, ..)| mover == piece),
    }
}

/// Calls `each` with all actions that name a legal move.
pub(crate) fn each_of(position: &Position, mv: Move, mut each: impl FnMut(u16)) {
    let Move::To { piece, hex } = mv else { return each(PASS) };
    if position.ply() == 0 {
        return each(action(piece, piece, ABOVE));
    }
    if let Some(below) = top_without(position, hex, piece) {
        return each(action(piece, below, ABOVE));
    }
    for direction in Direction::ALL {
        if let Some(reference) = top_without(position, hex.neighbor(direction), piece) {
            // The direction to the reference; an action has the opposite one.
            each(action(piece, reference, number_of(direction.opposite())));
        }
    }
}

/// A set of actions, one bit each.
#[derive(Clone)]
pub(crate) struct ActionSet([u64; COUNT.div_ceil(64)]);

impl ActionSet {
    /// The bytes of a set whose bits are packed, the lowest action in the lowest bit.
    pub(crate) const BYTES: usize = COUNT.div_ceil(8);

    /// All actions that name a legal move.
    pub(crate) fn legal(position: &Position) -> Self {
        let mut set = Self([0; COUNT.div_ceil(64)]);
        let mut moves = Vec::with_capacity(128);
        position.moves_into(&mut moves);
        if position.ply() == 0 {
            for mv in moves {
                each_of(position, mv, |action| set.insert(action));
            }
            return set;
        }
        let names = HexNames::of(position);
        // All pieces that may enter may do so on the same hexes: one of them is looked at.
        let mut entering = None;
        for moves in moves.chunk_by(|one, next| one.piece() == next.piece()) {
            let Some(piece) = moves[0].piece() else {
                set.insert(PASS);
                continue;
            };
            if position.hex_of(piece).is_none() {
                set.insert_all(piece, entering.get_or_insert_with(|| names.of_targets(moves)));
            } else {
                let mut names = names.of_targets(moves);
                names.lift(piece, position.below(piece));
                set.insert_all(piece, &names);
            }
        }
        set
    }

    /// Adds the actions of a piece.
    fn insert_all(&mut self, piece: Piece, names: &Names) {
        let mut first = usize::from(TILE_OF_PIECE[piece.index()] * TILES * DIRECTIONS);
        for bits in names.packed() {
            let (word, shift) = (first / 64, first % 64);
            self.0[word] |= bits << shift;
            // In two steps, because a shift by 64 is none.
            let carried = bits >> 1 >> (63 - shift);
            if carried != 0 {
                self.0[word + 1] |= carried;
            }
            first += 8 * usize::from(DIRECTIONS);
        }
    }

    fn insert(&mut self, action: u16) {
        self.0[usize::from(action) / 64] |= 1 << (action % 64);
    }

    fn contains(&self, action: i64) -> bool {
        usize::try_from(action)
            .is_ok_and(|action| action < COUNT && self.0[action / 64] >> (action % 64) & 1 != 0)
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The action with this index.
    pub(crate) fn nth(&self, mut index: u32) -> Option<u16> {
        for (&word, place) in self.0.iter().zip(0_u16..) {
            let here = word.count_ones();
            if index < here {
                let rest = (0..index).fold(word, |rest, _| rest & (rest - 1));
                return Some(64 * place + rest.trailing_zeros() as u16);
            }
            index -= here;
        }
        None
    }

    /// The actions, ascending.
    pub(crate) fn iter(&self) -> Iter<'_> {
        Iter { words: &self.0, word: 0, rest: self.0[0], left: self.len() as usize }
    }

    /// Sets them in a row of a mask, which must be cleared.
    pub(crate) fn mark(&self, mask: &mut [bool]) {
        self.iter().for_each(|action| mask[usize::from(action)] = true);
    }

    /// Writes them with a bit each.
    pub(crate) fn pack(&self, bytes: &mut [u8]) {
        for (bytes, word) in bytes.chunks_mut(8).zip(self.0) {
            bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
        }
    }

    /// The actions as a list.
    pub(crate) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let numbers = NUMBERS.get_or_init(py, || {
            (0..COUNT as u16).map(|number| PyInt::new(py, number).unbind()).collect()
        });
        PyList::new(py, self.iter().map(|action| numbers[usize::from(action)].bind_borrowed(py)))
    }
}

/// One object for each action: making them anew takes longer than finding the legal ones.
static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

/// The actions of a set.
pub(crate) struct Iter<'a> {
    words: &'a [u64],
    word: usize,
    /// What remains of the word.
    rest: u64,
    left: usize,
}

impl Iterator for Iter<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        self.left = self.left.checked_sub(1)?;
        while self.rest == 0 {
            self.word += 1;
            self.rest = self.words[self.word];
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some((64 * self.word + bit) as u16)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// Names of hexes: for each reference, in the order of the actions, the directions from it, one bit
/// each.
#[derive(Clone, Copy, Default)]
struct Names([u8; 32]);

impl Names {
    /// Names by a piece that leaves become names by the piece below it, if any.
    fn lift(&mut self, piece: Piece, below: Option<Piece>) {
        let directions = std::mem::take(&mut self.0[tile_of(piece)]);
        if let Some(below) = below {
            self.0[tile_of(below)] |= directions;
        }
    }

    /// Seven bits for each reference instead of eight.
    fn packed(&self) -> [u64; 4] {
        let (words, _) = self.0.as_chunks();
        std::array::from_fn(|index| {
            let bits = u64::from_le_bytes(words[index]);
            let bits = bits & 0x007f_007f_007f_007f | bits >> 1 & 0x3f80_3f80_3f80_3f80;
            let bits = bits & 0x0000_3fff_0000_3fff | bits >> 2 & 0x0fff_c000_0fff_c000;
            bits & 0x0fff_ffff | bits >> 4 & 0x00ff_ffff_f000_0000
        })
    }
}

/// The names of all hexes of a hive and around it.
struct HexNames {
    /// The index of each hex in the names.
    index: [u8; Hex::COUNT],
    names: [Names; Self::MAX],
}

impl HexNames {
    /// A place for hexes without names, those of a connected hive, and those around it.
    const MAX: usize = 1 + Piece::COUNT + 4 * Piece::COUNT + 2;

    fn of(position: &Position) -> Self {
        let mut all = Self { index: [0; Hex::COUNT], names: [Names::default(); Self::MAX] };
        let mut last = 0;
        let tops = || {
            position.pieces_on_table().filter_map(|piece| {
                position
                    .hex_of(piece)
                    .filter(|&hex| position.top(hex) == Some(piece))
                    .map(|hex| (piece, hex))
            })
        };
        for (piece, hex) in tops() {
            for direction in Direction::ALL {
                let index = &mut all.index[hex.neighbor(direction).index()];
                // Without a branch, which a processor could not foresee.
                last += u8::from(*index == 0);
                *index = if *index == 0 { last } else { *index };
                all.names[usize::from(*index)].0[tile_of(piece)] = 1 << number_of(direction);
            }
        }
        // Only the hex of a lone stack has no index, and no move leads to it.
        for (piece, hex) in tops() {
            let names = &mut all.names[usize::from(all.index[hex.index()])];
            *names = Names::default();
            names.0[tile_of(piece)] = 1 << ABOVE;
        }
        all
    }

    /// The names of the hexes to which moves lead.
    fn of_targets(&self, moves: &[Move]) -> Names {
        let mut all = Names::default();
        for mv in moves {
            if let Move::To { hex, .. } = *mv {
                let names = &self.names[usize::from(self.index[hex.index()])];
                all.0.iter_mut().zip(names.0).for_each(|(all, directions)| *all |= directions);
            }
        }
        all
    }
}

/// The lowest action that names a legal move.
pub(crate) fn least_of(position: &Position, mv: Move) -> u16 {
    let mut least = PASS;
    each_of(position, mv, |action| least = least.min(action));
    least
}

/// The legal move that an action names.
pub(crate) fn legal_move(position: &Position, action: i64) -> PyResult<Move> {
    let mv = named(position, action).map_err(IllegalMoveError::new_err)?;
    match position.objection_to(mv) {
        None => Ok(mv),
        Some(objection) => Err(IllegalMoveError::new_err(illegal(action, &objection))),
    }
}

/// Plays the move that an action names, or says why it cannot be played; returns what `of` makes of
/// the position and the move. The legal actions are forgotten; if they were known, the move need not
/// be checked again.
pub(crate) fn play<T>(
    game: &mut Game,
    legal: &mut OnceLock<ActionSet>,
    action: i64,
    of: impl FnOnce(&Position, Move) -> T,
) -> Result<T, String> {
    let is_known = legal.get().is_some_and(|legal| legal.contains(action));
    let played = if is_known
        && game.moves().len() < Game::MAX_PLIES
        && let Some(mv) = read(game.position(), action)
    {
        let played = of(game.position(), mv);
        game.play_unchecked(mv);
        played
    } else {
        let mv = named(game.position(), action)?;
        let played = of(game.position(), mv);
        game.play(mv).map_err(|objection| illegal(action, &objection))?;
        played
    };
    legal.take();
    Ok(played)
}

fn illegal(action: i64, reason: &dyn std::fmt::Display) -> String {
    let text = text_of(action).map_or(String::new(), |text| format!(", `{text}`"));
    format!("action {action}{text}: {reason}")
}

/// The move that an action names, legal or not.
fn named(position: &Position, action: i64) -> Result<Move, String> {
    let Some(mv) = read(position, action) else {
        return Err(illegal(action, &"it is not a move in this position"));
    };
    let mut is_named = false;
    each_of(position, mv, |other| is_named |= i64::from(other) == action);
    if is_named || position.objection_to(mv).is_some() {
        Ok(mv)
    } else {
        Err(illegal(action, &"its reference is covered"))
    }
}

/// The piece, the reference and the direction of an action; `None` for the pass and for numbers
/// out of range.
fn parts(action: i64) -> Option<(Piece, Piece, u16)> {
    let action = u16::try_from(action).ok().filter(|&action| action < PASS)?;
    let piece = |tile: u16| Piece::from_index(piece_index_of(usize::from(tile)));
    let (pair, direction) = (action / DIRECTIONS, action % DIRECTIONS);
    Some((piece(pair / TILES), piece(pair % TILES), direction))
}

/// The move that an action names, legal or not.
fn read(position: &Position, action: i64) -> Option<Move> {
    if action == i64::from(PASS) {
        return Some(Move::Pass);
    }
    let (piece, reference, direction) = parts(action)?;
    if piece == reference {
        let is_first = direction == ABOVE && position.ply() == 0;
        return is_first.then_some(Move::To { piece, hex: Hex::CENTER });
    }
    let hex = position.hex_of(reference)?;
    let towards = Direction::ALL.into_iter().find(|&towards| number_of(towards) == direction);
    Some(Move::To { piece, hex: towards.map_or(hex, |towards| hex.neighbor(towards)) })
}

/// An action as a MoveString.
fn text_of(action: i64) -> Option<String> {
    if action == i64::from(PASS) {
        return Some("pass".to_owned());
    }
    let (piece, reference, direction) = parts(action)?;
    Some(match direction {
        0 => format!("{piece} {reference}/"),
        1 => format!("{piece} {reference}-"),
        2 => format!("{piece} {reference}\\"),
        3 => format!("{piece} /{reference}"),
        4 => format!("{piece} -{reference}"),
        5 => format!("{piece} \\{reference}"),
        _ if piece == reference => piece.to_string(),
        _ => format!("{piece} {reference}"),
    })
}

/// The one object for the text of an action, which must be in range.
#[inline]
pub(crate) fn text_object(py: Python<'_>, action: u16) -> Borrowed<'_, '_, PyString> {
    static TEXTS: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    let texts = TEXTS.get_or_init(py, || {
        let text = |action| text_of(action).unwrap_or_default();
        (0..COUNT as i64).map(|action| PyString::new(py, &text(action)).unbind()).collect()
    });
    texts[usize::from(action)].bind_borrowed(py)
}

/// An action as a MoveString, which need not be legal in any position.
///
/// >>> from waggle.learning import action_string
/// >>> action_string(2947), action_string(5488)
/// ('bA1 wA1/', 'pass')
#[pyfunction]
fn action_string(action: i64) -> PyResult<String> {
    let action = within("an action", action, 0..=PASS)?;
    Ok(text_of(action.into()).unwrap_or_default())
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ACTION_COUNT", COUNT)?;
    module.add_function(wrap_pyfunction!(action_string, module)?)
}
