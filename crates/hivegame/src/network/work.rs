//! `waggle hivegame worker`: takes games from the site's queue and reviews them.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waggle_hive_core::games::GameResult;
use waggle_hive_core::rules::Game;
use waggle_hive_core::text::{counted, one_line};
use waggle_hive_engine::search::{Limits, Settings as SearchSettings};
use waggle_hive_study::review::{self, Review, ReviewProgress};

use super::NetworkError;
use super::backoff::{Backoff, pause};
use super::http::{Answer, Http, HttpError};
use super::log;
use super::trust::Trust;
use crate::evals::{Evaluation, Job, check};
use crate::secret::Secret;
use crate::settings::{SiteSettings, WorkerSettings};
use crate::stamp::Stamp;

/// The maximum attempts to send a result.
const ATTEMPTS: usize = 4;
/// The share of the first look in the time of a review, in percent.
const FIRST_LOOK: usize = 60;
/// The maximum percentage of a progress report.
const MAX_PERCENT: usize = 99;
/// The maximum characters of an error message.
const MAX_ERROR_CHARS: usize = 500;

/// Takes jobs, as many at a time as the settings allow, until `leave` is set, and finishes those it
/// has. Writes a line for each job to `log`.
pub fn work(
    settings: &SiteSettings,
    worker: &WorkerSettings,
    secret: &Secret,
    leave: &AtomicBool,
    log: &mut (dyn Write + Send),
) -> Result<(), NetworkError> {
    let bench = Bench {
        http: Http::new(&settings.site, &Trust::read(settings.ca_file.as_deref())?),
        worker,
        secret,
        leave,
        threads: (thread::available_parallelism().map_or(1, usize::from) / worker.jobs).max(1),
        log: Mutex::new(log),
        has_claimed: AtomicBool::new(false),
        refusal: Mutex::default(),
        count: Mutex::default(),
    };
    thread::scope(|scope| {
        for number in 1..=worker.jobs {
            let bench = &bench;
            let name = format!("job {number}");
            thread::Builder::new().name(name).spawn_scoped(scope, || bench.run())?;
        }
        Ok::<(), std::io::Error>(())
    })?;
    let Count { delivered, failed, taken, plies } =
        bench.count.into_inner().unwrap_or_else(PoisonError::into_inner);
    let log = bench.log.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (games, plies) = (counted(delivered, "game", "games"), counted(plies, "ply", "plies"));
    let line = format!("{games} reviewed ({plies}), {failed} failed, {taken} taken away");
    log::write(log, &line)?;
    match bench.refusal.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Counts of finished jobs.
#[derive(Debug, Default)]
struct Count {
    delivered: usize,
    failed: usize,
    taken: usize,
    plies: usize,
}

/// What the threads share.
struct Bench<'a> {
    http: Http,
    worker: &'a WorkerSettings,
    secret: &'a Secret,
    leave: &'a AtomicBool,
    /// For each job.
    threads: usize,
    log: Mutex<&'a mut (dyn Write + Send)>,
    /// Whether the site has answered a claim as its queue does.
    has_claimed: AtomicBool,
    /// The site refuses the secret, or this machine.
    refusal: Mutex<Option<NetworkError>>,
    count: Mutex<Count>,
}

