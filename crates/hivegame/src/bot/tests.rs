//! The scenes of `scenes/`: what happens to a bot called `me`, and all that it does about it.
//!
//! `# ` begins a scene with what it shows, `bot` a bot with these settings, `@name = ` what `@name` is short for. After `> ` is what
//! happens: a frame with the state of a game against `ada` (seconds since the start, moves, other fields), any other frame, an
//! answer of the engine to the task of a number, the time. Below are the bot's requests after `< `, its orders to the engine after
//! `* `, and its log after `- `. With `WAGGLE_SCENES=write` the files are written anew, to be read before they are committed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules::Game;
use waggle_hive_engine::search::Score;

use super::*;
use crate::settings::SiteSettings;

/// When all scenes begin.
const START: &str = "2026-08-04T18:00:00Z";

#[test]
fn every_scene_goes_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 4);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let played = played(&text);
        if std::env::var("WAGGLE_SCENES").is_ok_and(|it| it == "write") {
            fs::write(&file, played).unwrap();
            continue;
        }
        for (line, (found, expected)) in played.lines().zip(text.lines()).enumerate() {
            assert_eq!(found, expected, "{}, line {}", file.display(), line + 1);
        }
        assert_eq!(played, text, "{}", file.display());
    }
}

/// The scenes with what the bot does now.
fn played(text: &str) -> String {
    let is_output = |line: &str| ["< ", "* ", "- "].iter().any(|it| line.starts_with(it));
    let (mut scene, mut played) = (Scene::new(""), String::new());
    let mut short: Vec<(String, String)> = vec![];
    for line in text.lines().filter(|line| !is_output(line)) {
        played += line;
        played.push('\n');
        let mut full = line.to_owned();
        for (name, moves) in &short {
            full = full.replace(name, moves);
        }
        if let Some((name, moves)) = full.strip_prefix('@').and_then(|it| it.split_once(" = ")) {
            short.push((format!("@{name}"), moves.to_owned()));
        } else if let Some(settings) = full.strip_prefix("bot") {
            scene = Scene::new(settings);
        } else if let Some(event) = full.strip_prefix("> ") {
            scene.happens(event);
            played += &std::mem::take(&mut scene.done);
        }
    }
    played
}

/// The bot, the time, and what it has done.
struct Scene {
    bot: Bot,
    start: Instant,
    seconds: f64,
    tasks: BTreeMap<u64, Game>,
    done: String,
}

impl Scene {
    /// A bot with these settings, signed in.
    fn new(settings: &str) -> Self {
        let (settings, is_dry) =
            settings.strip_suffix(" --dry-run").map_or((settings, false), |rest| (rest, true));
        let text = format!("[bot]\nemail = 'x'\nthreads = 4\nbook = false\n{settings}");
        let settings = SiteSettings::parse(&text.replace(" & ", "\n")).unwrap().bot.unwrap();
        let bot = Bot::new(settings.clone(), Pace::of(&settings), is_dry);
        let (tasks, done) = (BTreeMap::new(), String::new());
        let mut scene = Self { bot, start: Instant::now(), seconds: 0.0, tasks, done };
        scene.happens("back");
        scene.done.clear();
        scene
    }

    fn happens(&mut self, event: &str) {
        let (word, told) = event.split_once(' ').unwrap_or((event, ""));
        let (rest, fields) = told.split_at(told.find('{').unwrap_or(told.len()));
        let fields = if fields.is_empty() { json!({}) } else { fields.parse().unwrap() };
        match word {
            "wait" => self.seconds += rest.parse::<f64>().unwrap(),
            "lost" => self.on(Event::Disconnected { reason: "the line".to_owned() }),
            "back" => self.on(Event::Connected { username: "me".to_owned() }),
            "leave" => self.on(Event::Leave),
            "tick" => self.on(Event::Tick),
            "summary" => {
                for line in self.bot.summary().lines() {
                    writeln!(self.done, "- {line}").unwrap();
                }
            }
            "engine" => self.decided(rest),
            "judge" => {
                let (ticket, score) = rest.split_once(' ').unwrap();
                let score = Score::new(score.parse().unwrap());
                self.on(Event::Judged { ticket: ticket.parse().unwrap(), score });
            }
            "frame" => self.hear(&told.parse().unwrap()),
            "challenge" => self.hear(&json!({"Ok": {"Challenge": {"Direct": challenge(&fields)}}})),
            "lobby" => {
                let challenges = [challenge(&fields)];
                let snapshot = json!({"challenges": challenges, "urgent_games": []});
                self.hear(&json!({"Ok": {"LobbySnapshot": snapshot}}));
            }
            kind => {
                let game = game(rest.trim_end(), &fields);
                self.hear(&json!({"Ok": {"Game": {kind: match kind {
                    "Reaction" => json!({"game_action": {"Turn": {"Move": [7, {"q": 16, "r": 16}]}},
                        "game": game, "game_id": "g1", "user_id": "2", "username": "ada"}),
                    "Urgent" | "Ongoing" => json!([game]),
                    "Fetched" | "Tv" => game,
                    other => panic!("{other}"),
                }}}}));
            }
        }
    }

