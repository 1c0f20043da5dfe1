//! The queue of evaluations.

use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use waggle_hive_core::notation::{move_string, parse_game_type, parse_move};
use waggle_hive_core::rules::{Game, Move};

use super::http::{self, Request};

/// A worker that is silent for this long has lost its job.
const QUIET: Duration = Duration::from_secs(3);
const ATTEMPTS: usize = 3;

/// What the site does with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Usual,
    /// It takes it away at the worker's first report, and queues it again.
    Withdrawn,
    /// It refuses the result.
    Refused,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    Queued,
    Running { worker: String, heard: Instant },
    Done,
    Failed(String),
}

struct Job {
    moves: Vec<String>,
    fate: Fate,
    state: State,
    attempts: usize,
    progress: Vec<u64>,
}

/// The queue, until it is dropped.
pub(crate) struct Queue {
    pub(crate) address: String,
    shared: Arc<Shared>,
}

struct Shared {
    secret: String,
    is_over: AtomicBool,
    jobs: Mutex<BTreeMap<String, Job>>,
    /// Malformed requests.
    faults: Mutex<Vec<String>>,
    /// This many answers are `503`, as during a deployment.
    unavailable: Mutex<usize>,
    /// What every request is answered by a server that keeps the queue to its own machine.
    closed: Option<u16>,
}

impl Queue {
    pub(crate) fn start(secret: &str, games: &[(Vec<String>, Fate)], unavailable: usize) -> Self {
        let queue = Self::serve(secret, unavailable, None);
        queue.add(games);
        queue
    }

    /// A server that answers every request with this status.
    pub(crate) fn closed(status: u16) -> Self {
        Self::serve("", 0, Some(status))
    }

    fn serve(secret: &str, unavailable: usize, closed: Option<u16>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Shared {
            secret: secret.to_owned(),
            is_over: AtomicBool::new(false),
            jobs: Mutex::default(),
            faults: Mutex::default(),
            unavailable: Mutex::new(unavailable),
            closed,
        });
        let serving = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.is_over.load(Ordering::Relaxed) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let shared = Arc::clone(&serving);
                // The worker may go away at any time.
                thread::spawn(move || drop(http::answer(stream, |request| shared.reply(request))));
            }
        });
        Self { address, shared }
    }

    pub(crate) fn add(&self, games: &[(Vec<String>, Fate)]) {
        let mut jobs = self.shared.jobs();
        for (moves, fate) in games {
            let job = Job {
                moves: moves.clone(),
                fate: *fate,
                state: State::Queued,
                attempts: 0,
                progress: vec![],
            };
            let id = format!("0b5a-{}", jobs.len());
            jobs.insert(id, job);
        }
    }

    /// How many jobs are done and how many have failed.
    pub(crate) fn ended(&self) -> (usize, usize) {
        let jobs = self.shared.jobs();
        let count = |is_it: fn(&State) -> bool| jobs.values().filter(|it| is_it(&it.state)).count();
        (count(|state| *state == State::Done), count(|state| matches!(state, State::Failed(_))))
    }

    /// How many jobs a worker has.
    pub(crate) fn running(&self) -> usize {
        let is_running = |job: &&Job| matches!(job.state, State::Running { .. });
        self.shared.jobs().values().filter(is_running).count()
    }

    /// Whether a worker has told how far it is.
    pub(crate) fn has_progress(&self) -> bool {
        self.shared.jobs().values().any(|job| !job.progress.is_empty())
    }

    pub(crate) fn faults(&self) -> Vec<String> {
        self.shared.faults.lock().expect("not poisoned").clone()
    }

    pub(crate) fn failures(&self) -> Vec<String> {
        let jobs = self.shared.jobs();
        let reason = |job: &Job| match &job.state {
            State::Failed(reason) => Some(reason.clone()),
            _ => None,
        };
        jobs.values().filter_map(reason).collect()
    }

    /// A worker takes a job and dies.
    pub(crate) fn lose_a_worker(&self) {
        let claimed = self.shared.claim("dead");
        assert_eq!(claimed.0, 200);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

impl Shared {
    fn jobs(&self) -> MutexGuard<'_, BTreeMap<String, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, text: String) {
        self.faults.lock().expect("not poisoned").push(text);
    }

    fn reply(&self, request: &Request) -> (u16, Value) {
        let Request { method, path, bearer, body } = request;
        if let Some(status) = self.closed {
            return (status, Value::Null);
        }
        if *bearer != self.secret {
            return (401, Value::Null);
        }
        {
            let mut unavailable = self.unavailable.lock().expect("not poisoned");
            if *unavailable > 0 {
                *unavailable -= 1;
                return (503, Value::Null);
            }
        }
        let rest = path.strip_prefix("/api/v1/evals/").unwrap_or_default();
        let worker = body["worker"].as_str().unwrap_or_default();
        if method != "POST" || !(1..=64).contains(&worker.len()) {
            self.fault(format!("{method} {path} {body}"));
            return (400, Value::Null);
        }
        if rest == "claim" {
            if !body["auto"].is_boolean() {
                self.fault(format!("claim {body}"));
            }
            return self.claim(worker);
        }
        let Some((id, what)) = rest.split_once('/') else { return (404, Value::Null) };
        let mut jobs = self.jobs();
        let Some(job) = jobs.get_mut(id) else { return (404, Value::Null) };
        let is_theirs = matches!(&job.state, State::Running { worker: of, .. } if of == worker);
        if !is_theirs {
            return (409, Value::Null);
        }
        job.state = State::Running { worker: worker.to_owned(), heard: Instant::now() };
        if job.fate == Fate::Withdrawn && job.attempts == 1 {
            job.state = State::Queued;
            return (409, Value::Null);
        }
        match what {
            "progress" => match body["progress_pct"].as_u64() {
                Some(percent @ 0..=99) if job.progress.last().is_none_or(|it| *it <= percent) => {
                    job.progress.push(percent);
                    (200, Value::Null)
                }
                _ => {
                    self.fault(format!("progress {body} after {:?}", job.progress));
                    (400, Value::Null)
                }
            },
            "result" => match wrong(job, body) {
                Some(reason) => {
                    self.fault(format!("result of {id}: {reason}"));
                    job.state = State::Failed(reason.clone());
                    (422, json!({"success": false, "data": {"error": reason}}))
                }
                None if job.fate == Fate::Refused => {
                    job.state = State::Failed("refused".to_owned());
                    (422, json!({"success": false, "data": {"error": "refused"}}))
                }
                None => {
                    job.state = State::Done;
                    (200, Value::Null)
                }
            },
            "fail" => {
                let reason = body["error"].as_str().unwrap_or_default().to_owned();
                job.state = State::Failed(reason);
                (200, Value::Null)
            }
            _ => (404, Value::Null),
        }
    }

    fn claim(&self, worker: &str) -> (u16, Value) {
        let mut jobs = self.jobs();
        for job in jobs.values_mut() {
            let is_lost =
                matches!(&job.state, State::Running { heard, .. } if heard.elapsed() >= QUIET);
            if is_lost && job.attempts >= ATTEMPTS {
                job.state = State::Failed("three workers were lost".to_owned());
            } else if is_lost {
                job.state = State::Queued;
            }
        }
        let found = jobs.iter_mut().find(|(_, job)| job.state == State::Queued);
        let Some((id, job)) = found else { return (204, Value::Null) };
        job.attempts += 1;
        job.progress.clear();
        job.state = State::Running { worker: worker.to_owned(), heard: Instant::now() };
        (200, json!({"eval_id": id, "game_type": "Base+MLP", "moves": job.moves, "priority": 7}))
    }
}

