//! Games against engines that misbehave in every way, and against some that do not.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waggle::arena::{
    Duel, DuelRules, EngineSpec, ExternalSpec, Limit, MatchFormat, Openings, PlayerFault, Results,
    Schedule, Shard, Source, Termination, Tournament,
};
use waggle::games::GameResult;
use waggle::levels::Level;
use waggle::notation::{game_string, parse_game};
use waggle::rules::{Color, GameType};
use waggle::search::Settings;
use waggle::uhp::ClientConfig;

use crate::command::fresh_file;
use crate::engine::{ARGS, SCRIPT};

fn engine(script: &str, limit: Limit) -> EngineSpec {
    let config = ClientConfig {
        command: std::env::current_exe().expect("this program is a file"),
        args: ARGS.map(str::to_owned).to_vec(),
        cwd: None,
        env: BTreeMap::from([(SCRIPT.to_owned(), script.to_owned())]),
    };
    let spec = ExternalSpec {
        config,
        init: Vec::new(),
        template: None,
        patience: Duration::from_secs(5),
        log: None,
        log_fault: Arc::default(),
    };
    EngineSpec { name: script.to_owned(), source: Source::External(spec), limit }
}

const DEPTH: Limit = Limit::Depth(1);
const FAST: Limit = Limit::Time(Duration::from_millis(50));

fn tournament(engines: Vec<EngineSpec>, games: u32) -> Tournament {
    let schedule = Schedule {
        engines: engines.len(),
        format: MatchFormat::RoundRobin,
        games,
        shard: Shard::WHOLE,
    };
    Tournament {
        engines,
        schedule,
        openings: Openings::Random {
            plies: 2,
            game_types: vec![GameType::MLP],
            seed: 1,
            balance: None,
        },
        rules: DuelRules {
            // Enough for a correct engine on a busy machine.
            margin: Some(Duration::from_secs(1)),
            patience: Duration::from_secs(2),
            max_plies: 12,
            win: None,
            draw: None,
            nodes_per_ms: None,
        },
        concurrency: 2,
        judge_nodes: 100,
    }
}

fn play(tournament: &Tournament) -> Vec<Duel> {
    let stop = AtomicBool::new(false);
    let mut duels = Vec::new();
    tournament.run(Results::new(), &stop, &mut |fixture, duel| {
        duels.push((fixture.number, duel.clone()));
        ControlFlow::Continue(())
    });
    duels.sort_by_key(|(number, _)| *number);
    duels.into_iter().map(|(_, duel)| duel).collect()
}

/// Plays two games of a scripted engine against a correct one; returns the first fault.
fn fault_of(script: &str, limit: Limit) -> PlayerFault {
    let duels = play(&tournament(vec![engine("honest", limit), engine(script, limit)], 2));
    assert_eq!(duels.len(), 2, "the match goes on");
    let faults: Vec<(Color, PlayerFault)> =
        duels.iter().map(|duel| duel.fault.clone().expect("it misbehaves in every game")).collect();
    for ((color, fault), culprit) in faults.iter().zip([Color::Black, Color::White]) {
        assert_eq!(*color, culprit, "{fault:?}");
    }
    for (duel, winner) in duels.iter().zip([Color::White, Color::Black]) {
        assert_eq!(duel.result, GameResult::Win(winner));
    }
    faults[0].1.clone()
}

#[test]
fn an_illegal_move_loses() {
    let fault = fault_of("illegal move", DEPTH);
    assert_eq!(fault.termination, Termination::IllegalMove);
    assert_eq!(fault.last_lines.last().map(String::as_str), Some("< pass"));
}

#[test]
fn a_crash_loses_and_its_last_words_are_kept() {
    let fault = fault_of("crash", DEPTH);
    assert_eq!(fault.termination, Termination::Crash);
    assert!(fault.detail.contains("139"), "{}", fault.detail);
    let complaint = "! segmentation fault, or so".to_owned();
    assert!(fault.last_lines.contains(&complaint), "{:?}", fault.last_lines);
}

#[test]
fn a_crash_at_the_start_loses() {
    assert_eq!(fault_of("crash at start", DEPTH).termination, Termination::StartFailure);
}

#[test]
fn silence_is_a_stall_and_loses() {
    let fault = fault_of("silence", DEPTH);
    assert_eq!(fault.termination, Termination::Stall);
    let process = fault.last_lines.iter().find_map(|line| line.strip_prefix("! process "));
    let process = process.expect("the engine wrote its number");
    assert!(!std::path::Path::new("/proc").join(process).exists(), "process {process} lives");
}

#[test]
fn an_answer_past_time_and_margin_loses() {
    let fault = fault_of("slow", FAST);
    assert_eq!(fault.termination, Termination::Timeout);
    assert!(fault.detail.contains("1.050s were allowed"), "{}", fault.detail);
}

