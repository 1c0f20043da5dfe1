//! Measures the ratings of puzzles with all threads, and tabulates which levels solve what.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use waggle::archive::in_order;
use waggle::levels::Level;
use waggle::people::Model;
use waggle::puzzles::{Attempts, Entry};

use super::super::terminal::bar;

/// The width of a band of the table.
const BAND: u16 = 400;
const LEVELS: [usize; 3] = [5, 9, 13];

/// Rates the puzzles; `None` if that was stopped.
pub(super) fn measured(
    entries: Vec<Entry>,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Measured>> {
    let model = Model::own().context("this build has no model of people's moves")?;
    let bar =
        bar(entries.len() as u64, io::stderr().is_terminal(), "{bar:24} {pos}/{len} rated, {left}");
    let mut rated = vec![];
    let work = |(): &mut (), entry: Entry| {
        let attempts = Attempts::at(model, &entry, stop)?;
        anyhow::Ok(attempts.map(|it| (Entry { rating: it.rating(), ..entry }, it)))
    };
    let begin = || ();
    in_order(entries, threads, begin, work, |it| {
        bar.inc(1);
        let is_last = !matches!(it, Ok(Some(_)));
        rated.push(it);
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let rated: Option<Vec<_>> = rated.into_iter().collect::<Result<_, _>>()?;
    Ok(rated.filter(|_| !stop.load(Ordering::Relaxed)).map(Measured))
}

/// Puzzles with the levels' attempts.
pub(super) struct Measured(Vec<(Entry, Attempts)>);

impl Measured {
    /// The share that levels solve, a line for each band of ratings.
    pub(super) fn table(&self) -> String {
        let mut text = "rating      puzzles  level 5  level 9  level 13\n".to_owned();
        let most = self.0.iter().map(|(entry, _)| entry.rating).max().unwrap_or(0);
        for from in (0..=most).step_by(BAND.into()) {
            let band = from..from.saturating_add(BAND);
            let in_band: Vec<&Attempts> = self
                .0
                .iter()
                .filter(|(entry, _)| band.contains(&entry.rating))
                .map(|(_, attempts)| attempts)
                .collect();
            if in_band.is_empty() {
                continue;
            }
            let count = in_band.len();
            let share = |level: usize| {
                let level = Level::new(level).unwrap_or_default();
                100.0 * in_band.iter().map(|attempts| attempts.share(level)).sum::<f64>()
                    / count as f64
            };
            let [low, middle, high] = LEVELS.map(share);
            let to = band.end - 1;
            let _ = writeln!(
                text,
                "{from:4} – {to:4} {count:7} {low:6.0} % {middle:6.0} % {high:7.0} %"
            );
        }
        text
    }

    /// The puzzles, the easiest first.
    pub(super) fn into_sorted(self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.0.into_iter().map(|(entry, _)| entry).collect();
        entries.sort_by_key(|entry| (entry.rating, entry.id()));
        entries
    }
}