/// The moves of a random game of so many plies at most.
pub(crate) fn random_game(seed: u64, plies: usize) -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(parse_game_type("Base+MLP").expect("a type"));
    let mut texts = vec![];
    while game.outcome().is_none() && texts.len() < plies {
        let moves = game.position().legal_moves();
        let mv = moves[rng.random_range(0..moves.len())];
        texts.push(move_string(game.position(), mv));
        game.play(mv).expect("a legal move");
    }
    texts
}

/// What is wrong with a result.
fn wrong(job: &Job, body: &Value) -> Option<String> {
    if body["engine"].as_str().is_none_or(str::is_empty) || body.to_string().len() > 256 << 10 {
        return Some("no engine, or too long".to_owned());
    }
    let Some(entries) = body["result"]["moves"].as_array() else {
        return Some("no moves".to_owned());
    };
    if entries.len() != job.moves.len() {
        return Some(format!("{} entries", entries.len()));
    }
    let mut game = Game::new(parse_game_type("Base+MLP").expect("a type"));
    for (entry, played) in entries.iter().zip(&job.moves) {
        let position = game.position();
        let mv = parse_move(position, played).expect("a legal move");
        if entry.is_null() != (position.legal_moves() == [Move::Pass]) {
            return Some(format!("{played}: {entry}"));
        }
        if !entry.is_null() {
            let best = entry["best"].as_str().unwrap_or_default();
            let line = entry["line"].as_array().cloned().unwrap_or_default();
            let chance = |field: &str| {
                entry[field].as_f64().is_some_and(|chance| (0.0..=100.0).contains(&chance))
            };
            let best_move = parse_move(position, best);
            let is_right = entry["played"] == json!(played)
                && entry.as_object().is_some_and(|fields| fields.len() == 6)
                && (1..=16).contains(&best.len())
                && line.len() <= 12
                && line.first().is_none_or(|first| first == best)
                && chance("before")
                && chance("after")
                && entry["sims"].as_u64().is_some_and(|sims| u32::try_from(sims).is_ok())
                && (best == played || best_move != Ok(mv))
                && best_move.is_ok_and(|best| position.objection_to(best).is_none());
            if !is_right {
                return Some(format!("{played}: {entry}"));
            }
        }
        game.play(mv).expect("a legal move");
    }
    None
}
