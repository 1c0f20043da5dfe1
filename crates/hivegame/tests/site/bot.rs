//! The bot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use waggle_hive_hivegame::{NetworkError, Secret, Settings, play};

use super::standin::{Faults, PASSWORD, Plan, Report, Standin};

/// Plays games of the bot on a stand-in until this many are over; returns the report and the log.
fn games(standin: &Standin, settings: &str, games: usize, within: Duration) -> (Report, String) {
    let text = format!(
        "site = '{}'\n[bot]\nemail = 'bot@example.org'\nthreads = 2\ntable_mib = 16\nmax_seconds = 0.03\n\
         check_seconds = 2\nlag_seconds = 0.05\nbook = false\n{settings}",
        standin.address
    );
    let leave = Arc::new(AtomicBool::new(false));
    let leaving = Arc::clone(&leave);
    let bot = thread::spawn(move || {
        let settings = Settings::parse(&text).expect("the settings are right");
        let bot = settings.bot.clone().expect("a bot");
        let mut log = vec![];
        let ended = play(&settings, &bot, Secret::new(PASSWORD), false, &leaving, &mut log);
        (ended, String::from_utf8(log).expect("text"))
    });
    let start = Instant::now();
    while standin.ended() < games && start.elapsed() < within && !bot.is_finished() {
        thread::sleep(Duration::from_millis(20));
    }
    leave.store(true, Ordering::Relaxed);
    let (ended, log) = bot.join().expect("the bot does not panic");
    ended.expect("the bot leaves cleanly");
    let report = standin.report();
    let done: usize = report.ended.values().sum();
    println!("{report:#?}\n{:.0?}\n{}", start.elapsed(), tail(&log));
    assert!(done >= games, "{done} of {games} games: {report:#?}\n{log}");
    let Report { won, drawn, lost, plies, connections, .. } = &report;
    let aborted = report.ended.get("Aborted").copied().unwrap_or_default();
    assert_eq!(won + drawn + lost + aborted, done, "{report:#?}");
    assert!(*plies > done && report.takebacks >= report.takebacks_given, "{report:#?}");
    assert!(report.draws_accepted <= report.offers && *connections >= report.drops, "{report:#?}");
    assert_eq!(report.unreadable, [""; 0]);
    assert_eq!(report.illegal, 0, "{log}");
    assert_eq!(report.untimely, [""; 0], "{log}");
    assert_eq!(report.lost_on_time, 0, "{log}");
    assert!(!log.contains("please look at it"), "{log}");
    assert!(!log.contains(PASSWORD) && !log.contains("token-"), "{log}");
    (report, log)
}

/// The last lines of a log.
fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

/// The number of games to play; `short` unless the environment asks for more.
fn count(short: usize, share: usize) -> usize {
    let long = std::env::var("WAGGLE_SITE_GAMES").ok().and_then(|it| it.parse::<usize>().ok());
    long.map_or(short, |all| all * share / 100)
}

#[test]
fn all_games_are_played_despite_lost_late_and_repeated_frames_and_dropped_connections() {
    let count = count(12, 80);
    let plan = Plan {
        games: count + 8,
        at_once: 4,
        clock: (120, 2),
        short: None,
        faults: Faults::all(),
        is_lively: true,
        seed: 41,
    };
    let within = Duration::from_secs(60 + 8 * count as u64);
    let (report, _) = games(&Standin::start(plan), "", count, within);
    assert!(report.pongs > 0 && report.slowest_pong < Duration::from_millis(900), "{report:#?}");
    assert!(report.slowest_answer < Duration::from_secs(10), "{report:#?}");
    if count > 100 {
        assert!(report.drops > 10 && report.lost_frames > 100 && report.refused_tokens > 2);
        assert!(report.takebacks_given > 5 && report.offers > 5 && report.passes > 5);
        assert!(report.ended.contains_key("Aborted") && report.declined > 5);
    }
}

#[test]
fn connections_that_are_lost_again_and_again_are_made_anew_at_once() {
    let faults = Faults { dropped: 0.3, ..Faults::default() };
    let plan = Plan {
        games: 5,
        at_once: 4,
        clock: (300, 5),
        short: None,
        faults,
        is_lively: false,
        seed: 47,
    };
    let (report, log) = games(&Standin::start(plan), "", 3, Duration::from_secs(120));
    assert!(report.drops >= 6, "{report:#?}");
    // The sixth wait would have taken a minute, if waits had grown.
    assert!(report.longest_absence < Duration::from_secs(15), "{report:#?}\n{log}");
}

#[test]
fn no_game_is_lost_on_time_with_a_clock_near_zero() {
    let count = count(6, 20);
    let plan = Plan {
        games: count + 8,
        at_once: 4,
        clock: (10, 1),
        short: Some(0.4),
        faults: Faults::quick(),
        is_lively: false,
        seed: 42,
    };
    games(&Standin::start(plan), "", count, Duration::from_secs(60 + 5 * count as u64));
}

#[test]
fn without_an_answer_from_the_socket_it_plays_through_the_older_interface() {
    let plan = Plan {
        games: 6,
        at_once: 2,
        clock: (300, 5),
        short: None,
        faults: Faults { expired: 0.2, ..Faults::default() },
        is_lively: false,
        seed: 43,
    };
    let settings = "types = ['MLP', 'Base']\ngames = 2";
    let (_, log) = games(&Standin::deaf(plan), settings, 1, Duration::from_secs(240));
    assert!(log.contains("no answer to Auth within 10 s"), "{log}");
}

#[test]
fn a_wrong_password_is_fatal_and_not_shown() {
    let plan = Plan {
        games: 1,
        at_once: 1,
        clock: (60, 1),
        short: None,
        faults: Faults::default(),
        is_lively: false,
        seed: 44,
    };
    let standin = Standin::start(plan);
    let text = format!("site = '{}'\n[bot]\nemail = 'bot@example.org'", standin.address);
    let settings = Settings::parse(&text).expect("the settings are right");
    let bot = settings.bot.clone().expect("a bot");
    let (leave, mut log) = (AtomicBool::new(false), vec![]);
    let ended = play(&settings, &bot, Secret::new("hunter2"), false, &leave, &mut log);
    let Err(NetworkError::Refused(reason)) = ended else { panic!("{ended:?}") };
    assert_eq!(reason, "400 Invalid credentials");
    assert!(!String::from_utf8(log).expect("text").contains("hunter2"));
}
