//! Converts positions and moves between the plain rules and the engine.

use waggle::rules::{Bug, Color, Game, GameType, Hex, Move, Outcome, Piece, Position};

use super::plain_rules as plain;

/// The game type with these bugs.
pub fn game_type(bugs: &[plain::Bug]) -> GameType {
    GameType {
        mosquito: bugs.contains(&plain::Bug::Mosquito),
        ladybug: bugs.contains(&plain::Bug::Ladybug),
        pillbug: bugs.contains(&plain::Bug::Pillbug),
    }
}

pub fn color(color: plain::Color) -> Color {
    match color {
        plain::Color::White => Color::White,
        plain::Color::Black => Color::Black,
    }
}

pub fn piece(piece: plain::Piece) -> Piece {
    let bug = Bug::from_letter(piece.bug.letter()).expect("both know the same bugs");
    Piece::new(color(piece.color), bug, piece.number).expect("both count the same pieces")
}

/// The engine's hex for a cell of the infinite plane; the first piece is at the center.
pub fn hex(cell: plain::Cell) -> Hex {
    Hex::new(i32::from(Hex::CENTER.q()) + cell.q, i32::from(Hex::CENTER.r()) + cell.r)
}

pub fn to_move(ply: plain::Ply) -> Move {
    match ply {
        plain::Ply::To { piece: mover, cell, .. } => {
            Move::To { piece: piece(mover), hex: hex(cell) }
        }
        plain::Ply::Pass => Move::Pass,
    }
}

/// The engine's position with the same pieces on the table.
///
/// # Panics
/// If the engine rejects it.
pub fn set_up(game: &plain::Game) -> Position {
    let stack = |pieces: &Vec<plain::Piece>| pieces.iter().map(|p| piece(*p)).collect();
    let stacks = game.table.stacks().iter().map(|(cell, pieces)| (hex(*cell), stack(pieces)));
    let ply = u16::try_from(game.ply).expect("games are short");
    Position::from_stacks(game_type(&game.bugs), ply, stacks, game.resting.map(piece))
        .unwrap_or_else(|error| panic!("{error}: {:?}", game.table))
}

/// The state of the game by the engine.
pub fn state(position: &Position) -> plain::State {
    match position.outcome() {
        Some(Outcome::Draw) => plain::State::Draw,
        Some(Outcome::Win(Color::White)) => plain::State::WhiteWins,
        Some(Outcome::Win(Color::Black)) => plain::State::BlackWins,
        None if position.ply() == 0 => plain::State::NotStarted,
        None => plain::State::InProgress,
    }
}

/// Replays a GameString: the plain rules parse it, and the engine makes the same moves.
///
/// # Panics
/// If the string is malformed or the engine rejects a move.
pub fn replay(game_string: &str) -> (plain::Game, Game) {
    let mut fields = game_string.split(';');
    let mut slow = plain::replay(fields.next().unwrap_or_default()).expect("a game type");
    let mut fast = Game::new(game_type(&slow.bugs));
    for text in fields.skip(2) {
        let ply = plain::parse_ply(&slow, text).expect("a move");
        slow.play(ply);
        fast.play(to_move(ply)).unwrap_or_else(|e| panic!("{text} in {game_string}: {e}"));
    }
    (slow, fast)
}

/// The differences between the legal moves of the two; empty if there are none.
///
/// Compared as lists, so that duplicates by the engine are found too.
pub fn disagreements(slow: &plain::Game, fast: &Position) -> Vec<String> {
    let mut expected: Vec<(u16, u8)> = slow.legal().into_iter().map(in_bits).collect();
    let mut found: Vec<(u16, u8)> = fast
        .legal_moves()
        .into_iter()
        .map(|mv| match mv {
            Move::To { hex, .. } => (mv.bits(), fast.height(hex)),
            Move::Pass => (mv.bits(), 0),
        })
        .collect();
    expected.sort_unstable();
    found.sort_unstable();
    if expected == found {
        return Vec::new();
    }
    let name = |(bits, height)| format!("{:?} at height {height}", Move::from_bits(bits));
    let missing = expected.iter().filter(|mv| !found.contains(mv));
    let mut complaints: Vec<String> = missing.map(|mv| format!("missing {}", name(*mv))).collect();
    let surplus = found.iter().filter(|mv| !expected.contains(mv));
    complaints.extend(surplus.map(|mv| format!("wrong {}", name(*mv))));
    let twice = found.windows(2).filter(|pair| pair[0] == pair[1]);
    complaints.extend(twice.map(|pair| format!("twice {}", name(pair[0]))));
    complaints
}

fn in_bits(ply: plain::Ply) -> (u16, u8) {
    let height = match ply {
        plain::Ply::To { height, .. } => u8::try_from(height).expect("stacks are low"),
        plain::Ply::Pass => 0,
    };
    (to_move(ply).bits(), height)
}

/// Whether the attacker can force a win within this many plies, by exhaustive search.
pub fn wins(position: &mut Position, attacker: Color, plies: u8) -> bool {
    match position.outcome() {
        Some(outcome) => return outcome == Outcome::Win(attacker),
        None if plies == 0 => return false,
        None => {}
    }
    let is_attackers_turn = position.side_to_move() == attacker;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let is_won = wins(position, attacker, plies - 1);
        position.unmake(undo);
        if is_won == is_attackers_turn {
            return is_attackers_turn;
        }
    }
    !is_attackers_turn
}
