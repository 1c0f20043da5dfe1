//! An engine in its own process, driven over UHP.
//!
//! No output of the engine, however broken, can panic or block the match.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use waggle_hive_core::notation::{game_string, move_string, parse_move};
use waggle_hive_core::rules::{Game, Move, Position};
use waggle_hive_uhp::client::refusal;
use waggle_hive_uhp::{Client, ClientConfig, ClientError};

use super::limit::Template;
use super::player::{Budget, Choice, Player, PlayerFault};
use super::traffic_log::TrafficLog;
use super::{Limit, Termination};

/// How often to check the stop flag while waiting for an answer.
const SLICE: Duration = Duration::from_millis(50);
/// How long an engine may take to introduce itself.
const MAX_START: Duration = Duration::from_secs(10);
/// How many lines of the conversation error reports show.
const LINES_KEPT: usize = 12;
/// How many characters of a line error reports show.
const LINE_KEPT: usize = 300;

/// How to start an external engine, and the commands it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalSpec {
    /// The program, its arguments and its environment.
    pub config: ClientConfig,
    /// UHP lines to send first; each must be accepted.
    pub init: Vec<String>,
    /// The command that asks for a move; `None` for the standard one.
    pub template: Option<Template>,
    /// The timeout of answers without a limit of their own.
    pub patience: Duration,
    /// The file to which all traffic is appended.
    pub log: Option<PathBuf>,
    /// Why it could not be written to, if so; games go on.
    pub log_fault: Arc<OnceLock<String>>,
}

/// A running engine.
#[derive(Debug)]
pub struct External {
    client: Client,
    template: Option<Template>,
    /// Whether it knows `bestmove clock`.
    knows_clocks: bool,
    patience: Duration,
    lines: VecDeque<String>,
    log: Option<TrafficLog>,
}

/// What an engine may have by default, and what turns it off: its book would replace the openings of
/// the match, and pondering takes the processor that the opponent thinks with.
const DEFAULTS: [(&str, &str); 4] = [
    ("OwnBook", "False"),
    ("BackgroundPondering", "False"),
    ("Ponder", "False"),
    ("PonderDuringIdle", "Disabled"),
];

impl External {
    /// Starts an engine and sends its first lines.
    pub fn start(spec: &ExternalSpec, stop: &AtomicBool) -> Result<Self, PlayerFault> {
        let client = Client::spawn(&spec.config)
            .map_err(|error| PlayerFault::new(Termination::StartFailure, error.to_string()))?;
        let mut external = Self {
            client,
            template: spec.template.clone(),
            knows_clocks: false,
            patience: spec.patience,
            lines: VecDeque::new(),
            log: None,
        };
        if let Some(path) = &spec.log {
            let fault = Arc::clone(&spec.log_fault);
            let log = TrafficLog::open(path, external.client.process_id(), fault);
            external.log = Some(log.map_err(|error| {
                let detail = format!("opening the log `{}`: {error}", path.display());
                PlayerFault::new(Termination::StartFailure, detail)
            })?);
        }
        let patience = spec.patience.min(MAX_START);
        if let Err(error) = external.wait(patience, stop, Client::wait_for_banner)? {
            let PlayerFault { detail, last_lines, .. } =
                external.client_fault(&error, "", patience);
            return Err(PlayerFault { termination: Termination::StartFailure, detail, last_lines });
        }
        let banner = external.client.banner().to_vec();
        external.log_lines('<', &banner);
        external.turn_off_defaults(&spec.init, stop)?;
        if spec.template.is_none() && banner.iter().any(|line| line.starts_with("id Waggle")) {
            let help = external.exchange("help bestmove", external.patience, stop)?;
            external.knows_clocks = help.iter().any(|line| line.contains("clock"));
        }
        // Fault reports do not show this dialog.
        external.lines.clear();
        for line in &spec.init {
            let told = external.tell(line, stop);
            told.map_err(|fault| match fault.termination {
                Termination::Interrupted => fault,
                _ => PlayerFault { termination: Termination::StartFailure, ..fault },
            })?;
        }
        Ok(external)
    }

