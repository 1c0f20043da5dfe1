//! Drives another UHP engine as a child process.
//!
//! Every wait has a deadline, and nothing the engine does can hang or crash us:
//! garbage bytes, endless lines, a missing `ok`, a flood, silence, a crash.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::child::{Arrival, ChildProcess};

/// Most lines that one reply may have.
const LONGEST_REPLY: usize = 10_000;
/// How long an engine may take to end after `exit`.
const EXIT_TIME: Duration = Duration::from_secs(3);
/// How long we wait for the exit status of an engine that closed its output.
const STATUS_TIME: Duration = Duration::from_millis(200);

/// How to start an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientConfig {
    /// The program: a path, or a name to be found in `PATH`.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; ours if `None`.
    pub cwd: Option<PathBuf>,
    /// Environment variables to add to ours.
    pub env: BTreeMap<String, String>,
}

/// Reads a command line: words separated by blanks, with double quotes around
/// what contains blanks. There are no escapes.
///
/// ```
/// use waggle::uhp::ClientConfig;
///
/// let config: ClientConfig = r#""/opt/my engines/mzinga" --fast"#.parse()?;
/// assert_eq!(config.command.to_str(), Some("/opt/my engines/mzinga"));
/// assert_eq!(config.args, ["--fast"]);
/// # Ok::<(), waggle::uhp::ClientError>(())
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
pub enum ClientError {
    /// The command line is empty.
    #[error("expected a command that starts an engine, found nothing")]
    NoCommand,
    /// A quotation mark is not closed.
    #[error("the command line `{0}` has an opening quotation mark without a closing one")]
    Quote(String),
    /// The program could not be started.
    #[error("`{command}` did not start: {cause}")]
    Start {
        /// The program.
        command: String,
        /// What the operating system said.
        cause: std::io::Error,
    },
    /// No complete reply before the deadline.
    #[error("no `ok` within {limit:?} {}", after(line))]
    Timeout {
        /// The line that was sent; empty for the banner.
        line: String,
        /// The time that was allowed.
        limit: Duration,
    },
    /// The engine closed its output before the end of the reply.
    #[error("the engine ended ({}) {}", describe(*status), after(line))]
    Ended {
        /// The line that was sent; empty for the banner.
        line: String,
        /// The exit status, if the process has ended.
        status: Option<ExitStatus>,
    },
    /// The reply contains a line too long to be anything of UHP.
    #[error("a line of more than 65536 bytes {}", after(line))]
    LongLine {
        /// The line that was sent.
        line: String,
    },
    /// The reply has too many lines.
    #[error("more than {LONGEST_REPLY} lines without an `ok` {}", after(line))]
    Flood {
        /// The line that was sent.
        line: String,
    },
}

impl ClientError {
    /// Whether the engine was merely too slow.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Timeout { .. })
    }
}

/// When something happened: after this line, or before any was sent.
fn after(line: &str) -> String {
    if line.is_empty() { "before its first `ok`".to_owned() } else { format!("after `{line}`") }
}

fn describe(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "output closed".to_owned(), |status| status.to_string())
}

/// An engine at the other end of a pipe.
///
/// The process is killed, with what it has started, and reaped when the client
/// is dropped.
#[derive(Debug)]
pub struct Client {
    process: ChildProcess,
    banner: Vec<String>,
    /// Replies still expected for commands already sent.
    owed: usize,
    /// The lines received of the current reply.
    partial: Vec<String>,
    /// Lines received outside of any reply.
    strays: usize,
}

impl Client {
    /// Starts an engine and waits for its banner.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not introduce itself with a
    /// block of lines closed by `ok` within `timeout`.
    pub fn start(config: &ClientConfig, timeout: Duration) -> Result<Self, ClientError> {
        let mut client = Self::spawn(config)?;
        client.wait_for_banner(timeout)?;
        Ok(client)
    }

