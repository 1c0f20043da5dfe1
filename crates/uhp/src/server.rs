//! The server loop: one thread reads lines, this one answers them in order.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use waggle_hive_session::{Answer, Control, Engine, Outlet, Reply, Session, SessionGame, keyword};

use super::lines::{Line, LineReader};

/// The longest line, in bytes: enough for a board to send a file of some thousand games. The page
/// in `web/` has the same limit.
pub const MAX_LINE_LEN: usize = 2_000_000;

/// Serves one user until `exit` or the end of `input`.
///
/// Replies go to `output`, flushed line by line; notes for people go to `notes`. A closed output
/// ends the session, and is no error.
pub fn serve<E: Engine<G>, G: SessionGame>(
    session: &mut Session<E, G>,
    input: impl Read + Send + 'static,
    output: impl Write,
    notes: impl Write,
) -> io::Result<()> {
    let mut wire = Wire { output, notes, broken: None, control: session.control() };
    let (lines, reader) = read_in_background(input, session.control());
    let answered = answer_all(session, &lines, &mut wire);
    if answered.is_ok() {
        // It has read `exit` or the end of the input, so joining does not block.
        let _ = reader.join();
    }
    match answered {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn answer_all<E: Engine<G>, G: SessionGame>(
    session: &mut Session<E, G>,
    lines: &Receiver<(Line, Instant)>,
    wire: &mut Wire<impl Write, impl Write>,
) -> io::Result<()> {
    wire.reply(&session.info())?;
    let mut free_since = Instant::now();
    while let Some((line, arrived)) = next_line(session, lines) {
        // The clock of a queued line starts when the line before it is answered.
        let received = arrived.max(free_since);
        log::debug!("> {}", line.text);
        let answer = if line.cut {
            Answer::Reply(Reply::Error(format!("a line of more than {MAX_LINE_LEN} bytes")))
        } else {
            session.execute(&line.text, received, wire)
        };
        match answer {
            Answer::Silence => {}
            Answer::Reply(reply) => wire.reply(&reply)?,
            Answer::Exit => break,
        }
        session.control().finish();
        free_since = Instant::now();
    }
    Ok(())
}

/// Waits for the next line, and ponders meanwhile.
fn next_line<E: Engine<G>, G: SessionGame>(
    session: &mut Session<E, G>,
    lines: &Receiver<(Line, Instant)>,
) -> Option<(Line, Instant)> {
    let received = match lines.try_recv() {
        Ok(line) => Some(line),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => {
            session.ponder();
            lines.recv().ok()
        }
    };
    if received.is_some() {
        session.control().line_taken();
    }
    received
}

fn read_in_background(
    input: impl Read + Send + 'static,
    control: Arc<Control>,
) -> (Receiver<(Line, Instant)>, JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel();
    // Not joined if the output is closed: it may wait for input for as long as the process lives.
    let reader = thread::spawn(move || {
        read_lines(input, &control, &sender);
        control.input_ended();
    });
    (receiver, reader)
}

fn read_lines(input: impl Read, control: &Control, sender: &Sender<(Line, Instant)>) {
    let mut reader = LineReader::new(BufReader::new(input), MAX_LINE_LEN);
    while let Ok(Some(line)) = reader.next_line() {
        let keyword = keyword(&line.text);
        if keyword == "stop" {
            control.stop();
            continue;
        }
        control.line_arrived(line.text.len());
        if sender.send((line, Instant::now())).is_err() || keyword == "exit" {
            return;
        }
    }
}

/// Both outputs, and the first error of the protocol's.
struct Wire<O, N> {
    output: O,
    notes: N,
    broken: Option<io::Error>,
    control: Arc<Control>,
}

impl<O: Write, N: Write> Wire<O, N> {
    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        if let Some(error) = self.broken.take() {
            return Err(error);
        }
        let text = reply.to_string();
        log::debug!("< {}", text.trim_end());
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

impl<O: Write, N: Write> Outlet for Wire<O, N> {
    fn line(&mut self, line: &str) {
        if self.broken.is_none() {
            self.broken = writeln!(self.output, "{line}").and_then(|()| self.output.flush()).err();
        }
        if self.broken.is_some() {
            // The client has left.
            self.control.stop_flag().store(true, Ordering::Relaxed);
        }
    }

    fn note(&mut self, line: &str) {
        // A closed error output is no reason to stop.
        let _ = writeln!(self.notes, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use waggle_hive_core::rules::Game;
    use waggle_hive_engine::search::{Searcher, Settings};

    fn session() -> Session<Searcher, Game> {
        let settings = Settings { threads: 1, table_mib: 1, ..Settings::default() };
        Session::new(Searcher::new(&settings).unwrap()).unwrap()
    }

    /// Input that takes some time to drop.
    struct Slow {
        text: Cursor<&'static str>,
        is_dropped: Arc<AtomicBool>,
    }

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.text.read(buffer)
        }
    }

    impl Drop for Slow {
        fn drop(&mut self) {
            thread::sleep(Duration::from_millis(30));
            self.is_dropped.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn stop_ends_the_commands_before_it_and_has_no_reply() {
        let mut session = session();
        let text = "newgame\nanalyze\nbestmove\nstop\npass\n";
        let mut output = Vec::new();
        serve(&mut session, Cursor::new(text), &mut output, Vec::new()).unwrap();
        let output = String::from_utf8(output).unwrap();
        let blocks: Vec<&str> = output.split_terminator("ok\n").collect();
        assert_eq!(blocks.len(), 5, "{output}");
        assert!(blocks[2].contains(r#""kind":"result""#), "{output}");
        assert!(blocks[3].starts_with('w'), "{output}");
        assert!(blocks[4].starts_with("invalidmove "), "{output}");
    }

    #[test]
    fn the_reading_thread_ends_with_the_session() {
        for text in ["info\n", "info\nexit\n", "exit\nmore\n"] {
            let is_dropped = Arc::new(AtomicBool::new(false));
            let input = Slow { text: Cursor::new(text), is_dropped: Arc::clone(&is_dropped) };
            serve(&mut session(), input, Vec::new(), Vec::new()).unwrap();
            assert!(is_dropped.load(Ordering::Relaxed), "{text}");
        }
    }
}
