//! The search on puzzles, and in games against a random player.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use waggle::notation::parse_game;
use waggle::rules::{Color, Game, GameType, Outcome, Position};
use waggle::search::{Limits, Params, Purpose, Score, Searcher, Settings};

/// Forced wins and losses with their distance: see the head of the file.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

struct Puzzle {
    game: Game,
    /// Plies to the end: positive for a win of the player to move.
    plies: i16,
}

fn puzzles() -> Vec<Puzzle> {
    let puzzle = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let sign = if parts.next() == Some("win") { 1 } else { -1 };
        let plies: i16 = parts.next().unwrap().parse().unwrap();
        let game = parse_game(parts.next().unwrap()).unwrap();
        Puzzle { game, plies: sign * plies }
    };
    PUZZLES.lines().filter(|line| !line.starts_with('#')).map(puzzle).collect()
}

/// Whether the side to move wins (1), loses (-1) or neither within this many plies, by
/// exhaustive search.
fn solve(position: &mut Position, plies: i16) -> i16 {
    match position.outcome() {
        Some(Outcome::Win(color)) if color == position.side_to_move() => return 1,
        Some(Outcome::Win(_)) => return -1,
        Some(Outcome::Draw) => return 0,
        None if plies == 0 => return 0,
        None => {}
    }
    let mut best = -1;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        best = best.max(-solve(position, plies - 1));
        position.unmake(undo);
        if best == 1 {
            break;
        }
    }
    best
}

#[test]
fn the_puzzles_are_right() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 90);
    for Puzzle { game, plies } in puzzles {
        let mut position = game.position().clone();
        assert_eq!(solve(&mut position, plies.abs()), plies.signum(), "{game:?}");
        assert_eq!(solve(&mut position, plies.abs() - 1), 0, "{game:?}");
    }
}

#[test]
fn every_forced_end_within_three_plies_is_found() {
    for Puzzle { game, plies } in puzzles() {
        let mut searcher =
            Searcher::new(&Settings { table_mib: 4, ..Settings::default() }).unwrap();
        let limits = Limits::nodes(100_000);
        let report =
            searcher.search_game(&game, Purpose::Play, &limits, &AtomicBool::new(false), &mut ());
        assert_eq!(report.score.plies_to_end(), Some(plies), "{game:?}");
        // The move keeps the announced distance.
        let mut position = game.position().clone();
        let undo = position.make(report.best.unwrap());
        assert_eq!(solve(&mut position, plies.abs() - 1), -plies.signum());
        position.unmake(undo);
    }
}

/// The last plies of games in which some moves lose at once and some do not.
#[test]
fn no_loss_in_two_is_overlooked_where_there_is_a_defence() {
    let mut defended = 0;
    for Puzzle { mut game, .. } in puzzles() {
        for _ in 0..4 {
            let position = game.position();
            let (lost, defences): (Vec<_>, Vec<_>) = position
                .legal_moves()
                .into_iter()
                .partition(|&mv| solve(&mut position.after(mv), 1) == 1);
            if !lost.is_empty() && !defences.is_empty() {
                let mut searcher =
                    Searcher::new(&Settings { table_mib: 4, ..Settings::default() }).unwrap();
                let never = AtomicBool::new(false);
                let report = searcher.search_game(
                    &game,
                    Purpose::Play,
                    &Limits::nodes(5000),
                    &never,
                    &mut (),
                );
                assert!(defences.contains(&report.best.unwrap()), "{game:?}");
                defended += 1;
            }
            game.undo();
        }
    }
    assert_eq!(defended, 120);
}

/// Black has shut White out for fifty plies, and a third occurrence would end the game.
#[test]
fn a_position_that_occurred_twice_long_ago_is_avoided_by_the_better_side() {
    let game = parse_game(include_str!("../data/repetition-game.txt").trim()).unwrap();
    let mut searcher = Searcher::new(&Settings { table_mib: 4, ..Settings::default() }).unwrap();
    let report = searcher.search_game(
        &game,
        Purpose::Play,
        &Limits::depth(6),
        &AtomicBool::new(false),
        &mut (),
    );
    let mut after = game.clone();
    after.play(report.best.unwrap()).unwrap();
    assert!(!after.is_threefold(), "{:?}", report.best);
    assert!(report.score > Score::DRAW, "{}", report.score);
}

/// Black moves in the game that goes on without end.
#[test]
fn contempt_costs_the_side_to_move_at_any_depth() {
    let game = parse_game(include_str!("../data/repetition-game.txt").trim()).unwrap();
    let score = |contempt, depth| {
        let params = Params { contempt, ..Params::default() };
        let settings = Settings { table_mib: 4, params, ..Settings::default() };
        let mut searcher = Searcher::new(&settings).unwrap();
        let limits = Limits::depth(depth);
        searcher.search_game(&game, Purpose::Play, &limits, &AtomicBool::new(false), &mut ()).score
    };
    for depth in 1..=3 {
        assert!(score(60, depth) < score(0, depth), "depth {depth}");
        assert!(score(-60, depth) > score(0, depth), "depth {depth}");
    }
}

#[test]
fn at_least_95_of_100_games_against_random_moves_are_won() {
    let mut random = ChaCha8Rng::seed_from_u64(2026);
    let mut searcher = Searcher::new(&Settings { table_mib: 4, ..Settings::default() }).unwrap();
    let never = AtomicBool::new(false);
    let mut wins = 0;
    for number in 0..100 {
        let engine = Color::ALL[number % 2];
        let mut game = Game::new(GameType::ALL[number / 2 % 8]);
        searcher.clear();
        while game.outcome().is_none() && !game.is_threefold() && game.position().ply() < 300 {
            let mv = if game.position().side_to_move() == engine {
                searcher
                    .search_game(&game, Purpose::Play, &Limits::nodes(300), &never, &mut ())
                    .best
                    .unwrap()
            } else {
                *game.position().legal_moves().choose(&mut random).unwrap()
            };
            game.play(mv).unwrap();
        }
        wins += u32::from(game.outcome() == Some(Outcome::Win(engine)));
    }
    assert!(wins >= 95, "{wins} of 100 won");
}
