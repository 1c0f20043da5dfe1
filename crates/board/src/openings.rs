//! The opening explorer over a WebSocket: an answer for each message.

use std::net::TcpStream;

use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message};

use waggle_hive_archives::openings::{Counts, Desk};

use super::wire::socket_up_to;

/// The longest message, a file, in bytes: 256 MiB and its name.
const MAX_FILE_LEN: usize = (256 << 20) + (64 << 10);

/// Answers until the page closes. A binary message is a file, a text a question.
pub(super) fn explore(stream: TcpStream) {
    let mut socket = socket_up_to(stream, MAX_FILE_LEN);
    let mut desk = Desk::new(Counts::of_people(1, usize::MAX));
    loop {
        let answer = match socket.read() {
            Ok(Message::Text(question)) => desk.answer(&question),
            Ok(Message::Binary(file)) => desk.take(&file),
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => continue,
            Ok(Message::Close(_)) => {
                // Completes the closing handshake.
                let _ = socket.flush();
                return;
            }
            Err(Error::Capacity(_)) => {
                let reason = "a file of more than 256 MiB".into();
                let _ = socket.close(Some(CloseFrame { code: CloseCode::Size, reason }));
                return;
            }
            Err(_) => return,
        };
        if socket.send(Message::text(answer)).is_err() {
            return;
        }
    }
}
