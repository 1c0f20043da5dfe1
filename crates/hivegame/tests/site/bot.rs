//! The bot.

use std::thread;
use std::time::{Duration, Instant};

use waggle_hive_engine::eval::Network;
use waggle_hive_hivegame::{Credentials, NetworkError, Secret, SiteSettings, Waits, play};

use super::Working;
use super::standin::{Faults, PASSWORD, Plan, Report, Standin, TOKEN, password};

/// A tenth of what it waits for the real site before it comes back, so that tests need not.
const RETRY: Duration = Duration::from_millis(200);

/// A bot on a stand-in.
fn bot(
    standin: &Standin,
    credentials: Credentials,
    settings: &str,
) -> Working<Result<(), NetworkError>> {
    let text =
        format!("site = '{}'\n[bot]\nemail = 'bot@example.org'\n{settings}", standin.address);
    let mut settings = SiteSettings::parse(&text).expect("the settings are right");
    let look = Duration::from_millis(100);
    settings.waits = Waits { retry: RETRY, look, ..settings.waits };
    if standin.is_deaf() {
        settings.waits.sign_in = Duration::from_millis(500);
    }
    let bot = settings.bot.clone().expect("a bot");
    Working::start(move |leave, log| {
        play(&settings, &bot, credentials, Network::default(), false, leave, log)
    })
}

/// Plays games of the bot on a stand-in until this many are over; returns the report and the log.
fn games(standin: &Standin, settings: &str, games: usize, within: Duration) -> (Report, String) {
    games_of(password(), standin, settings, games, within)
}

fn games_of(
    credentials: Credentials,
    standin: &Standin,
    settings: &str,
    games: usize,
    within: Duration,
) -> (Report, String) {
    let quick = "threads = 2\ntable_mib = 16\nmax_seconds = 0.03\ncheck_seconds = 2\n\
                 lag_seconds = 0.05\nbook = false\n";
    let bot = bot(standin, credentials, &format!("{quick}{settings}"));
    let start = Instant::now();
    while standin.ended() < games && start.elapsed() < within && !bot.thread.is_finished() {
        thread::sleep(Duration::from_millis(20));
    }
    let (ended, log) = bot.leave();
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
    assert!(![PASSWORD, TOKEN, "token-"].iter().any(|secret| log.contains(secret)), "{log}");
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
        clock: (120, 2),
        faults: Faults::all(),
        is_lively: true,
        ..Plan::calm(count + 8, 4, 41)
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
    let plan = Plan { faults, ..Plan::calm(5, 4, 47) };
    let (report, log) = games(&Standin::start(plan), "", 3, Duration::from_secs(120));
    assert!(report.drops >= 6, "{report:#?}");
    // The sixth wait would have been at least fifteen times as long as the first, if waits had grown.
    assert!(report.longest_absence < 12 * RETRY, "{report:#?}\n{log}");
}

#[test]
fn no_game_is_lost_while_the_site_is_replaced() {
    let faults = Faults { dropped: 0.3, is_replaced: true, ..Faults::default() };
    let plan = Plan { faults, ..Plan::calm(4, 2, 48) };
    let (report, log) = games(&Standin::start(plan), "", 2, Duration::from_secs(120));
    assert!(report.drops >= 1 && report.longest_absence >= RETRY, "{report:#?}");
    assert!(log.contains("503"), "{log}");
}

#[test]
fn it_signs_in_ever_less_often_where_its_tokens_are_not_taken() {
    let faults = Faults { expired: 1.0, ..Faults::default() };
    let standin = Standin::deaf(Plan { faults, ..Plan::calm(1, 1, 49) });
    let bot = bot(&standin, password(), "");
    let start = Instant::now();
    while standin.report().tokens < 2 {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(3 * RETRY);
    bot.leave().0.expect("it leaves");
    let tokens = standin.report().tokens;
    assert!((3..=5).contains(&tokens), "{tokens} tokens");
}

#[test]
fn no_game_is_lost_on_time_with_a_clock_near_zero() {
    let count = count(6, 20);
    let plan = Plan {
        clock: (10, 1),
        short: Some(0.4),
        faults: Faults::quick(),
        ..Plan::calm(count + 8, 4, 42)
    };
    games(&Standin::start(plan), "", count, Duration::from_secs(60 + 5 * count as u64));
}

#[test]
fn without_an_answer_from_the_socket_it_plays_through_the_older_interface() {
    let faults = Faults { expired: 0.2, ..Faults::default() };
    let plan = Plan { faults, ..Plan::calm(6, 2, 43) };
    let settings = "types = ['MLP', 'Base']\ngames = 2";
    let (_, log) = games(&Standin::deaf(plan), settings, 1, Duration::from_secs(240));
    assert!(log.contains("no answer to Auth within 0.5 s"), "{log}");
}

#[test]
fn with_a_personal_token_it_plays_without_a_password() {
    let standin = Standin::start(Plan::calm(4, 2, 50));
    let token = Credentials::Token(Secret::new(TOKEN));
    let (report, log) = games_of(token, &standin, "", 1, Duration::from_secs(120));
    assert_eq!((report.tokens, report.refused_tokens), (0, 0), "{report:#?}");
    assert!(log.contains("signed in as"), "{log}");
}

#[test]
fn a_wrong_password_or_token_is_fatal_and_not_shown() {
    let wrong = || Secret::new("hunter2");
    for (credentials, told) in [
        (Credentials::Password(wrong()), "400 Invalid credentials"),
        (Credentials::Token(wrong()), "401 the token"),
    ] {
        let standin = Standin::start(Plan::calm(1, 1, 44));
        let (ended, log) = bot(&standin, credentials, "").ended();
        let Err(NetworkError::Refused(reason)) = ended else { panic!("{ended:?}") };
        assert_eq!(reason, told);
        assert!(!log.contains("hunter2"));
    }
}
