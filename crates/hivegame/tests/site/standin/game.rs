//! A game as the site keeps it.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules::{Color, Game, Move, Outcome};

/// A game between the bot and somebody.
pub(crate) struct SiteGame {
    pub(crate) id: String,
    pub(crate) game: Game,
    history: Vec<(String, String)>,
    pub(crate) bot: Color,
    pub(crate) opponent: String,
    pub(crate) is_rated: bool,
    pub(crate) base: u64,
    pub(crate) increment: u64,
    /// Seconds, of White and Black.
    pub(crate) left: [f64; 2],
    /// When the clocks showed that.
    pub(crate) since: Instant,
    last_interaction: String,
    updated_at: String,
    pub(crate) controls: Vec<(usize, Value)>,
    pub(crate) status: Value,
    pub(crate) conclusion: &'static str,
    pub(crate) is_over: bool,
    /// When the opponent does something; `None` if it has gone away.
    pub(crate) acts_at: Option<Instant>,
    /// The number of plies that were played before the bot saw it.
    pub(crate) first_ply: usize,
}

/// The name of the bot.
pub(crate) const BOT: &str = "waggle";

/// An instant that is later than all before.
fn stamp() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_micros() as u64;
    let last = LAST.fetch_max(now, Ordering::SeqCst);
    let micros = if now > last { now } else { LAST.fetch_add(1, Ordering::SeqCst) + 1 };
    let time = time::OffsetDateTime::from_unix_timestamp((micros / 1_000_000) as i64);
    let time = time.expect("a date");
    let (hour, minute, second) = time.to_hms();
    format!("{}T{hour:02}:{minute:02}:{second:02}.{:06}Z", time.date(), micros % 1_000_000)
}

impl SiteGame {
    pub(crate) fn new(
        id: String,
        game: &Game,
        bot: Color,
        opponent: &str,
        clock: (u64, u64),
    ) -> Self {
        let (base, increment) = clock;
        let now = stamp();
        let mut site = Self {
            id,
            history: vec![],
            bot,
            opponent: opponent.to_owned(),
            is_rated: false,
            base,
            increment,
            left: [base as f64; 2],
            since: Instant::now(),
            last_interaction: now.clone(),
            updated_at: now,
            controls: vec![],
            status: json!("NotStarted"),
            conclusion: "Unknown",
            is_over: false,
            acts_at: None,
            first_ply: game.moves().len(),
            game: game.restarted(),
        };
        for mv in game.moves() {
            site.put(mv);
        }
        site
    }

    pub(crate) fn to_move(&self) -> Color {
        self.game.position().side_to_move()
    }

    pub(crate) fn plies(&self) -> usize {
        self.history.len()
    }

    /// What the player to move has left.
    pub(crate) fn left_to_move(&self) -> f64 {
        let left = self.left[self.to_move() as usize];
        if self.plies() < 2 { left } else { left - self.since.elapsed().as_secs_f64() }
    }

    /// Puts a move on the board, spelled in another way if there is one.
    fn put(&mut self, mv: Move) {
        let text = respelled(&self.game, mv);
        let (piece, place) = text.split_once(' ').unwrap_or((&text, ""));
        self.history.push((piece.to_owned(), place.to_owned()));
        self.game.play(mv).expect("a legal move");
    }

    /// A move of the player to move, with its clock and what follows by the rules.
    pub(crate) fn play(&mut self, mv: Move) {
        let mover = self.to_move();
        if self.plies() >= 2 {
            self.left[mover as usize] = self.left_to_move() + self.increment as f64;
        }
        self.put(mv);
        self.interacted();
        self.status = json!("InProgress");
        if let Some(offer) = self.open_offer() {
            // Any move refuses an open offer.
            let (word, by) = if offer.get("DrawOffer").is_some() {
                ("DrawReject", offer["DrawOffer"].clone())
            } else {
                ("TakebackReject", offer["TakebackRequest"].clone())
            };
            let other = if by == json!("White") { "Black" } else { "White" };
            self.controls.push((self.plies(), json!({ word: other })));
        }
        if self.game.outcome().is_none() && self.game.position().legal_moves() == [Move::Pass] {
            self.put(Move::Pass);
        }
        match self.game.outcome() {
            Some(Outcome::Win(winner)) => {
                self.end(json!({"Finished": {"Winner": name(winner)}}), "Board");
            }
            Some(Outcome::Draw) => self.end(json!({"Finished": "Draw"}), "Board"),
            None if self.game.is_threefold() => {
                self.end(json!({"Finished": "Draw"}), "Repetition");
            }
            None => {}
        }
    }

    /// The last entry, if it is an offer of this turn.
    pub(crate) fn open_offer(&self) -> Option<Value> {
        let (turn, said) = self.controls.last()?;
        let is_offer = said.get("DrawOffer").is_some() || said.get("TakebackRequest").is_some();
        (is_offer && (*turn == self.plies() || *turn + 1 == self.plies())).then(|| said.clone())
    }