    /// Starts an engine without waiting for its banner.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
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
        Ok(Self { process, banner: Vec::new(), owed: 1, partial: Vec::new(), strays: 0 })
    }

    /// Waits for the banner of an engine that has just been started.
    ///
    /// # Errors
    ///
    /// If the engine does not introduce itself with a block of lines closed by `ok` within
    /// `timeout`.
    pub fn wait_for_banner(&mut self, timeout: Duration) -> Result<(), ClientError> {
        self.banner = self.read_block("", timeout)?;
        Ok(())
    }

    /// Sends one command and waits for its reply: the lines before `ok`.
    ///
    /// A reply that is an error of UHP is a reply like any other, see
    /// [`refusal`]. After a timeout the client may be used again: the late reply
    /// is awaited first, within the next deadline, and thrown away.
    ///
    /// # Errors
    ///
    /// If the reply is not complete within `timeout`, or never will be.
    pub fn send(&mut self, line: &str, timeout: Duration) -> Result<Vec<String>, ClientError> {
        if self.owed == 0 {
            self.discard_strays();
        }
        self.process.write_line(&line.replace(['\r', '\n'], " "));
        self.owed += 1;
        self.partial.clear();
        self.read_block(line, timeout)
    }

    /// Goes on waiting for the reply to `line`, the last command sent, after a
    /// timeout.
    ///
    /// # Errors
    ///
    /// If the reply is still not complete within `timeout`, or never will be.
    pub fn wait(&mut self, line: &str, timeout: Duration) -> Result<Vec<String>, ClientError> {
        self.read_block(line, timeout)
    }

    /// The lines received of a reply that is not complete.
    #[must_use]
    pub fn partial_reply(&self) -> &[String] {
        &self.partial
    }

    /// Sends a line to which no reply is expected, not even `ok`.
    pub fn tell(&self, line: &str) {
        self.process.write_line(&line.replace(['\r', '\n'], " "));
    }

    /// How many lines have been received outside of any reply.
    #[must_use]
    pub fn strays(&self) -> usize {
        self.strays
    }

    /// What the engine calls itself: its banner's `id` line without the `id`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.banner.iter().find_map(|line| line.strip_prefix("id ")).map_or("Unknown", str::trim)
    }

    /// The lines with which the engine introduced itself.
    #[must_use]
    pub fn banner(&self) -> &[String] {
        &self.banner
    }

    /// The last lines of the engine's error output.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    /// The id of the engine's process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Asks the engine to end, and waits up to three seconds for it; returns its
    /// exit status, or `None` if it had to be killed.
    #[must_use]
    pub fn close(mut self) -> Option<ExitStatus> {
        self.process.write_line("exit");
        self.process.close_input();
        self.process.wait_until(Instant::now() + EXIT_TIME)
    }

    /// Discards what has arrived while no reply was expected.
    fn discard_strays(&mut self) {
        let strays = self.process.discard_arrived();
        self.strays += strays;
        if strays > 0 {
            log::warn!("{}: {strays} lines outside of any reply", self.name());
        }
    }

    /// Reads all replies that are owed and returns the last one.
    fn read_block(&mut self, sent: &str, timeout: Duration) -> Result<Vec<String>, ClientError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.process.read_line(deadline) {
                Arrival::Line(line) if line.text.trim_end() == "ok" => {
                    self.owed = self.owed.saturating_sub(1);
                    let lines = std::mem::take(&mut self.partial);
                    if self.owed == 0 {
                        return Ok(lines);
                    }
                }
                Arrival::Line(line) if line.cut => {
                    return Err(ClientError::LongLine { line: sent.to_owned() });
                }
                Arrival::Line(line) => self.partial.push(line.text),
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
            if self.partial.len() > LONGEST_REPLY {
                return Err(ClientError::Flood { line: sent.to_owned() });
            }
        }
    }
}

/// The first line by which a reply refuses the command: one that begins with
/// `err` or `invalidmove`.
#[must_use]
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
    fn a_command_line_is_split_at_blanks_outside_quotes() {
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

    #[test]
    fn a_program_that_does_not_exist_does_not_start() {
        let config = ClientConfig { command: "no such engine".into(), ..ClientConfig::default() };
        let error = Client::start(&config, Duration::from_secs(1)).unwrap_err();
        assert!(matches!(error, ClientError::Start { .. }), "{error}");
        assert!(error.to_string().starts_with("`no such engine` did not start: "));
    }
}

/// Engines written in the shell, most of which misbehave.
#[cfg(all(test, unix))]
mod misbehaving_engines {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(60);
    const BANNER: &str = "echo id Scripted v1; echo Mosquito; echo ok; ";

    fn start(script: &str, timeout: Duration) -> Result<Client, ClientError> {
        let config = ClientConfig {
            command: "sh".into(),
            args: vec!["-c".to_owned(), script.to_owned()],
            ..ClientConfig::default()
        };
        Client::start(&config, timeout)
    }

    fn engine(script: &str) -> Client {
        start(&format!("{BANNER}{script}"), LONG).unwrap()
    }

