//! `waggle hivegame bot`.

use std::fs;

use super::program::{folder, run};
use super::running::{PATIENCE, Running, hivegame, until};
use super::standin::{PASSWORD, Plan, Standin};
use super::system::ticks;

/// One game without haste.
fn plan() -> Plan {
    Plan { clock: (600, 5), ..Plan::calm(1, 1, 45) }
}

fn settings(standin: &Standin, more: &str) -> String {
    format!(
        "site = '{}'\n[bot]\nemail = 'bot@example.org'\nthreads = 1\ntable_mib = 16\nbook = false\n\
         ponder = false\n{more}",
        standin.address
    )
}

/// The moves in a log.
fn moves(log: &str) -> usize {
    log.lines().filter(|line| line.contains(" ply ") && line.contains(" depth ")).count()
}

#[test]
fn sigterm_lets_a_running_search_answer_and_a_later_start_goes_on_with_the_game() {
    let folder = folder("hivegame_sigterm");
    let standin = Standin::start(plan());
    let password = folder.join("password");
    fs::write(&password, format!("{PASSWORD}\n")).expect("the file can be written");
    let of_file = format!("password_file = '{}'\n", password.display());

    let slow = settings(&standin, &format!("{of_file}max_seconds = 3"));
    let bot = Running::start(&mut hivegame("bot", &folder, &slow));
    until("the game has begun", PATIENCE, || standin.report().plies > 0);
    until("the bot is to move", PATIENCE, || standin.awaits_bot());
    let (played, used) = (standin.report().plies, ticks(bot.id()));
    until("the bot thinks", PATIENCE, || ticks(bot.id()) >= used + 20);
    assert_eq!(standin.report().plies, played, "it has thought for less than its three seconds");
    bot.terminate();
    let (code, log, errors) = bot.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{log}");
    let leaving = log.find("leaving: no new games; 1 running").expect("it says that it leaves");
    assert_eq!(moves(&log[leaving..]), 1, "{log}");
    assert_eq!(moves(&log), standin.report().plies, "every move has arrived: {log}");
    assert!(log.trim_end().ends_with("0 positions given up"), "{log}");
    assert!(!log.contains(PASSWORD) && !log.contains("token-"), "{log}");

    let quick = settings(&standin, "max_seconds = 0.02\nlevel = 13");
    let bot =
        Running::start(hivegame("bot", &folder, &quick).env("WAGGLE_HIVEGAME_PASSWORD", PASSWORD));
    until("the game is over", PATIENCE, || standin.ended() == 1 && bot.said().contains(" over: "));
    bot.terminate();
    let (code, log, errors) = bot.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{log}");
    assert!(log.contains("1 game: "), "{log}");
    assert!(!log.contains(PASSWORD) && !log.contains("token-"), "{log}");
    let report = standin.report();
    assert_eq!((report.illegal, report.lost_on_time), (0, 0), "{log}");
    assert_eq!((report.untimely, report.unreadable), (vec![], vec![]), "{log}");
}

#[test]
fn a_refused_account_ends_it_with_an_error_that_keeps_the_password() {
    let folder = folder("hivegame_refused");
    let standin = Standin::start(plan());
    let mut command = hivegame("bot", &folder, &settings(&standin, ""));
    let bot = Running::start(command.env("WAGGLE_HIVEGAME_PASSWORD", "hunter2"));
    let (code, log, errors) = bot.end();
    assert_eq!(code, Some(2), "{log}{errors}");
    assert_eq!(
        errors,
        "error: the site refuses the account or the secret: 400 Invalid credentials\n"
    );
    assert!(!log.contains("hunter2"), "{log}");
}

#[test]
fn what_is_missing_or_wrong_is_said_in_a_line() {
    let folder = folder("hivegame_settings");
    let cases = [
        ("", "[bot]"),
        ("[bot]", "email"),
        ("[bot]\nemail = 'bot@example.org'", "WAGGLE_HIVEGAME_PASSWORD"),
        ("[bot]\nemail = 'bot@example.org'\npassword_file = '/nowhere/at/all'", "/nowhere/at/all"),
        ("[bot]\nemail = 'bot@example.org'\npassword = 'hunter2'", "bot.password: unknown field"),
        ("site = 'http://hivegame.com'\n[bot]\nemail = 'bot@example.org'", "https://"),
    ];
    for (settings, expected) in cases {
        let error = run(&mut hivegame("bot", &folder, settings)).complaint();
        assert!(error.contains(expected), "{settings}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}
