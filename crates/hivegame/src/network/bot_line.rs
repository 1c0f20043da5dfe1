//! The line between the bot and its connection.

use std::sync::mpsc::{Receiver, Sender};

use crate::bot::Event;
use crate::frames::Request;

/// What the connection reports.
pub(super) enum News {
    Event(Event),
    Log(String),
    /// The site refuses the account.
    Refused(String),
}

/// The connection's end of the line.
pub(super) struct BotLine {
    pub(super) requests: Receiver<Request>,
    pub(super) news: Sender<News>,
}

impl BotLine {
    pub(super) fn tell(&self, event: Event) {
        let _ = self.news.send(News::Event(event));
    }

    pub(super) fn log(&self, line: &str) {
        let _ = self.news.send(News::Log(line.to_owned()));
    }

    /// Requests made while disconnected are out of date.
    pub(super) fn drop_requests(&self) {
        while self.requests.try_recv().is_ok() {}
    }
}
