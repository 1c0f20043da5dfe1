//! Connections to the stand-in.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::handshake::server::Request as Handshake;
use tungstenite::{Message, WebSocket};
use waggle_hive_hivegame::{Credentials, Secret};

use super::game::BOT;
use super::http;
use super::world::{Plan, Report, World};

/// The password of the account `bot@example.org`.
pub(crate) const PASSWORD: &str = "correct horse";

pub(crate) fn password() -> Credentials {
    Credentials::Password(Secret::new(PASSWORD))
}

/// A personal token of that account.
pub(crate) const TOKEN: &str = "personal-7";

/// The stand-in, until it is dropped.
pub(crate) struct Standin {
    pub(crate) address: String,
    shared: Arc<Shared>,
}

/// What its threads share.
pub(super) struct Shared {
    pub(super) world: Mutex<World>,
    pub(super) tokens: Mutex<BTreeSet<String>>,
    /// It does not answer text frames, like older code.
    is_deaf: bool,
    is_over: AtomicBool,
    /// The number of the connection that is signed in.
    current: AtomicUsize,
    number: AtomicUsize,
}

impl Standin {
    pub(crate) fn start(plan: Plan) -> Self {
        Self::new(plan, false)
    }

    /// One that ignores the frames of sockets.
    pub(crate) fn deaf(plan: Plan) -> Self {
        Self::new(plan, true)
    }

    fn new(plan: Plan, is_deaf: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(plan)),
            tokens: Mutex::default(),
            is_deaf,
            is_over: AtomicBool::new(false),
            current: AtomicUsize::new(0),
            number: AtomicUsize::new(0),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if accepting.is_over.load(Ordering::Relaxed) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let shared = Arc::clone(&accepting);
                thread::spawn(move || shared.serve(stream));
            }
        });
        let ticking = Arc::clone(&shared);
        thread::spawn(move || {
            while !ticking.is_over.load(Ordering::Relaxed) {
                ticking.world().tick();
                thread::sleep(Duration::from_millis(4));
            }
        });
        Self { address, shared }
    }

    /// How many games have ended.
    pub(crate) fn ended(&self) -> usize {
        self.shared.world().ended()
    }

    pub(crate) fn is_deaf(&self) -> bool {
        self.shared.is_deaf
    }

    /// Whether the bot is to move in a game.
    pub(crate) fn awaits_bot(&self) -> bool {
        !self.shared.world().urgent().is_empty()
    }

    pub(crate) fn report(&self) -> Report {
        self.shared.world().report.clone()
    }
}

impl Drop for Standin {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // It waits for a connection.
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

impl Shared {
    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_deaf(&self) -> bool {
        self.is_deaf
    }

    fn serve(&self, stream: TcpStream) {
        let mut start = [0; 7];
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        while stream.peek(&mut start).is_ok_and(|length| (1..7).contains(&length)) {}
        if self.world().is_being_replaced() {
            let _ = http::answer(stream, |_| (503, Value::Null));
        } else if start.starts_with(b"GET /ws") {
            // The client may go away at any time.
            let _ = self.socket(stream);
        } else {
            let _ = http::answer(stream, |request| http::reply(self, request));
        }
    }

    fn socket(&self, stream: TcpStream) -> io::Result<()> {
        let raw = stream.try_clone()?;
        stream.set_nodelay(true)?;
        let mut is_personal = false;
        #[allow(clippy::result_large_err, reason = "the error is of tungstenite's own type")]
        let note = |request: &Handshake, answer| {
            let bearer = request.headers().get("Authorization");
            is_personal = bearer.is_some_and(|it| *it == format!("Bearer {TOKEN}"));
            Ok(answer)
        };
        let mut socket = tungstenite::accept_hdr(stream, note)
            .map_err(|error| io::Error::other(error.to_string()))?;
        raw.set_read_timeout(Some(Duration::from_millis(3)))?;
        let number = self.number.fetch_add(1, Ordering::Relaxed) + 1;
        let anonymous = json!({"Ok": {"LobbySnapshot": {"urgent_games": [], "challenges": [],
            "tv_games": [], "online_users": []}}});
        say(&mut socket, &anonymous)?;
        if is_personal {
            self.sign_in(number);
        }
        let ended = self.talk(&mut socket, &raw, number, is_personal);
        let _ = self.current.compare_exchange(number, 0, Ordering::SeqCst, Ordering::SeqCst);
        if self.current.load(Ordering::SeqCst) == 0 {
            self.world().is_signed_in = false;
        }
        ended
    }

