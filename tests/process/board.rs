//! Starting and stopping `waggle board`.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{command, send, waggle};
use nix::sys::signal::Signal;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// A running board; killed on drop, so that a failing test leaves none behind.
struct Board {
    child: Child,
    address: String,
}

impl Board {
    /// A board on any free port that opens no browser.
    fn start(arguments: &[&str]) -> Self {
        Self::start_as(&mut command(&[&["board", "--no-open"], arguments].concat()))
    }

    /// Starts this command on any free port, and reads the printed address.
    fn start_as(command: &mut Command) -> Self {
        let mut child = command
            .args(["--port", "0", "--threads", "1", "--table-size-mib", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("it has an output");
        let mut address = String::new();
        BufReader::new(output).read_line(&mut address).expect("it prints the address");
        address.truncate(address.trim_end().len());
        Self { child, address }
    }

    /// The host and port of the address.
    fn host(&self) -> &str {
        self.address.split('/').nth(2).expect("a host")
    }

    fn end(&mut self, signal: Signal) -> Option<i32> {
        send(&self.child, signal);
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_can_be_opened_until_the_board_is_ended() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut board = Board::start(&[r"Base;;;wS1;bS1 wS1-;wQ \wS1"]);
        let address = board.address.as_str();
        let rest = address.strip_prefix("http://").expect("an address");
        let (host, rest) = rest.split_once("/?token=").expect("a token");
        let (token, game) = rest.split_once('#').expect("a game");
        assert!(token.len() == 32 && game == "analyse/Base;wS1;bS1.wS1-;wQ.!wS1", "{address}");
        let mut stream = TcpStream::connect(host).expect("somebody listens");
        write!(stream, "GET /engine.json?token={token} HTTP/1.1\r\nHost: {host}\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.ends_with(r#"{"engine":"native","threads":1,"table":1}"#), "{answer}");
        let mut stream = TcpStream::connect(host).expect("somebody listens");
        write!(stream, "HEAD /none?token={token} HTTP/1.1\r\nHost: {host}\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 404") && answer.ends_with("\r\n\r\n"), "{answer}");
        assert_eq!(board.end(signal), Some(0));
    }
}

#[test]
fn a_taken_port_is_reported() {
    let board = Board::start(&[]);
    assert!(!board.address.contains('#'), "{}", board.address);
    let port = board.address.split([':', '/']).nth(4).expect("a port");
    let message = waggle(&["board", "--no-open", "--port", port]).complaint();
    assert!(message.starts_with(&format!("error: port {port} is in use, ")), "{message}");
}

/// Occasional bytes must not keep one of the 64 connections open.
#[test]
fn a_head_that_drips_is_given_up() {
    let mut board = Board::start(&[]);
    let host = board.host();
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    stream.set_read_timeout(Some(Duration::from_secs(1))).expect("a timeout");
    let start = Instant::now();
    for byte in format!("GET / HTTP/1.1\r\nHost: {host}\r\nA: {}", "x".repeat(20)).bytes() {
        if stream.write_all(&[byte]).is_err() {
            break;
        }
        match stream.read(&mut [0]) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            // The server has closed it.
            _ => break,
        }
    }
    let seconds = start.elapsed().as_secs();
    assert!((4..10).contains(&seconds), "{seconds} s");
    assert_eq!(board.end(Signal::SIGTERM), Some(0));
}

#[test]
fn a_line_that_is_too_long_is_refused_with_the_limit() {
    const REFUSAL: &str = "a line of more than 2000000 bytes";
    let board = Board::start(&[]);
    let host = board.host();
    let (_, query) = board.address.split_once('?').expect("a token");
    let mut request =
        format!("ws://{host}/session?{query}").into_client_request().expect("an address");
    let origin = format!("http://{host}").parse().expect("an origin");
    request.headers_mut().insert("Origin", origin);
    let stream = TcpStream::connect(host).expect("somebody listens");
    let (mut socket, _) = tungstenite::client(request, stream).expect("a session");
    answer(&mut socket);
    let file = |bytes: usize| {
        let line = r#"read "Base;InProgress;White[2];wS1;bS1 wS1-"#;
        Message::text(format!("{line}{}\"", " ".repeat(bytes - 1 - line.len())))
    };
    socket.send(file(2_000_000)).expect("it reads");
    let lines = answer(&mut socket);
    assert!(lines.starts_with(r#"{"format":"gamestrings","games":[{"#), "{lines}");
    socket.send(file(2_000_001)).expect("it reads");
    assert_eq!(answer(&mut socket), format!("err {REFUSAL}\n"));
    socket.send(Message::text("newgame Base")).expect("the session goes on");
    assert_eq!(answer(&mut socket), "Base;NotStarted;White[1]\n");
    // A far longer message ends the session.
    socket.send(file(20_000_000)).expect("it is read");
    match socket.read() {
        Ok(Message::Close(Some(frame))) => assert_eq!(frame.reason.as_str(), REFUSAL),
        other => panic!("{other:?}"),
    }
}

/// The lines up to `ok`.
fn answer(socket: &mut WebSocket<TcpStream>) -> String {
    let mut lines = String::new();
    loop {
        let line = socket.read().expect("a message").into_text().expect("a line");
        if line.as_str() == "ok" {
            return lines;
        }
        lines.push_str(&line);
        lines.push('\n');
    }
}

/// Addresses are opened by `xdg-open` on Linux; this one is a fake.
#[cfg(target_os = "linux")]
#[test]
fn a_browser_is_opened_unless_none_shall_be() {
    use std::os::unix::fs::PermissionsExt;

    let name = format!("opener-{}", std::process::id());
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir(&folder).expect("a folder");
    let opener = folder.join("xdg-open");
    let script = "#!/bin/sh\necho \"$1\" >\"${0%/*}/opened.$OPENER\"\n";
    std::fs::write(&opener, script).expect("a script");
    std::fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).expect("it can be run");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", folder.display());
    let board = |name: &str, arguments: &[&str]| {
        let mut command = command(&[&["board"], arguments].concat());
        Board::start_as(command.env("PATH", &path).env("OPENER", name))
    };
    let asked_for = |name: &str| std::fs::read_to_string(folder.join(format!("opened.{name}")));
    let _quiet = board("quiet", &["--no-open"]);
    let usual = board("usual", &[]);
    let start = Instant::now();
    while asked_for("usual").unwrap_or_default().trim_end() != usual.address {
        assert!(start.elapsed() < Duration::from_secs(20), "no browser is opened");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(asked_for("quiet").is_err());
    std::fs::remove_dir_all(folder).expect("nobody needs it any more");
}