    /// Turns off what an engine has by default and was not asked for, see [`DEFAULTS`].
    fn turn_off_defaults(&mut self, init: &[String], stop: &AtomicBool) -> Result<(), PlayerFault> {
        for (name, off) in DEFAULTS {
            let is_it = |word: &str| word.eq_ignore_ascii_case(name);
            if init.iter().any(|line| line.split_whitespace().any(is_it)) {
                continue;
            }
            let reply = self.exchange(&format!("options get {name}"), self.patience, stop)?;
            // An engine without the option may refuse, or know it by another name.
            let is_on = reply.iter().any(|line| {
                let mut fields = line.split(';').map(str::trim);
                fields.next().is_some_and(is_it)
                    && fields.nth(1).is_some_and(|value| !value.eq_ignore_ascii_case(off))
            });
            if is_on {
                self.tell(&format!("options set {name} {off}"), stop)?;
            }
        }
        Ok(())
    }

    /// Sends a line that must be accepted.
    fn tell(&mut self, line: &str, stop: &AtomicBool) -> Result<Vec<String>, PlayerFault> {
        let reply = self.exchange(line, self.patience, stop)?;
        match refusal(&reply) {
            Some(text) => {
                let detail = format!("`{}` was answered with `{}`", clipped(line), clipped(text));
                Err(self.fault(Termination::Refusal, detail))
            }
            None => Ok(reply),
        }
    }

    /// Polls until there is an answer, checking the stop flag.
    fn wait<T>(
        &mut self,
        patience: Duration,
        stop: &AtomicBool,
        mut ask: impl FnMut(&mut Client, Duration) -> Result<T, ClientError>,
    ) -> Result<Result<T, ClientError>, PlayerFault> {
        let start = Instant::now();
        loop {
            let left = patience.saturating_sub(start.elapsed());
            let answer = ask(&mut self.client, SLICE.min(left));
            if left.is_zero() || !answer.as_ref().is_err_and(ClientError::is_timeout) {
                return Ok(answer);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(PlayerFault::new(Termination::Interrupted, "the match was stopped"));
            }
        }
    }

    /// Sends a line and waits for the answer.
    fn exchange(
        &mut self,
        line: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Vec<String>, PlayerFault> {
        self.note('>', line);
        self.log_lines('>', &[line]);
        let mut is_sent = false;
        let answer = self.wait(patience, stop, |client, slice| {
            if std::mem::replace(&mut is_sent, true) {
                client.wait(line, slice)
            } else {
                client.send(line, slice)
            }
        });
        match answer? {
            Ok(reply) => {
                self.log_lines('<', &reply);
                for text in reply.iter().rev().take(LINES_KEPT).rev() {
                    self.note('<', text);
                }
                Ok(reply)
            }
            Err(error) => Err(self.client_fault(&error, line, patience)),
        }
    }

    fn client_fault(&mut self, error: &ClientError, line: &str, patience: Duration) -> PlayerFault {
        let partial = self.client.partial_reply().to_vec();
        self.log_lines('<', &partial);
        for text in partial.iter().rev().take(LINES_KEPT).rev() {
            self.note('<', text);
        }
        let asked =
            if line.is_empty() { "the start".to_owned() } else { format!("`{}`", clipped(line)) };
        let (termination, detail) = match error {
            ClientError::Timeout { .. } if partial.is_empty() => {
                (Termination::Stall, format!("no answer to {asked} in {patience:.1?}"))
            }
            ClientError::Timeout { .. } => {
                (Termination::MissingOk, format!("no `ok` after {asked} in {patience:.1?}"))
            }
            ClientError::LongLine { .. } | ClientError::Flood { .. } => {
                (Termination::Flood, error.to_string())
            }
            _ => (Termination::Crash, error.to_string()),
        };
        self.fault(termination, detail)
    }

    /// Appends lines to the log, if there is one.
    fn log_lines(&mut self, direction: char, lines: &[impl AsRef<str>]) {
        if let Some(log) = &mut self.log {
            for line in lines {
                log.line(direction, line.as_ref());
            }
        }
    }

    /// A fault with the last lines of the conversation.
    fn fault(&mut self, termination: Termination, detail: String) -> PlayerFault {
        let complaints = self.client.last_lines();
        self.log_lines('!', &complaints);
        PlayerFault { termination, detail, last_lines: self.last_lines() }
    }

    fn note(&mut self, direction: char, line: &str) {
        if self.lines.len() == LINES_KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(format!("{direction} {}", clipped(line)));
    }

    /// The command that asks for a move within this budget.
    fn request(&self, budget: Budget) -> String {
        let template = |limit| self.template.clone().unwrap_or_else(|| Template::standard(limit));
        match budget {
            Budget::Time(time) => template(Limit::Time(time)).with_time(time),
            Budget::Clock(clock) if self.knows_clocks => Template::clock(&clock).with_clock(&clock),
            Budget::Clock(clock) => template(Limit::Time(clock.left)).with_clock(&clock),
            Budget::Depth(depth) => template(Limit::Depth(depth)).with_depth(depth),
            Budget::Nodes(nodes) => template(Limit::Nodes(nodes)).with_nodes(nodes),
        }
    }
}

impl Player for External {
    fn set_up(&mut self, game: &Game, stop: &AtomicBool) -> Result<(), PlayerFault> {
        self.tell(&format!("newgame {}", game_string(game)), stop).map(drop)
    }

