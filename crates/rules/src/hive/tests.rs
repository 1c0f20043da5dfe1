//! The incrementally updated sets against the pieces themselves.

use super::*;
use crate::bitboard::Bitboard;
use crate::random_games::visit_random_games;
use crate::{Color, Direction};

fn two_queens() -> Hive {
    let mut hive = Hive::new();
    hive.put(Piece::queen(Color::White), Hex::CENTER);
    hive.put(Piece::queen(Color::Black), Hex::CENTER.neighbor(Direction::East));
    hive
}

#[test]
#[should_panic(expected = "key")]
fn a_wrong_key_is_noticed() {
    let mut hive = two_queens();
    hive.key ^= 1;
    hive.assert_valid();
}

#[test]
#[should_panic(expected = "sets")]
fn a_wrong_set_is_noticed() {
    let mut hive = two_queens();
    hive.window.tops.stacked.toggle(70);
    hive.assert_valid();
}

#[test]
#[should_panic(expected = "pieces on the table")]
fn a_lost_piece_is_noticed() {
    let mut hive = two_queens();
    hive.on_table ^= 1 << 5;
    hive.assert_valid();
}

/// Otherwise the slow torus would be used unnoticed.
#[test]
fn the_window_is_used_whenever_the_hive_fits() {
    visit_random_games(16, 80, |game| {
        let hive = game.position().hive();
        let ((_, columns), (_, rows)) = hive.lines.extents();
        assert_eq!(hive.window.fits, columns <= 14 && rows <= 14);
    });
    for direction in Direction::ALL {
        let mut hive = Hive::new();
        for (index, piece) in Piece::all().take(20).enumerate() {
            hive.put(piece, Hex::CENTER.stepped(direction, index as u16));
            hive.assert_valid();
            assert_eq!(hive.window.fits, index < 14, "{direction:?} {index}");
        }
        for (index, piece) in Piece::all().take(20).enumerate() {
            hive.take(piece);
            assert_eq!(hive.window.fits, index >= 5, "{direction:?} {index}");
        }
    }
}

#[test]
fn no_piece_of_a_fitting_hive_is_on_the_margin() {
    visit_random_games(16, 80, |game| {
        let hive = game.position().hive();
        for piece in hive.uncovered().filter(|_| hive.window.fits) {
            let spot = hive.window.spots[piece.index()];
            assert_eq!(
                usize::from(spot),
                Window::index_of(hive.window.origin, hive.hex_on_table(piece))
            );
            assert!((1..15).contains(&(spot & 15)) && (1..15).contains(&(spot >> 4)));
        }
    });
}
