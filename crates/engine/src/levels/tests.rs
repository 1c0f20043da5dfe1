//! What each level sees and plays.

use std::collections::HashSet;

use super::handicap::Handicap;
use super::handicapped_position::HandicappedPosition;
use super::{HIGHEST, LOWEST, Level, Skill, search};
use crate::people::Model;
use crate::search::{GamePosition, Limits, NEVER, Purpose, Searcher, Settings};
use waggle_hive_core::notation::{parse_game, parse_move};
use waggle_hive_core::rules::{Game, GameType, Move, Outcome};

const SEEDS: std::ops::Range<u64> = 0..12;

fn puzzles(result: &str) -> Vec<Game> {
    let puzzles = include_str!("../../../../tests/data/puzzles.txt").lines();
    puzzles
        .filter_map(|line| line.strip_prefix(result))
        .map(|game| parse_game(game.trim()).unwrap())
        .collect()
}

fn skill(level: usize, seed: u64) -> Skill {
    Skill { level: Level::new(level).unwrap(), seed }
}

fn choice(skill: Skill, game: &Game) -> Move {
    search(skill, game, &Limits::default(), &NEVER, &mut ()).unwrap().best.unwrap()
}

fn wins(game: &Game, mv: Move) -> bool {
    let us = game.position().side_to_move();
    game.position().after(mv).outcome() == Some(Outcome::Win(us))
}

fn seen(position: &HandicappedPosition) -> HashSet<u16> {
    let mut moves = Vec::new();
    position.moves_into(&mut moves);
    moves.into_iter().map(HandicappedPosition::move_bits).collect()
}

/// A position as a player sees it, before and after the first legal move.
fn views(skill: Skill, game: &Game) -> [HandicappedPosition; 2] {
    let now = HandicappedPosition::new(game, skill);
    let mut then = now.clone();
    let _ = then.make(game.position().legal_moves()[0]);
    [now, then]
}

#[test]
fn higher_levels_see_all_moves_that_lower_ones_see() {
    for game in puzzles("win 3") {
        for level in LOWEST..HIGHEST {
            let lower = views(skill(level, 7), &game);
            let higher = views(skill(level + 1, 7), &game);
            for (ply, (lower, higher)) in lower.iter().zip(&higher).enumerate() {
                assert!(!seen(lower).is_empty());
                // What comes to mind of people is another matter.
                if higher.taste().is_none() || ply > 0 {
                    assert!(seen(lower).is_subset(&seen(higher)), "level {level}");
                }
            }
        }
    }
}

#[test]
fn the_lowest_level_sees_less_and_full_strength_sees_everything() {
    let (mut by_lowest, mut by_full, mut all) = (0, 0, 0);
    for game in puzzles("win 3") {
        by_lowest += seen(&HandicappedPosition::new(&game, skill(LOWEST, 7))).len();
        by_full += seen(&HandicappedPosition::new(&game, skill(HIGHEST, 7))).len();
        all += game.position().count_moves();
    }
    assert!(by_lowest * 10 < all * 9, "{by_lowest} of {all}");
    assert_eq!(by_full, all);
}

#[test]
fn noisy_moves_are_a_subset_of_the_moves_seen() {
    for game in puzzles("win 3") {
        // Nobody asks for them at the root.
        for view in &views(skill(LOWEST, 7), &game)[1..] {
            let mut attacks = Vec::new();
            view.noisy_moves_into(&mut attacks);
            let moves = seen(view);
            assert!(attacks.iter().all(|mv| moves.contains(&mv.bits())));
        }
    }
}

#[test]
fn few_moves_come_to_mind_with_a_model_of_people() {
    let most = if Model::own().is_some() { [1, 4, 10] } else { [usize::MAX; 3] };
    for game in puzzles("win 3") {
        for (level, most) in [3, 5, 8].into_iter().zip(most) {
            let seen = seen(&HandicappedPosition::new(&game, skill(level, 7))).len();
            assert!((1..=most).contains(&seen), "level {level}: {seen}");
        }
    }
}

