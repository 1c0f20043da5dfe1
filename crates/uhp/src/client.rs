//! Runs another UHP engine as a child process.
//!
//! Every wait has a deadline, and no engine can hang or crash us: with garbage, endless lines, a
//! missing `ok`, a flood, silence or a crash.

#[cfg(all(test, unix))]
mod misbehaving_engines;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::child::{Arrival, ChildProcess};

const MAX_REPLY_LINES: usize = 10_000;
/// How often a wait checks whether it has been told to stop.
const STOP_CHECK: Duration = Duration::from_millis(100);
/// How long an engine may take to exit.
const EXIT_TIME: Duration = Duration::from_secs(3);
/// How long to wait for the exit status of an engine that has closed its output.
const STATUS_TIME: Duration = Duration::from_millis(200);

/// How to start an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientConfig {
    /// The program: a path, or a name in `PATH`.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; ours if `None`.
    pub cwd: Option<PathBuf>,
    /// Environment variables to add to ours.
    pub env: BTreeMap<String, String>,
}

/// Parses a command line: words separated by blanks; double quotes keep blanks. There are no
/// escapes.
///
/// ```
/// use waggle_hive_uhp::ClientConfig;
///
/// let config: ClientConfig = r#""/opt/my engines/mzinga" --fast"#.parse()?;
/// assert_eq!(config.command.to_str(), Some("/opt/my engines/mzinga"));
/// assert_eq!(config.args, ["--fast"]);
/// # Ok::<(), waggle_hive_uhp::ClientError>(())
/// ```
impl FromStr for ClientConfig {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Self, ClientError> {
        let mut words = split_command_line(text)?.into_iter();
        let command = words.next().ok_or(ClientError::NoCommand)?.into();
        Ok(Self { command, args: words.collect(), ..Self::default() })
    }
}

/// Why an engine did not start or did not answer.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum ClientError {
    #[error("expected a command that starts an engine, found nothing")]
    NoCommand,
    #[error("the command line `{0}` has an opening quotation mark without a closing one")]
    Quote(String),
    #[error("`{command}` did not start: {cause}")]
    Start { command: String, cause: std::io::Error },
    /// No complete reply before the deadline.
    #[error("no `ok` within {limit:?} {}", since(line))]
    Timeout {
        /// The line that was sent; empty for the banner.
        line: String,
        limit: Duration,
    },
    /// The engine closed its output before the end of the reply.
    #[error("the engine ended ({}) {}", describe(*status), after(line))]
    Ended {
        /// The line that was sent; empty for the banner.
        line: String,
        status: Option<ExitStatus>,
    },
    #[error("a line of more than 65536 bytes {}", after(line))]
    LongLine { line: String },
    #[error("more than {MAX_REPLY_LINES} lines without an `ok` {}", after(line))]
    Flood { line: String },
}

impl ClientError {
    /// Whether the engine was just too slow.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Timeout { .. })
    }
}

/// When something happened: after this line, or before the first one.
fn after(line: &str) -> String {
    if line.is_empty() { "before its first `ok`".to_owned() } else { format!("after `{line}`") }
}

/// The start of a wait: this line, or the start of the engine.
fn since(line: &str) -> String {
    if line.is_empty() { "of its start".to_owned() } else { after(line) }
}

fn describe(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "output closed".to_owned(), |status| status.to_string())
}

/// An engine at the other end of a pipe.
///
/// The process and its descendants are killed on drop.
#[derive(Debug)]
pub struct Client {
    process: ChildProcess,
    banner: Vec<String>,
    /// Replies not yet complete.
    owed: usize,
    /// The lines of the current reply so far.
    partial: Vec<String>,
    /// When the last complete reply came.
    replied: Option<Instant>,
    /// Lines received outside of any reply.
    strays: usize,
    /// Raised when nothing is to be waited for any more.
    stop: Option<Arc<AtomicBool>>,
}

impl Client {
    /// Starts an engine and waits for its banner.
    pub fn start(config: &ClientConfig, timeout: Duration) -> Result<Self, ClientError> {
        let mut client = Self::spawn(config)?;
        client.wait_for_banner(timeout)?;
        Ok(client)
    }

    /// Starts an engine without waiting for its banner.
    pub fn spawn(config: &ClientConfig) -> Result<Self, ClientError> {
        let mut command = Command::new(&config.command);
        command.args(&config.args).envs(&config.env);
        if let Some(cwd) = &config.cwd {
            command.current_dir(cwd);
        }
        let process = ChildProcess::spawn(&mut command).map_err(|cause| ClientError::Start {
            command: config.command.display().to_string(),
            cause,
        })?;
        Ok(Self {
            process,
            banner: Vec::new(),
            owed: 1,
            partial: Vec::new(),
            replied: None,
            strays: 0,
            stop: None,
        })
    }

