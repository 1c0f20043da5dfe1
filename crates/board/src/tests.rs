//! Forged requests, and sessions that end with their pages.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

use super::{Board, BoardSettings};
use waggle_hive_session::Options;
use waggle_hive_uhp::MAX_LINE_LEN;

/// Starts a board in the background; returns its port and token.
fn board(max_sessions: usize) -> (u16, String) {
    let options = Options { threads: 1, table_mib: 1, ..Options::default() };
    let board =
        Board::listen(0, BoardSettings { options, max_sessions, public_address: String::new() })
            .unwrap();
    let address = board.address().unwrap();
    let (port, token) =
        address.strip_prefix("http://127.0.0.1:").unwrap().split_once("/?token=").unwrap();
    thread::spawn(move || board.serve());
    (port.parse().unwrap(), token.to_owned())
}

fn status(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    // The server does not close a session, so only the status line is read.
    let mut byte = [0];
    while !answer.ends_with("\r\n") && stream.read(&mut byte).unwrap() > 0 {
        answer.push(byte[0].into());
    }
    answer.trim_end().strip_prefix("HTTP/1.1 ").unwrap().to_owned()
}

fn get(port: u16, path: &str, headers: &[(&str, &str)]) -> String {
    let mut request = format!("GET {path} HTTP/1.1\r\n");
    for (name, value) in headers {
        request = request + name + ": " + value + "\r\n";
    }
    status(port, &(request + "\r\n"))
}

/// The headers of a browser that opens a session, from this origin.
fn upgrade<'a>(host: &'a str, origin: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("Host", host),
        ("Origin", origin),
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ]
}

#[test]
fn the_page_is_for_this_machine_alone() {
    let (port, _) = board(1);
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        assert_eq!(get(port, "/", &[("Host", &host)]), "200 OK");
        assert_eq!(get(port, "/js/main.js", &[("Host", &host)]), "200 OK");
        assert_eq!(get(port, "/js/none.js", &[("Host", &host)]), "404 Not Found");
        assert_eq!(get(port, "/../Cargo.toml", &[("Host", &host)]), "404 Not Found");
    }
    let evil = format!("evil.example:{port}");
    for headers in [vec![], vec![("Host", evil.as_str())], vec![("Host", "127.0.0.1")]] {
        assert_eq!(get(port, "/", &headers), "403 Forbidden", "{headers:?}");
    }
    let host = format!("127.0.0.1:{port}");
    assert_eq!(get(port, "/", &[("Host", &host), ("Host", &evil)]), "403 Forbidden");
    let request = format!("POST / HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert_eq!(status(port, &request), "405 Method Not Allowed");
    assert_eq!(status(port, "hello\r\n\r\n"), "400 Bad Request");
}

#[test]
fn the_engine_is_for_the_page_alone() {
    let (port, token) = board(1);
    let host = format!("127.0.0.1:{port}");
    let own = format!("http://{host}");
    let engine = format!("/engine.json?token={token}");
    assert_eq!(get(port, &engine, &[("Host", &host)]), "200 OK");
    assert_eq!(get(port, &engine, &[("Host", &host), ("Origin", &own)]), "200 OK");
    for origin in ["http://evil.example", "null", "https://evil.example", ""] {
        let headers = [("Host", host.as_str()), ("Origin", origin)];
        assert_eq!(get(port, &engine, &headers), "403 Forbidden", "{origin}");
    }
    for path in ["/engine.json", "/engine.json?token=", "/engine.json?token=0"] {
        assert_eq!(get(port, path, &[("Host", &host)]), "403 Forbidden", "{path}");
    }
}

#[test]
fn a_session_needs_the_origin_and_the_token() {
    let (port, token) = board(1);
    let host = format!("127.0.0.1:{port}");
    let own = format!("http://{host}");
    let openings = format!("/openings?token={token}");
    let session = format!("/session?token={token}");
    let evil = format!("http://evil.example:{port}");
    assert_eq!(get(port, &session, &upgrade(&host, &evil)), "403 Forbidden");
    assert_eq!(get(port, &session, &upgrade(&host, "null")), "403 Forbidden");
    assert_eq!(get(port, &session, &upgrade("evil.example", &own)), "403 Forbidden");
    assert_eq!(get(port, "/session?token=x", &upgrade(&host, &own)), "403 Forbidden");
    let without: Vec<_> =
        upgrade(&host, &own).into_iter().filter(|header| header.0 != "Origin").collect();
    assert_eq!(get(port, &session, &without), "403 Forbidden");
    let plain = [("Host", host.as_str()), ("Origin", own.as_str())];
    assert_eq!(get(port, &session, &plain), "426 Upgrade Required");
    assert_eq!(get(port, &session, &upgrade(&host, &own)), "101 Switching Protocols");
    assert_eq!(get(port, "/openings?token=x", &upgrade(&host, &own)), "403 Forbidden");
    assert_eq!(get(port, &openings, &upgrade(&host, &evil)), "403 Forbidden");
    assert_eq!(get(port, &openings, &plain), "426 Upgrade Required");
}

