//! TLS: a certificate that no known authority has signed is refused, unless the settings trust it.

mod carrier;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use waggle_hive_engine::eval::Network;
use waggle_hive_hivegame::{NetworkError, Secret, SiteSettings, play, work};

use super::standin::{Fate, Plan, Queue, Standin, password, random_game};
use carrier::Tls;

const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site/tls/localhost.pem");

fn trusting() -> String {
    format!("ca_file = '{CERTIFICATE}'\n")
}

fn standin() -> Standin {
    Standin::start(Plan::calm(1, 1, 48))
}

/// The log of a bot that plays through `tls` until something is so.
fn bot(tls: &Tls, trust: &str, until: impl Fn(&str) -> bool) -> String {
    let text = format!(
        "site = '{}'\n{trust}[bot]\nemail = 'bot@example.org'\nthreads = 1\ntable_mib = 16\n\
         max_seconds = 0.02",
        tls.address
    );
    let (leave, start) = (AtomicBool::new(false), Instant::now());
    let mut log = Watched { text: vec![], leave: &leave, until: &until };
    let settings = SiteSettings::parse(&text).expect("the settings are right");
    let of_bot = settings.bot.clone().expect("a bot");
    play(&settings, &of_bot, password(), Network::default(), false, &leave, &mut log)
        .expect("it leaves");
    assert!(start.elapsed() < Duration::from_secs(120));
    String::from_utf8(log.text).expect("text")
}

/// A log that has the bot leave as soon as it says something.
struct Watched<'a> {
    text: Vec<u8>,
    leave: &'a AtomicBool,
    until: &'a dyn Fn(&str) -> bool,
}

impl std::io::Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.text.extend_from_slice(bytes);
        if (self.until)(&String::from_utf8_lossy(&self.text)) {
            self.leave.store(true, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_unknown_certificate_is_refused_before_anything_is_said() {
    let standin = standin();
    let tls = Tls::before(&standin.address);
    let log = bot(&tls, "", |log| log.contains("not connected"));
    assert!(log.contains("UnknownIssuer"), "{log}");
    assert_eq!(tls.used(), 0, "{log}");
}

#[test]
fn a_bot_plays_over_tls_if_the_settings_trust_the_certificate() {
    let standin = standin();
    let tls = Tls::before(&standin.address);
    let log = bot(&tls, &trusting(), |log| log.contains(" over: "));
    assert!(log.contains("signed in as"), "{log}");
    assert!(log.contains(" over: "), "{log}");
    let report = standin.report();
    assert_eq!((report.connections, report.illegal, report.lost_on_time), (1, 0, 0), "{log}");
    assert!(tls.used() >= 2, "the token and the socket: {log}");
}

#[test]
fn a_worker_works_over_tls_if_the_settings_trust_the_certificate() {
    const GIVEN: &str = "open sesame";
    let queue = Queue::start(GIVEN, &[(random_game(1, 6), Fate::Usual)], 0);
    let tls = Tls::before(&queue.address);
    let text = format!(
        "site = '{}'\n{}[worker]\nname = 'w-1'\nnodes = 300\ntable_mib = 1\npoll_seconds = 0.05",
        tls.address,
        trusting()
    );
    let settings = SiteSettings::parse(&text).expect("the settings are right");
    let leave = Arc::new(AtomicBool::new(false));
    let leaving = Arc::clone(&leave);
    let working = thread::spawn(move || {
        let worker = settings.worker.clone().expect("a worker");
        work(&settings, &worker, &Secret::new(GIVEN), &leaving, &mut vec![])
    });
    let start = Instant::now();
    while queue.ended() != (1, 0) && start.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(10));
    }
    leave.store(true, Ordering::Relaxed);
    working.join().expect("the worker does not panic").expect("it leaves");
    assert_eq!(queue.ended(), (1, 0));
    assert_eq!(queue.faults(), [""; 0]);
}

#[test]
fn a_file_without_certificates_is_refused_by_name() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let settings = format!("ca_file = '{manifest}'\n[bot]\nemail = 'bot@example.org'");
    let settings = SiteSettings::parse(&settings).expect("the settings are right");
    let bot = settings.bot.clone().expect("a bot");
    let leave = AtomicBool::new(false);
    let ended = play(&settings, &bot, password(), Network::default(), false, &leave, &mut vec![]);
    let Err(error @ NetworkError::Authorities { .. }) = ended else { panic!("{ended:?}") };
    assert!(error.to_string().contains("Cargo.toml`: there is none"), "{error}");
}