    #[test]
    fn a_good_engine_answers_and_ends_when_asked() {
        let mut client = engine(
            "while read line; do [ \"$line\" = exit ] && exit 3; echo \"<$line>\"; echo ok; done",
        );
        assert_eq!(client.name(), "Scripted v1");
        assert_eq!(client.banner().len(), 2);
        assert_eq!(client.send("play wS1", LONG).unwrap(), ["<play wS1>"]);
        assert_eq!(client.send("two\nlines", LONG).unwrap(), ["<two lines>"]);
        assert_eq!(client.close().and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn silence_is_a_timeout() {
        assert!(start("cat >/dev/null", SHORT).unwrap_err().is_timeout());
        let mut client = engine("cat >/dev/null");
        assert!(client.send("bestmove", SHORT).unwrap_err().is_timeout());
    }

    #[test]
    fn a_late_reply_is_not_taken_for_the_next_one() {
        let mut client =
            engine("read a; read b; echo \"$a\"; echo ok; echo \"$b\"; echo ok; cat >/dev/null");
        assert!(client.send("first", SHORT).unwrap_err().is_timeout());
        assert_eq!(client.send("second", LONG).unwrap(), ["second"]);
    }

    /// Waits until something holds that another thread or process brings about.
    fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
        let deadline = Instant::now() + LONG;
        while !holds() {
            assert!(Instant::now() < deadline, "{what}");
            std::thread::yield_now();
        }
    }

    #[test]
    fn waiting_goes_on_after_a_timeout() {
        let mut client = engine("read a; echo half; read b; echo whole; echo ok; cat >/dev/null");
        assert!(client.send("first", SHORT).unwrap_err().is_timeout());
        wait_until("the first half", || {
            assert!(client.wait("first", SHORT).unwrap_err().is_timeout());
            !client.partial_reply().is_empty()
        });
        assert_eq!(client.partial_reply(), ["half"]);
        client.process.write_line("go on");
        assert_eq!(client.wait("first", LONG).unwrap(), ["half", "whole"]);
    }

    #[test]
    fn a_surplus_ok_does_not_shift_the_replies() {
        let mut client = engine("echo ok; while read line; do echo \"$line\"; echo ok; done");
        wait_until("the surplus `ok`", || {
            client.discard_strays();
            client.strays() > 0
        });
        assert_eq!(client.send("first", LONG).unwrap(), ["first"]);
        assert_eq!(client.send("second", LONG).unwrap(), ["second"]);
    }

    #[test]
    fn death_is_noticed_with_its_status_and_last_words() {
        let mut client = engine("read line; echo half; echo alas >&2; exit 7");
        let error = client.send("bestmove", LONG).unwrap_err();
        assert!(
            matches!(&error, ClientError::Ended { status: Some(status), .. } if status.code() == Some(7)),
            "{error}"
        );
        assert_eq!(client.last_lines(), ["alas"]);
        assert!(client.send("bestmove", LONG).is_err());
    }

    #[test]
    fn garbage_is_passed_on_as_text() {
        let mut client = engine("read line; printf 'a\\377\\000b\\nok \\r\\n'; cat >/dev/null");
        assert_eq!(client.send("bestmove", LONG).unwrap(), ["a\u{fffd}\0b"]);
    }

    #[test]
    fn an_endless_line_and_an_endless_reply_are_cut_off() {
        let mut client = engine("read line; yes | tr -d '\\n' | head -c 1000000; echo; cat");
        let error = client.send("bestmove", LONG).unwrap_err();
        assert!(matches!(error, ClientError::LongLine { .. }), "{error}");
        let mut client = engine("read line; yes");
        let error = client.send("bestmove", LONG).unwrap_err();
        assert!(matches!(error, ClientError::Flood { .. }), "{error}");
    }

    #[test]
    fn a_full_error_pipe_does_not_stop_the_engine() {
        let mut client = engine(
            "read line; yes complaint | head -n 50000 >&2; echo wS1; echo ok; cat >/dev/null",
        );
        assert_eq!(client.send("bestmove", LONG).unwrap(), ["wS1"]);
        assert!(client.last_lines().len() <= 30);
    }

    #[test]
    fn an_engine_that_never_reads_does_not_block_us() {
        let mut client = engine("exec sleep 100");
        let long_line = "x".repeat(1_000_000);
        assert!(client.send(&long_line, SHORT).unwrap_err().is_timeout());
    }

    #[test]
    fn dropping_kills_the_engine_behind_a_wrapper_too() {
        let mut client = engine("read line; sleep 1000 & echo $!; echo ok; wait");
        let grandchild: i32 = client.send("go", LONG).unwrap()[0].parse().unwrap();
        drop(client);
        wait_until("the grandchild ends", || !lives(grandchild));
    }

    #[test]
    fn dropping_kills_what_a_dead_wrapper_left_behind() {
        let client = start("sleep 1000 & echo id $!; echo Mosquito; echo ok", LONG).unwrap();
        let orphan: i32 = client.name().parse().unwrap();
        drop(client);
        wait_until("the orphan ends", || !lives(orphan));
    }

    /// Whether a process runs. One that has ended may take a moment to be reaped.
    fn lives(pid: i32) -> bool {
        let is_zombie = std::fs::read_to_string(format!("/proc/{pid}/stat"))
            .is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")));
        let exists = nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), None).is_ok();
        exists && !is_zombie
    }
}
