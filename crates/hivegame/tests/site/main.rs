//! The bot and the worker against a stand-in for the site, on the loopback.
//!
//! `WAGGLE_SITE_GAMES=200` and `WAGGLE_SITE_REVIEWS=50` set how many games are played and reviewed, as `.ci/long hivegame` does.

#![allow(clippy::print_stdout, reason = "the long form shows its figures")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

mod bot;
#[allow(dead_code, reason = "tests of the executable use it, too")]
mod standin;
mod tls;
mod worker;

/// What works on a thread of its own until it is told to leave.
struct Working<T> {
    leave: Arc<AtomicBool>,
    thread: JoinHandle<(T, String)>,
}

impl<T: Send + 'static> Working<T> {
    fn start(work: impl FnOnce(&AtomicBool, &mut Vec<u8>) -> T + Send + 'static) -> Self {
        let leave = Arc::new(AtomicBool::new(false));
        let leaving = Arc::clone(&leave);
        let thread = thread::spawn(move || {
            let mut log = vec![];
            let ended = work(&leaving, &mut log);
            (ended, String::from_utf8(log).expect("text"))
        });
        Self { leave, thread }
    }

    /// What it came to, and its log.
    fn ended(self) -> (T, String) {
        self.thread.join().expect("no panic")
    }

    fn leave(self) -> (T, String) {
        self.leave.store(true, Ordering::Relaxed);
        self.ended()
    }
}
