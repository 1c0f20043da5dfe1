//! What holds for every network: nothing depends on how the hive is turned or its pieces are numbered.

use std::collections::HashMap;

use waggle_hive_core::rules::random_games::visit_random_games;
use waggle_hive_core::rules::{Bug, Color, Game, Hex, Move, Piece, Position};

use super::{Model, ModelError, Network};

/// A model of weights that have nothing to do with Hive.
fn arbitrary() -> Model {
    Model::new(arbitrary_network(), "arbitrary")
}

fn arbitrary_network() -> Network {
    let mut network = Network::zero();
    let mut state = 1_u64;
    for weight in network.slices_mut().into_iter().flatten() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *weight = (state >> 40) as f32 / (1 << 24) as f32 * 0.4 - 0.2;
    }
    network
}

/// An image of a hex: turned by so many sixths, and reflected.
fn image(hex: Hex, turns: usize, reflect: bool) -> Hex {
    let (mut q, mut r) = Hex::CENTER.offset_to(hex);
    for _ in 0..turns {
        (q, r) = (-r, q + r);
    }
    if reflect {
        (q, r) = (r, q);
    }
    let center = i32::from(Hex::CENTER.q());
    Hex::new(center + q, center + r)
}

fn assert_equal(model: &Model, one: &Game, other: &Game, image: impl Fn(Move) -> Move) {
    let others: HashMap<Move, f64> = model.probabilities(other).into_iter().collect();
    for (mv, probability) in model.probabilities(one) {
        let found = others[&image(mv)];
        assert!((found - probability).abs() < 1e-4, "{mv:?}: {found} {probability} in {one:?}");
    }
}

#[test]
fn the_twelve_symmetries_change_nothing() {
    let model = arbitrary();
    visit_random_games(8, 60, |game| {
        if game.position().ply() % 11 != 3 {
            return;
        }
        for (turns, reflect) in (0..6).flat_map(|turns| [(turns, false), (turns, true)]) {
            let image = |mv: Move| match mv {
                Move::To { piece, hex } => Move::To { piece, hex: image(hex, turns, reflect) },
                Move::Pass => Move::Pass,
            };
            let mut turned = Game::new(game.game_type());
            game.moves().for_each(|mv| turned.play(image(mv)).unwrap());
            assert_equal(&model, game, &turned, image);
        }
    });
}

#[test]
fn numbers_change_nothing() {
    let model = arbitrary();
    let swapped = |piece: Piece| match piece.number() {
        1 | 2 if piece.bug().quantity() > 1 => {
            Piece::new(piece.color(), piece.bug(), 3 - piece.number()).unwrap()
        }
        _ => piece,
    };
    let mut seen = 0;
    visit_random_games(16, 80, |game| {
        let position = game.position();
        let have_two = Color::ALL.into_iter().all(|color| {
            [Bug::Ant, Bug::Spider, Bug::Beetle, Bug::Grasshopper]
                .into_iter()
                .all(|bug| position.in_hand(color, bug) + 2 <= bug.quantity())
        });
        if !have_two || position.outcome().is_some() {
            return;
        }
        let stacks = |renamed: &dyn Fn(Piece) -> Piece| {
            let hexes = (0..Hex::COUNT).map(Hex::from_index);
            let stacks = hexes.filter(|hex| position.height(*hex) > 0);
            let stacks = stacks.map(|hex| (hex, position.stack(hex).map(renamed).collect()));
            let last = position.last_moved().map(renamed);
            let set_up = Position::from_stacks(
                position.game_type(),
                position.ply(),
                stacks.collect::<Vec<(Hex, Vec<Piece>)>>(),
                last,
            );
            Game::from_position(set_up.unwrap())
        };
        let image = |mv: Move| match mv {
            Move::To { piece, hex } => Move::To { piece: swapped(piece), hex },
            Move::Pass => Move::Pass,
        };
        // A third piece in hand is still the third.
        assert_equal(&model, &stacks(&|piece| piece), &stacks(&swapped), image);
        seen += 1;
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn probabilities_sum_to_one_and_are_the_same_again() {
    let model = arbitrary();
    visit_random_games(8, 80, |game| {
        let chances = model.probabilities(game);
        let moves: Vec<Move> = chances.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, game.position().legal_moves());
        let sum: f64 = chances.iter().map(|(_, chance)| chance).sum();
        assert!(moves.is_empty() || (sum - 1.0).abs() < 1e-9, "{sum}");
        assert_eq!(chances, model.probabilities(game));
    });
}

#[test]
fn a_file_keeps_the_model_except_for_rounding() {
    let model = arbitrary();
    let read = Model::from_bytes(&model.to_bytes()).unwrap();
    assert_eq!(read, Model::new(arbitrary_network().rounded(), "arbitrary"));
    let (mut differences, mut positions) = (0.0, 0.0);
    visit_random_games(2, 40, |game| {
        let both = model.probabilities(game).into_iter().zip(read.probabilities(game));
        differences += both.map(|((_, one), (_, other))| (one - other).abs()).sum::<f64>();
        positions += 1.0;
    });
    // Less than a tenth of the probability goes elsewhere.
    assert!(differences < 0.2 * positions, "{differences} in {positions}");
}

#[test]
fn damaged_and_other_files_are_refused() {
    let bytes = arbitrary().to_bytes();
    assert_eq!(Model::from_bytes(b""), Err(ModelError::NotAModel));
    for length in [8, 15, 20, bytes.len() - 1] {
        assert_eq!(Model::from_bytes(&bytes[..length]), Err(ModelError::Damaged), "{length}");
    }
    let mut flipped = bytes.clone();
    flipped[1000] ^= 1;
    assert_eq!(Model::from_bytes(&flipped), Err(ModelError::Damaged));
}