/// Opens a WebSocket as a page does.
fn connect(port: u16, token: &str, path: &str) -> WebSocket<TcpStream> {
    let host = format!("127.0.0.1:{port}");
    let mut request = format!("ws://{host}/{path}?token={token}").into_client_request().unwrap();
    request.headers_mut().insert("Origin", format!("http://{host}").parse().unwrap());
    let stream = TcpStream::connect(&host).unwrap();
    tungstenite::client(request, stream).unwrap().0
}

/// Opens a session as a page does; if refused, the reason.
fn open(port: u16, token: &str) -> Result<WebSocket<TcpStream>, String> {
    let mut socket = connect(port, token, "session");
    // The page sends this at once.
    socket.send(Message::text("options get Level")).unwrap();
    if let Message::Close(frame) = socket.read().unwrap() {
        return Err(frame.unwrap().reason.to_string());
    }
    reply(&mut socket);
    assert!(reply(&mut socket)[0].starts_with("Level;int;"));
    Ok(socket)
}

/// The lines up to `ok`.
fn reply(socket: &mut WebSocket<TcpStream>) -> Vec<String> {
    let mut lines = vec![];
    loop {
        let line = socket.read().unwrap().into_text().unwrap().to_string();
        if line == "ok" {
            return lines;
        }
        lines.push(line);
    }
}

fn ask(socket: &mut WebSocket<TcpStream>, line: &str) -> Vec<String> {
    socket.send(Message::text(line)).unwrap();
    reply(socket)
}

#[test]
fn a_session_answers_and_can_be_stopped() {
    let (port, token) = board(1);
    let mut socket = open(port, &token).unwrap();
    assert_eq!(ask(&mut socket, "newgame Base"), ["Base;NotStarted;White[1]"]);
    assert_eq!(ask(&mut socket, "play\nwS1"), ["Base;InProgress;Black[1];wS1"], "one line");
    socket.send(Message::text("analyze")).unwrap();
    socket.send(Message::text("stop")).unwrap();
    assert!(reply(&mut socket).last().unwrap().contains(r#""kind":"result""#));
}

#[test]
fn openings_of_a_file_are_explored_by_as_many_pages_as_there_is_room_for() {
    let (port, token) = board(1);
    let mut sockets: Vec<_> = (0..4).map(|_| connect(port, &token, "openings")).collect();
    for socket in &mut sockets {
        socket.send(Message::binary(b"a.txt\nBase;WhiteWins;;wS1;bS1 wS1-\n".to_vec())).unwrap();
        let read = socket.read().unwrap().into_text().unwrap();
        assert!(read.contains(r#""is_done":true"#) && read.contains(r#""games":1"#), "{read}");
    }
    let question = r#"{"played":{"game":"Base","wanted":{}}}"#;
    sockets[0].send(Message::text(question)).unwrap();
    let played = sockets[0].read().unwrap().into_text().unwrap();
    assert!(played.starts_with(r#"{"played":{"counted":1,"games":1,"#), "{played}");
    let Message::Close(Some(frame)) = connect(port, &token, "openings").read().unwrap() else {
        panic!("there is no room");
    };
    assert!(frame.reason.starts_with("too many opening explorers"), "{}", frame.reason);
}

#[test]
fn the_page_knows_the_longest_line() {
    let (script, _) = waggle_hive_page::find("js/engine/uhp_client.js").unwrap();
    let script = std::str::from_utf8(script).unwrap();
    let (_, rest) = script.split_once("const MAX_LINE_BYTES = ").unwrap();
    let number = rest.split(';').next().unwrap().replace('_', "");
    assert_eq!(number, MAX_LINE_LEN.to_string());
}

#[test]
fn a_session_ends_with_its_page_and_makes_room() {
    let (port, token) = board(1);
    let mut socket = open(port, &token).unwrap();
    let refusal = open(port, &token).err();
    assert_eq!(refusal.as_deref(), Some("too many sessions: close another page of this board"));
    for command in
        ["analyze", "bestmove time 10:00:00", "solve plies 11", "review seconds 1000", "perft 20"]
    {
        ask(&mut socket, "newgame Base+MLP;;;wL;bL wL-;wQ -wL;bQ bL/");
        socket.send(Message::text(command)).unwrap();
        drop(socket);
        let start = Instant::now();
        socket = loop {
            assert!(start.elapsed() < Duration::from_secs(3), "{command} still runs");
            match open(port, &token) {
                Ok(socket) => break socket,
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        };
    }
}