    /// Stops waiting once this flag is raised: pending replies are then late.
    pub fn stop_on(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Some(flag);
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// When to look at the flag again, `deadline` at the latest.
    fn next_look(&self, deadline: Instant) -> Instant {
        if self.stop.is_some() { deadline.min(Instant::now() + STOP_CHECK) } else { deadline }
    }

    /// Waits for the banner of an engine that has just been started.
    pub fn wait_for_banner(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.banner = self.read_block("", timeout)?;
        Ok(())
    }

    /// Sends a command and waits for its reply: the lines before `ok`.
    ///
    /// An error reply is a reply, too; see [`refusal`]. After a timeout the client may be used
    /// again: the next call first waits for the late reply and discards it.
    pub fn send(&mut self, line: &str, timeout: Duration) -> Result<Vec<String>, ClientError> {
        if self.owed == 0 {
            self.discard_strays();
        }
        self.process.write_line(&line.replace(['\r', '\n'], " "));
        self.owed += 1;
        self.partial.clear();
        self.read_block(line, timeout)
    }

    /// Waits again for the reply to `line`, the last command sent, after a timeout.
    pub fn wait(&mut self, line: &str, timeout: Duration) -> Result<Vec<String>, ClientError> {
        self.read_block(line, timeout)
    }

    /// How long the engine took for its last reply: from the moment its line was written to the one
    /// its `ok` was read, however busy this process was meanwhile.
    pub fn last_reply_took(&self) -> Option<Duration> {
        Some(self.replied?.saturating_duration_since(self.process.written()?))
    }

    /// The lines received of a reply that is not complete.
    pub fn partial_reply(&self) -> &[String] {
        &self.partial
    }

    /// Sends a line to which no reply is expected, not even `ok`.
    pub fn tell(&self, line: &str) {
        self.process.write_line(&line.replace(['\r', '\n'], " "));
    }

    /// How many lines have been received outside of any reply.
    pub fn strays(&self) -> usize {
        self.strays
    }

    /// What the engine calls itself: its banner's `id` line without the `id`.
    pub fn name(&self) -> &str {
        self.banner.iter().find_map(|line| line.strip_prefix("id ")).map_or("Unknown", str::trim)
    }

    /// The lines of the engine's banner.
    pub fn banner(&self) -> &[String] {
        &self.banner
    }

    /// The last lines of the engine's error output.
    pub fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    /// The process id of the engine.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sends `exit` and waits up to three seconds; returns the exit status, or `None` if the engine
    /// had to be killed.
    pub fn close(mut self) -> Option<ExitStatus> {
        self.process.write_line("exit");
        self.process.close_input();
        let deadline = Instant::now() + EXIT_TIME;
        loop {
            let status = self.process.wait_until(self.next_look(deadline));
            if status.is_some() || self.is_stopped() || Instant::now() >= deadline {
                return status;
            }
        }
    }

    /// Discards lines that arrived outside of any reply.
    fn discard_strays(&mut self) {
        let strays = self.process.discard_arrived();
        self.strays += strays;
        if strays > 0 {
            log::warn!("{}: {strays} lines outside of any reply", self.name());
        }
    }

    /// Reads all pending replies and returns the last one.
    fn read_block(&mut self, sent: &str, timeout: Duration) -> Result<Vec<String>, ClientError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.process.read_line(self.next_look(deadline)) {
                Arrival::Line(line, arrived) if line.text.trim_end() == "ok" => {
                    self.replied = Some(arrived);
                    self.owed = self.owed.saturating_sub(1);
                    let lines = std::mem::take(&mut self.partial);
                    if self.owed == 0 {
                        return Ok(lines);
                    }
                }
                Arrival::Line(line, _) if line.cut => {
                    return Err(ClientError::LongLine { line: sent.to_owned() });
                }
                Arrival::Line(line, _) => self.partial.push(line.text),
                Arrival::Late if Instant::now() < deadline && !self.is_stopped() => {}
                Arrival::Late => {
                    return Err(ClientError::Timeout { line: sent.to_owned(), limit: timeout });
                }
                Arrival::Closed => {
                    let deadline = Instant::now() + STATUS_TIME;
                    let status = self.process.wait_until(deadline);
                    self.process.await_error_output(deadline);
                    return Err(ClientError::Ended { line: sent.to_owned(), status });
                }
            }
            if self.partial.len() > MAX_REPLY_LINES {
                return Err(ClientError::Flood { line: sent.to_owned() });
            }
        }
    }
}

/// The first line of an error reply: one that begins with `err` or `invalidmove`.
pub fn refusal(reply: &[String]) -> Option<&str> {
    reply
        .iter()
        .map(String::as_str)
        .find(|line| line.starts_with("err") || line.starts_with("invalidmove"))
}

fn split_command_line(text: &str) -> Result<Vec<String>, ClientError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    if quoted {
        return Err(ClientError::Quote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_split_at_unquoted_blanks() {
        let config: ClientConfig = r#"  "/a b/c" uhp  --name "x y""" "" "#.parse().unwrap();
        assert_eq!(config.command, PathBuf::from("/a b/c"));
        assert_eq!(config.args, ["uhp", "--name", "x y", ""]);
    }

    #[test]
    fn an_empty_or_unfinished_command_line_is_refused() {
        assert!(matches!(" \t".parse::<ClientConfig>(), Err(ClientError::NoCommand)));
        assert!(matches!(r#"a "b"#.parse::<ClientConfig>(), Err(ClientError::Quote(_))));
    }

    #[test]
    fn a_refusal_begins_with_err_or_invalidmove() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(refusal(&lines("wS1\nerr no game")), Some("err no game"));
        assert_eq!(refusal(&lines("invalidmove no")), Some("invalidmove no"));
        assert_eq!(refusal(&lines("wS1 -bS1")), None);
        assert_eq!(refusal(&[]), None);
    }
}
