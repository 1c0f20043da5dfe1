//! `waggle uhp`, and `waggle` alone: the engine.

use std::io;
use std::process;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use waggle::rules::Game;
use waggle::uhp::{Brain, Limits, Observer, Report, Session, serve};

use crate::exit_code::{ExitCode, INTERRUPTED};

/// Serves the protocol until the end of the input.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut session = Session::new(FirstMove);
    let control = session.control();
    ctrlc::set_handler(move || {
        if !control.interrupt() {
            process::exit(INTERRUPTED);
        }
    })
    .context("installing the handler of Ctrl-C")?;
    serve(&mut session, io::stdin(), io::stdout(), io::stderr())?;
    Ok(ExitCode::Done)
}

/// Plays the first legal move.
struct FirstMove;

impl Brain for FirstMove {
    fn configure(&mut self, _threads: usize, _table_mib: usize) {}

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Report {
        let best = game.position().legal_moves().first().copied();
        let mut report = Report { best, pv: best.into_iter().collect(), ..Report::default() };
        for depth in 1..=limits.depth.unwrap_or(1) {
            report.depth = depth;
            observer.iteration(&report);
        }
        let start = std::time::Instant::now();
        while limits.depth.is_none_or(|depth| depth > 100)
            && limits.time.is_none_or(|time| start.elapsed() < time)
            && !stop.load(std::sync::atomic::Ordering::Relaxed)
        {
            std::thread::yield_now();
        }
        report
    }
}
