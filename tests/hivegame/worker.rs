//! `waggle hivegame worker`.

use waggle::text::counted;

use super::program::folder;
use super::running::{PATIENCE, Running, hivegame, until};
use super::standin::{Fate, Queue, random_game};

const SECRET: &str = "open sesame";

fn settings(queue: &Queue, more: &str) -> String {
    format!(
        "site = '{}'\n[worker]\nname = 'w-1'\ntable_mib = 1\npoll_seconds = 0.05\n{more}",
        queue.address
    )
}

#[test]
fn sigterm_lets_it_finish_the_job_that_it_has_and_take_no_other() {
    let folder = folder("hivegame_worker");
    let games = [1, 2, 3].map(|seed| (random_game(seed, 30), Fate::Usual));
    let queue = Queue::start(SECRET, &games, 0);
    let mut command = hivegame("worker", &folder, &settings(&queue, "nodes = 3000"));
    let worker = Running::start(command.env("WAGGLE_HIVEGAME_SECRET", SECRET));
    until("it has told its progress", PATIENCE, || queue.has_progress());
    let (done, _) = queue.ended();
    worker.terminate();
    let (code, log, errors) = worker.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{log}");
    assert!(!log.contains(SECRET), "{log}");
    let (now_done, failed) = queue.ended();
    assert!(now_done <= done + 2 && now_done > 0 && failed == 0, "{log}");
    assert_eq!(queue.running(), 0, "{log}");
    let reviewed = format!("{} reviewed", counted(now_done, "game", "games"));
    assert!(log.contains(&reviewed), "{log}");
    assert_eq!(queue.faults(), [""; 0], "{log}");
}

#[test]
fn a_wrong_secret_ends_it_with_an_error_that_keeps_the_secret() {
    let folder = folder("hivegame_secret");
    let queue = Queue::start("another", &[], 0);
    let mut command = hivegame("worker", &folder, &settings(&queue, ""));
    let worker = Running::start(command.env("WAGGLE_HIVEGAME_SECRET", SECRET));
    let (code, log, errors) = worker.end();
    assert_eq!(code, Some(2), "{log}{errors}");
    assert_eq!(errors, "error: the site refuses the account or the secret: 401\n");
    assert!(!log.contains(SECRET), "{log}");
}
