//! Any bytes from a browser.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

use waggle::board::{Board, BoardSettings};
use waggle::uhp::Options;

/// The longest that an answer may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The port and the token of a board that serves until the process ends.
fn board() -> &'static (u16, String) {
    static BOARD: OnceLock<(u16, String)> = OnceLock::new();
    BOARD.get_or_init(|| {
        let options = Options { threads: 1, table_mib: 1, ..Options::default() };
        let board = Board::listen(
            0,
            BoardSettings { options, max_sessions: 64, public_address: String::new() },
        )
        .expect("a free port");
        let address = board.address().expect("the port is known");
        let (port, token) = address
            .strip_prefix("http://127.0.0.1:")
            .and_then(|rest| rest.split_once("/?token="))
            .expect("an address of this machine");
        let found = (port.parse().expect("a number"), token.to_owned());
        std::thread::spawn(move || board.serve());
        found
    })
}

/// Each connection is answered and closed. `PORT` and `TOKEN` stand for those of the board; where
/// the first byte is not a capital letter, the bytes are the frames after the handshake.
///
/// # Panics
///
/// If it is not.
pub fn board_frames(data: &[u8]) {
    let (port, token) = board();
    let head = "GET /session?token=TOKEN HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n\
                Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let known = |text: &str| text.replace("PORT", &port.to_string()).replace("TOKEN", token);
    let is_head = data.first().is_some_and(u8::is_ascii_uppercase);
    let mut stream = TcpStream::connect(("127.0.0.1", *port)).expect("the board listens");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout can be set");
    let mut answer = vec![];
    // The board may close the connection before it has read everything.
    if is_head {
        let bytes = match std::str::from_utf8(data) {
            Ok(text) => known(text).into_bytes(),
            Err(_) => data.to_vec(),
        };
        let _ = stream.write_all(&bytes);
    } else {
        let _ = stream.write_all(known(head).as_bytes());
        // The board refuses frames that come with the head.
        while !answer.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the handshake is answered");
            answer.push(byte[0]);
        }
        let _ = stream.write_all(data);
    }
    let _ = stream.shutdown(Shutdown::Write);
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => panic!("{error}"),
        Err(_) => {}
        Ok(_) => assert!(answer.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&answer)),
    }
    if !is_head {
        assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
    }
}
