//! The lines of a session over a WebSocket: a text message for each line.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use waggle_hive_session::Control;
use waggle_hive_uhp::MAX_LINE_LEN;

use super::timed_stream::TimedStream;

/// The longest message, in bytes. A session refuses lines above [`MAX_LINE_LEN`] and continues;
/// above this it ends.
const MAX_MESSAGE_LEN: usize = 16 << 20;
/// How long to wait for the rest of a message that is too long.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(5);
/// How many messages are read from a page that gets no session.
const MAX_DISCARDED: usize = 16;

fn socket<S: Read + Write>(stream: S) -> WebSocket<S> {
    socket_up_to(stream, MAX_MESSAGE_LEN)
}

/// A WebSocket for messages of at most so many bytes.
pub(super) fn socket_up_to<S: Read + Write>(stream: S, length: usize) -> WebSocket<S> {
    let config =
        WebSocketConfig::default().max_message_size(Some(length)).max_frame_size(Some(length));
    WebSocket::from_raw_socket(stream, Role::Server, Some(config))
}

/// Closes a new WebSocket with the reason: a page does not see why a handshake failed.
pub(super) fn refuse(stream: TimedStream<'_>, reason: &str) {
    let mut socket = socket(stream);
    let frame = CloseFrame { code: CloseCode::Again, reason: reason.into() };
    if socket.close(Some(frame)).is_err() {
        return;
    }
    // Unread messages would make the system reset the connection and lose the reason.
    for _ in 0..MAX_DISCARDED {
        if socket.read().is_err() {
            return;
        }
    }
}

/// What the page sends, as lines. When the page has closed, the running command is stopped.
pub(super) struct Incoming {
    socket: WebSocket<TcpStream>,
    control: Arc<Control>,
    /// The unread part of the current message.
    rest: io::Cursor<Vec<u8>>,
}

impl Incoming {
    pub(super) fn new(stream: TcpStream, control: Arc<Control>) -> Self {
        Self { socket: socket(stream), control, rest: io::Cursor::default() }
    }

    /// The next message; `None` at the end.
    fn next_message(&mut self) -> Option<Vec<u8>> {
        loop {
            match self.socket.read() {
                // A message is one line.
                Ok(Message::Text(text)) => {
                    return Some(format!("{}\n", text.replace(['\n', '\r'], " ")).into_bytes());
                }
                Ok(Message::Close(_)) => {
                    // Completes the closing handshake.
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
    /// Closes the session because a message is too long.
    fn refuse_message(&mut self) {
        self.control.stop();
        let reason = format!("a line of more than {MAX_LINE_LEN} bytes").into();
        let frame = CloseFrame { code: CloseCode::Size, reason };
        if self.socket.close(Some(frame)).is_ok() {
            // As above, the rest must be read.
            let mut rest = TimedStream::new(self.socket.get_ref(), DISCARD_TIMEOUT);
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

/// What the session writes, one message a line.
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
