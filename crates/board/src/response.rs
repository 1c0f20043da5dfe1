//! Answers to requests.

use std::io::{self, Write};

/// Headers of every answer: it is for this page alone, is what it says it is, and is asked for
/// again after an update of the program.
const COMMON: &str = "Cache-Control: no-store\r\n\
                      Connection: close\r\n\
                      Cross-Origin-Resource-Policy: same-origin\r\n\
                      Referrer-Policy: no-referrer\r\n\
                      X-Content-Type-Options: nosniff\r\n\
                      X-Frame-Options: DENY\r\n";

/// A status with its reason, such as `404 Not Found`.
pub(super) type Status = &'static str;

/// Answers with a file, or with its head alone.
pub(super) fn file(
    out: &mut impl Write,
    contents: &[u8],
    content_type: &str,
    head_only: bool,
) -> io::Result<()> {
    let length = contents.len();
    write!(
        out,
        "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n{COMMON}\r\n"
    )?;
    if !head_only {
        out.write_all(contents)?;
    }
    out.flush()
}

/// Answers with a reason in one line.
pub(super) fn refusal(out: &mut impl Write, status: Status, reason: &str) -> io::Result<()> {
    let length = reason.len() + 1;
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {length}\r\n{COMMON}\r\n{reason}\n"
    )?;
    out.flush()
}

/// Answers the request for a WebSocket whose key this is.
pub(super) fn upgrade(out: &mut impl Write, key: &str) -> io::Result<()> {
    let accept = tungstenite::handshake::derive_accept_key(key.as_bytes());
    write!(
        out,
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    out.flush()
}