    fn hear(&mut self, frame: &Value) {
        self.on(Event::Message(Message::read(&frame.to_string()).unwrap()));
    }

    /// The engine finds a line: the number of the task, the score, the moves.
    fn decided(&mut self, found: &str) {
        let [ticket, score, line] = found.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        let ticket = ticket.parse().unwrap();
        let mut game = self.tasks[&ticket].clone();
        let mut line = line.split(';').map(|text| {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv).unwrap();
            mv
        });
        let mv = line.next().unwrap();
        let line = std::iter::once(mv).chain(line).collect();
        let score = Some(Score::new(score.parse().unwrap()));
        let decision = Decision { mv, line, score, depth: 9, elapsed: Duration::from_secs(1) };
        self.on(Event::Decided { ticket, decision });
    }

    /// Has the bot act, and writes down what it does.
    fn on(&mut self, event: Event) {
        let after = Duration::from_secs_f64(self.seconds);
        let now = Now { at: self.start + after, wall: Stamp::parse(START).unwrap().after(after) };
        for action in self.bot.on(now, event) {
            let told = match action {
                Action::Send(request) => format!("< {}", request.text()),
                Action::Log(line) => format!("- {line}"),
                Action::Finished => "- finished".to_owned(),
                Action::Order { game_id, order } => format!("* {game_id}: {}", self.ordered(order)),
            };
            self.done += &(told + "\n");
        }
    }

    /// An order in words; its task is kept.
    fn ordered(&mut self, order: Order) -> String {
        let (word, task) = match order {
            Order::Think(task) => ("think", task),
            Order::Ponder(task) => ("ponder", task),
            Order::Judge(task) => ("judge", task),
            Order::Rest => return "rest".to_owned(),
            Order::Dismiss => return "dismiss".to_owned(),
        };
        let mut before = task.game.clone();
        let last = before.undo().map(|mv| move_string(before.position(), mv)).unwrap_or_default();
        let limits = &task.limits;
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let clock = limits.clock.map(|it| format!("clock {}+{:?}", seconds(it.left), it.increment));
        let time = clock.or(limits.time.map(seconds)).unwrap_or_default();
        self.tasks.insert(task.ticket, task.game);
        format!("{word} {}: after `{last}`, threads {}, {time}", task.ticket, task.threads)
    }
}

/// A game of `me` (White) against `ada`: the seconds since the start, and the moves.
fn game(told: &str, fields: &Value) -> Value {
    let (seconds, moves) = told.split_once(' ').unwrap_or((told, ""));
    let after = Duration::from_secs_f64(seconds.parse().unwrap());
    let at = Stamp::parse(START).unwrap().after(after).to_string().replace(' ', "T");
    // `Stamp` shows whole seconds.
    let at = format!("{}.{:03}Z", at.trim_end_matches('Z'), after.subsec_millis());
    let moves = moves.split(';').filter(|mv| !mv.is_empty());
    let history: Vec<_> = moves.map(|mv| mv.split_once(' ').unwrap_or((mv, ""))).collect();
    let status = if history.is_empty() { "NotStarted" } else { "InProgress" };
    let game = json!({
        "uuid": "u", "game_id": "g1", "tournament": null, "turn": history.len(), "finished": false,
        "game_status": status, "game_type": "MLP", "history": history, "rated": false,
        "white_player": {"username": "me", "uid": "1", "bot": true},
        "black_player": {"username": "ada", "uid": "2", "bot": false, "new": [1]},
        "game_control_history": [], "time_mode": "RealTime", "time_base": 300, "time_increment": 3,
        "white_time_left": {"secs": 297, "nanos": 500_000_000},
        "black_time_left": {"secs": 300, "nanos": 0},
        "speed": "Blitz", "last_interaction": at, "updated_at": at, "conclusion": "Unknown",
        "game_start": "Moves", "hashes": [u64::MAX], "white_berserked": false, "arena_move_due_at": null
    });
    with(game, fields)
}

fn challenge(fields: &Value) -> Value {
    let challenge = json!({"id": "u", "challenge_id": "c1",
        "challenger": {"username": "ada", "uid": "2", "bot": false},
        "opponent": {"username": "me", "uid": "1"}, "game_type": "Base+MLP", "rated": true,
        "visibility": "Direct", "color_choice": "White", "challenger_rating": 1500,
        "time_mode": "RealTime", "time_base": 180, "time_increment": 2, "speed": "Blitz",
        "band_upper": null, "band_lower": null});
    with(challenge, fields)
}

fn with(mut document: Value, fields: &Value) -> Value {
    for (field, value) in fields.as_object().unwrap() {
        document[field] = value.clone();
    }
    document
}
