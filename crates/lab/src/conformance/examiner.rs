//! An engine under examination, restarted when necessary, and the questions to it.

use std::sync::Arc;

use waggle_hive_core::notation::{game_string, parse_game};
use waggle_hive_core::rules::Game;
use waggle_hive_session::appearances;
use waggle_hive_uhp::client::refusal;
use waggle_hive_uhp::{Client, ClientConfig, ClientError};

use super::{VerifyError, VerifySettings, contradiction};

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum Failure {
    /// The check does not apply to this engine.
    #[error("{0}")]
    Inapplicable(String),
    #[error("{0}")]
    Silent(String),
    /// A session deviates from its transcript.
    #[error("{0}")]
    Deviation(String),
    #[error("`{line}`: expected {expected}, found {found}{}", paste(game.as_deref()))]
    Difference { line: String, expected: String, found: String, game: Option<String> },
}

fn paste(game: Option<&str>) -> String {
    game.map_or_else(String::new, |game| format!(", in the game\n{game}"))
}

impl Failure {
    pub(super) fn difference(
        line: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self::Difference {
            line: line.to_owned(),
            expected: expected.into(),
            found: found.into(),
            game: None,
        }
    }

    /// The same failure, with the game in which it happened.
    pub(super) fn within(self, game: &Game) -> Self {
        match self {
            Self::Difference { line, expected, found, .. } => {
                Self::Difference { line, expected, found, game: Some(game_string(game)) }
            }
            Self::Silent(text) => {
                Self::Silent(format!("{text}{}", paste(Some(&game_string(game)))))
            }
            other @ (Self::Inapplicable(_) | Self::Deviation(_)) => other,
        }
    }
}

/// An engine under examination.
pub(super) struct Examiner<'a> {
    config: &'a ClientConfig,
    pub(super) settings: &'a VerifySettings,
    client: Option<Client>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(config: &'a ClientConfig, settings: &'a VerifySettings) -> Self {
        Self { config, settings, client: None }
    }

    /// Starts the engine for the first time. It must introduce itself, and answer something: if it
    /// never does, checking further is pointless.
    pub(super) fn start(&mut self) -> Result<(), VerifyError> {
        let failure = |cause, complaints| VerifyError::Start { cause, complaints };
        let patience = self.settings.patience;
        let mut client = self.spawn().map_err(|cause| failure(cause, Vec::new()))?;
        let answered =
            client.wait_for_banner(patience).and_then(|()| client.send("info", patience));
        if let Err(cause) = answered {
            return Err(failure(cause, client.last_lines()));
        }
        self.client = Some(client);
        Ok(())
    }

    fn spawn(&self) -> Result<Client, ClientError> {
        let mut client = Client::spawn(self.config)?;
        client.stop_on(Arc::clone(&self.settings.stop));
        Ok(client)
    }

    /// The engine, started if necessary.
    pub(super) fn client(&mut self) -> Result<&mut Client, Failure> {
        if self.client.is_none() {
            let started = self.spawn().and_then(|mut client| {
                client.wait_for_banner(self.settings.patience)?;
                Ok(client)
            });
            self.client = Some(started.map_err(|error| Failure::Silent(error.to_string()))?);
        }
        self.client.as_mut().ok_or_else(|| Failure::Silent("no engine".to_owned()))
    }

    /// Stops the engine; the next question starts a new one.
    pub(super) fn stop(&mut self) {
        self.client = None;
    }

    /// Hands the engine over to the caller.
    pub(super) fn take_client(&mut self) -> Result<Client, Failure> {
        self.client()?;
        self.client.take().ok_or_else(|| Failure::Silent("no engine".to_owned()))
    }

    /// The reply to a line, whatever it is.
    pub(super) fn ask(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        let patience = self.settings.patience;
        let reply = self.client()?.send(line, patience);
        reply.map_err(|error| Failure::Silent(error.to_string()))
    }

    /// The reply to a line that must be accepted.
    pub(super) fn accepted(&mut self, line: &str) -> Result<Vec<String>, Failure> {
        let reply = self.ask(line)?;
        match refusal(&reply) {
            Some(text) => Err(Failure::difference(line, "no refusal", quoted(text))),
            None => Ok(reply),
        }
    }

    /// The one-line reply to a line that must be accepted.
    pub(super) fn one_line(&mut self, line: &str) -> Result<String, Failure> {
        let mut reply = self.accepted(line)?;
        match (reply.pop(), reply.is_empty()) {
            (Some(text), true) => Ok(text),
            (Some(_), false) => {
                Err(Failure::difference(line, "one line", format!("{} lines", reply.len() + 1)))
            }
            (None, _) => Err(Failure::difference(line, "one line", "nothing but `ok`")),
        }
    }

    /// Sends a line that must be refused with this beginning.
    pub(super) fn refused(&mut self, line: &str, beginning: &str) -> Result<(), Failure> {
        let reply = self.ask(line)?;
        match refusal(&reply) {
            Some(text) if text.starts_with(beginning) => Ok(()),
            Some(text) => {
                Err(Failure::difference(line, format!("`{beginning} ...`"), quoted(text)))
            }
            None => {
                let found =
                    reply.first().map_or("nothing but `ok`".to_owned(), |text| quoted(text));
                Err(Failure::difference(line, format!("`{beginning} ...`"), found))
            }
        }
    }

    /// Sends a line that must be answered with this game, in any notation.
    pub(super) fn answers_with(&mut self, line: &str, game: &Game) -> Result<(), Failure> {
        let text = self.one_line(line)?;
        let expected = game_string(game);
        let different = |found: &str| Failure::difference(line, quoted(&expected), quoted(found));
        let answered = parse_game(&text).map_err(|_| different(&text))?;
        let fields = |text: &str| text.split(';').take(3).map(str::to_owned).collect::<Vec<_>>();
        // A repetition may or may not be a draw.
        let repeated = appearances(game) >= 3;
        let mut mine = fields(&expected);
        if let (true, Some(state)) = (repeated, mine.get_mut(1)) {
            let theirs = fields(&text);
            if theirs.get(1).is_some_and(|theirs| theirs == "Draw") {
                "Draw".clone_into(state);
            }
        }
        if fields(&text) == mine && answered.moves().eq(game.moves()) {
            return Ok(());
        }
        let why =
            contradiction(&text, &answered).map_or_else(String::new, |why| format!(": {why}"));
        Err(Failure::difference(line, quoted(&expected), quoted(&text) + &why))
    }
}

pub(super) fn quoted(text: &str) -> String {
    const MAX_QUOTE: usize = 400;
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
