//! The site with its players.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use waggle_hive_core::notation::{parse_game_type, parse_move};
use waggle_hive_core::rules::{Color, Game, Move};

use super::faults::Faults;
use super::game::{BOT, SiteGame, name};

/// Which games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The total number.
    pub(crate) games: usize,
    /// How many at a time.
    pub(crate) at_once: usize,
    /// Seconds, and the increment.
    pub(crate) clock: (u64, u64),
    /// What the clock of the bot shows when its first move is due, if less.
    pub(crate) short: Option<f64>,
    pub(crate) faults: Faults,
    /// Whether opponents ask for things, abort, and go away.
    pub(crate) is_lively: bool,
    pub(crate) seed: u64,
}

impl Plan {
    /// Games at five minutes each, without faults.
    pub(crate) fn calm(games: usize, at_once: usize, seed: u64) -> Self {
        Self {
            games,
            at_once,
            clock: (300, 5),
            short: None,
            faults: Faults::default(),
            is_lively: false,
            seed,
        }
    }
}

/// What was seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) ended: BTreeMap<&'static str, usize>,
    pub(crate) won: usize,
    pub(crate) drawn: usize,
    pub(crate) lost: usize,
    pub(crate) lost_on_time: usize,
    pub(crate) plies: usize,
    pub(crate) illegal: usize,
    /// Moves of the bot out of turn.
    pub(crate) untimely: Vec<String>,
    /// Requests that the site cannot read.
    pub(crate) unreadable: Vec<String>,
    pub(crate) drops: usize,
    pub(crate) connections: usize,
    /// The longest time from a dropped connection to the next one that signed in.
    pub(crate) longest_absence: Duration,
    /// Tokens that were given out, and those that were refused.
    pub(crate) tokens: usize,
    pub(crate) refused_tokens: usize,
    pub(crate) lost_frames: usize,
    pub(crate) takebacks: usize,
    pub(crate) takebacks_given: usize,
    pub(crate) offers: usize,
    pub(crate) draws_accepted: usize,
    pub(crate) passes: usize,
    pub(crate) pongs: usize,
    /// The longest time from a ping to its pong.
    pub(crate) slowest_pong: Duration,
    /// The longest time from an offer to its answer.
    pub(crate) slowest_answer: Duration,
    pub(crate) declined: usize,
}

/// The site.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) report: Report,
    rng: ChaCha8Rng,
    games: BTreeMap<String, SiteGame>,
    challenges: BTreeMap<String, (Value, Instant)>,
    begun: usize,
    number: usize,
    /// The frames to send, with their times; to the one who is signed in.
    pub(crate) frames: Vec<(Instant, String)>,
    pub(crate) is_signed_in: bool,
    /// The connection is to be dropped.
    pub(crate) drops: bool,
    /// When the last one was, until somebody signs in.
    pub(crate) dropped_at: Option<Instant>,
    /// Until when the site is being replaced.
    replaced_until: Option<Instant>,
    offered: BTreeMap<String, Instant>,
}