    fn observe(
        &mut self,
        position: &Position,
        mv: Move,
        stop: &AtomicBool,
    ) -> Result<(), PlayerFault> {
        let line = match mv {
            Move::Pass => "pass".to_owned(),
            Move::To { .. } => format!("play {}", move_string(position, mv)),
        };
        self.tell(&line, stop).map(drop)
    }

    fn choose(
        &mut self,
        game: &Game,
        budget: Budget,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerFault> {
        let request = self.request(budget);
        let reply = self.exchange(&request, patience, stop)?;
        let took = self.client.last_reply_took();
        let choice = choice_in(&reply, game.position()).map(|choice| Choice { took, ..choice });
        choice.map_err(|(termination, detail)| match termination {
            Termination::Refusal => {
                self.fault(termination, format!("`{request}` was answered with {detail}"))
            }
            _ => self.fault(termination, detail),
        })
    }

    fn last_lines(&self) -> Vec<String> {
        let complaints = self.client.last_lines();
        let skipped = complaints.len().saturating_sub(LINES_KEPT);
        let complaints = complaints.iter().skip(skipped).map(|line| format!("! {}", clipped(line)));
        self.lines.iter().cloned().chain(complaints).collect()
    }

    fn retire(mut self: Box<Self>) {
        self.log_lines('>', &["exit"]);
        let complaints = self.client.last_lines();
        self.log_lines('!', &complaints);
        // It does not matter whether it had to be killed.
        let _ = self.client.close();
    }
}

/// Parses an engine's reply to a request for a move in this position.
pub fn choice_in(reply: &[String], position: &Position) -> Result<Choice, (Termination, String)> {
    if let Some(text) = refusal(reply) {
        return Err((Termination::Refusal, format!("`{}`", clipped(text))));
    }
    // Intermediate moves come before the answer, and some engines append depth and score.
    let last = reply.last().map_or("", String::as_str);
    let text = last.split(';').next().unwrap_or_default().trim();
    match parse_move(position, text) {
        Ok(mv) => {
            let (depth, score) = thoughts(reply);
            Ok(Choice { mv, score, depth, took: None, nodes: None })
        }
        Err(error) => {
            let detail = format!("`{}` is not a move: {error}", clipped(last));
            Err((Termination::Garbage, detail))
        }
    }
}

/// Depth and score of the last `move;depth;score` line, as `MzingaEngine` writes them if asked to
/// report intermediate moves.
fn thoughts(reply: &[String]) -> (Option<u32>, Option<f64>) {
    let read = |line: &String| {
        let mut fields = line.split(';').skip(1);
        let depth = fields.next()?.trim().parse().ok()?;
        let score = fields.next()?.trim();
        let infinite = score.contains('∞').then(|| score.replace('∞', "inf"));
        let score: f64 = infinite.as_deref().unwrap_or(score).parse().ok()?;
        Some((depth, score)).filter(|(_, score)| !score.is_nan())
    };
    let found: Option<(u32, f64)> = reply.iter().rev().find_map(read);
    (found.map(|(depth, _)| depth), found.map(|(_, score)| score))
}

/// The beginning of a possibly very long text.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(LINE_KEPT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_last_report_of_depth_and_score_counts() {
        let reply = lines("wS1;1;0.50;wS1\nwG1 wS1-;2;-0.25;wG1 wS1-;bQ\nwG1 wS1-");
        assert_eq!(thoughts(&reply), (Some(2), Some(-0.25)));
        assert_eq!(thoughts(&lines("wG1 wS1-")), (None, None));
        assert_eq!(thoughts(&lines("wS1;3;-∞")), (Some(3), Some(f64::NEG_INFINITY)));
        assert_eq!(thoughts(&lines("wS1;3;NaN")), (None, None));
        assert_eq!(thoughts(&[]), (None, None));
    }

    #[test]
    fn a_long_line_is_clipped_at_a_whole_character() {
        assert_eq!(clipped("ok"), "ok");
        assert_eq!(clipped(&"é".repeat(1000)).chars().count(), LINE_KEPT + 1);
    }
}
