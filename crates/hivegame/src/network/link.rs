//! The connection of a bot: signs in, reads, answers pings, and reconnects.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

use super::account::{Account, LinkError};
use super::backoff::{Backoff, pause};
use super::bot_line::{BotLine, News};
use super::http::Http;
use super::polling::poll;
use super::socket::Socket;
use super::trust::Trust;
use crate::bot::Event;
use crate::frames::{Message, Request};
use crate::settings::Waits;
use crate::site::Site;

/// The site pings every second.
const SILENCE: Duration = Duration::from_secs(20);

pub(super) struct Link {
    pub(super) site: Site,
    pub(super) trust: Trust,
    pub(super) account: Account,
    pub(super) waits: Waits,
    pub(super) bot: BotLine,
}

/// How a connection ended, other than by a loss.
enum End {
    /// All senders are gone.
    Left,
    /// The site does not speak this protocol.
    Deaf,
}

impl Link {
    /// Stays connected until all senders or the reader are gone, or the site refuses the account.
    pub(super) fn run(&self, is_over: &AtomicBool) {
        let http = Http::new(&self.site, &self.trust);
        let mut backoff = Backoff::from(self.waits.retry);
        while !is_over.load(Ordering::Relaxed) {
            let error = match self.socket(&http, &mut backoff) {
                Ok(End::Left) => return,
                Ok(End::Deaf) => {
                    let seconds = self.waits.sign_in.as_secs_f64();
                    self.bot.log(&format!(
                        "no answer to Auth within {seconds} s; using its older HTTP interface"
                    ));
                    let look = self.waits.look;
                    match poll(&self.account, &self.bot, &http, look, &mut backoff, is_over) {
                        Ok(()) => continue,
                        Err(error) => error,
                    }
                }
                Err(error) => error,
            };
            if let LinkError::Refused(reason) = error {
                let _ = self.bot.news.send(News::Refused(reason));
                return;
            }
            self.bot.tell(Event::Disconnected { reason: error.to_string() });
            pause(backoff.next(), || is_over.load(Ordering::Relaxed));
        }
    }

    fn signed_in(&self, name: &str, backoff: &mut Backoff) {
        self.bot.drop_requests();
        // However short it lasts: the clocks of the games run.
        backoff.reset();
        self.bot.tell(Event::Connected { username: name.to_owned() });
    }

    fn socket(&self, http: &Http, backoff: &mut Backoff) -> Result<End, LinkError> {
        let token = self.account.token(http)?;
        let lost = |error: std::io::Error| LinkError::Lost(error.to_string());
        // A personal token signs in at the handshake.
        let mut username = self.account.name(http)?;
        let personal = username.as_ref().map(|_| &token);
        let mut socket = Socket::connect(&self.site, &self.trust, personal).map_err(lost)?;
        match &username {
            Some(name) => self.signed_in(name, backoff),
            None => {
                socket.send(Request::Auth(token.reveal().to_owned()).text()).map_err(lost)?;
            }
        }
        let start = Instant::now();
        let mut heard = start;
        loop {
            if username.is_some() {
                loop {
                    match self.bot.requests.try_recv() {
                        Ok(request) => socket.send(request.text()).map_err(lost)?,
                        Err(TryRecvError::Empty) => break,
                        Err(TryRecvError::Disconnected) => {
                            socket.close();
                            return Ok(End::Left);
                        }
                    }
                }
            } else if start.elapsed() >= self.waits.sign_in {
                socket.close();
                return Ok(End::Deaf);
            }
            let Some(text) = socket.next().map_err(lost)? else {
                if heard.elapsed() >= SILENCE {
                    return Err(LinkError::Lost("silence".to_owned()));
                }
                continue;
            };
            heard = Instant::now();
            let message = match Message::read(&text) {
                Ok(message) => message,
                Err(error) => {
                    self.bot.log(&format!("ignored a frame: {error}"));
                    continue;
                }
            };
            match message {
                Message::Ping(nonce) => {
                    socket.send(Request::Pong(nonce).text()).map_err(lost)?;
                }
                Message::AuthOk { username: name } if username.is_none() => {
                    self.signed_in(&name, backoff);
                    username = Some(name);
                }
                Message::Error(reason) if username.is_none() => {
                    socket.close();
                    return Err(LinkError::Lost(reason));
                }
                Message::Unauthorized(reason) => {
                    socket.close();
                    return Err(match personal {
                        Some(_) => LinkError::Refused(format!("{reason}, with a personal token")),
                        None => LinkError::Lost(reason),
                    });
                }
                // Before we are signed in, nothing the site sends concerns us.
                _ if username.is_none() => {}
                Message::Other(_) => {}
                message => self.bot.tell(Event::Message(message)),
            }
        }
    }
}
