//! The inputs of the network for a position and each of its moves.

use crate::eval::{Feature, Tally};
use waggle_hive_core::rules::{Bug, Color, Game, Hex, Move, Outcome, Piece, Position};

use super::layout::{DISTANCES, Group, IDLE, NEAR, RANKS, Row, TURNS, bucket};
use super::past::{Past, Step};
use super::rings::{SHAPE, SHAPES};

/// The inputs of a position and of each legal move.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The legal moves.
    pub moves: Vec<Move>,
    /// What they share.
    pub position: Row,
    /// What belongs to each.
    pub rows: Vec<Row>,
}

/// The value of a game that is over, in hundredths of a liberty.
const DECIDED: i32 = 1000;

impl Inputs {
    /// The inputs of the current position of a game.
    pub fn of(game: &Game) -> Self {
        let mut position = game.position().clone();
        let moves = position.legal_moves();
        let before = Tally::of(&position);
        let view = View {
            us: position.side_to_move(),
            before,
            earlier: Earlier::of(game, &before),
            pieces: (0..Piece::COUNT)
                .map(Piece::from_index)
                .filter_map(|piece| Some((piece, position.hex_of(piece)?)))
                .collect(),
            past: Past::of(game),
        };
        let of_position = view.position(&position, moves.len());
        let mut changes = Changes::default();
        let mut rows = Vec::with_capacity(moves.len());
        let mut values = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut row = Row(Vec::with_capacity(96));
            values.push(view.of_move(game, &mut position, mv, &mut changes, &mut row));
            rows.push(row);
        }
        compare(&moves, &values, view.before.value(), &mut rows);
        Self { moves, position: of_position, rows }
    }
}

/// What all moves of a position share.
struct View {
    us: Color,
    before: Tally,
    earlier: Earlier,
    pieces: Vec<(Piece, Hex)>,
    past: Past,
}

/// What the last move changed.
struct Earlier {
    /// Of the counts, by whether they are the opponent's, and by feature.
    changes: Changes,
    /// Of the static evaluation, for the side to move.
    value: i32,
}

impl Earlier {
    fn of(game: &Game, now: &Tally) -> Self {
        let mut earlier = game.clone();
        let mut changes = Changes::default();
        if earlier.undo().is_none() {
            return Self { changes, value: 0 };
        }
        let before = Tally::of(earlier.position());
        changes.add(game.position().side_to_move(), now, &before);
        Self { changes, value: now.value() + before.value() }
    }
}

/// Changes of the counts.
struct Changes {
    by_index: [i16; 2 * Feature::COUNT],
    indices: Vec<usize>,
}

impl Default for Changes {
    fn default() -> Self {
        Self { by_index: [0; 2 * Feature::COUNT], indices: vec![] }
    }
}

impl Changes {
    /// Adds the difference of two counts, as the player `us` sees them.
    fn add(&mut self, us: Color, now: &Tally, before: &Tally) {
        now.visit_changes(before, |color, feature, change| {
            let index = usize::from(color != us) * Feature::COUNT + feature.index();
            self.indices.push(index);
            self.by_index[index] += change as i16;
        });
    }

    /// The changes; forgets them. One that is listed again is zero by then.
    fn take(&mut self, mut each: impl FnMut(usize, i32)) {
        for index in self.indices.drain(..) {
            each(index, std::mem::take(&mut self.by_index[index]).into());
        }
    }
}

impl View {
    fn owner(&self, piece: Piece) -> usize {
        usize::from(piece.color() != self.us)
    }

    /// The index of a piece by owner and bug.
    fn kind(&self, piece: Piece) -> usize {
        self.owner(piece) * Bug::COUNT + piece.bug() as usize
    }

    fn position(&self, position: &Position, moves: usize) -> Row {
        let mut row = Row::default();
        let mut counts = Changes::default();
        counts.add(self.us, &self.before, &Tally::NONE);
        counts.take(|index, count| row.add_parts(Group::Counts, index, scaled(count)));
        for (index, &change) in self.earlier.changes.by_index.iter().enumerate() {
            row.add_parts(Group::LastChanges, index, scaled(change.into()));
        }
        row.set(Group::Turn, bucket(&TURNS, usize::from(position.ply() / 2)));
        row.set_if(Group::First, 0, self.us == Color::White);
        for (index, step) in self.past.steps.iter().take(2).enumerate() {
            let Some(Step { piece, from, .. }) = step else { continue };
            let is_thrown = self.owner(*piece) == index % 2;
            let how = if from.is_none() { 0 } else { 1 + usize::from(is_thrown) };
            row.set(Group::Played, (3 * index + how) * Bug::COUNT + piece.bug() as usize);
        }
        let value = self.before.value() as f32;
        row.add(Group::Value, 0, soft(value / 80.0));
        row.add(Group::Value, 1, soft(value / 400.0));
        row.add(Group::Value, 2, soft(self.earlier.value as f32 / 80.0));
        row.add(Group::Choices, 0, (moves as f32).ln() / 4.0);
        row
    }

