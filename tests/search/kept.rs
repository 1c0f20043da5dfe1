//! What a searcher keeps from one search to the next (docs/decisions/memory.md): two searches
//! in both orders find what each finds alone.

use std::sync::atomic::AtomicBool;

use waggle::bees;
use waggle::notation::parse_game;
use waggle::rules::{Game, GameType, Position};
use waggle::search::{GamePosition, GameSearcher, Limits, Params, Purpose, Settings};

/// A position to search, to a depth, with the keys of its past.
type Search<G> = (G, Vec<u64>, Purpose, u8);

fn settings() -> Settings {
    Settings {
        table_mib: 1,
        params: Params { contempt: 100, ..Params::exact() },
        ..Settings::default()
    }
}

/// Asserts that a searcher finds the same scores for two searches in both orders as alone.
fn assert_independent<G: GamePosition>(searches: &[Search<G>; 2], what: &str) {
    let score = |searcher: &mut GameSearcher<G>, (position, past, purpose, depth): &Search<G>| {
        let (limits, never) = (Limits::depth(*depth), AtomicBool::new(false));
        searcher.search(position, past, *purpose, &limits, &never, &mut ()).score
    };
    let alone =
        searches.each_ref().map(|it| score(&mut GameSearcher::new(&settings()).unwrap(), it));
    for order in [[0, 1], [1, 0]] {
        let mut both = GameSearcher::new(&settings()).unwrap();
        for index in order {
            let found = score(&mut both, &searches[index]);
            assert_eq!(found, alone[index], "{what}: {index} of {order:?}");
        }
    }
}

fn of_game(game: &Game, purpose: Purpose, depth: u8) -> Search<Position> {
    (game.position().clone(), game.reversible_keys().collect(), purpose, depth)
}

const PURPOSES: [Purpose; 3] = [Purpose::Play, Purpose::Foresee, Purpose::SCORE];

/// The game goes on without end, so draws are near.
#[test]
fn purposes_and_colours_have_their_own_scores() {
    let game = parse_game(include_str!("../data/repetition-game.txt").trim()).unwrap();
    for mv in game.position().legal_moves().into_iter().take(12) {
        let mut next = game.clone();
        next.play(mv).unwrap();
        for one in PURPOSES {
            for other in PURPOSES {
                let searches = [of_game(&game, one, 3), of_game(&next, other, 2)];
                assert_independent(&searches, &format!("{mv:?}, {one:?} and {other:?}"));
            }
        }
    }
}

/// What we make of the opponent's turn serves our next search: both have one player's contempt.
#[test]
fn pondering_is_not_in_vain() {
    let game = parse_game(include_str!("../data/repetition-game.txt").trim()).unwrap();
    let mut next = game.clone();
    next.play(game.position().legal_moves()[0]).unwrap();
    let nodes = |before: Option<Purpose>| {
        let mut searcher = GameSearcher::new(&settings()).unwrap();
        let never = AtomicBool::new(false);
        if let Some(purpose) = before {
            searcher.search_game(&game, purpose, &Limits::depth(4), &never, &mut ());
        }
        searcher.search_game(&next, Purpose::Play, &Limits::depth(3), &never, &mut ()).nodes
    };
    let alone = nodes(None);
    assert!(nodes(Some(Purpose::Foresee)) < alone);
    assert_eq!(nodes(Some(Purpose::Play)), alone, "that was the opponent's");
}

/// With a pillbug in play, a piece that was moved rests, and others may be thrown.
#[test]
fn types_of_game_have_their_own_scores() {
    let moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wB1 /wS1;bB1 bS1/";
    let [base, all] = [GameType::BASE, GameType::MLP]
        .map(|game_type| parse_game(&format!("{game_type};;;{moves}")).unwrap());
    assert_eq!(base.position().key(), all.position().key(), "or the test tests nothing");
    let searches = [&base, &all].map(|game| of_game(game, Purpose::SCORE, 2));
    assert_independent(&searches, "Base and Base+MLP");
}

#[test]
fn the_colours_of_bees_have_their_own_scores() {
    let mut game = bees::Game::new();
    let mut past = vec![];
    for turn in 0..12 {
        let moves = game.position().legal_moves();
        let here = (*game.position(), past.clone(), Purpose::Play, 2);
        past.push(game.position().key());
        game.play(moves[turn * 7 % moves.len()]).unwrap();
        let next = (*game.position(), past.clone(), Purpose::Play, 2);
        assert_independent(&[here, next], &format!("turn {turn}"));
    }
}

#[test]
fn changed_parameters_find_nothing_of_the_earlier_ones() {
    let game = parse_game(include_str!("../data/repetition-game.txt").trim()).unwrap();
    let [exact, usual] = [settings(), Settings { params: Params::default(), ..settings() }];
    let search = |searcher: &mut GameSearcher<Position>| {
        let (limits, never) = (Limits::depth(4), AtomicBool::new(false));
        let report = searcher.search_game(&game, Purpose::SCORE, &limits, &never, &mut ());
        (report.score, report.nodes, report.pv)
    };
    for [one, other] in [[&exact, &usual], [&usual, &exact]] {
        let fresh = search(&mut GameSearcher::new(other).unwrap());
        let mut searcher = GameSearcher::new(one).unwrap();
        search(&mut searcher);
        searcher.configure(other).unwrap();
        assert_eq!(search(&mut searcher), fresh);
    }
}

/// A new game forgets the last one altogether: even the nodes are the same.
#[test]
fn a_cleared_searcher_is_a_new_one() {
    let games = ["Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-", "Base+MLP;;;wL;bL wL-;wQ -wL;bQ bL/"];
    let games = games.map(|text| parse_game(text).unwrap());
    let search = |searcher: &mut GameSearcher<Position>, game: &Game| {
        let (limits, never) = (Limits::depth(6), AtomicBool::new(false));
        let report = searcher.search_game(game, Purpose::Play, &limits, &never, &mut ());
        (report.score, report.nodes, report.pv)
    };
    let settings = Settings { table_mib: 1, ..Settings::default() };
    let fresh = games.each_ref().map(|it| search(&mut GameSearcher::new(&settings).unwrap(), it));
    // Two types have their own keys: the table is seen to be cleared where one game is searched twice.
    for order in [[0, 1], [1, 0], [1, 1]] {
        let mut searcher = GameSearcher::new(&settings).unwrap();
        for index in order {
            assert_eq!(search(&mut searcher, &games[index]), fresh[index]);
            searcher.clear();
        }
    }
}
