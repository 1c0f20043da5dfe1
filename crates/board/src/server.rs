//! The server: a thread for each connection.

use std::io::{self, BufWriter};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde::Serialize;

use waggle_hive_core::rules::Game;
use waggle_hive_engine::document::Json;
use waggle_hive_engine::search::{Searcher, Settings};
use waggle_hive_session::{Options, Session};
use waggle_hive_uhp::serve;

use super::guard::{Guard, Refusal};
use super::head::Head;
use super::openings::explore;
use super::response;
use super::semaphore::Semaphore;
use super::timed_stream::TimedStream;
use super::wire::{self, Incoming, Outgoing};

/// The most connections at a time; a browser opens six for a page.
const MAX_CONNECTIONS: usize = 64;
/// The most opening explorers at a time, which keep games in memory.
const MAX_EXPLORERS: usize = 4;
/// How long a browser may take to send the head of a request, and to accept each write.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Settings of a board.
#[derive(Clone, Debug)]
pub struct BoardSettings {
    /// The initial options of sessions.
    pub options: Options,
    /// The most sessions at a time; a page has two.
    pub max_sessions: usize,
    /// Where links to games lead; empty if others cannot reach the page.
    pub public_address: String,
}

/// The engine, as the page sees it.
#[derive(Serialize)]
struct EngineDocument<'a> {
    engine: &'static str,
    threads: usize,
    table: usize,
    #[serde(skip_serializing_if = "str::is_empty")]
    public_address: &'a str,
}

/// The page with the native engine, on a port that only this machine can reach.
#[derive(Debug)]
pub struct Board {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// State shared by all connections.
#[derive(Debug)]
struct Shared {
    settings: BoardSettings,
    guard: Guard,
    sessions: Semaphore,
    explorers: Semaphore,
}

impl Board {
    /// Binds this port of the loopback interface; 0 binds any free one.
    pub fn listen(port: u16, settings: BoardSettings) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let guard = Guard::new(listener.local_addr()?.port());
        let sessions = Semaphore::new(settings.max_sessions);
        let explorers = Semaphore::new(MAX_EXPLORERS);
        Ok(Self { listener, shared: Arc::new(Shared { settings, guard, sessions, explorers }) })
    }

    /// The URL of the page, with the token for the engine.
    pub fn address(&self) -> io::Result<String> {
        let port = self.listener.local_addr()?.port();
        Ok(format!("http://127.0.0.1:{port}/?token={}", self.shared.guard.token()))
    }

    /// Serves browsers for as long as the process lives.
    pub fn serve(&self) -> io::Result<()> {
        let connections = Semaphore::new(MAX_CONNECTIONS);
        loop {
            let (stream, _) = match self.listener.accept() {
                Ok(connection) => connection,
                // The browser has already gone.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error),
            };
            let Some(permit) = connections.try_acquire() else { continue };
            let shared = Arc::clone(&self.shared);
            let answer = move || {
                if let Err(error) = shared.answer(&stream) {
                    log::debug!("a connection ended: {error}");
                }
                let _ = stream.shutdown(Shutdown::Both);
                drop(permit);
            };
            thread::Builder::new().name("connection".to_owned()).spawn(answer)?;
        }
    }
}