impl Bench<'_> {
    fn run(&self) {
        let poll = Duration::from_secs_f64(self.worker.poll_seconds);
        // After an error, and after a job that it could not do: the site may give it out again at once.
        let mut backoff = Backoff::from(2 * poll);
        while !self.is_leaving() {
            if self.worker.quiet.contains(Stamp::now()) {
                self.wait(poll);
                continue;
            }
            match self.claim() {
                Ok(Some(job)) if self.carry_out(&job) => backoff.reset(),
                Ok(Some(_)) => self.wait(backoff.next()),
                Ok(None) => self.wait(poll),
                Err(error) => {
                    self.log(&format!("no job: {error}"));
                    self.wait(backoff.next());
                }
            }
        }
    }

    fn is_leaving(&self) -> bool {
        let refusal = self.refusal.lock().unwrap_or_else(PoisonError::into_inner);
        self.leave.load(Ordering::Relaxed) || refusal.is_some()
    }

    fn wait(&self, time: Duration) {
        pause(time, || self.is_leaving());
    }

    fn log(&self, line: &str) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        // The log has no reader any more; the jobs go on.
        let _ = log::write(&mut **log, &one_line(line));
    }

    fn count(&self, change: impl FnOnce(&mut Count)) {
        change(&mut self.count.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn post(&self, path: &str, body: &Value) -> Result<Answer, HttpError> {
        let answer = self.http.post(&format!("/api/v1/evals/{path}"), Some(self.secret), body)?;
        let refusal = match answer.status.as_u16() {
            401 => Some(NetworkError::Refused(answer.complaint())),
            // The queue itself never says so of a claim; the server before it does.
            403 | 404 if !self.has_claimed.load(Ordering::Relaxed) => {
                Some(NetworkError::NoQueue(answer.complaint()))
            }
            200 | 204 => {
                self.has_claimed.store(true, Ordering::Relaxed);
                None
            }
            _ => None,
        };
        if refusal.is_some() {
            *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = refusal;
        }
        Ok(answer)
    }

    fn claim(&self) -> Result<Option<Job>, String> {
        let body = json!({ "worker": self.worker.name, "auto": self.worker.auto });
        let answer = self.post("claim", &body).map_err(|error| error.to_string())?;
        match answer.status.as_u16() {
            204 => Ok(None),
            200 => serde_json::from_value(answer.body)
                .map(Some)
                .map_err(|error| format!("expected a job: {error}")),
            _ => Err(answer.complaint()),
        }
    }

    /// Reviews a game and delivers the result; false if that failed.
    fn carry_out(&self, job: &Job) -> bool {
        let Job { eval_id: id, moves, .. } = job;
        if !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            self.log("ignored a job with an invalid id");
            return false;
        }
        let start = Instant::now();
        let reviewed = job.replay().and_then(|game| self.review(id, &game));
        let evaluation = match reviewed {
            Ok(Some(review)) => Evaluation::of(job, &review, self.worker.nodes),
            Ok(None) => {
                self.log(&format!("job {id}: taken away, stopped"));
                self.count(|count| count.taken += 1);
                return true;
            }
            Err(reason) => return self.fail(id, &reason),
        };
        if let Err(fault) = check(job, &evaluation) {
            return self.fail(id, &format!("an internal error, which is a bug in waggle: {fault}"));
        }
        let engine =
            format!("Waggle {} review {} nodes", env!("CARGO_PKG_VERSION"), self.worker.nodes);
        let body = json!({ "worker": self.worker.name, "engine": engine, "result": evaluation });
        let (plies, seconds) = (moves.len(), start.elapsed().as_secs_f64());
        let trouble = match self.deliver(id, &body) {
            Ok(200) => {
                let length = counted(plies, "ply", "plies");
                self.log(&format!("job {id}: {length} in {seconds:.1} s, delivered"));
                self.count(|count| {
                    count.delivered += 1;
                    count.plies += plies;
                });
                return true;
            }
            Ok(409) => {
                self.log(&format!("job {id}: taken away before it was delivered"));
                self.count(|count| count.taken += 1);
                return true;
            }
            Ok(status) => format!("the site refused the result: {status}, please report it"),
            Err(error) => format!("not delivered: {error}"),
        };
        self.log(&format!("job {id}: {trouble}"));
        self.count(|count| count.failed += 1);
        false
    }

    /// Sends a result, with retries if the network fails, and returns the status of the answer.
    fn deliver(&self, id: &str, body: &Value) -> Result<u16, String> {
        let mut last = String::new();
        for attempt in 1..=ATTEMPTS {
            match self.post(&format!("{id}/result"), body) {
                Ok(answer) if answer.status.is_server_error() => last = answer.complaint(),
                Ok(answer) => {
                    if answer.status.as_u16() == 422 {
                        self.log(&format!("job {id}: {}", answer.complaint()));
                    }
                    return Ok(answer.status.as_u16());
                }
                Err(error) => last = error.to_string(),
            }
            if attempt < ATTEMPTS {
                thread::sleep(Duration::from_secs_f64(self.worker.poll_seconds));
            }
        }
        Err(last)
    }

    /// Tells the site that a job cannot be done.
    fn fail(&self, id: &str, reason: &str) -> bool {
        self.log(&format!("job {id}: failed: {reason}"));
        self.count(|count| count.failed += 1);
        let reason: String = reason.chars().take(MAX_ERROR_CHARS).collect();
        let body = json!({ "worker": self.worker.name, "error": reason });
        if let Err(error) = self.post(&format!("{id}/fail"), &body) {
            self.log(&format!("job {id}: {error}"));
        }
        false
    }

    /// Reviews a game and reports progress to the site; `None` if the job was taken away.
    fn review(&self, id: &str, game: &Game) -> Result<Option<Review>, String> {
        let settings = SearchSettings {
            threads: self.threads,
            table_mib: self.worker.table_mib,
            ..SearchSettings::default()
        };
        let limits = Limits::nodes(self.worker.nodes);
        let (stop, percent) = (AtomicBool::new(false), AtomicU8::new(0));
        let progress = &mut |progress: ReviewProgress| {
            // The second look begins at the start again.
            percent.fetch_max(percent_of(&progress), Ordering::Relaxed);
        };
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            thread::Builder::new()
                .name("progress".to_owned())
                .spawn_scoped(scope, || self.report(id, &percent, &stop, &is_done))
                .map_err(|error| error.to_string())?;
            // On this thread, which lives as long as the worker: the allocator keeps memory by thread, and
            // a new thread for each review would keep its tables, too.
            let reviewed = panic::catch_unwind(AssertUnwindSafe(|| {
                review::review(
                    &[],
                    game,
                    GameResult::Unfinished,
                    &settings,
                    &limits,
                    &stop,
                    progress,
                )
            }));
            is_done.store(true, Ordering::Relaxed);
            let reviewed = reviewed.map_err(|_| "an internal error, which is a bug in waggle")?;
            let reviewed = reviewed.map_err(|error| error.to_string())?;
            Ok(reviewed.filter(|_| !stop.load(Ordering::Relaxed)))
        })
    }

    /// Reports progress to the site until the review is done. Sets `stop` if the job was taken away.
    fn report(&self, id: &str, percent: &AtomicU8, stop: &AtomicBool, is_done: &AtomicBool) {
        let mut told_at = Instant::now();
        while !is_done.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
            if told_at.elapsed().as_secs_f64() < self.worker.poll_seconds {
                continue;
            }
            told_at = Instant::now();
            let percent = percent.load(Ordering::Relaxed);
            let body = json!({ "worker": self.worker.name, "progress_pct": percent });
            match self.post(&format!("{id}/progress"), &body) {
                Ok(answer) if answer.status.as_u16() == 409 => {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                Ok(_) => {}
                Err(error) => self.log(&format!("job {id}: progress not reported: {error}")),
            }
        }
    }
}

fn percent_of(progress: &ReviewProgress) -> u8 {
    let share = |part: usize| part * progress.done / progress.total.max(1);
    let percent = match progress.look {
        1 => share(FIRST_LOOK),
        _ => FIRST_LOOK + share(MAX_PERCENT - FIRST_LOOK),
    };
    percent.min(MAX_PERCENT) as u8
}
