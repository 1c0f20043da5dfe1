//! Plays a transcript against an engine.

use std::time::{Duration, Instant};

use waggle_hive_core::notation::{Contradiction, parse_game};
use waggle_hive_core::rules::Game;

use waggle_hive_session::keyword;
use waggle_hive_uhp::client::refusal;
use waggle_hive_uhp::{Client, ClientError};

use super::contradiction;
use super::expectation::all_met;
use super::transcript::{Transcript, Turn};

/// Where a session differs from its transcript.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum Deviation {
    /// The engine gave no complete reply.
    #[error("line {line_number}: {reason}")]
    NoReply { line_number: usize, reason: ClientError },
    /// The reply is a game whose state or turn contradicts its moves.
    #[error("line {line_number}: after `{sent}`, in `{game}`, {contradiction}")]
    Contradiction { line_number: usize, sent: String, game: String, contradiction: Contradiction },
    #[error("line {line_number}: after `{sent}`, unexpected reply {}", quoted(found))]
    Reply { line_number: usize, sent: String, found: Vec<String> },
    #[error("line {line_number}: `{sent}` took {took:?}, expected at most {limit:?}")]
    Late { line_number: usize, sent: String, took: Duration, limit: Duration },
    /// The engine printed lines without being asked.
    #[error("line {line_number}: {count} unsolicited lines before `{sent}`")]
    Unasked { line_number: usize, sent: String, count: usize },
}

fn quoted(lines: &[String]) -> String {
    lines
        .iter()
        .map(|line| format!("`{line}`"))
        .chain(["`ok`".to_owned()])
        .collect::<Vec<_>>()
        .join(", ")
}

impl Transcript {
    /// Plays this session against a newly started engine; each reply has to come within `patience`.
    pub fn run(&self, client: &mut Client, patience: Duration) -> Result<(), Deviation> {
        let mut game = None;
        for turn in &self.turns {
            run_turn(turn, client, patience, &mut game)?;
        }
        Ok(())
    }
}

fn run_turn(
    turn: &Turn,
    client: &mut Client,
    patience: Duration,
    game: &mut Option<Game>,
) -> Result<(), Deviation> {
    let line_number = turn.line_number;
    let sent = turn.sent.clone().unwrap_or_default();
    let start = Instant::now();
    let strays = client.strays();
    let found = match (&turn.sent, &turn.reply) {
        (None, _) => client.banner().to_vec(),
        (Some(line), None) => {
            client.tell(line);
            return Ok(());
        }
        (Some(line), Some(_)) => client
            .send(line, patience)
            .map_err(|reason| Deviation::NoReply { line_number, reason })?,
    };
    let took = start.elapsed();
    let count = client.strays() - strays;
    if count > 0 {
        return Err(Deviation::Unasked { line_number, sent, count });
    }
    if let Some(contradiction) = follow(&sent, &found, game) {
        let game = found.first().cloned().unwrap_or_default();
        return Err(Deviation::Contradiction { line_number, sent, game, contradiction });
    }
    let expected = turn.reply.as_deref().unwrap_or_default();
    if !all_met(expected, &found, game.as_ref()) {
        return Err(Deviation::Reply { line_number, sent, found });
    }
    match turn.within {
        Some(limit) if took > limit => Err(Deviation::Late { line_number, sent, took, limit }),
        _ => Ok(()),
    }
}

/// Stores the game of a reply; returns what in it contradicts its moves.
fn follow(sent: &str, reply: &[String], game: &mut Option<Game>) -> Option<Contradiction> {
    let changes_the_board = matches!(keyword(sent).as_str(), "newgame" | "play" | "pass" | "undo");
    if !changes_the_board || refusal(reply).is_some() {
        return None;
    }
    let line = reply.first()?;
    let answered = parse_game(line).ok()?;
    let contradiction = contradiction(line, &answered);
    *game = Some(answered);
    contradiction
}