impl World {
    pub(crate) fn new(plan: Plan) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(plan.seed),
            plan,
            report: Report::default(),
            games: BTreeMap::new(),
            challenges: BTreeMap::new(),
            begun: 0,
            number: 0,
            frames: vec![],
            is_signed_in: false,
            drops: false,
            dropped_at: None,
            replaced_until: None,
            offered: BTreeMap::new(),
        }
    }

    /// Notes that the connection is dropped.
    pub(crate) fn note_drop(&mut self) {
        self.report.drops += 1;
        self.dropped_at = Some(Instant::now());
        if self.plan.faults.is_replaced {
            let time = Duration::from_millis(self.rng.random_range(200..600));
            self.replaced_until = Some(Instant::now() + time);
        }
    }

    pub(crate) fn is_being_replaced(&self) -> bool {
        self.replaced_until.is_some_and(|until| Instant::now() < until)
    }

    pub(crate) fn chance(&mut self, share: f64) -> bool {
        self.rng.random_bool(share)
    }

    pub(crate) fn ended(&self) -> usize {
        self.report.ended.values().sum()
    }

    /// Sends a frame, if nothing goes wrong.
    pub(crate) fn tell(&mut self, frame: &Value) {
        let faults = self.plan.faults;
        if !self.is_signed_in {
            return;
        }
        if self.chance(faults.unknown) {
            let odd = [json!({"Ok": {"Fireworks": [1]}}), json!("Hm"), json!({"Ok": "Later"})];
            let odd = &odd[self.rng.random_range(0..odd.len())];
            self.frames.push((Instant::now(), odd.to_string()));
        }
        if self.chance(faults.lost) {
            self.report.lost_frames += 1;
            return;
        }
        let copies = 1 + usize::from(self.chance(faults.repeated));
        for _ in 0..copies {
            let delay = if self.chance(faults.late) { self.rng.random_range(0..800) } else { 0 };
            self.frames.push((Instant::now() + Duration::from_millis(delay), frame.to_string()));
        }
    }

    /// What the one who has just signed in is told.
    pub(crate) fn greet(&mut self) {
        self.is_signed_in = true;
        self.frames.clear();
        let challenges: Vec<Value> = self.challenges.values().map(|(it, _)| it.clone()).collect();
        let snapshot = json!({"Ok": {"LobbySnapshot": {"tournament_invitations": [],
            "schedule_notifications": [], "urgent_games": self.urgent(), "challenges": challenges,
            "tv_games": [], "online_users": [], "tournament_organizer_invitations": []}}});
        self.tell(&snapshot);
    }

    pub(crate) fn urgent(&self) -> Vec<Value> {
        let is_due = |game: &&SiteGame| !game.is_over && game.to_move() == game.bot;
        self.games.values().filter(is_due).map(SiteGame::response).collect()
    }

    pub(crate) fn rows(&self, only_due: bool) -> Vec<Value> {
        let is_it = |game: &&SiteGame| !game.is_over && (!only_due || game.to_move() == game.bot);
        self.games.values().filter(is_it).map(SiteGame::row).collect()
    }

    pub(crate) fn row(&self, id: &str) -> Option<Value> {
        self.games.get(id).map(SiteGame::row)
    }

    pub(crate) fn open_challenges(&self) -> Vec<Value> {
        self.challenges.values().map(|(it, _)| it.clone()).collect()
    }

    /// A request of the bot.
    pub(crate) fn hear(&mut self, request: &Value) {
        let refusal = json!({"Err": {"Request": {"reason": "Unable to complete request"}}});
        if *request == json!("GetOngoingGames") {
            let games: Vec<Value> =
                self.games.values().filter(|it| !it.is_over).map(SiteGame::response).collect();
            self.tell(&json!({"Ok": {"Game": {"Ongoing": games}}}));
        } else if *request == json!("GetPendingGames") {
            let urgent = self.urgent();
            self.tell(&json!({"Ok": {"Game": {"Urgent": urgent}}}));
        } else if let Some(id) = request["GetGame"].as_str() {
            let found = self.games.get(id).map(SiteGame::response);
            let reply = found.map_or(refusal, |game| json!({"Ok": {"Game": {"Fetched": game}}}));
            self.tell(&reply);
        } else if let Some(id) = request["Game"]["game_id"].as_str() {
            let id = id.to_owned();
            if !self.act(&id, &request["Game"]["action"]) {
                self.tell(&refusal);
            }
        } else if let Some(id) = request["Challenge"]["Accept"].as_str() {
            let id = id.to_owned();
            self.accept(&id);
        } else if let Some(id) = request["Challenge"]["Delete"].as_str() {
            let id = id.to_owned();
            self.decline(&id);
        } else {
            self.report.unreadable.push(request.to_string());
        }
    }

    /// An action of the bot; whether it is granted.
    pub(crate) fn act(&mut self, id: &str, action: &Value) -> bool {
        let Some(game) = self.games.get_mut(id) else { return false };
        if *action == json!("Join") {
            return true;
        }
        if *action == json!("CheckTime") {
            self.check_clock(id);
            return true;
        }
        if game.is_over {
            return false;
        }
        if let Some(text) = action["Play"].as_str() {
            return self.play(id, text);
        }
        let ours = name(game.bot);
        let offer = game
            .open_offer()
            .filter(|_| game.controls.last().is_some_and(|(turn, _)| *turn == game.plies()));
        let Some((word, by)) = action["Control"].as_object().and_then(|it| it.iter().next()) else {
            self.report.unreadable.push(action.to_string());
            return false;
        };
        assert_eq!(by, ours, "the color of who says it");
        let wanted = match word.as_str() {
            "DrawAccept" | "DrawReject" => "DrawOffer",
            "TakebackAccept" | "TakebackReject" => "TakebackRequest",
            _ => panic!("{action}"),
        };
        let is_answer =
            offer.is_some_and(|offer| offer.get(wanted).is_some_and(|by| by != &json!(ours)));
        if !is_answer {
            return false;
        }
        if let Some(at) = self.offered.remove(id) {
            self.report.slowest_answer = self.report.slowest_answer.max(at.elapsed());
        }
        game.controls.push((game.plies(), json!({ word: ours })));
        game.touched();
        match word.as_str() {
            "DrawAccept" => {
                self.report.draws_accepted += 1;
                game.end(json!({"Finished": "Draw"}), "Draw");
            }
            "TakebackAccept" => {
                self.report.takebacks_given += 1;
                game.take_back();
            }
            _ => {}
        }
        self.schedule(id);
        self.react(id, &json!({"Control": {word: ours}}));
        true
    }

    /// A move of the bot; whether it is granted.
    pub(crate) fn play(&mut self, id: &str, text: &str) -> bool {
        let Some(game) = self.games.get_mut(id).filter(|game| !game.is_over) else { return false };
        if game.to_move() != game.bot {
            self.report.untimely.push(format!("{id}: {text} at ply {}", game.plies()));
            return false;
        }
        let Ok(mv) = parse_move(game.game.position(), text) else {
            self.report.illegal += 1;
            return false;
        };
        if mv == Move::Pass || game.game.position().objection_to(mv).is_some() {
            self.report.illegal += 1;
            return false;
        }
        if game.left_to_move() < 0.0 {
            self.check_clock(id);
            return false;
        }
        self.offered.remove(id);
        let plies = game.plies();
        game.play(mv);
        self.report.passes += game.plies() - plies - 1;
        self.report.plies += 1;
        self.schedule(id);
        self.news_of_move(id);
        true
    }

    /// When the opponent acts next.
    fn schedule(&mut self, id: &str) {
        let wait = Duration::from_millis(self.rng.random_range(5..60));
        let goes_away = self.plan.is_lively && self.rng.random_bool(0.003);
        let Some(game) = self.games.get_mut(id) else { return };
        let is_due = !game.is_over && game.to_move() != game.bot;
        game.acts_at = (is_due && !goes_away).then(|| Instant::now() + wait);
        if is_due && goes_away && game.plies() >= 2 {
            game.left[game.bot.other() as usize] = 1.0;
        } else if is_due && goes_away {
            game.acts_at = Some(Instant::now() + wait);
        }
    }

    /// In the order of the site: `Urgent`, what concerns others, what is removed, the Reaction.
    fn news_of_move(&mut self, id: &str) {
        let urgent = self.urgent();
        self.tell(&json!({"Ok": {"Game": {"Urgent": urgent}}}));
        self.tell(
            &json!({"Ok": {"UserStatus": {"status": "Online", "user": null, "username": "x"}}}),
        );
        if self.games.get(id).is_some_and(|game| game.is_over) {
            self.tell(&json!({"Ok": {"Game": {"OwnGameRemoved": id}}}));
        }
        self.react(id, &json!({"Turn": {"Move": [7, {"q": 16, "r": 16}]}}));
    }

    fn react(&mut self, id: &str, action: &Value) {
        let Some(game) = self.games.get(id) else { return };
        let reaction = json!({"Ok": {"Game": {"Reaction": {"game_action": action,
            "game": game.response(), "game_id": id, "user_id": "u", "username": "x"}}}});
        let is_over = game.is_over;
        self.tell(&reaction);
        if is_over {
            self.count(id);
        }
    }

    /// Counts a game that has just ended.
    fn count(&mut self, id: &str) {
        let Some(game) = self.games.get(id) else { return };
        let bot_won = game.status["Finished"]["Winner"] == json!(name(game.bot));
        let other_won = game.status["Finished"]["Winner"] == json!(name(game.bot.other()));
        let report = &mut self.report;
        *report.ended.entry(game.conclusion).or_default() += 1;
        report.won += usize::from(bot_won);
        report.lost += usize::from(other_won);
        report.drawn += usize::from(game.status["Finished"] == json!("Draw"));
        report.lost_on_time += usize::from(other_won && game.conclusion == "Timeout");
        if game.conclusion == "Aborted" {
            self.games.remove(id);
        }
    }

    fn check_clock(&mut self, id: &str) {
        let Some(game) = self.games.get_mut(id).filter(|game| !game.is_over) else { return };
        if game.left_to_move() >= 0.0 {
            return;
        }
        let loser = game.to_move();
        game.left[loser as usize] = 0.0;
        game.end(json!({"Finished": {"Winner": name(loser.other())}}), "Timeout");
        self.react(id, &json!("TimedOut"));
    }

    /// The players' own actions.
    pub(crate) fn tick(&mut self) {
        let now = Instant::now();
        let ids: Vec<String> = self.games.keys().cloned().collect();
        for id in ids {
            let Some(game) = self.games.get(&id).filter(|game| !game.is_over) else { continue };
            if game.to_move() == game.bot && game.left_to_move() < 0.0 {
                self.check_clock(&id);
            } else if game.acts_at.is_some_and(|at| at <= now) {
                self.opponent_acts(&id);
            }
        }
        let waiting = self.challenges.len();
        let running = self.games.values().filter(|game| !game.is_over).count();
        if self.is_signed_in
            && waiting + running < self.plan.at_once
            && self.begun < self.plan.games
        {
            self.begin();
        }
        // A challenge that the bot never heard of is made again.
        let old: Vec<String> = self
            .challenges
            .iter()
            .filter(|(_, (_, at))| at.elapsed() > Duration::from_secs(4))
            .map(|(id, _)| id.clone())
            .collect();
        for id in old {
            let Some((challenge, _)) = self.challenges.remove(&id) else { continue };
            self.tell(&json!({"Ok": {"Challenge": {"Direct": challenge}}}));
            self.challenges.insert(id, (challenge, now));
        }
    }

    fn begin(&mut self) {
        self.number += 1;
        let id = format!("G{:0width$}", self.number, width = 8 + self.number % 3);
        let who = format!("player{}", self.number);
        // Now and then something that the bot does not take.
        let is_odd = self.number.is_multiple_of(9);
        let (base, increment) = self.plan.clock;
        let game_type = ["Base+MLP", "MLP", "Base"][self.number % 3];
        let challenge = json!({"id": "u", "challenge_id": id,
            "challenger": {"username": who, "uid": format!("uid-{who}"), "bot": is_odd},
            "opponent": {"username": BOT, "uid": format!("uid-{BOT}"), "bot": true},
            "game_type": game_type, "rated": self.number.is_multiple_of(4), "visibility": "Direct",
            "color_choice": "Random", "created_at": "2026-08-04T18:00:00Z",
            "challenger_rating": 1500, "time_mode": "RealTime", "time_base": base,
            "time_increment": increment, "speed": "Blitz", "band_upper": null, "band_lower": null});
        self.begun += usize::from(!is_odd);
        self.tell(&json!({"Ok": {"Challenge": {"Direct": challenge}}}));
        self.challenges.insert(id, (challenge, Instant::now()));
    }

    pub(crate) fn accept(&mut self, id: &str) -> bool {
        let Some((challenge, _)) = self.challenges.remove(id) else {
            self.tell(&json!({"Ok": {"Challenge": {"Removed": id}}}));
            return false;
        };
        let game_type = challenge["game_type"].as_str().expect("a type");
        let game_type = parse_game_type(game_type).expect("a type");
        let bot = if self.rng.random_bool(0.5) { Color::White } else { Color::Black };
        let who = challenge["challenger"]["username"].as_str().expect("a name").to_owned();
        let start = if self.plan.is_lively && self.number.is_multiple_of(5) {
            before_a_pass(&mut self.rng, bot)
        } else {
            None
        };
        let has_started = start.is_some();
        let start = start.unwrap_or_else(|| Game::new(game_type));
        let mut game = SiteGame::new(id.to_owned(), &start, bot, &who, self.plan.clock);
        game.is_rated = challenge["rated"] == json!(true);
        if has_started {
            game.status = json!("InProgress");
        }
        if let Some(short) = self.plan.short {
            game.left[bot as usize] = short;
        }
        self.games.insert(id.to_owned(), game);
        self.schedule(id);
        self.react(id, &json!("New"));
        self.tell(&json!({"Ok": {"Challenge": {"Removed": id}}}));
        true
    }

    pub(crate) fn decline(&mut self, id: &str) -> bool {
        let is_there = self.challenges.remove(id).is_some_and(|(challenge, _)| {
            let is_odd = challenge["challenger"]["bot"] == json!(true);
            // Declined for want of room: it is made again.
            self.begun -= usize::from(!is_odd);
            true
        });
        self.report.declined += usize::from(is_there);
        self.tell(&json!({"Ok": {"Challenge": {"Removed": id}}}));
        is_there
    }

    fn opponent_acts(&mut self, id: &str) {
        let is_lively = self.plan.is_lively;
        let roll: f64 = self.rng.random();
        let Some(game) = self.games.get_mut(id) else { return };
        let them = name(game.bot.other());
        if game.left_to_move() < 0.0 {
            return self.check_clock(id);
        }
        let plies = game.plies();
        if is_lively && plies < 2 && roll < 0.04 {
            game.end(json!("NotStarted"), "Aborted");
            game.status = json!("NotStarted");
            return self.react(id, &json!({"Control": {"Abort": them}}));
        }
        if is_lively && plies > game.first_ply + 2 && roll < 0.03 {
            let is_draw = roll < 0.015;
            let word = if is_draw { "DrawOffer" } else { "TakebackRequest" };
            let is_repeated = game.controls.last().is_some_and(|(turn, _)| *turn == plies);
            if !is_repeated {
                game.controls.push((plies, json!({ word: them })));
                game.touched();
                self.report.offers += usize::from(is_draw);
                self.report.takebacks += usize::from(!is_draw);
                self.offered.insert(id.to_owned(), Instant::now());
                game.acts_at = Some(Instant::now() + Duration::from_millis(2500));
                return self.react(id, &json!({"Control": {word: them}}));
            }
        }
        let moves = game.game.position().legal_moves();
        // One that leaves the bot nothing, if there is one.
        let stalls = moves.iter().find(|mv| {
            let after = game.game.position().after(**mv);
            after.outcome().is_none() && after.legal_moves() == [Move::Pass]
        });
        let mv = stalls.copied().unwrap_or(moves[self.rng.random_range(0..moves.len())]);
        self.offered.remove(id);
        game.play(mv);
        self.report.passes += game.plies() - plies - 1;
        self.schedule(id);
        self.news_of_move(id);
        // It wants its move back at once, sometimes.
        let wants_back = is_lively && self.rng.random_bool(0.02);
        if let Some(game) = self.games.get_mut(id).filter(|game| wants_back && !game.is_over)
            && game.to_move() == game.bot
            && game.plies() > game.first_ply + 2
        {
            game.controls.push((game.plies(), json!({"TakebackRequest": them})));
            game.touched();
            self.report.takebacks += 1;
            self.offered.insert(id.to_owned(), Instant::now());
            self.react(id, &json!({"Control": {"TakebackRequest": them}}));
        }
    }
}

/// A random game in which the opponent of `bot` is to move and can leave it nothing but a pass.
fn before_a_pass(rng: &mut ChaCha8Rng, bot: Color) -> Option<Game> {
    for _ in 0..300 {
        let mut game = Game::new(parse_game_type("Base").expect("a type"));
        while game.outcome().is_none() && game.moves().len() < 90 && !game.is_threefold() {
            let position = game.position();
            let moves = position.legal_moves();
            let stalls = |mv: &Move| {
                let after = position.after(*mv);
                after.outcome().is_none() && after.legal_moves() == [Move::Pass]
            };
            if position.side_to_move() != bot && game.moves().len() > 4 && moves.iter().any(stalls)
            {
                return Some(game);
            }
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(mv).expect("a legal move");
        }
    }
    None
}
