//! The bot with frames as the site sends them and a scripted engine.

use serde_json::{Value, json};
use std::time::Duration;
use waggle_hive_core::notation::{move_string, parse_move};
use waggle_hive_core::rules::{Color, Game, Move};
use waggle_hive_engine::search::{Limits, Score};

use super::*;
use crate::settings::SiteSettings;

/// The bot, the time, and what it did.
struct Scene {
    bot: Bot,
    start: Instant,
    seconds: f64,
    sent: Vec<Request>,
    orders: Vec<(String, Order)>,
    log: Vec<String>,
    has_finished: bool,
}

/// The first moves of most scenes, after which `me` is to move.
const TWO_PLIES: [&str; 2] = ["wL", "bL wL-"];

/// When all scenes begin.
const START: &str = "2026-08-04T18:00:00Z";

impl Scene {
    /// A bot called `me` with these settings, signed in.
    fn with(settings: &str) -> Self {
        Self::new(settings, false)
    }

    fn new(settings: &str, is_dry: bool) -> Self {
        let text = format!("[bot]\nemail = 'x'\nthreads = 4\nbook = false\n{settings}");
        let settings = SiteSettings::parse(&text).unwrap().bot.unwrap();
        let bot = Bot::new(settings.clone(), Pace::of(&settings), is_dry);
        let mut scene = Self {
            bot,
            start: Instant::now(),
            seconds: 0.0,
            sent: vec![],
            orders: vec![],
            log: vec![],
            has_finished: false,
        };
        scene.on(Event::Connected { username: "me".to_owned() });
        scene.sent.clear();
        scene
    }

    fn on(&mut self, event: Event) {
        let after = Duration::from_secs_f64(self.seconds);
        let now = Now { at: self.start + after, wall: Stamp::parse(START).unwrap().after(after) };
        for action in self.bot.on(now, event) {
            match action {
                Action::Send(request) => self.sent.push(request),
                Action::Order { game_id, order } => self.orders.push((game_id, order)),
                Action::Log(line) => self.log.push(line),
                Action::Finished => self.has_finished = true,
            }
        }
    }

    fn hear(&mut self, frame: &Value) {
        self.on(Event::Message(Message::read(&frame.to_string()).unwrap()));
    }

    fn wait(&mut self, seconds: f64) {
        self.seconds += seconds;
        self.on(Event::Tick);
    }

    /// The texts sent since the last call, except requests to join games.
    fn said(&mut self) -> Vec<String> {
        let sent = std::mem::take(&mut self.sent);
        let is_join = |it: &Request| matches!(it, Request::Game { action: GameAction::Join, .. });
        sent.iter().filter(|it| !is_join(it)).map(Request::text).collect()
    }

    /// The task of the last order to think since the last call, which must exist.
    fn task(&mut self) -> Task {
        let orders = std::mem::take(&mut self.orders);
        let mut tasks = orders.into_iter().filter_map(|(_, order)| match order {
            Order::Think(task) => Some(*task),
            _ => None,
        });
        tasks.next_back().expect("an order to think")
    }

    fn is_thinking_anew(&mut self) -> bool {
        let orders = std::mem::take(&mut self.orders);
        orders.iter().any(|(_, order)| matches!(order, Order::Think(_)))
    }

    /// It is our turn after these moves: the task of the engine.
    fn task_after(&mut self, moves: &[&str], seconds: f64) -> Task {
        self.hear(&reaction(&game(moves, seconds)));
        self.task()
    }

    /// A scene in which it is our turn after two plies, that state, and the task of the engine.
    fn to_move() -> (Self, Value, Task) {
        let mut scene = Self::with("");
        let task = scene.task_after(&TWO_PLIES, 3.0);
        (scene, game(&TWO_PLIES, 3.0), task)
    }

    /// The same after the engine has played `wM -wL`, which was sent.
    fn moved() -> (Self, Value) {
        let (mut scene, state, task) = Self::to_move();
        scene.decide(&task, "wM -wL", 0);
        assert_eq!(scene.said(), [play("wM -wL")]);
        (scene, state)
    }

    fn reconnect(&mut self) {
        self.on(Event::Disconnected { reason: "x".to_owned() });
        self.on(Event::Connected { username: "me".to_owned() });
    }

    fn is_told_to_look(&self) -> bool {
        self.log.iter().any(|line| line.contains("please look at it"))
    }

    /// The engine of this task plays this move.
    fn decide(&mut self, task: &Task, text: &str, score: i32) {
        let mv = parse_move(task.game.position(), text).unwrap();
        let decision = Decision {
            mv,
            line: vec![mv],
            score: Some(Score::new(score)),
            depth: 9,
            elapsed: Duration::from_secs(1),
        };
        self.on(Event::Decided { ticket: task.ticket, decision });
    }
}