#[test]
fn a_move_that_loses_on_time_is_in_the_statistics_of_time() {
    for (script, last) in [("slow", 1400), ("silence", 2000)] {
        let engines = vec![engine("honest", FAST), engine(script, FAST)];
        for duel in play(&tournament(engines, 2)) {
            let over = duel.thoughts.iter().map(|thought| {
                thought.elapsed.saturating_sub(thought.allowed.expect("time is the limit"))
            });
            let worst = over.max().expect("moves were made");
            assert!(worst > Duration::from_millis(last), "{script}: late by {worst:?}");
        }
    }
}

#[test]
fn a_clock_that_runs_out_loses() {
    let clock =
        Limit::Clock { base: Duration::from_millis(100), increment: Duration::ZERO, moves: None };
    let fault = fault_of("slow", clock);
    assert_eq!(fault.termination, Termination::Timeout);
    let engines = vec![engine("honest", clock), engine("slow", Limit::Depth(1))];
    assert!(
        play(&tournament(engines, 2)).iter().all(|duel| duel.termination == Termination::PlyLimit)
    );
}

#[test]
fn an_answer_that_is_not_closed_loses() {
    assert_eq!(fault_of("no ok", DEPTH).termination, Termination::MissingOk);
    assert_eq!(fault_of("wrong ok", DEPTH).termination, Termination::MissingOk);
}

#[test]
fn an_answer_that_is_no_move_loses() {
    assert_eq!(fault_of("garbage", DEPTH).termination, Termination::Garbage);
    assert_eq!(fault_of("empty answer", DEPTH).termination, Termination::Garbage);
}

#[test]
fn an_answer_without_end_loses() {
    assert_eq!(fault_of("huge line", DEPTH).termination, Termination::Flood);
    assert_eq!(fault_of("flood", DEPTH).termination, Termination::Flood);
}

#[test]
fn a_refusal_loses() {
    assert_eq!(fault_of("refuses a move", DEPTH).termination, Termination::Refusal);
    let fault = fault_of("err", DEPTH);
    assert_eq!(fault.termination, Termination::Refusal);
    assert!(fault.detail.contains("err I resign"), "{}", fault.detail);
}

#[test]
fn odd_but_readable_engines_play_on() {
    for script in ["chatty", "dialect", "liar", "thinker"] {
        let duels = play(&tournament(vec![engine("honest", DEPTH), engine(script, DEPTH)], 2));
        for duel in &duels {
            assert_eq!(duel.fault, None, "{script}");
            assert_eq!(duel.termination, Termination::PlyLimit, "{script}");
            assert_eq!(duel.game.moves().len(), 12);
        }
        let scores: Vec<f64> =
            duels.iter().flat_map(|duel| &duel.thoughts).filter_map(|t| t.score).collect();
        assert_eq!(scores.len(), if script == "thinker" { 10 } else { 0 });
        assert!(scores.iter().all(|&score| (score + 1.5).abs() < 1e-9));
    }
}

/// As rivals of today are: their capabilities end in a semicolon, they ponder by default, know neither `options` alone nor
/// `exit`, and answer after a time of their own.
#[test]
fn a_rival_with_habits_of_its_own_plays_on() {
    let limit = Limit::Time(Duration::from_millis(250));
    for duel in play(&tournament(vec![engine("honest", limit), engine("rival", limit)], 2)) {
        assert_eq!((duel.fault.as_ref(), duel.termination), (None, Termination::PlyLimit));
        let late = |thought: &Duration| *thought > Duration::from_millis(1250);
        assert!(!duel.thoughts.iter().any(|thought| late(&thought.elapsed)), "{duel:?}");
    }
}

/// A surplus `ok` that has arrived before the next command is discarded, see the tests of
/// `uhp::client`; this one arrives later, so each reply is taken for that of the next command.
#[test]
fn an_engine_that_is_one_ok_ahead_loses() {
    let fault = fault_of("one ok ahead", DEPTH);
    assert_eq!(fault.termination, Termination::Garbage);
    assert!(fault.detail.starts_with("`Base+MLP;InProgress;"), "{}", fault.detail);
}

#[test]
fn a_program_that_does_not_exist_loses_every_game() {
    let mut nobody = engine("nobody", DEPTH);
    let Source::External(spec) = &mut nobody.source else { panic!("it is a program") };
    spec.config.command = "no such program".into();
    let duels = play(&tournament(vec![nobody, engine("honest", DEPTH)], 2));
    let terminations: Vec<Termination> = duels.iter().map(|duel| duel.termination).collect();
    assert_eq!(terminations, [Termination::StartFailure; 2]);
    assert_eq!(duels[0].result, GameResult::Win(Color::Black));
}

#[test]
fn a_refused_first_line_is_a_failure_to_start() {
    let mut picky = engine("picky", DEPTH);
    let Source::External(spec) = &mut picky.source else { panic!("it is a program") };
    spec.init = vec!["options set Mood Good".to_owned()];
    let duels = play(&tournament(vec![engine("honest", DEPTH), picky], 2));
    let (_, fault) = duels[0].fault.as_ref().unwrap();
    assert_eq!(fault.termination, Termination::StartFailure);
    assert_eq!(fault.detail, "`options set Mood Good` was answered with `err what?`");
}