    /// Adds the inputs of a move, except those that compare it with others. Returns the static
    /// evaluation after it.
    fn of_move(
        &self,
        game: &Game,
        position: &mut Position,
        mv: Move,
        changes: &mut Changes,
        row: &mut Row,
    ) -> i32 {
        let Move::To { piece, hex } = mv else {
            row.set(Group::Kind, 4 * Bug::COUNT);
            return self.before.value();
        };
        let from = position.hex_of(piece);
        let queens = [self.us, self.us.other()].map(|color| position.hex_of(Piece::queen(color)));
        self.kind_of_move(position, piece, from, hex, row);
        if let Some(from) = from {
            self.place(position, from, 0, row);
            let below = position.height(from) - 1;
            row.set(Group::Heights, usize::from(below.min(2)));
            if let Some(below) = position.below(piece) {
                row.set(Group::Covers, self.kind(below));
            }
            Self::standing(&self.before, piece, 0, row);
            for (index, queen) in queens.iter().enumerate() {
                if let Some(queen) = queen.filter(|_| piece.bug() != Bug::Queen) {
                    row.set(Group::Queens, index * DISTANCES + distance(from, queen));
                }
            }
        }
        if let Some(top) = position.top(hex) {
            row.set(Group::Covers, 2 * Bug::COUNT + self.kind(top));
        }
        row.set(Group::Heights, 3 + usize::from(position.height(hex).min(2)));
        for (index, queen) in queens.iter().enumerate() {
            if let Some(queen) = *queen {
                row.set(Group::Queens, (2 + index) * DISTANCES + distance(hex, queen));
            }
        }
        self.past(piece, from, hex, row);
        self.surroundings(piece, hex, row);

        let undo = position.make(mv);
        self.place(position, hex, 1, row);
        let after = Tally::of(position);
        Self::standing(&after, piece, 1, row);
        changes.add(self.us, &after, &self.before);
        changes.take(|index, change| {
            row.add_parts(Group::Changes, index, scaled(change));
            let last = i32::from(self.earlier.changes.by_index[index]);
            if change * last < 0 {
                let taken_back = change.abs().min(last.abs()) * change.signum();
                row.add_parts(Group::TakenBack, index, scaled(taken_back));
            }
        });
        for (index, color) in [self.us, self.us.other()].into_iter().enumerate() {
            if let Some(queen) = position.hex_of(Piece::queen(color)) {
                let filled = position.ring(queen).count_ones() as usize;
                row.set(Group::Filled, 7 * index + filled);
            }
        }
        let outcome = position.outcome();
        if from.is_some() {
            let key = position.key();
            let before = game.reversible_keys().filter(|it| *it == key).count();
            row.set_if(Group::Repeats, 0, before > 0);
            row.set_if(Group::Repeats, 1, before > 1);
        }
        position.unmake(undo);
        let (end, value) = match outcome {
            None => return -after.value(),
            Some(Outcome::Win(color)) if color == self.us => (0, DECIDED),
            Some(Outcome::Draw) => (1, 0),
            Some(Outcome::Win(_)) => (2, -DECIDED),
        };
        row.set(Group::Ends, end);
        value
    }

    fn kind_of_move(
        &self,
        position: &Position,
        piece: Piece,
        from: Option<Hex>,
        to: Hex,
        row: &mut Row,
    ) {
        let is_thrown = |from: Hex| {
            let throws = |hex: Hex| {
                position.height(hex) == 1
                    && position
                        .top(hex)
                        .is_some_and(|it| it.color() == self.us && it.bug().throws())
            };
            from.neighbors().any(|hex| hex.is_beside(to) && throws(hex))
                && position.thrower(Move::To { piece, hex: to }).is_some()
        };
        let how = match from {
            None => 0,
            Some(_) if piece.color() != self.us => 3,
            Some(from) => 1 + usize::from(is_thrown(from)),
        };
        row.set(Group::Kind, how * Bug::COUNT + piece.bug() as usize);
    }

    /// What lies around a place.
    fn place(&self, position: &Position, hex: Hex, which: usize, row: &mut Row) {
        row.set(Group::Rings, which * SHAPES + usize::from(SHAPE[usize::from(position.ring(hex))]));
        for neighbor in hex.neighbors().filter_map(|hex| position.top(hex)) {
            row.set(Group::Neighbors, which * 2 * Bug::COUNT + self.kind(neighbor));
        }
    }