    fn sign_in(&self, number: usize) {
        self.current.store(number, Ordering::SeqCst);
        let mut world = self.world();
        world.report.connections += 1;
        if let Some(at) = world.dropped_at.take() {
            let report = &mut world.report;
            report.longest_absence = report.longest_absence.max(at.elapsed());
        }
        world.greet();
    }

    fn talk(
        &self,
        socket: &mut WebSocket<TcpStream>,
        raw: &TcpStream,
        number: usize,
        mut is_signed_in: bool,
    ) -> io::Result<()> {
        let (mut pinged, mut nonce) = (None::<Instant>, 0_u64);
        while !self.is_over.load(Ordering::Relaxed) {
            if is_signed_in {
                if self.current.load(Ordering::SeqCst) != number {
                    return Ok(());
                }
                let now = Instant::now();
                let due: Vec<String> = {
                    let mut world = self.world();
                    let (due, later): (Vec<_>, Vec<_>) =
                        world.frames.drain(..).partition(|(at, _)| *at <= now);
                    world.frames = later;
                    due.into_iter().map(|(_, text)| text).collect()
                };
                for text in due {
                    socket.send(Message::text(text)).map_err(io::Error::other)?;
                }
                if std::mem::take(&mut self.world().drops) {
                    self.world().note_drop();
                    return raw.shutdown(Shutdown::Both);
                }
            }
            // At once, too: the games may be over in less than a second.
            if pinged.is_none_or(|at| at.elapsed() >= Duration::from_secs(1)) {
                pinged = Some(Instant::now());
                nonce += 1;
                // Numbers of all 64 bits.
                say(socket, &json!({"Ok": {"Ping": {"nonce": u64::MAX - nonce, "value": 12.5}}}))?;
                if nonce.is_multiple_of(5) {
                    socket.send(Message::Ping(vec![].into())).map_err(io::Error::other)?;
                }
            }
            let text = match socket.read() {
                Ok(Message::Text(text)) => text.as_str().to_owned(),
                Ok(Message::Close(_)) => return Ok(()),
                Ok(_) => continue,
                Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                    continue;
                }
                Err(error) => return Err(io::Error::other(error)),
            };
            if self.is_deaf {
                continue;
            }
            let request: Value = serde_json::from_str(&text).expect("requests are JSON");
            if let Some(answered) = request["Pong"].as_u64() {
                let mut world = self.world();
                world.report.pongs += 1;
                if let Some(pinged) = pinged.filter(|_| answered == u64::MAX - nonce) {
                    let report = &mut world.report;
                    report.slowest_pong = report.slowest_pong.max(pinged.elapsed());
                }
            } else if let Some(token) = request["Auth"].as_str() {
                if is_signed_in {
                    say(socket, &json!({"Ok": {"Error": "Already authenticated"}}))?;
                } else if self.tokens.lock().expect("not poisoned").remove(token) {
                    say(socket, &json!({"Ok": {"AuthOk": {"username": BOT}}}))?;
                    is_signed_in = true;
                    self.sign_in(number);
                } else {
                    self.world().report.refused_tokens += 1;
                    say(socket, &json!({"Ok": {"Error": "Auth failed"}}))?;
                }
            } else if is_signed_in {
                let mut world = self.world();
                let is_move = request["Game"]["action"].get("Play").is_some();
                let share = world.plan.faults.dropped;
                let drops = is_move && world.chance(share);
                world.drops |= drops;
                // It counts, or is lost with the connection.
                if !drops || world.chance(0.5) {
                    world.hear(&request);
                }
            } else {
                say(socket, &json!({"Err": {"Unauthorized": {"reason": "Not authenticated"}}}))?;
            }
        }
        Ok(())
    }
}

fn say(socket: &mut WebSocket<TcpStream>, frame: &Value) -> io::Result<()> {
    socket.send(Message::text(frame.to_string())).map_err(io::Error::other)?;
    socket.get_mut().flush()
}
