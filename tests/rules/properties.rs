//! Properties of every position, checked in random games: undo, keys, symmetry, repetition.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::common::engine;
use crate::common::plain_rules::{self as plain, Bug, Cell, Color, Ply, all_types};
use crate::common::random_games::{Leg, Policy, play_random_game};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use waggle::rules::{Game, Move, Piece, Position};

/// Games of each game type for each test.
const GAMES: u64 = if cfg!(debug_assertions) { 1 } else { 6 };
/// All policies.
const LEGS: [Leg; 4] =
    [(Policy::Uniform, 30), (Policy::Climb, 30), (Policy::Throw, 30), (Policy::Uniform, 30)];

/// Visits the positions of random games of all types, in both representations.
fn visit_games(mut visit: impl FnMut(&plain::Game, &Game)) {
    for bugs in all_types() {
        for seed in 0..GAMES {
            let mut fast = Game::new(engine::game_type(&bugs));
            play_random_game(&bugs, &LEGS, seed, |slow, ply| {
                visit(slow, &fast);
                if let Some(ply) = ply {
                    fast.play(engine::to_move(ply)).expect("both rules allow it");
                }
            });
        }
    }
}

#[test]
fn every_move_can_be_taken_back() {
    visit_games(|_, game| {
        let mut position = game.position().clone();
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            let ended = position.outcome().is_some();
            assert_eq!(position.legal_moves().is_empty(), ended, "{mv:?}");
            position.unmake(undo);
            assert!(&position == game.position(), "{mv:?} leaves a trace");
        }
    });
}

#[test]
fn a_move_is_legal_if_it_is_among_the_legal_moves() {
    let mut index = 0;
    visit_games(|slow, game| {
        index += 1;
        if index % 25 > 0 {
            return;
        }
        let position = game.position();
        let legal = position.legal_moves();
        assert_eq!(position.is_legal(Move::Pass), legal == [Move::Pass]);
        let near: BTreeSet<Cell> = slow
            .table
            .stacks()
            .keys()
            .flat_map(|cell| cell.neighbors())
            .flat_map(Cell::neighbors)
            .collect();
        for hex in near.into_iter().map(engine::hex) {
            for piece in Piece::all() {
                let mv = Move::To { piece, hex };
                assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?}");
            }
        }
    });
}

/// A ply without the number of the piece: bug, origin, destination, and height.
type Deed = (Color, Bug, Option<Cell>, Cell, usize);

fn deed(game: &plain::Game, ply: Ply) -> Option<Deed> {
    match ply {
        Ply::To { piece, cell, height } => {
            Some((piece.color, piece.bug, game.table.cell_of(piece), cell, height))
        }
        Ply::Pass => None,
    }
}

fn deeds(game: &plain::Game) -> BTreeSet<Deed> {
    game.legal().into_iter().filter_map(|ply| deed(game, ply)).collect()
}

/// What the table shows if pieces of a kind are interchangeable.
type Picture = BTreeMap<Cell, Vec<(Color, Bug)>>;

fn picture(game: &plain::Game) -> Picture {
    let kinds = |stack: &Vec<plain::Piece>| stack.iter().map(|p| (p.color, p.bug)).collect();
    game.table.stacks().iter().map(|(cell, stack)| (*cell, kinds(stack))).collect()
}

/// The color, kind and cell of a resting piece.
type Resting = Option<(Color, Bug, Option<Cell>)>;

fn resting(game: &plain::Game) -> Resting {
    game.resting.map(|piece| (piece.color, piece.bug, game.table.cell_of(piece)))
}

/// The resting piece, if its rest restricts the side to move: it is the player's own, or next to a
/// pillbug or mosquito of the player, who could throw it.
fn resting_that_matters(game: &plain::Game) -> Resting {
    let us = game.side_to_move();
    resting(game).filter(|&(color, _, cell)| {
        let beside = cell.into_iter().flat_map(Cell::neighbors);
        let mut pieces = beside.filter_map(|cell| game.table.stacks().get(&cell)).flatten();
        let throws = |bug| matches!(bug, Bug::Pillbug | Bug::Mosquito);
        game.bugs.contains(&Bug::Pillbug)
            && (color == us || pieces.any(|piece| piece.color == us && throws(piece.bug)))
    })
}

/// Visits the positions of games in which the queens and the pillbugs walk back and forth, so that
/// positions recur.
fn visit_shuffles(mut visit: impl FnMut(&plain::Game, &Game)) {
    for bugs in all_types() {
        for seed in 0..GAMES {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut slow = plain::Game::new(&bugs);
            let mut fast = Game::new(engine::game_type(&bugs));
            for ply in 0..120 {
                let legal: Vec<Ply> = slow.legal().into_iter().collect();
                let shuffles: Vec<Ply> = legal
                    .iter()
                    .copied()
                    .filter(|ply| {
                        matches!(ply, Ply::To { piece, .. }
                        if matches!(piece.bug, Bug::Queen | Bug::Pillbug))
                    })
                    .filter(|_| ply > 10)
                    .collect();
                let choices = if shuffles.is_empty() { &legal } else { &shuffles };
                let Some(&ply) = choices.choose(&mut rng) else { break };
                slow.play(ply);
                fast.play(engine::to_move(ply)).expect("both rules allow it");
                visit(&slow, &fast);
            }
        }
    }
}