/// A game of `me` (White) against `ada` with these moves, `seconds` after the start.
fn game(moves: &[&str], seconds: f64) -> Value {
    let at = Stamp::parse(START).unwrap().after(Duration::from_secs_f64(seconds));
    // `Stamp` shows whole seconds.
    let at = format!(
        "{}.{:03}Z",
        at.to_string().trim_end_matches('Z').replace(' ', "T"),
        (seconds * 1000.0) as u64 % 1000
    );
    let history: Vec<(&str, &str)> =
        moves.iter().map(|mv| mv.split_once(' ').unwrap_or((mv, ""))).collect();
    let status = if moves.is_empty() { "NotStarted" } else { "InProgress" };
    json!({
        "uuid": "u", "game_id": "g1", "tournament": null, "turn": moves.len(), "finished": false,
        "game_status": status, "game_type": "MLP", "history": history, "rated": false,
        "white_player": {"username": "me", "uid": "1", "bot": true},
        "black_player": {"username": "ada", "uid": "2", "bot": false, "new": [1]},
        "game_control_history": [], "time_mode": "RealTime", "time_base": 300, "time_increment": 3,
        "white_time_left": {"secs": 297, "nanos": 500_000_000},
        "black_time_left": {"secs": 300, "nanos": 0},
        "speed": "Blitz", "last_interaction": at, "updated_at": at, "conclusion": "Unknown",
        "game_start": "Moves", "hashes": [u64::MAX], "white_berserked": false, "arena_move_due_at": null
    })
}

fn with(mut game: Value, field: &str, value: Value) -> Value {
    game[field] = value;
    game
}

fn reaction(game: &Value) -> Value {
    let reaction = json!({"game_action": {"Turn": {"Move": [7, {"q": 16, "r": 16}]}}, "game": game,
        "game_id": "g1", "user_id": "2", "username": "ada"});
    json!({"Ok": {"Game": {"Reaction": reaction}}})
}

fn urgent(game: &Value) -> Value {
    json!({"Ok": {"Game": {"Urgent": [game]}}})
}

fn fetched(game: &Value) -> Value {
    json!({"Ok": {"Game": {"Fetched": game}}})
}

fn play(text: &str) -> String {
    Request::game("g1", GameAction::Play(text.to_owned())).text()
}

