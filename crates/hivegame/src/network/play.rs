//! `waggle hivegame bot`: the bot between the site and the engines.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use waggle_hive_engine::eval::Network;
use waggle_hive_engine::search::Settings;

use super::NetworkError;
use super::account::Account;
use super::bot_line::{BotLine, News};
use super::link::Link;
use super::log;
use super::seat::{self, Seat, SeatError};
use super::trust::Trust;
use crate::bot::{Action, Bot, Event, Now, Order, Pace};
use crate::frames::Request;
use crate::secret::Credentials;
use crate::settings::{BotSettings, SiteSettings};
use crate::stamp::Stamp;

const TICK: Duration = Duration::from_millis(200);

/// Plays until `leave` is set and all searches have ended; writes a line for each move to `log`, and
/// the results at the end.
///
/// # Errors
///
/// If the site refuses the account, the file of authorities cannot be used, there is no memory or
/// thread for an engine, or the log cannot be written.
pub fn play(
    settings: &SiteSettings,
    bot: &BotSettings,
    credentials: Credentials,
    network: Network,
    is_dry: bool,
    leave: &AtomicBool,
    log: &mut dyn Write,
) -> Result<(), NetworkError> {
    let (requests, to_send) = channel();
    let (news, heard) = channel();
    let link = Link {
        site: settings.site.clone(),
        trust: Trust::read(settings.ca_file.as_deref())?,
        account: Account { email: bot.email.clone(), credentials },
        waits: settings.waits,
        bot: BotLine { requests: to_send, news: news.clone() },
    };
    let is_over = Arc::new(AtomicBool::new(false));
    let link_is_over = Arc::clone(&is_over);
    let linking =
        thread::Builder::new().name("link".to_owned()).spawn(move || link.run(&link_is_over))?;
    let mut desk = Desk {
        bot: Bot::new(bot.clone(), Pace::of(bot), is_dry),
        settings: Settings {
            table_mib: (bot.table_mib / bot.games).max(1),
            network,
            ..Settings::default()
        },
        book: bot.book && bot.level.is_full(),
        seats: BTreeMap::new(),
        requests,
        news,
    };
    let mut has_left = false;
    let end = loop {
        if leave.load(Ordering::Relaxed) && !has_left {
            has_left = true;
            if desk.heed(Event::Leave, log)? {
                break Ok(());
            }
        }
        let event = match heard.recv_timeout(TICK) {
            Ok(News::Event(event)) => event,
            Ok(News::Log(text)) => {
                log::write(log, &text)?;
                continue;
            }
            Ok(News::Refused(reason)) => break Err(NetworkError::Refused(reason)),
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        };
        if desk.heed(event, log)? {
            break Ok(());
        }
    };
    for line in desk.bot.summary().lines() {
        log::write(log, line)?;
    }
    is_over.store(true, Ordering::Relaxed);
    // The link closes when all senders are gone.
    drop(desk);
    let _ = linking.join();
    end
}

/// The bot with its engines.
struct Desk {
    bot: Bot,
    settings: Settings,
    book: bool,
    seats: BTreeMap<String, Seat>,
    requests: Sender<Request>,
    news: Sender<News>,
}

impl Desk {
    /// Carries out the bot's actions; true if it has stopped.
    fn heed(&mut self, event: Event, log: &mut dyn Write) -> Result<bool, NetworkError> {
        let now = Now { at: Instant::now(), wall: Stamp::now() };
        let mut has_left = false;
        for action in self.bot.on(now, event) {
            match action {
                Action::Send(request) => {
                    let _ = self.requests.send(request);
                }
                Action::Log(line) => log::write(log, &line)?,
                Action::Order { game_id, order } => self.order(game_id, order)?,
                Action::Finished => has_left = true,
            }
        }
        Ok(has_left)
    }

    fn order(&mut self, game_id: String, order: Order) -> Result<(), NetworkError> {
        let (task, is_to_move) = match order {
            Order::Think(task) => (task, true),
            Order::Ponder(task) => (task, false),
            Order::Judge(task) => {
                return Ok(seat::judge(task, &self.settings, self.news.clone())?);
            }
            Order::Rest => {
                if let Some(seat) = self.seats.get(&game_id) {
                    seat.rest();
                }
                return Ok(());
            }
            Order::Dismiss => {
                self.seats.remove(&game_id);
                return Ok(());
            }
        };
        let seat = match self.seats.remove(&game_id) {
            Some(seat) => seat,
            None => Seat::new(&self.settings, self.book, self.news.clone())?,
        };
        self.seats.entry(game_id).or_insert(seat).order(task, is_to_move);
        Ok(())
    }
}

impl From<SeatError> for NetworkError {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Memory(error) => Self::Memory(error),
            SeatError::Thread(error) => Self::Io(error),
        }
    }
}
