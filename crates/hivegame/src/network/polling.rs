//! The older HTTP interface, as if it were the socket: no draws, no takebacks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::TryRecvError;
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize as _;
use serde_json::{Value, json};

use super::account::{Account, LinkError};
use super::backoff::{Backoff, pause};
use super::bot_line::BotLine;
use super::http::{Answer, Http};
use crate::bot::Event;
use crate::frames::{
    Challenge, ChallengeAction, Control, GameAction, Message, Request, Row, SiteGame, Snapshot,
};
use crate::secret::Secret;

/// How long this interface is used before the socket is tried again.
const POLLING: Duration = Duration::from_secs(600);

/// Polls, `look` after each look, until it is time to try the socket again.
pub(super) fn poll(
    account: &Account,
    bot: &BotLine,
    http: &Http,
    look: Duration,
    backoff: &mut Backoff,
    is_over: &AtomicBool,
) -> Result<(), LinkError> {
    let start = Instant::now();
    let mut token = account.token(http)?;
    let mut is_fresh = true;
    bot.drop_requests();
    bot.tell(Event::Connected { username: account.email.clone() });
    while start.elapsed() < POLLING {
        match (Poll { bot, http, token: &token }).round() {
            Ok(Next::Wait) => {
                is_fresh = false;
                backoff.reset();
                thread::sleep(look);
            }
            Ok(Next::Leave) => return Ok(()),
            Err(LinkError::Expired) => {
                // A fresh token has not expired: the account may lack a right.
                if is_fresh {
                    bot.log("the site does not take a fresh token; waiting");
                    pause(backoff.next(), || is_over.load(Ordering::Relaxed));
                }
                is_fresh = true;
                token = account.token(http)?;
            }
            Err(error) => return Err(error),
        }
    }
    bot.tell(Event::Disconnected { reason: "trying the socket again".to_owned() });
    Ok(())
}

enum Next {
    Wait,
    Leave,
}

struct Poll<'a> {
    bot: &'a BotLine,
    http: &'a Http,
    token: &'a Secret,
}

impl Poll<'_> {
    /// Sends the bot's requests and reports the state of its games.
    fn round(&self) -> Result<Next, LinkError> {
        loop {
            match self.bot.requests.try_recv() {
                Ok(request) => self.carry_out(&request)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(Next::Leave),
            }
        }
        let urgent = self.games("/api/v1/bot/games/pending")?;
        // We are to move in all of them, which reveals our id.
        if let Some(game) = urgent.first() {
            let uid = game.player(game.to_move()).uid.clone();
            self.bot.tell(Event::Identified { uid });
        }
        self.bot.tell(Event::Message(Message::Urgent(urgent)));
        let challenges = self.list("/api/v1/bot/challenges/", "challenges")?;
        let read = |one| Challenge::deserialize(one).ok();
        let mut challenges: Vec<Challenge> = challenges.into_iter().filter_map(read).collect();
        for challenge in &mut challenges {
            // Challenges listed here are addressed to us, by an id that we may not know yet.
            if challenge.visibility != "Public" {
                challenge.opponent = None;
                "Direct".clone_into(&mut challenge.visibility);
            }
        }
        let snapshot = Snapshot { challenges, urgent_games: vec![] };
        self.bot.tell(Event::Message(Message::Snapshot(snapshot)));
        Ok(Next::Wait)
    }

    fn carry_out(&self, request: &Request) -> Result<(), LinkError> {
        let answer = match request {
            Request::GetOngoingGames => {
                let games = self.games("/api/v1/bot/games/ongoing")?;
                self.bot.tell(Event::Message(Message::Ongoing(games)));
                return Ok(());
            }
            Request::GetGame(id) => {
                for game in self.games(&format!("/api/v1/bot/game/{id}"))? {
                    let message = Message::Game { game: Box::new(game), is_news: false };
                    self.bot.tell(Event::Message(message));
                }
                return Ok(());
            }
            Request::Game { game_id, action: GameAction::Play(text) } => {
                let body = json!({ "game_id": game_id, "piece_pos": text });
                self.http.post("/api/v1/bot/games/play", Some(self.token), &body)
            }
            Request::Game { game_id, action: GameAction::Control(Control::Resign(_)) } => {
                let body = json!({ "game_id": game_id, "control": "resign" });
                self.http.post("/api/v1/bot/games/control", Some(self.token), &body)
            }
            Request::Challenge(ChallengeAction::Accept(id)) => {
                self.http.get(&format!("/api/v1/bot/challenge/accept/{id}"), self.token)
            }
            Request::Challenge(ChallengeAction::Delete(id)) => {
                self.http.delete(&format!("/api/v1/bot/challenge/{id}"), self.token)
            }
            // This interface has no such request, or does not need it.
            Request::Auth(_)
            | Request::Pong(_)
            | Request::GetPendingGames
            | Request::Game { .. } => {
                return Ok(());
            }
        };
        let answer = answer.map_err(|error| LinkError::Lost(error.to_string()))?;
        if !is_success(&answer)? {
            self.bot.tell(Event::Message(Message::Refused(answer.complaint())));
        }
        Ok(())
    }

    fn games(&self, path: &str) -> Result<Vec<SiteGame>, LinkError> {
        let rows = self.list(path, "games")?;
        Ok(rows.into_iter().filter_map(|row| Row::deserialize(row).ok()).map(Into::into).collect())
    }

    fn list(&self, path: &str, name: &str) -> Result<Vec<Value>, LinkError> {
        let answer = self.http.get(path, self.token);
        let mut answer = answer.map_err(|error| LinkError::Lost(error.to_string()))?;
        if !is_success(&answer)? {
            self.bot.tell(Event::Message(Message::Refused(answer.complaint())));
            return Ok(vec![]);
        }
        let found = answer.body.pointer_mut(&format!("/data/{name}")).map(Value::take);
        Ok(match found {
            Some(Value::Array(all)) => all,
            Some(Value::Null) | None => vec![],
            Some(one) => vec![one],
        })
    }
}

fn is_success(answer: &Answer) -> Result<bool, LinkError> {
    match answer.status.as_u16() {
        401 => Err(LinkError::Expired),
        200 => Ok(answer.body.get("success").and_then(Value::as_bool).unwrap_or_default()),
        _ => Err(LinkError::Lost(answer.complaint())),
    }
}