    pub(crate) fn take_back(&mut self) {
        let is_pass = self.history.last().is_some_and(|(piece, _)| piece == "pass");
        for _ in 0..=usize::from(is_pass) {
            self.history.pop();
            self.game.undo();
        }
        self.interacted();
    }

    pub(crate) fn end(&mut self, status: Value, conclusion: &'static str) {
        self.is_over = true;
        self.status = status;
        self.conclusion = conclusion;
        self.acts_at = None;
        self.touched();
    }

    /// The clocks count from now on.
    pub(crate) fn interacted(&mut self) {
        self.since = Instant::now();
        self.touched();
        self.last_interaction.clone_from(&self.updated_at);
    }

    pub(crate) fn touched(&mut self) {
        self.updated_at = stamp();
    }

    /// The game as both lines of the site's code write it: with the fields of the bots' line, or
    /// with those of the tournaments' line.
    pub(crate) fn response(&self) -> Value {
        let user = |color: Color| {
            let is_bot = color == self.bot;
            let name = if is_bot { BOT } else { &self.opponent };
            json!({"username": name, "uid": format!("uid-{name}"), "patreon": false, "bot": is_bot,
                "admin": false, "deleted": false, "ratings": {"Blitz": {"rating": 1500}},
                "takeback": "Always", "lang": null})
        };
        let left = |color: Color| {
            let seconds = self.left[color as usize].max(0.0);
            json!({"secs": seconds as u64, "nanos": (seconds.fract() * 1e9) as u32})
        };
        let mut response = json!({
            "uuid": format!("uuid-{}", self.id), "game_id": self.id, "tournament": null,
            "current_player_id": "wrong after a takeback", "turn": self.plies(),
            "finished": self.is_over, "game_status": self.status,
            "game_type": self.type_name(), "tournament_queen_rule": true,
            "white_player": user(Color::White), "black_player": user(Color::Black),
            "moves": {"bL": [{"q": 17, "r": 15}]}, "spawns": [{"q": 18, "r": 16}],
            "rated": self.is_rated, "reserve_black": {}, "reserve_white": {},
            "history": self.history, "game_control_history": self.controls,
            "white_rating": 1500.0, "black_rating": null, "white_rating_change": null,
            "black_rating_change": null, "time_mode": "RealTime", "time_base": self.base,
            "time_increment": self.increment, "speed": "Blitz",
            "black_time_left": left(Color::Black), "white_time_left": left(Color::White),
            "last_interaction": self.last_interaction, "created_at": self.updated_at,
            "updated_at": self.updated_at, "hashes": [u64::MAX], "conclusion": self.conclusion,
            "repetitions": [], "game_start": "Moves", "move_times": [null, 5],
            "tournament_game_result": "Unknown"
        });
        let fields = response.as_object_mut().expect("an object");
        if self.id.len().is_multiple_of(2) {
            fields.insert("game_speed".to_owned(), json!("Blitz"));
        } else {
            for (field, value) in [
                ("white_berserked", json!(false)),
                ("black_berserked", json!(false)),
                ("finished_at", Value::Null),
                ("arena_move_due_at", Value::Null),
            ] {
                fields.insert(field.to_owned(), value);
            }
        }
        response
    }

    /// The game as a row of the older interface.
    pub(crate) fn row(&self) -> Value {
        let nanos = |color: Color| (self.left[color as usize].max(0.0) * 1e9) as i64;
        let uid = |color: Color| {
            if color == self.bot { format!("uid-{BOT}") } else { format!("uid-{}", self.opponent) }
        };
        let moves: Vec<String> =
            self.history.iter().map(|(piece, place)| format!("{piece} {place};")).collect();
        let history = moves.concat();
        json!({"id": self.id.len(), "nanoid": self.id, "white_id": uid(Color::White),
            "black_id": uid(Color::Black), "history": history,
            "game_type": self.game.game_type().to_string(), "finished": self.is_over,
            "game_status": self.status.to_string(), "turn": self.plies(), "time_mode": "RealTime",
            "time_increment": self.increment, "white_time_left": nanos(Color::White),
            "black_time_left": nanos(Color::Black), "last_interaction": self.last_interaction,
            "updated_at": self.updated_at, "conclusion": self.conclusion, "rated": self.is_rated})
    }

    fn type_name(&self) -> String {
        let name = self.game.game_type().to_string();
        name.strip_prefix("Base+").unwrap_or(&name).to_owned()
    }
}

pub(crate) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The move by another neighbor than ours, if there is one.
fn respelled(game: &Game, mv: Move) -> String {
    let position = game.position();
    let usual = move_string(position, mv);
    let Some((piece, _)) = usual.split_once(' ') else { return usual };
    for neighbor in position.pieces_on_table() {
        for form in ["N-", "N/", "N\\", "-N", "/N", "\\N"] {
            let text = format!("{piece} {}", form.replace('N', &neighbor.to_string()));
            if text != usual && parse_move(position, &text) == Ok(mv) {
                return text;
            }
        }
    }
    usual
}
