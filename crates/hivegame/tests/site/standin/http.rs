//! The requests over HTTP.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::game::BOT;
use super::server::{PASSWORD, Shared, TOKEN};

/// A request.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) bearer: String,
    pub(super) body: Value,
}

/// Reads one request and answers it.
pub(super) fn answer(
    stream: TcpStream,
    reply: impl FnOnce(&Request) -> (u16, Value),
) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (mut length, mut bearer) = (0, String::new());
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        let Some((name, value)) = header.trim().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().expect("a length"),
            "authorization" => {
                value.trim().trim_start_matches("Bearer ").clone_into(&mut bearer);
            }
            "user-agent" => assert!(value.trim().starts_with("waggle/"), "{value}"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let request = Request { method: method.to_owned(), path: path.to_owned(), bearer, body };
    let (status, reply) = reply(&request);
    let text = if reply.is_null() { String::new() } else { reply.to_string() };
    write!(
        reader.get_mut(),
        "HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    )
}

/// What the site answers to a bot.
pub(super) fn reply(shared: &Shared, request: &Request) -> (u16, Value) {
    let Request { method, path, bearer, body } = request;
    if path == "/api/v1/auth/token" {
        return token(shared, body);
    }
    if path == "/api/v1/auth/whoami" && bearer == TOKEN {
        return (200, json!({"success": true, "data": {"username": BOT}}));
    }
    if !shared.is_deaf() || !shared.tokens.lock().expect("not poisoned").contains(bearer) {
        return (401, json!({"success": false, "data": {"error": "the token"}}));
    }
    let success = |data: Value| (200, json!({"success": true, "data": data}));
    let granted = |is_granted: bool| (200, json!({"success": is_granted, "data": {"error": "no"}}));
    let mut world = shared.world();
    world.is_signed_in = true;
    match (method.as_str(), path.as_str()) {
        ("GET", "/api/v1/bot/games/pending") => success(json!({"games": world.rows(true)})),
        ("GET", "/api/v1/bot/games/ongoing") => success(json!({"games": world.rows(false)})),
        ("GET", "/api/v1/bot/challenges/") => {
            success(json!({"challenges": world.open_challenges()}))
        }
        ("POST", "/api/v1/bot/games/play") => {
            let text = |field: &str| body[field].as_str().expect("a text").to_owned();
            let is_granted = world.play(&text("game_id"), &text("piece_pos"));
            granted(is_granted)
        }
        ("GET", path) => {
            if let Some(id) = path.strip_prefix("/api/v1/bot/challenge/accept/") {
                let is_granted = world.accept(id);
                return granted(is_granted);
            }
            let id = path.strip_prefix("/api/v1/bot/game/").unwrap_or_default();
            let games: Vec<Value> = world.row(id).into_iter().collect();
            success(json!({ "games": games }))
        }
        ("DELETE", path) => {
            let id = path.trim_start_matches("/api/v1/bot/challenge/");
            let is_granted = world.decline(id);
            granted(is_granted)
        }
        _ => (404, Value::Null),
    }
}

fn token(shared: &Shared, body: &Value) -> (u16, Value) {
    if body["password"] != json!(PASSWORD) || body["email"] != json!("bot@example.org") {
        return (400, json!({"success": false, "data": {"message": "Invalid credentials"}}));
    }
    let mut tokens = shared.tokens.lock().expect("not poisoned");
    let token = format!("token-{}", tokens.len() + 1);
    let mut world = shared.world();
    world.report.tokens += 1;
    let share = world.plan.faults.expired;
    if !world.chance(share) {
        tokens.insert(token.clone());
    }
    (200, json!({"success": true, "data": {"token": token}}))
}
