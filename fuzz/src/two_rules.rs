//! Games generated from bytes, played by the engine and by the reference rules.

use waggle::rules::{Direction, Game, GameType, Hex, Move, Position};

use super::engine;
use super::plain_rules::{Cell, Game as PlainGame, Ply, Way, all_types};

/// The maximum plies of a game.
const MAX_LEN: usize = 160;

/// The first byte selects the game type, each of the others a legal move. Every move is undone
/// once; at the end both rules must agree.
///
/// # Panics
///
/// If they do not, or if anything, such as the key, differs from a fresh position.
pub fn two_rules(data: &[u8]) {
    let Some((first, choices)) = data.split_first() else { return };
    let bugs = all_types().nth(usize::from(*first % 8)).expect("there are eight types");
    let mut slow = PlainGame::new(&bugs);
    let mut fast = Game::new(engine::game_type(&bugs));
    for choice in choices.iter().take(MAX_LEN) {
        let moves = fast.position().legal_moves();
        let Some(&mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        slow.play(to_ply(&slow, fast.position(), mv));
        fast.play(mv).expect("it is among the legal moves");
        fast.undo();
        fast.play(mv).expect("it is still among the legal moves");
    }
    assert_same(&slow, &fast);
    let mut left = fast.moves().len();
    while fast.undo().is_some() {
        left -= 1;
        assert_eq!(usize::from(fast.position().ply()), left);
    }
    assert_eq!(fast.position(), &Position::new(fast.game_type()));
}

fn assert_same(slow: &PlainGame, fast: &Game) {
    let record = waggle::notation::game_string(fast);
    let position = fast.position();
    position.assert_valid();
    assert_eq!(engine::state(position), slow.state(), "{record}");
    let complaints = engine::disagreements(slow, position);
    assert!(complaints.is_empty(), "{record}: {complaints:#?}");
    assert_eq!(position.count_moves(), position.legal_moves().len(), "{record}");
    assert_eq!(position.key(), engine::set_up(slow).key(), "{record}");
    let mut next = position.clone();
    for mv in position.legal_moves() {
        let undo = next.make(mv);
        next.assert_valid();
        assert_eq!(position.key_after(mv), next.key(), "{mv:?}: {record}");
        next.unmake(undo);
        assert!(next == *position, "{mv:?} leaves a trace: {record}");
    }
}

/// The engine's move as a move of the reference rules.
fn to_ply(slow: &PlainGame, position: &Position, mv: Move) -> Ply {
    let Move::To { piece, hex } = mv else { return Ply::Pass };
    let piece = super::plain_rules::Piece::parse(&piece.to_string()).expect("both name it alike");
    let cell = cell_of(slow, position, hex);
    Ply::To { piece, cell, height: slow.table.height(cell) }
}

/// The cell of the plane for a hex of the torus, found from the piece on it or from a neighbor.
fn cell_of(slow: &PlainGame, position: &Position, hex: Hex) -> Cell {
    let place = |hex| {
        let top: waggle::rules::Piece = position.top(hex)?;
        slow.table.cell_of(super::plain_rules::Piece::parse(&top.to_string())?)
    };
    let beside = || {
        Direction::ALL.into_iter().zip(Way::ALL).find_map(|(direction, way)| {
            let neighbor = place(hex.neighbor(direction.opposite()))?;
            Some(neighbor.next(way))
        })
    };
    place(hex).or_else(beside).unwrap_or(Cell::ORIGIN)
}

// Both list the directions in the same order.
const _: () = assert!(Direction::ALL.len() == Way::ALL.len() && GameType::ALL.len() == 8);
