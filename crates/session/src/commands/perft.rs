//! `perft`, which can be interrupted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waggle_hive_engine::search::Instant;

use super::super::command::Request;
use super::super::limits::{DEPTH, read_depth};
use super::super::reply::{Answer, Reply};
use super::super::session_game::SessionGame;

/// The depth that is counted without checking the stop flag; it takes milliseconds.
const UNINTERRUPTED_DEPTH: u32 = 2;
/// nokamute's columns, which tools that compare counts can parse.
const HEADER: &str = "depth           count        time        kn/s";

/// Prints a row with the leaf nodes for each depth.
pub(super) fn perft<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let depth = match request.words.next() {
        None => request.profile.perft_depth,
        Some(depth) => read_depth(depth).ok_or_else(|| request.words.wrong(DEPTH))?.into(),
    };
    let mut game = request.game()?.clone();
    let stop = request.state.control.stop_flag();
    request.outlet.line(HEADER);
    for depth in 0..=depth {
        let start = Instant::now();
        let Some(count) = count(&mut game, depth, stop) else {
            break;
        };
        request.outlet.line(&row(depth, count, start.elapsed()));
    }
    Ok(Reply::Lines(Vec::new()).into())
}

fn row(depth: u32, count: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = count as f64 / seconds.max(1e-9) / 1e3;
    format!("{depth:>5} {count:>15} {:>11} {rate:>11.1}", format!("{seconds:.6}s"))
}

/// Perft; `None` if interrupted.
fn count<G: SessionGame>(game: &mut G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(game.perft(depth));
    }
    let mut sum = 0;
    for mv in game.legal_moves() {
        if game.play(mv).is_ok() {
            let found = count(game, depth - 1, stop);
            game.undo();
            sum += found?;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::{Scripted, Sink, session};
    use crate::session::Session;

    /// The rows that `perft <depth>` prints before its reply.
    fn rows(session: &mut Session<Scripted>, depth: u32) -> Vec<String> {
        let mut sink = Sink::default();
        let answer = session.execute(&format!("perft {depth}"), Instant::now(), &mut sink);
        assert_eq!(answer, Answer::Reply(Reply::Lines(Vec::new())));
        sink.lines
    }

    /// A row as parsed by `uhp-compare-perft` of the package `uhp-utils` 0.1.1:
    /// `^\s*(\d+)\s*:?\s+([\d,]+)(?:\s+.*)?$`.
    fn parsed_by_uhp_utils(row: &str) -> Option<(u32, u64)> {
        let mut words = row.split_whitespace();
        let depth = words.next()?.trim_end_matches(':').parse().ok()?;
        let count = words.next()?.replace(',', "").parse().ok()?;
        Some((depth, count))
    }

    #[test]
    fn rows_begin_with_depth_and_count() {
        let mut session = session();
        session.execute("newgame Base+MLP", Instant::now(), &mut Sink::default());
        let rows = rows(&mut session, 4);
        assert_eq!(rows[0], HEADER);
        let read: Vec<_> = rows.iter().filter_map(|row| parsed_by_uhp_utils(row)).collect();
        assert_eq!(read, [(0, 1), (1, 7), (2, 294), (3, 6_678), (4, 151_686)]);
    }

    #[test]
    fn columns_are_as_wide_as_their_headings() {
        let row = row(3, 6678, Duration::from_micros(17_600));
        assert_eq!(row, "    3            6678   0.017600s       379.4");
        assert_eq!(row.len(), HEADER.len());
    }

    #[test]
    fn an_interrupted_count_prints_no_row() {
        let mut session = session();
        session.execute("newgame Base+MLP", Instant::now(), &mut Sink::default());
        session.control().line_taken();
        session.control().interrupt();
        assert_eq!(rows(&mut session, 20), [HEADER]);
    }
}
