//! HTTP responses.

use std::io::{self, Write};

/// Headers of every response: no caching, since the program may be updated, and no use by other
/// sites.
const COMMON: &str = "Cache-Control: no-store\r\n\
                      Connection: close\r\n\
                      Cross-Origin-Resource-Policy: same-origin\r\n\
                      Referrer-Policy: no-referrer\r\n\
                      X-Content-Type-Options: nosniff\r\n\
                      X-Frame-Options: DENY\r\n";

/// A status with its reason, such as `404 Not Found`.
pub(super) type Status = &'static str;

/// Sends an error with a reason in one line, or just its head.
pub(super) fn refusal(
    out: &mut impl Write,
    status: Status,
    reason: &str,
    head_only: bool,
) -> io::Result<()> {
    let reason = format!("{reason}\n");
    contents(out, status, reason.as_bytes(), "text/plain; charset=utf-8", head_only)
}

/// Sends contents, or just their head.
pub(super) fn contents(
    out: &mut impl Write,
    status: Status,
    contents: &[u8],
    content_type: &str,
    head_only: bool,
) -> io::Result<()> {
    let length = contents.len();
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n{COMMON}\r\n"
    )?;
    if !head_only {
        out.write_all(contents)?;
    }
    out.flush()
}

/// Accepts a WebSocket with this key.
pub(super) fn upgrade(out: &mut impl Write, key: &str) -> io::Result<()> {
    let accept = tungstenite::handshake::derive_accept_key(key.as_bytes());
    write!(
        out,
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    out.flush()
}