impl Shared {
    fn answer(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
        stream.set_nodelay(true)?;
        let mut out = BufWriter::new(stream);
        let Some(head) = Head::read(&mut TimedStream::new(stream, REQUEST_TIMEOUT))? else {
            return response::refusal(&mut out, "400 Bad Request", "expected a request", false);
        };
        let head_only = head.method == "HEAD";
        let forbidden = |out: &mut BufWriter<&TcpStream>, refusal: Refusal| {
            response::refusal(out, "403 Forbidden", &refusal.to_string(), head_only)
        };
        if let Err(refusal) = self.guard.admits_to_page(&head) {
            return forbidden(&mut out, refusal);
        }
        if !matches!(head.method.as_str(), "GET" | "HEAD") {
            return response::refusal(&mut out, "405 Method Not Allowed", "expected GET", false);
        }
        match head.path.as_str() {
            path @ ("session" | "openings") => match self.guard.admits_to_session(&head) {
                Ok(()) if path == "session" => {
                    let reason = "too many sessions: close another page of this board";
                    open(stream, &head, &mut out, &self.sessions, reason, |it| self.session(it))
                }
                Ok(()) => {
                    let reason = "too many opening explorers: close another page of this board";
                    open(stream, &head, &mut out, &self.explorers, reason, |it| {
                        explore(it.try_clone()?);
                        Ok(())
                    })
                }
                Err(refusal) => forbidden(&mut out, refusal),
            },
            "engine.json" => match self.guard.admits_to_engine(&head) {
                Ok(()) => {
                    let engine = self.engine().into_bytes();
                    response::contents(&mut out, "200 OK", &engine, "application/json", head_only)
                }
                Err(refusal) => forbidden(&mut out, refusal),
            },
            path => {
                if let Some((contents, kind)) = waggle_hive_page::find(path) {
                    return response::contents(&mut out, "200 OK", contents, kind, head_only);
                }
                let reason = "the page has no such file";
                response::refusal(&mut out, "404 Not Found", reason, head_only)
            }
        }
    }

    /// Describes the engine to the page.
    fn engine(&self) -> String {
        let Options { threads, table_mib, .. } = self.settings.options;
        let public_address = &self.settings.public_address;
        let engine = "native";
        Json(EngineDocument { engine, threads, table: table_mib, public_address }).to_string()
    }

    /// Runs a session until the page closes.
    fn session(&self, stream: &TcpStream) -> io::Result<()> {
        // The session sets the size of the table.
        let settings = Settings { table_mib: 1, ..Settings::default() };
        let session = Searcher::new(&settings)
            .and_then(|searcher| Session::with_options(searcher, self.settings.options.clone()));
        let mut session: Session<Searcher, Game> = match session {
            Ok(session) => session,
            Err(error) => {
                wire::refuse(TimedStream::new(stream, REQUEST_TIMEOUT), &error.to_string());
                return Ok(());
            }
        };
        let incoming = Incoming::new(stream.try_clone()?, session.control());
        let outgoing = Outgoing::new(stream.try_clone()?);
        serve(&mut session, incoming, outgoing, io::sink())
    }
}

/// Accepts a WebSocket and serves it, without time limits, until the page closes. If no place is
/// free, the page is told the reason.
fn open(
    stream: &TcpStream,
    head: &Head,
    out: &mut BufWriter<&TcpStream>,
    places: &Semaphore,
    no_place: &str,
    serve: impl FnOnce(&TcpStream) -> io::Result<()>,
) -> io::Result<()> {
    if !accept(head, out)? {
        return Ok(());
    }
    let Some(_permit) = places.try_acquire() else {
        wire::refuse(TimedStream::new(stream, REQUEST_TIMEOUT), no_place);
        return Ok(());
    };
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    serve(stream)
}

/// Accepts a WebSocket; false if the request asks for none, which is then refused.
fn accept(head: &Head, out: &mut BufWriter<&TcpStream>) -> io::Result<bool> {
    let head_only = head.method == "HEAD";
    let is_websocket =
        head.header("upgrade").is_some_and(|what| what.eq_ignore_ascii_case("websocket"));
    let Some(key) = head.header("sec-websocket-key").filter(|_| is_websocket) else {
        response::refusal(out, "426 Upgrade Required", "expected a WebSocket", head_only)?;
        return Ok(false);
    };
    if head.has_more {
        // A browser waits for the response before it sends more.
        let reason = "expected a request without a body";
        response::refusal(out, "400 Bad Request", reason, head_only)?;
        return Ok(false);
    }
    response::upgrade(out, key)?;
    Ok(true)
}