#[test]
fn a_book_that_an_engine_has_by_default_is_closed_unless_it_was_asked_for() {
    let mut reader = engine("book by default", DEPTH);
    let closed = play(&tournament(vec![engine("honest", DEPTH), reader.clone()], 2));
    assert!(closed.iter().all(|duel| duel.fault.is_none()), "{closed:?}");
    let Source::External(spec) = &mut reader.source else { panic!("it is a program") };
    spec.init = vec!["options set OwnBook True".to_owned()];
    let open = play(&tournament(vec![engine("honest", DEPTH), reader], 2));
    assert!(open.iter().all(|duel| duel.fault.is_some()), "it plays nonsense from its book");
}

#[test]
fn a_stopped_match_abandons_its_games_at_once() {
    let stop = AtomicBool::new(false);
    let log = fresh_file("silence.log");
    let mut silent = engine("silence", DEPTH);
    let Source::External(spec) = &mut silent.source else { panic!("it is a program") };
    spec.log = Some(log.clone());
    let mut patient = tournament(vec![engine("honest", DEPTH), silent], 100);
    patient.rules.patience = Duration::from_secs(600);
    let mut terminations = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Two games at once, where the second request of each is never answered.
            let questions = || {
                let log = std::fs::read_to_string(&log).unwrap_or_default();
                log.matches("> bestmove").count()
            };
            while questions() < 4 {
                std::thread::yield_now();
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        patient.run(Results::new(), &stop, &mut |_, duel| {
            terminations.push(duel.termination);
            ControlFlow::Continue(())
        });
    });
    assert_eq!(terminations, [Termination::Interrupted; 2]);
}

#[test]
fn games_that_were_played_before_are_not_played_again() {
    let played = |tournament: &Tournament, most: usize| {
        let mut numbers = Vec::new();
        let before = Results::from([1, 2, 5].map(|number| (number, GameResult::Draw)));
        tournament.run(before, &AtomicBool::new(false), &mut |fixture, _| {
            numbers.push(fixture.number);
            if numbers.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        numbers.sort_unstable();
        numbers
    };
    let of = |games| tournament(vec![engine("honest", DEPTH), engine("other", DEPTH)], games);
    assert_eq!(played(&of(6), 100), [3, 4, 6]);
    // Meanwhile the next games may have begun.
    let long = played(&Tournament { concurrency: 1, ..of(200) }, 2);
    assert!(long.starts_with(&[3, 4]) && long.len() < 100, "{long:?}");
}

#[test]
fn dancing_queens_repeat_the_position_until_it_is_a_draw() {
    let mut dance = tournament(vec![engine("dancer", DEPTH), engine("dancer", DEPTH)], 2);
    let start = parse_game("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-").unwrap();
    dance.openings = Openings::Listed(vec![start]);
    for duel in play(&dance) {
        assert_eq!((duel.termination, duel.result), (Termination::Repetition, GameResult::Draw));
        assert_eq!(duel.game.moves().len(), 12);
        assert_eq!(duel.opening_plies, 4);
    }
}

#[test]
fn games_are_awarded_by_what_the_engines_say() {
    let mut awarded = tournament(vec![engine("optimist", DEPTH), engine("pessimist", DEPTH)], 2);
    awarded.rules.win = Some("5,4".parse().unwrap());
    let duels = play(&awarded);
    let results: Vec<_> = duels.iter().map(|duel| duel.result).collect();
    assert_eq!(results, [Color::White, Color::Black].map(GameResult::Win));
    assert!(duels.iter().all(|duel| duel.termination == Termination::AdjudicatedWin));
    assert!(duels.iter().all(|duel| duel.thoughts.len() == 4));

    let mut drawn = tournament(vec![engine("thinker", DEPTH), engine("thinker", DEPTH)], 2);
    drawn.rules.draw = Some("2,3,8".parse().unwrap());
    for duel in play(&drawn) {
        assert_eq!((duel.termination, duel.game.moves().len()), (Termination::AdjudicatedDraw, 8));
    }
}

#[test]
fn the_built_in_engine_judges_games_of_the_taciturn() {
    let mut judged = tournament(vec![engine("honest", DEPTH), engine("dialect", DEPTH)], 2);
    judged.rules.draw = Some("50,3,0".parse().unwrap());
    for duel in play(&judged) {
        assert_eq!((duel.termination, duel.thoughts.len()), (Termination::AdjudicatedDraw, 3));
    }
}

#[test]
fn the_built_in_engine_plays_the_same_game_again_with_the_same_nodes() {
    let settings = Settings { table_mib: 1, ..Settings::default() };
    let built_in = |name: &str, nodes| EngineSpec {
        name: name.to_owned(),
        source: Source::BuiltIn {
            settings: settings.clone(),
            level: Level::FULL,
            gets_share: false,
            random_moves: 0,
        },
        limit: Limit::Nodes(nodes),
    };
    let mut engines = tournament(vec![built_in("a", 500), built_in("b", 200)], 4);
    engines.rules.max_plies = 30;
    let moves = || {
        let games = play(&engines).into_iter().map(|duel| game_string(&duel.game));
        games.collect::<Vec<_>>()
    };
    assert_eq!(moves(), moves());
}