#[test]
fn what_is_reported_last_is_played() {
    for game in puzzles("win 3") {
        for level in 4..8 {
            let mut told = vec![];
            let skill = skill(level, 7);
            let played = search(skill, &game, &Limits::default(), &NEVER, &mut told).unwrap();
            assert_eq!(told.last().map(|report| &report.pv), Some(&played.pv), "level {level}");
            assert_eq!(played.best, played.pv.first().copied(), "level {level}");
        }
    }
}

#[test]
fn full_strength_is_the_normal_search() {
    let settings = Settings { table_mib: 4, ..Settings::default() };
    let limits = Limits::nodes(3_000);
    for game in puzzles("win 3").iter().take(5) {
        let plain = Searcher::new(&settings).unwrap().search_game(
            game,
            Purpose::Play,
            &limits,
            &NEVER,
            &mut (),
        );
        let full = search(skill(HIGHEST, 7), game, &limits, &NEVER, &mut ()).unwrap();
        assert_eq!((full.best, full.score, full.nodes), (plain.best, plain.score, plain.nodes));
    }
}

#[test]
fn a_win_in_one_is_seldom_overlooked_and_less_often_by_higher_levels() {
    let games = puzzles("win 1");
    let share_missed = |level| {
        let tries = games.iter().flat_map(|game| SEEDS.map(move |seed| (game, seed)));
        let missed = tries.filter(|(game, seed)| !wins(game, choice(skill(level, *seed), game)));
        missed.count() as f64 / (games.len() as f64 * SEEDS.count() as f64)
    };
    let (lowest, third) = (share_missed(LOWEST), share_missed(3));
    assert!((0.01..0.2).contains(&lowest), "{lowest}");
    assert!(third < lowest / 1.5, "{third}, the lowest {lowest}");
}

/// Five of the opponent's last turns were passes, and the next is the sixth.
const SHUT_OUT: &str = "\
    Base;;;wS1;bS1 wS1-;wG1 \\wS1;bS2 bS1\\;wS2 wG1/;bQ bS2-;wQ wS2-;bA1 bQ-;wA1 \\wS2;\
    bA2 bQ\\;wG2 wQ/;bA2 \\wA1;wB1 /wS1;bA3 /bS2;wG3 /wA1;bA1 wG2\\;wA2 -wB1;bB1 \\bQ;\
    wA2 /bA2;bA2 -wA2;wA1 wA2/;bA1 wA1-;wA3 /wB1;bA2 wA3\\;wB2 wG2/;bA3 \\wB2;pass;\
    bG1 bQ/;pass;bB1 bS1;pass;bB2 bA3/;pass;bA1 wA1/;pass";

#[test]
fn a_side_that_is_shut_out_is_let_out() {
    let mut game = parse_game(SHUT_OUT).unwrap();
    let sees_all = |game: &Game| {
        let view = HandicappedPosition::new(game, skill(9, 7));
        seen(&view).len() == game.position().count_moves()
    };
    assert!(sees_all(&game));
    game.play(parse_move(game.position(), "bB2 wB2/").unwrap()).unwrap();
    game.play(Move::Pass).unwrap();
    assert!(!sees_all(&game));
    for level in LOWEST..HIGHEST {
        let after = game.position().after(choice(skill(level, 7), &game));
        assert_ne!(after.legal_moves(), [Move::Pass], "level {level}");
    }
}

#[test]
fn a_level_is_deterministic_given_its_seed() {
    let game = parse_game("Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
    let choices: HashSet<Move> = SEEDS.map(|seed| choice(skill(LOWEST, seed), &game)).collect();
    assert!(choices.len() > 1);
    for seed in SEEDS {
        assert_eq!(choice(skill(3, seed), &game), choice(skill(3, seed), &game));
    }
}

#[test]
fn no_level_exceeds_its_node_limit() {
    let game = Game::new(GameType::MLP);
    for level in (LOWEST..HIGHEST).filter_map(Level::new) {
        let skill = Skill { level, seed: 7 };
        let report = search(skill, &game, &Limits::default(), &NEVER, &mut ()).unwrap();
        assert!(report.nodes <= Handicap::of(level).unwrap().nodes, "{level:?}");
    }
}
