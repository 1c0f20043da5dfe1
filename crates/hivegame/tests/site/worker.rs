//! The worker.

use std::thread;
use std::time::{Duration, Instant};

use waggle_hive_hivegame::{NetworkError, Secret, SiteSettings, work};

use super::Working;
use super::standin::{Fate, Queue, random_game};

const SECRET: &str = "open sesame";

/// A worker of this queue.
fn worker(queue: &Queue, more: &str) -> Working<Result<(), NetworkError>> {
    let text = format!(
        "site = '{}'\n[worker]\nname = 'w-1'\nnodes = 300\ntable_mib = 1\npoll_seconds = 0.05\n{more}",
        queue.address
    );
    let settings = SiteSettings::parse(&text).expect("the settings are right");
    let worker = settings.worker.clone().expect("a worker");
    Working::start(move |leave, log| work(&settings, &worker, &Secret::new(SECRET), leave, log))
}

/// Works until the queue is empty; the log.
fn emptied(queue: &Queue, jobs: usize, more: &str, within: Duration) -> String {
    let working = worker(queue, more);
    let start = Instant::now();
    while start.elapsed() < within && !working.thread.is_finished() {
        let (done, failed) = queue.ended();
        if done + failed >= jobs {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let (ended, log) = working.leave();
    ended.expect("the worker leaves cleanly");
    println!("{:?} of {jobs} in {:.0?}\n{log}", queue.ended(), start.elapsed());
    assert!(!log.contains(SECRET), "{log}");
    assert_eq!(queue.faults(), [""; 0], "{log}");
    log
}

#[test]
fn all_jobs_are_reviewed_although_a_worker_dies_and_jobs_are_taken_away_or_refused() {
    let wanted = std::env::var("WAGGLE_SITE_REVIEWS").ok().and_then(|it| it.parse().ok());
    let (count, plies) = wanted.map_or((6, 14), |count: usize| (count, 60));
    let fate = |index: usize| match index % 6 {
        2 => Fate::Withdrawn,
        4 => Fate::Refused,
        _ => Fate::Usual,
    };
    let games: Vec<_> = (0..count).map(|it| (random_game(it as u64, plies), fate(it))).collect();
    let refused = games.iter().filter(|(_, fate)| *fate == Fate::Refused).count();
    let queue = Queue::start(SECRET, &games, 1);
    queue.lose_a_worker();
    let within = Duration::from_secs(60 + 10 * count as u64);
    let log = emptied(&queue, count, "jobs = 2", within);
    assert_eq!(queue.ended(), (count - refused, refused), "{log}");
    assert!(log.contains("taken away"), "{log}");
    assert!(log.contains("the site refused the result: 422"), "{log}");
    assert!(log.contains("no job: 503"), "{log}");
}

#[test]
fn a_job_with_an_illegal_move_fails_with_a_reason() {
    let broken = ["wL", "bL wS1-"].map(str::to_owned).to_vec();
    let queue = Queue::start(SECRET, &[(broken, Fate::Usual)], 0);
    let log = emptied(&queue, 1, "", Duration::from_secs(30));
    assert!(log.contains("failed: move 2"), "{log}");
    assert!(queue.failures()[0].starts_with("move 2"), "{:?}", queue.failures());
}

#[test]
fn after_a_job_that_cannot_be_done_it_waits_longer_each_time() {
    let broken = (["wL", "bL wS1-"].map(str::to_owned).to_vec(), Fate::Usual);
    let queue = Queue::start(SECRET, &vec![broken; 5], 0);
    let start = Instant::now();
    emptied(&queue, 5, "", Duration::from_secs(30));
    // Between 0.05 and 0.1 s after the first, and eight times that after the fourth.
    assert!(start.elapsed() > Duration::from_millis(750), "{:?}", start.elapsed());
}

/// Why a worker ends at once.
fn refusal(queue: &Queue) -> NetworkError {
    worker(queue, "").ended().0.expect_err("it is refused")
}

#[test]
fn a_wrong_secret_is_fatal() {
    let refused = refusal(&Queue::start("another", &[], 0));
    assert!(matches!(&refused, NetworkError::Refused(reason) if reason == "401"), "{refused:?}");
}

#[test]
fn a_site_that_keeps_its_queue_to_itself_is_told_with_what_to_do() {
    for status in [403, 404] {
        let refused = refusal(&Queue::closed(status));
        assert!(matches!(&refused, NetworkError::NoQueue(_)), "{refused:?}");
        let told = refused.to_string();
        assert!(
            told.contains(&format!("{status}; run the worker on the site's own machine")),
            "{told}"
        );
    }
}

#[test]
fn no_job_is_taken_in_quiet_times() {
    let queue = Queue::start(SECRET, &[(random_game(1, 4), Fate::Usual)], 0);
    let working = worker(&queue, "quiet = ['00:00-24:00']");
    thread::sleep(Duration::from_millis(300));
    let (ended, log) = working.leave();
    ended.expect("it leaves");
    assert!(log.contains("0 games reviewed"), "{log}");
    assert_eq!(queue.ended(), (0, 0));
}