    /// The other pieces by their distance from a place.
    fn surroundings(&self, piece: Piece, place: Hex, row: &mut Row) {
        let mut nearest = [usize::MAX; 2 * Bug::COUNT];
        let mut around = [0; 2];
        for &(other, hex) in &self.pieces {
            let away = steps(place, hex);
            if other != piece && away > 0 {
                let kind = self.kind(other);
                nearest[kind] = nearest[kind].min(away);
                around[self.owner(other)] += usize::from(away == 2);
            }
        }
        for (kind, &away) in nearest.iter().enumerate().filter(|(_, away)| **away < usize::MAX) {
            row.set(Group::Nearest, kind * NEAR + away.min(NEAR) - 1);
        }
        for (owner, &count) in around.iter().enumerate() {
            row.set(Group::Around, owner * 8 + count.min(7));
        }
    }

    /// How a piece stands, in the parts that a byte consists of.
    fn standing(tally: &Tally, piece: Piece, which: usize, row: &mut Row) {
        let standing = usize::from(tally.standing(piece));
        let first = which * 20;
        row.set(Group::Standing, first + (standing & 7));
        row.set(Group::Standing, first + 8 + (standing >> 3 & 3));
        row.set(Group::Standing, first + 12 + (standing >> 5));
    }

    /// What the move has to do with the last ones.
    fn past(&self, piece: Piece, from: Option<Hex>, to: Hex, row: &mut Row) {
        for (index, step) in self.past.steps.iter().enumerate() {
            let Some(step) = step else { continue };
            row.set(Group::ToLast, index * DISTANCES + distance(to, step.to));
            if let Some(origin) = step.from {
                row.set(Group::ToOrigin, index * DISTANCES + distance(to, origin));
            }
            if let Some(from) = from {
                row.set(Group::FromLast, index * DISTANCES + distance(from, step.to));
            }
            row.set_if(Group::SamePiece, index, step.piece == piece);
            row.set_if(Group::Back, index, step.piece == piece && step.from == Some(to));
            row.set_if(Group::SameKind, index, step.piece.bug() == piece.bug());
        }
        let age = self.past.ages[piece.index()];
        if from.is_some() && age > 0 {
            row.set(Group::Idle, bucket(&IDLE, usize::from(age.div_ceil(2))));
        }
    }
}

/// Adds what compares the moves: their values and how many moves their pieces have.
fn compare(moves: &[Move], values: &[i32], before: i32, rows: &mut [Row]) {
    let best = values.iter().copied().max().unwrap_or(0);
    // As wide as the values, and compared without branches, so that several are counted at once.
    let pieces: Vec<i32> =
        moves.iter().map(|mv| mv.piece().map_or(-1, |piece| piece.index() as i32)).collect();
    for ((row, &piece), &value) in rows.iter_mut().zip(&pieces).zip(values) {
        let (mut better, mut ways, mut better_ways) = (0, 0, 0);
        for (other, other_value) in pieces.iter().zip(values) {
            let (is_same, is_better) = (*other == piece, *other_value > value);
            better += i32::from(is_better);
            ways += i32::from(is_same);
            better_ways += i32::from(is_same & is_better);
        }
        row.add(Group::Ways, 0, (ways as f32).ln() / 3.0);
        row.set_if(Group::Ways, 1, ways == 1);
        row.add(Group::Worth, 0, soft((value - best) as f32 / 40.0));
        row.add(Group::Worth, 1, soft((value - best) as f32 / 200.0));
        row.add(Group::Worth, 2, soft((value - before) as f32 / 80.0));
        row.set(Group::Ranks, bucket(&RANKS, better as usize));
        row.set(Group::Ranks, RANKS.len() + 1 + better_ways.min(2) as usize);
    }
}

/// A count as parts of an input: those above three count less.
fn scaled(count: i32) -> i8 {
    const ONE: i32 = Row::ONE as i32;
    let size = ONE * count.abs().min(3) + ONE / 4 * (count.abs() - 3).max(0);
    (count.signum() * size).clamp(i8::MIN.into(), i8::MAX.into()) as i8
}

/// Squeezes a number into -1 to 1.
fn soft(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

/// The distance between two hexes, or the greatest that counts.
fn distance(one: Hex, other: Hex) -> usize {
    steps(one, other).min(DISTANCES - 1)
}

/// The distance between two hexes.
fn steps(one: Hex, other: Hex) -> usize {
    let (q, r) = one.offset_to(other);
    q.abs().max(r.abs()).max((q + r).abs()) as usize
}
