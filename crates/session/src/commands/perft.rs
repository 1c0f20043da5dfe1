//! `perft`, which can be interrupted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waggle_hive_engine::search::Instant;

use super::super::command::Request;
use super::super::reply::{Answer, Reply};
use super::super::session_game::SessionGame;

/// The depth that is counted without checking the stop flag; it takes milliseconds.
const UNINTERRUPTED_DEPTH: u32 = 2;
/// It recurses that deep, and must not run out of stack.
const DEPTH: &str = "a depth from 0 to 255";
/// nokamute's columns, which tools that compare counts can parse.
const HEADER: &str = "depth           count        time        kn/s";

/// Prints a row with the leaf nodes for each depth.
pub(super) fn perft<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let depth = match request.words.next() {
        None => request.profile.perft_depth,
        Some(depth) => depth.parse::<u8>().map_err(|_| request.words.wrong(DEPTH))?.into(),
    };
    request.words.end()?;
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

    #[test]
    fn an_interrupted_count_prints_no_row() {
        let mut session = session();
        session.execute("newgame Base+MLP", Instant::now(), &mut Sink::default());
        session.control().line_taken();
        session.control().interrupt();
        assert_eq!(rows(&mut session, 20), [HEADER]);
    }
}