fn control(text: &str) -> String {
    format!(r#"{{"Game":{{"game_id":"g1","action":{{"Control":{text}}}}}}}"#)
}

const GET: &str = r#"{"GetGame":"g1"}"#;

#[test]
fn white_moves_first_unasked_and_the_first_move_is_the_piece_alone() {
    let mut scene = Scene::with("");
    let task = scene.task_after(&[], 0.0);
    assert_eq!(task.threads, 4);
    scene.decide(&task, "wL", 10);
    assert_eq!(scene.said(), [play("wL")]);
    let line = scene.log.iter().find(|line| line.contains("ply 1 wL")).unwrap();
    assert!(line.contains("game g1") && line.contains("score +0.10 depth 9"), "{line}");
    assert!(line.contains("clock 4:57"), "{line}");
}

#[test]
fn a_repeated_move_is_answered_once() {
    let mut scene = Scene::with("");
    let state = game(&["wL", "bL wL-"], 3.0);
    scene.hear(&urgent(&state));
    let task = scene.task();
    scene.hear(&reaction(&state));
    assert!(!scene.is_thinking_anew());
    scene.decide(&task, "wM -wL", 0);
    assert_eq!(scene.said(), [play("wM -wL")]);
    scene.hear(&urgent(&state));
    scene.hear(&reaction(&state));
    assert!(!scene.is_thinking_anew());
    assert!(scene.said().is_empty());
}

#[test]
fn an_older_state_changes_nothing() {
    let mut scene = Scene::with("ponder = false");
    let task = scene.task_after(&["wL", "bL wL-", "wM -wL", "bM bL-"], 9.0);
    scene.hear(&urgent(&game(&TWO_PLIES, 3.0)));
    assert!(!scene.is_thinking_anew());
    scene.decide(&task, "wQ -wM", 0);
    assert_eq!(scene.said(), [play("wQ -wM")]);
}

#[test]
fn no_move_is_sent_for_an_outdated_position() {
    let mut scene = Scene::with("ponder = false");
    let task = scene.task_after(&TWO_PLIES, 3.0);
    // The opponent's move was taken back, and another one made.
    scene.hear(&reaction(&game(&["wL"], 4.0)));
    scene.hear(&reaction(&game(&["wL", "bM wL-"], 5.0)));
    let anew = scene.task();
    scene.decide(&task, "wM -wL", 0);
    assert!(scene.said().is_empty());
    scene.decide(&anew, "wM -wL", 0);
    assert_eq!(scene.said(), [play("wM -wL")]);
}

#[test]
fn a_move_respelled_by_the_site_is_the_same_move() {
    let (mut scene, _) = Scene::moved();
    let task = scene.task_after(&["wL", "bL wL-", "wM -wL", "bM bL-"], 6.0);
    let mut expected = Game::new(task.game.game_type());
    for text in ["wL", "bL wL-", "wM -wL", "bM bL-"] {
        let mv = parse_move(expected.position(), text).unwrap();
        expected.play(mv).unwrap();
    }
    assert_eq!(task.game.position().key(), expected.position().key());
}

#[test]
fn a_needless_pass_in_a_game_is_told_to_the_operator() {
    let mut scene = Scene::with("ponder = false");
    let moves = ["wB1", "bB1 wB1-", "wQ -wB1", "bQ bB1-"];
    let task = scene.task_after(&moves, 3.0);
    assert_eq!(task.game.position().side_to_move(), Color::White);
    // No real game has one, so our rules and the site's differ.
    scene.hear(&reaction(&game(&[&moves[..], &["pass"]].concat(), 4.0)));
    assert!(scene.is_told_to_look(), "{:?}", scene.log);
    assert!(!scene.is_thinking_anew());
}

#[test]
fn after_a_pass_of_the_opponent_we_move_and_our_own_passes_are_the_sites() {
    // White can only pass, and does at the end.
    let text = include_str!("../../../../tests/data/repetition-game.txt").trim();
    let moves: Vec<&str> = text.split(';').skip(3).collect();
    let (pass, before) = moves.split_last().unwrap();
    assert_eq!(*pass, "pass");
    let of_base = |moves: &[&str]| with(game(moves, 3.0), "game_type", json!("Base"));
    let mut scene = Scene::with("");
    scene.hear(&reaction(&of_base(before)));
    assert!(!scene.is_thinking_anew());
    assert!(scene.said().is_empty());
    // The other way round.
    let swapped = of_base(&moves);
    let (me, ada) = (swapped["white_player"].clone(), swapped["black_player"].clone());
    let swapped = with(with(swapped, "white_player", ada), "black_player", me);
    let mut scene = Scene::with("");
    scene.hear(&reaction(&swapped));
    let task = scene.task();
    assert_eq!(task.game.position().side_to_move(), Color::Black);
    assert!(!scene.is_told_to_look(), "{:?}", scene.log);
}

#[test]
fn after_a_refusal_it_requests_the_game_and_after_a_second_it_stops() {
    let (mut scene, state) = Scene::moved();
    let refusal = json!({"Err": {"Request": {"reason": "Unable to complete request"}}});
    for answer in [vec![play("wM -wL")], vec![]] {
        scene.seconds += 0.1;
        scene.hear(&refusal);
        assert!(scene.said().is_empty());
        scene.wait(1.0);
        assert_eq!(scene.said(), [GET]);
        scene.hear(&fetched(&state));
        assert_eq!(scene.said(), answer);
    }
    assert!(scene.is_told_to_look(), "{:?}", scene.log);
    // It plays on in the next position.
    scene.hear(&reaction(&game(&["wL", "bM wL-"], 9.0)));
    assert!(scene.is_thinking_anew());
}

#[test]
fn the_answer_to_a_question_from_before_a_move_says_nothing_of_the_move() {
    let mut scene = Scene::with("");
    let at_start = game(&[], 0.0);
    let task = scene.task_after(&[], 0.0);
    // A list from before the game began; the bot asks, and moves before it has the answer.
    scene.hear(&json!({"Ok": {"Game": {"Ongoing": {"games": []}}}}));
    assert_eq!(scene.said(), [GET]);
    scene.seconds = 0.1;
    scene.decide(&task, "wS1", 10);
    assert_eq!(scene.said(), [play("wS1")]);
    scene.seconds = 0.2;
    scene.hear(&fetched(&at_start));
    assert_eq!(scene.said(), [""; 0]);
    scene.wait(8.0);
    assert_eq!(scene.said(), [GET]);
    scene.hear(&fetched(&at_start));
    assert_eq!(scene.said(), [play("wS1")]);
}

#[test]
fn a_copy_of_an_answer_from_before_a_move_says_nothing_of_the_move() {
    let mut scene = Scene::with("");
    let state = game(&["wL", "bL wL-"], 3.0);
    scene.hear(&reaction(&game(&["wL"], 2.0)));
    scene.reconnect();
    scene.said();
    // The answer comes three times: at once, after the move, and after a refusal of another request.
    scene.hear(&fetched(&state));
    let task = scene.task();
    scene.decide(&task, "wM -wL", 0);
    assert_eq!(scene.said(), [play("wM -wL")]);
    scene.wait(0.3);
    scene.hear(&fetched(&state));
    scene.hear(&json!({"Err": {"Request": {"reason": "Unable to complete request"}}}));
    scene.wait(0.3);
    scene.hear(&fetched(&state));
    assert!(scene.said().is_empty());
    // The move had counted.
    scene.hear(&reaction(&game(&["wL", "bL wL-", "wM -wL"], 4.0)));
    scene.wait(10.0);
    assert!(scene.said().is_empty());
}

#[test]
fn without_an_answer_to_a_move_it_requests_the_game() {
    let (mut scene, _) = Scene::moved();
    scene.wait(5.0);
    assert!(scene.said().is_empty());
    scene.wait(2.0);
    assert_eq!(scene.said(), [GET]);
    // The move counted, only its frame was lost.
    scene.hear(&fetched(&game(&["wL", "bL wL-", "wM -wL"], 4.0)));
    assert!(scene.said().is_empty());
    scene.wait(30.0);
    assert!(scene.said().is_empty());
}

#[test]
fn after_a_reconnect_the_game_is_requested_before_a_move_is_sent() {
    let (mut scene, state, task) = Scene::to_move();
    scene.on(Event::Disconnected { reason: "x".to_owned() });
    // It goes on thinking.
    scene.decide(&task, "wM -wL", 0);
    assert!(scene.said().is_empty());
    scene.on(Event::Connected { username: "me".to_owned() });
    assert_eq!(scene.said(), [r#""GetOngoingGames""#, r#""GetPendingGames""#, GET]);
    // A late frame from before says nothing of what the site has by now.
    scene.hear(&reaction(&state));
    assert!(scene.said().is_empty());
    scene.hear(&fetched(&state));
    assert_eq!(scene.said(), [play("wM -wL")]);
    // It had counted before the drop.
    scene.reconnect();
    scene.said();
    scene.hear(&json!({"Ok": {"Game": {"Ongoing": [game(&["wL", "bL wL-", "wM -wL"], 4.0)]}}}));
    assert!(scene.said().is_empty());
}

#[test]
fn games_are_requested_each_minute_and_missing_ones_dropped() {
    let mut scene = Scene::with("");
    scene.hear(&reaction(&game(&["wL"], 3.0)));
    scene.wait(59.0);
    assert!(scene.said().is_empty());
    scene.wait(1.0);
    assert_eq!(scene.said(), [r#""GetOngoingGames""#]);
    scene.hear(&json!({"Ok": {"Game": {"Ongoing": []}}}));
    assert_eq!(scene.said(), [GET]);
    for _ in 0..10 {
        scene.hear(&json!({"Err": {"Request": {"reason": "x"}}}));
        scene.wait(7.0);
    }
    assert_eq!(scene.bot.running().count(), 0, "{:?}", scene.log);
}

#[test]
fn a_heartbeat_reveals_a_move_whose_frames_were_lost() {
    let mut scene = Scene::with("ponder = false");
    scene.hear(&reaction(&game(&["wL", "bL wL-", "wM -wL"], 3.0)));
    let beat = |white: u64, black: u64| {
        let left = |secs| json!({"secs": secs, "nanos": 0});
        json!({"Ok": {"Game": {"Heartbeat": {"game_id": "g1", "white_time_left": left(white),
            "black_time_left": left(black)}}}})
    };
    for black in [299, 298, 297] {
        scene.hear(&beat(297, black));
    }
    assert!(scene.said().is_empty());
    scene.hear(&beat(295, 300));
    assert_eq!(scene.said(), [GET]);
}

#[test]
fn the_clock_of_the_site_counts() {
    let mut scene = Scene::with("");
    // The frame took two seconds; 297.5 s were left when it was sent.
    scene.seconds = 12.0;
    scene.hear(&urgent(&game(&["wL", "bL wL-"], 10.0)));
    let clock = scene.task().limits.clock.unwrap();
    let left = clock.left.as_secs_f64();
    assert!((left - (297.5 - 2.0 - 0.3)).abs() < 0.01, "{left}");
    assert_eq!(clock.increment, Duration::from_secs(3));
    // Nothing runs before Black's first move.
    let mut scene = Scene::with("");
    scene.seconds = 100.0;
    scene.hear(&urgent(&game(&[], 0.0)));
    assert!((scene.task().limits.clock.unwrap().left.as_secs_f64() - 297.2).abs() < 0.01);
}

#[test]
fn a_clock_near_zero_still_has_a_move() {
    let mut scene = Scene::with("");
    let state =
        with(game(&["wL", "bL wL-"], 0.0), "white_time_left", json!({"secs": 0, "nanos": 9}));
    scene.hear(&urgent(&state));
    assert!(scene.task().limits.clock.unwrap().left < Duration::from_millis(1));
}

#[test]
fn games_without_clocks_have_a_time_limit_for_each_move() {
    let mut scene = Scene::with("untimed_seconds = 4");
    let state = with(game(&["wL", "bL wL-"], 0.0), "time_mode", json!("Untimed"));
    let state = with(with(state, "white_time_left", Value::Null), "black_time_left", Value::Null);
    scene.hear(&urgent(&state));
    assert_eq!(scene.task().limits, Limits::time(Duration::from_secs(4)));
    let days = with(game(&["wL", "bL wL-"], 0.0), "time_mode", json!("Correspondence"));
    let days = with(with(days, "game_id", json!("g2")), "white_time_left", json!({"secs": 20}));
    scene.hear(&urgent(&days));
    assert_eq!(scene.task().limits, Limits::time(Duration::from_secs(2)));
}

fn challenge(more: &Value) -> Value {
    let mut challenge = json!({"id": "u", "challenge_id": "c1",
        "challenger": {"username": "ada", "uid": "2", "bot": false},
        "opponent": {"username": "me", "uid": "1"}, "game_type": "Base+MLP", "rated": true,
        "visibility": "Direct", "color_choice": "White", "challenger_rating": 1500,
        "time_mode": "RealTime", "time_base": 180, "time_increment": 2, "speed": "Blitz",
        "band_upper": null, "band_lower": null});
    for (field, value) in more.as_object().unwrap() {
        challenge[field] = value.clone();
    }
    challenge
}

#[test]
fn challenges_that_fit_the_settings_are_accepted_and_others_declined() {
    let accept = r#"{"Challenge":{"Accept":"c1"}}"#;
    let decline = r#"{"Challenge":{"Delete":"c1"}}"#;
    for (settings, more, answer) in [
        ("", json!({}), Some(accept)),
        ("", json!({"challenger_rating": null, "speed": "Hyper"}), Some(accept)),
        ("types = ['Base']", json!({}), Some(decline)),
        ("types = ['Base']", json!({"game_type": "Base"}), Some(accept)),
        ("speeds = ['Rapid']", json!({}), Some(decline)),
        ("rated = 'casual'", json!({}), Some(decline)),
        ("rated = 'rated'", json!({"rated": false}), Some(decline)),
        ("rating = [1600, 2000]", json!({}), Some(decline)),
        ("", json!({"challenger": {"username": "x", "uid": "3", "bot": true}}), Some(decline)),
        (
            "bots = true",
            json!({"challenger": {"username": "x", "uid": "3", "bot": true}}),
            Some(accept),
        ),
        ("", json!({"opponent": null, "visibility": "Public"}), None),
        ("public = true", json!({"opponent": null, "visibility": "Public"}), Some(accept)),
        (
            "public = true\ntypes = ['Base']",
            json!({"opponent": null, "visibility": "Public"}),
            None,
        ),
        ("", json!({"opponent": {"username": "bob", "uid": "4"}}), None),
        (
            "public = true",
            json!({"challenger": {"username": "me", "uid": "1"}, "opponent": null}),
            None,
        ),
    ] {
        for is_in_snapshot in [false, true] {
            let mut scene = Scene::with(settings);
            let challenge = challenge(&more);
            let frame = if is_in_snapshot {
                json!({"Ok": {"LobbySnapshot": {"challenges": [challenge], "urgent_games": []}}})
            } else {
                json!({"Ok": {"Challenge": {"Direct": challenge}}})
            };
            scene.hear(&frame);
            let expected: Vec<String> = answer.into_iter().map(str::to_owned).collect();
            assert_eq!(scene.said(), expected, "{settings} {more}");
            scene.hear(&frame);
            assert!(scene.said().is_empty(), "once: {settings} {more}");
        }
    }
}

#[test]
fn games_are_limited_in_total_and_by_opponent() {
    let direct = |id: &str, who: &str| {
        let more = json!({"challenge_id": id, "challenger": {"username": who, "uid": who}});
        json!({"Ok": {"Challenge": {"Direct": challenge(&more)}}})
    };
    let mut scene = Scene::with("games = 2");
    scene.hear(&direct("g1", "ada"));
    scene.hear(&direct("c2", "ada"));
    assert_eq!(
        scene.said(),
        [r#"{"Challenge":{"Accept":"g1"}}"#, r#"{"Challenge":{"Delete":"c2"}}"#]
    );
    // It became a game, which counts once.
    scene.hear(&reaction(&game(&[], 0.0)));
    scene.hear(&direct("c3", "bob"));
    scene.hear(&direct("c4", "eve"));
    assert_eq!(
        scene.said(),
        [r#"{"Challenge":{"Accept":"c3"}}"#, r#"{"Challenge":{"Delete":"c4"}}"#]
    );
    // The other became none.
    scene.hear(&json!({"Ok": {"Challenge": {"Removed": "c3"}}}));
    scene.hear(&direct("c5", "eve"));
    assert_eq!(scene.said(), [r#"{"Challenge":{"Accept":"c5"}}"#]);
}

#[test]
fn cores_are_shared_by_games() {
    let mut scene = Scene::with("");
    for (id, threads) in [("a", 4), ("b", 2), ("c", 1), ("d", 1), ("e", 1)] {
        scene.hear(&reaction(&with(game(&["wL", "bL wL-"], 1.0), "game_id", json!(id))));
        assert_eq!(scene.task().threads, threads, "{id}");
    }
}

#[test]
fn it_ponders_the_expected_reply() {
    let (mut scene, _, task) = Scene::to_move();
    let mut game_after = task.game.clone();
    let line: Vec<Move> = ["wM -wL", "bM bL-", "wQ -wM"]
        .map(|text| {
            let mv = parse_move(game_after.position(), text).unwrap();
            game_after.play(mv).unwrap();
            mv
        })
        .to_vec();
    let decision = Decision {
        mv: line[0],
        line: line.clone(),
        score: Some(Score::new(0)),
        depth: 3,
        elapsed: Duration::ZERO,
    };
    scene.on(Event::Decided { ticket: task.ticket, decision });
    scene.orders.clear();
    scene.hear(&reaction(&game(&["wL", "bL wL-", "wM -wL"], 5.0)));
    let orders = std::mem::take(&mut scene.orders);
    let Some((_, Order::Ponder(task))) = orders.into_iter().next_back() else { panic!() };
    let last = task.game.moves().next_back().unwrap();
    let mut before = task.game.clone();
    before.undo();
    assert_eq!(move_string(before.position(), last), "bM bL-");
    // The reply stops it.
    scene.hear(&reaction(&game(&["wL", "bL wL-", "wM -wL", "bM bL-"], 7.0)));
    assert!(matches!(scene.orders[0].1, Order::Rest));
    assert!(scene.is_thinking_anew());
}

/// A state in which the opponent has just made this offer or request.
fn said_in(moves: &[&str], seconds: f64, said: &Value) -> Value {
    with(game(moves, seconds), "game_control_history", json!([[moves.len(), said]]))
}

#[test]
fn takebacks_are_granted_in_casual_games_and_the_position_is_restored() {
    let request = json!({"TakebackRequest": "Black"});
    let mut scene = Scene::with("");
    scene.hear(&reaction(&said_in(&["wL", "bL wL-"], 3.0, &request)));
    assert_eq!(scene.said(), [control(r#"{"TakebackAccept":"White"}"#)]);
    scene.orders.clear();
    scene.hear(&reaction(&game(&["wL"], 4.0)));
    assert!(scene.orders.iter().any(|(_, order)| matches!(order, Order::Rest)));
    scene.hear(&reaction(&game(&["wL", "bM wL-"], 5.0)));
    assert!(scene.is_thinking_anew());
    for (settings, rated, answer) in [
        ("", true, "TakebackReject"),
        ("takebacks = 'always'", true, "TakebackAccept"),
        ("takebacks = 'never'", false, "TakebackReject"),
    ] {
        let mut scene = Scene::with(settings);
        let state = said_in(&["wL", "bL wL-", "wM -wL"], 3.0, &request);
        scene.hear(&reaction(&with(state, "rated", json!(rated))));
        assert_eq!(scene.said(), [control(&format!(r#"{{"{answer}":"White"}}"#))], "{settings}");
    }
}

#[test]
fn no_move_follows_a_granted_takeback() {
    let (mut scene, _, task) = Scene::to_move();
    scene.hear(&reaction(&said_in(&TWO_PLIES, 4.0, &json!({"TakebackRequest": "Black"}))));
    assert_eq!(scene.said(), [control(r#"{"TakebackAccept":"White"}"#)]);
    scene.decide(&task, "wM -wL", 0);
    assert!(scene.said().is_empty());
    scene.hear(&reaction(&game(&["wL"], 5.0)));
    assert!(scene.said().is_empty());
}

#[test]
fn no_move_follows_a_granted_takeback_of_which_every_frame_is_lost() {
    let (mut scene, _, task) = Scene::to_move();
    scene.hear(&reaction(&said_in(&["wL", "bL wL-"], 4.0, &json!({"TakebackRequest": "Black"}))));
    scene.decide(&task, "wM -wL", 0);
    assert_eq!(scene.said(), [control(r#"{"TakebackAccept":"White"}"#)]);
    for _ in 0..2 {
        scene.wait(7.0);
        assert_eq!(scene.said(), [GET]);
    }
    // Meanwhile Black has moved again.
    scene.hear(&fetched(&game(&["wL", "bM wL-"], 10.0)));
    assert!(scene.said().is_empty());
    assert!(scene.is_thinking_anew());
}

#[test]
fn a_lost_move_is_sent_again_after_an_answer_but_not_after_a_late_frame() {
    let (mut scene, state) = Scene::moved();
    scene.wait(7.0);
    assert_eq!(scene.said(), [GET]);
    scene.hear(&urgent(&state));
    assert!(scene.said().is_empty());
    scene.hear(&fetched(&state));
    assert_eq!(scene.said(), [play("wM -wL")]);
}

#[test]
fn our_own_and_past_offers_are_not_answered() {
    for said in [
        json!([[3, {"TakebackRequest": "White"}]]),
        json!([[1, {"DrawOffer": "Black"}]]),
        json!([[3, {"DrawOffer": "Black"}], [3, {"DrawReject": "White"}]]),
        json!([[3, {"Dance": "Black"}]]),
    ] {
        let mut scene = Scene::with("");
        let state = with(game(&["wL", "bL wL-", "wM -wL"], 3.0), "game_control_history", said);
        scene.hear(&reaction(&state));
        scene.wait(3.0);
        assert!(scene.said().is_empty());
    }
}

/// The moves of a game in which the queens walk to and fro, up to `White[21]`.
fn late_game() -> Vec<&'static str> {
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let walk = [r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    opening.into_iter().chain(walk.into_iter().cycle().take(36)).collect()
}

impl Scene {
    /// The ticket of the last order to judge a position since the last call.
    fn judging(&mut self) -> Option<u64> {
        let orders = std::mem::take(&mut self.orders);
        let mut tickets = orders.into_iter().filter_map(|(_, order)| match order {
            Order::Judge(task) => Some(task.ticket),
            _ => None,
        });
        tickets.next_back()
    }
}

#[test]
fn a_draw_is_accepted_when_we_are_not_better() {
    let offer = json!({"DrawOffer": "Black"});
    for (score, draw_at, answer) in [
        (Score::new(0), "0.0", "DrawAccept"),
        (Score::new(-80), "0.0", "DrawAccept"),
        (Score::new(20), "0.0", "DrawReject"),
        (Score::new(20), "0.2", "DrawAccept"),
    ] {
        let mut scene = Scene::with(&format!("draw_at = {draw_at}"));
        scene.hear(&reaction(&game(&late_game(), 3.0)));
        let task = scene.task();
        scene.hear(&reaction(&said_in(&late_game(), 4.0, &offer)));
        let ticket = scene.judging().expect("an opinion is asked for");
        assert!(scene.said().is_empty(), "not before there is a score");
        // Our move would refuse the offer.
        scene.decide(&task, r"wQ \wS1", 70);
        assert!(scene.said().is_empty());
        scene.on(Event::Judged { ticket, score });
        let said = scene.said();
        assert_eq!(said[0], control(&format!(r#"{{"{answer}":"White"}}"#)), "{score}");
        // Then it waits for the end of the game.
        assert_eq!(said.len() == 1, answer == "DrawAccept");
    }
    // Without any score it is refused, in time.
    let mut scene = Scene::with("");
    scene.hear(&reaction(&said_in(&late_game(), 3.0, &offer)));
    scene.wait(2.0);
    assert_eq!(scene.said(), [control(r#"{"DrawReject":"White"}"#)]);
}

/// Black offers in its own turn, in which a good score is bad for us.
#[test]
fn a_score_in_the_opponents_turn_is_turned_round() {
    for (score, answer) in [(30, "DrawAccept"), (-30, "DrawReject")] {
        let mut scene = Scene::with("");
        let moves = [late_game(), vec![r"wQ \wS1"]].concat();
        scene.hear(&reaction(&said_in(&moves, 3.0, &json!({"DrawOffer": "Black"}))));
        let ticket = scene.judging().expect("an opinion is asked for");
        scene.on(Event::Judged { ticket, score: Score::new(score) });
        assert_eq!(scene.said(), [control(&format!(r#"{{"{answer}":"White"}}"#))]);
    }
}

#[test]
fn no_draw_is_agreed_on_early() {
    let mut scene = Scene::with("draw_at = 9.0");
    let early = &late_game()[..36];
    scene.hear(&reaction(&said_in(early, 3.0, &json!({"DrawOffer": "Black"}))));
    assert_eq!(scene.judging(), None);
    assert_eq!(scene.said(), [control(r#"{"DrawReject":"White"}"#)]);
}

#[test]
fn play_continues_if_the_site_does_not_grant_a_draw() {
    let mut scene = Scene::with("");
    scene.hear(&reaction(&game(&late_game(), 2.0)));
    let task = scene.task();
    let state = said_in(&late_game(), 3.0, &json!({"DrawOffer": "Black"}));
    scene.hear(&reaction(&state));
    let ticket = scene.judging().expect("an opinion is asked for");
    scene.on(Event::Judged { ticket, score: Score::new(-5) });
    scene.decide(&task, r"wQ \wS1", -5);
    assert_eq!(scene.said(), [control(r#"{"DrawAccept":"White"}"#)]);
    scene.wait(3.0);
    assert!(scene.said().is_empty());
    scene.wait(4.0);
    assert_eq!(scene.said(), [GET]);
    scene.hear(&fetched(&state));
    assert_eq!(scene.said(), [play(r"wQ \wS1")]);
}

#[test]
fn every_end_of_a_game_is_counted() {
    let mut scene = Scene::with("");
    for (id, status, conclusion) in [
        ("a", json!({"Finished": {"Winner": "White"}}), "Resigned"),
        ("b", json!({"Finished": {"Winner": "Black"}}), "Timeout"),
        ("c", json!({"Finished": "Draw"}), "Repetition"),
        ("d", json!("NotStarted"), "Unknown"),
        ("e", json!({"Finished": "Postponed"}), "Committee"),
    ] {
        let running = with(game(&["wL"], 1.0), "game_id", json!(id));
        scene.hear(&reaction(&running));
        let over = with(with(running, "finished", json!(true)), "game_status", status);
        let over = with(over, "updated_at", json!("2026-08-04T18:00:09Z"));
        scene.hear(&reaction(&with(over, "conclusion", json!(conclusion))));
        assert!(matches!(scene.orders.last(), Some((_, Order::Dismiss))));
        // A late frame does not bring it back.
        scene.hear(&urgent(&with(game(&["wL"], 1.0), "game_id", json!(id))));
        assert_eq!(scene.bot.running().count(), 0);
    }
    let summary = scene.bot.summary();
    assert!(
        summary.starts_with("5 games: 1 won, 1 drawn, 1 lost (1 on time), 2 undecided"),
        "{summary}"
    );
    assert!(summary.contains("\n  ada: 1 won, 1 drawn, 1 lost"), "{summary}");
}

#[test]
fn a_stopping_bot_lets_running_searches_finish() {
    let (mut scene, _, task) = Scene::to_move();
    scene.on(Event::Leave);
    assert!(!scene.has_finished);
    scene.hear(&json!({"Ok": {"Challenge": {"Direct": challenge(&json!({}))}}}));
    assert_eq!(scene.said(), [r#"{"Challenge":{"Delete":"c1"}}"#]);
    scene.decide(&task, "wM -wL", 0);
    assert_eq!(scene.said(), [play("wM -wL")]);
    assert!(!scene.has_finished, "not before the move has counted");
    scene.hear(&reaction(&game(&["wL", "bL wL-", "wM -wL"], 4.0)));
    assert!(scene.has_finished);
}

#[test]
fn a_dry_run_logs_what_it_would_send() {
    let mut scene = Scene::new("", true);
    scene.hear(&json!({"Ok": {"Challenge": {"Direct": challenge(&json!({}))}}}));
    scene.hear(&reaction(&said_in(&["wL", "bL wL-"], 3.0, &json!({"TakebackRequest": "Black"}))));
    let task = scene.task();
    scene.decide(&task, "wM -wL", 0);
    scene.wait(20.0);
    assert!(scene.said().is_empty(), "{:?}", scene.sent);
    for word in ["\"Accept\"", "TakebackAccept", "wM -wL"] {
        let is_it = |line: &&String| line.starts_with("dry run: not sent: ") && line.contains(word);
        assert_eq!(scene.log.iter().filter(is_it).count(), 1, "{word}: {:#?}", scene.log);
    }
}

#[test]
fn unknown_frames_are_logged_and_ignored() {
    let mut scene = Scene::with("");
    let unknown = [
        json!({"Ok": {"Fireworks": {"a": 1}}}),
        json!({"Ok": "Surprise"}),
        json!("Hello"),
        json!([1, 2]),
        json!({"Ok": {"Game": {"Sleep": null}}}),
        json!({"Ok": {"Challenge": {"Sung": 1}}}),
        json!({"Err": {"RealtimeDisabled": {"game_id": "g1"}}}),
        json!({"Ok": {"Error": "outside the rating band"}}),
    ];
    let known = [
        json!({"Ok": {"Chat": {}}}),
        json!({"Ok": {"UserStatus": {"status": "Online", "user": null, "username": "x"}}}),
        json!({"Ok": {"Game": {"Tv": game(&["wL"], 1.0)}}}),
        json!({"Ok": {"Game": {"OwnGameRemoved": "g1"}}}),
    ];
    for (frame, lines) in unknown.iter().map(|it| (it, 1)).chain(known.iter().map(|it| (it, 0))) {
        let before = scene.log.len();
        scene.hear(frame);
        assert_eq!(scene.log.len(), before + lines, "{frame}: {:?}", scene.log);
    }
    assert!(scene.said().is_empty());
}

#[test]
fn in_tournaments_it_says_that_it_is_ready() {
    let mut scene = Scene::with("");
    let ready = with(game(&[], 0.0), "game_start", json!("Ready"));
    scene.hear(&reaction(&ready));
    assert_eq!(scene.said(), [r#"{"Game":{"game_id":"g1","action":"Start"}}"#]);
    assert!(!scene.is_thinking_anew());
    let started = with(ready, "game_status", json!("InProgress"));
    scene.hear(&reaction(&with(started, "updated_at", json!("2026-08-04T18:00:02Z"))));
    assert!(scene.is_thinking_anew());
}

#[test]
fn a_fallen_flag_is_claimed() {
    let mut scene = Scene::with("ponder = false");
    let state = with(game(&["wL", "bL wL-", "wM -wL"], 0.0), "black_time_left", json!({"secs": 5}));
    scene.hear(&reaction(&state));
    scene.wait(4.0);
    assert!(scene.said().is_empty());
    scene.wait(1.5);
    assert_eq!(scene.said(), [r#"{"Game":{"game_id":"g1","action":"CheckTime"}}"#]);
}
