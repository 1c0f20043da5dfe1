//! A WebSocket as the lines of a session: a text message for each line.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use waggle_hive_session::Control;
use waggle_hive_uhp::LONGEST_LINE;

use super::timed_stream::TimedStream;

/// The longest message that is read, in bytes. A session refuses lines above [`LONGEST_LINE`] and
/// goes on; above this it ends.
const LONGEST_MESSAGE: usize = 16 << 20;
/// How long the rest of a message that is too long is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many messages of a page are read that is refused a session.
const MOST_UNREAD: usize = 16;

fn socket<S: Read + Write>(stream: S) -> WebSocket<S> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    WebSocket::from_raw_socket(stream, Role::Server, Some(config))
}

/// Ends a WebSocket that has just been opened, with the reason: what the answer to a request
/// says, a browser tells nobody.
pub(super) fn refuse(stream: TimedStream<'_>, reason: &str) {
    let mut socket = socket(stream);
    let frame = CloseFrame { code: CloseCode::Again, reason: reason.into() };
    if socket.close(Some(frame)).is_err() {
        return;
    }
    // What the page has sent meanwhile must be read, or the system throws the reason away.
    for _ in 0..MOST_UNREAD {
        if socket.read().is_err() {
            return;
        }
    }
}

/// What the page sends, as bytes with line ends. When the page is gone, whatever the session
/// is busy with is stopped: nobody waits for it any more.
pub(super) struct Incoming {
    socket: WebSocket<TcpStream>,
    control: Arc<Control>,
    /// Of the present message, what has not been read yet.
    rest: io::Cursor<Vec<u8>>,
}

impl Incoming {
    pub(super) fn new(stream: TcpStream, control: Arc<Control>) -> Self {
        Self { socket: socket(stream), control, rest: io::Cursor::default() }
    }

    /// The next message; `None` if none will come.
    fn next_message(&mut self) -> Option<Vec<u8>> {
        loop {
            match self.socket.read() {
                // A line end within a message would make two lines of it.
                Ok(Message::Text(text)) => {
                    return Some(format!("{}\n", text.replace(['\n', '\r'], " ")).into_bytes());
                }
                Ok(Message::Close(_)) => {
                    // Sends the farewell that the page waits for.
                    let _ = self.socket.flush();
                    return None;
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Err(Error::Capacity(_)) => {
                    self.refuse_message();
                    return None;
                }
                Ok(Message::Binary(_)) | Err(_) => return None,
            }
        }
    }
}

impl Incoming {
    /// Ends the session with the reason, because a message is too long.
    fn refuse_message(&mut self) {
        self.control.stop();
        let reason = format!("a line of more than {LONGEST_LINE} bytes").into();
        let frame = CloseFrame { code: CloseCode::Size, reason };
        if self.socket.close(Some(frame)).is_ok() {
            // As above, the message must be read.
            let mut rest = TimedStream::new(self.socket.get_ref(), PATIENCE);
            let _ = io::copy(&mut rest, &mut io::sink());
        }
    }
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.rest.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(message) = self.next_message() else {
                self.control.stop();
                return Ok(0);
            };
            self.rest = io::Cursor::new(message);
        }
    }
}

/// What the session writes, a message for each line.
pub(super) struct Outgoing {
    socket: WebSocket<TcpStream>,
    line: Vec<u8>,
}

impl Outgoing {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { socket: socket(stream), line: Vec::new() }
    }

    fn send(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        self.socket.send(Message::text(text)).map_err(|error| match error {
            Error::Io(error) => error,
            error => io::Error::new(io::ErrorKind::BrokenPipe, error),
        })
    }
}

impl Write for Outgoing {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        for part in buffer.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend(end);
                    self.send()?;
                }
                None => self.line.extend(part),
            }
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
