//! Whole games, repetitions, and illegal moves.

use super::super::random_games::random_game;
use super::super::{Color, Direction, Hex, Piece};
use super::*;

#[test]
fn a_clone_is_the_same_game() {
    let mut game = Game::new(GameType::MLP);
    for _ in 0..12 {
        let moves = game.position().legal_moves();
        game.play(moves[moves.len() / 2]).unwrap();
    }
    let mut copy = game.clone();
    assert!(copy.moves().eq(game.moves()));
    assert_eq!(copy.position(), game.position());
    while let Some(mv) = copy.undo() {
        assert_eq!(game.undo(), Some(mv));
        assert_eq!(copy.position(), game.position());
    }
    assert_eq!(copy.position(), &Position::new(GameType::MLP));
}

#[test]
fn after_the_end_and_when_only_a_pass_is_legal_any_move_is_refused_for_that() {
    let (mut over, mut shut_out) = (0, 0);
    for seed in 0..60 {
        let mut game = random_game(GameType::MLP, 300, seed);
        let any = Move::To { piece: Piece::queen(Color::White), hex: Hex::CENTER };
        while game.outcome().is_some() || game.position().is_legal(Move::Pass) {
            let expected = if game.outcome().is_some() {
                over += 1;
                assert!(game.position().legal_moves().is_empty());
                assert_eq!(game.position().count_moves(), 0);
                assert_eq!(game.play(Move::Pass), Err(IllegalMove::GameOver));
                IllegalMove::GameOver
            } else {
                shut_out += 1;
                assert_eq!(game.position().count_moves(), 1);
                IllegalMove::MustPass
            };
            assert_eq!(game.play(any), Err(expected));
            game.undo();
        }
        // Most passes occur in the middle of a game.
        while let Some(mv) = game.undo() {
            if mv == Move::Pass {
                shut_out += 1;
                assert_eq!(game.play(any), Err(IllegalMove::MustPass));
            }
        }
    }
    assert!(over > 5 && shut_out > 0, "{over} {shut_out}");
}

#[test]
fn a_lenient_game_allows_both_queens_first_but_not_anywhere() {
    let queen = |color, hex| Move::To { piece: Piece::queen(color), hex };
    let east = |steps| Hex::CENTER.stepped(Direction::East, steps);
    let mut game = Game::lenient(GameType::BASE);
    assert_eq!(game.play(queen(Color::White, east(1))), Err(IllegalMove::QueenFirst));
    game.play(queen(Color::White, Hex::CENTER)).unwrap();
    assert_eq!(game.play(queen(Color::Black, east(2))), Err(IllegalMove::QueenFirst));
    game.play(queen(Color::Black, east(1))).unwrap();
    assert!(game.clone().moves().eq(game.moves()));
}

/// Two spiders with their queens behind them, and four plies that move the queens away and back.
fn back_and_forth() -> (Game, [Move; 4]) {
    let place = |color, bug, hex| Move::To { piece: Piece::new(color, bug, 1).unwrap(), hex };
    let (white, black) = (Color::White, Color::Black);
    let east = Hex::CENTER.neighbor(Direction::East);
    let (west_end, east_end) =
        (Hex::CENTER.neighbor(Direction::West), east.neighbor(Direction::East));
    let mut game = Game::new(GameType::BASE);
    for mv in [
        place(white, Bug::Spider, Hex::CENTER),
        place(black, Bug::Spider, east),
        place(white, Bug::Queen, west_end),
        place(black, Bug::Queen, east_end),
    ] {
        game.play(mv).unwrap();
    }
    let steps = [
        (white, west_end.neighbor(Direction::NorthEast)),
        (black, east.neighbor(Direction::NorthEast)),
        (white, west_end),
        (black, east_end),
    ];
    (game, steps.map(|(color, hex)| Move::To { piece: Piece::queen(color), hex }))
}

#[test]
fn only_positions_since_the_last_placement_can_recur() {
    let (mut game, steps) = back_and_forth();
    assert_eq!(game.reversible_keys().count(), 0);
    let mut keys = vec![];
    for mv in steps {
        keys.push(game.position().key());
        game.play(mv).unwrap();
        assert!(game.reversible_keys().eq(keys.iter().copied()));
    }
    let ant = game.position().next_in_hand(Color::White, Bug::Ant).unwrap();
    let moves = game.position().legal_moves();
    game.play(*moves.iter().find(|mv| mv.piece() == Some(ant)).unwrap()).unwrap();
    assert_eq!(game.reversible_keys().count(), 0);
}

#[test]
fn a_game_ends_at_its_maximum_length() {
    let (mut game, steps) = back_and_forth();
    let mut steps = steps.into_iter().cycle();
    while game.past.len() < Game::MAX_PLIES - 1 {
        game.play_unchecked(steps.next().unwrap());
    }
    let (last, one_more) = (steps.next().unwrap(), steps.next().unwrap());
    assert_eq!(game.play(last), Ok(()));
    assert_eq!(game.play(one_more), Err(IllegalMove::TooLong));
    assert_eq!(usize::from(game.position().ply()), Game::MAX_PLIES);
    assert_eq!(game.undo(), Some(last));
    assert_eq!(game.play(last), Ok(()));
}