#[test]
fn repetitions_are_counted() {
    let mut past: Vec<(Picture, Resting)> = Vec::new();
    let (mut thirds, mut told_apart) = (0u64, 0u64);
    visit_shuffles(|slow, fast| {
        // A new game begins.
        if slow.ply == 1 {
            past.clear();
            past.push((Picture::new(), None));
        }
        past.push((picture(slow), resting_that_matters(slow)));
        let now = &past[past.len() - 1];
        let same_side = past.iter().rev().step_by(2);
        let repetitions = fast.repetitions();
        assert_eq!(repetitions, same_side.clone().filter(|then| *then == now).count());
        if fast.game_type().pillbug {
            thirds += u64::from(repetitions == 3);
            told_apart += u64::from(same_side.filter(|then| then.0 == now.0).count() > repetitions);
        }
    });
    assert!(told_apart >= GAMES, "{told_apart}");
    assert!(thirds >= GAMES, "{thirds}");
}

#[test]
fn positions_with_the_same_key_are_the_same() {
    let mut seen: HashMap<u64, (Picture, Color, BTreeSet<Deed>)> = HashMap::new();
    let mut again = 0u64;
    let mut bugs = Vec::new();
    let mut visit = |slow: &plain::Game, fast: &Game| {
        if bugs != slow.bugs {
            bugs.clone_from(&slow.bugs);
            seen.clear();
        }
        let facts = (picture(slow), slow.side_to_move(), deeds(slow));
        if let Some(before) = seen.insert(fast.position().key(), facts.clone()) {
            again += 1;
            assert_eq!(before, facts);
        }
    };
    visit_shuffles(&mut visit);
    visit_games(&mut visit);
    assert!(again >= 60 * GAMES, "{again}");
}

/// Plays these actions in both representations, `None` if one of them is illegal.
fn play_deeds(
    slow: &plain::Game,
    fast: &Position,
    deeds: &[Deed],
) -> Option<(plain::Game, Position)> {
    let (mut slow, mut fast) = (slow.clone(), fast.clone());
    for wanted in deeds {
        let ply =
            slow.legal().into_iter().find(|ply| deed(&slow, *ply).as_ref() == Some(wanted))?;
        slow.play(ply);
        let _undo = fast.make(engine::to_move(ply));
    }
    Some((slow, fast))
}

#[test]
fn transpositions_have_the_same_key() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut transpositions = 0u64;
    let mut index = 0;
    visit_games(|slow, fast| {
        index += 1;
        if index % 5 > 0 {
            return;
        }
        let mut line = Vec::new();
        let mut end = slow.clone();
        for _ in 0..4 {
            let plies: Vec<Ply> = end.legal().into_iter().collect();
            let Some(&ply) = plies.choose(&mut rng) else { return };
            line.extend(deed(&end, ply));
            end.play(ply);
        }
        let &[a, x, b, y] = &line[..] else { return };
        let (end, position) = play_deeds(slow, fast.position(), &line).expect("it was just played");
        // One player plays the same two moves in the other order.
        for line in [[b, x, a, y], [a, y, b, x]] {
            let Some((other_end, other)) = play_deeds(slow, fast.position(), &line) else {
                continue;
            };
            if picture(&other_end) == picture(&end) && resting(&other_end) == resting(&end) {
                assert_eq!(other.key(), position.key(), "{line:?}");
                transpositions += 1;
            }
        }
    });
    assert!(transpositions >= 40 * GAMES, "{transpositions}");
}

#[test]
fn turned_and_mirrored_games_allow_the_same() {
    for bugs in all_types() {
        for seed in 0..GAMES {
            let mut games: [Position; 12] =
                std::array::from_fn(|_| Position::new(engine::game_type(&bugs)));
            play_random_game(&bugs, &LEGS, seed, |slow, ply| {
                let legal = slow.legal();
                for (index, position) in games.iter_mut().enumerate() {
                    let taken = |ply: Ply| {
                        engine::to_move(ply.taken(|cell| cell.symmetric()[index])).bits()
                    };
                    let expected: BTreeSet<u16> = legal.iter().map(|ply| taken(*ply)).collect();
                    let found: BTreeSet<u16> =
                        position.legal_moves().into_iter().map(Move::bits).collect();
                    assert_eq!(found, expected, "symmetry {index}");
                    if let Some(mv) = ply.map(taken).and_then(Move::from_bits) {
                        let _undo = position.make(mv);
                    }
                }
            });
        }
    }
}
