//! The bot as a state machine without I/O: events in, actions out.

mod challenges;
mod controls;
mod event;
mod games;
mod limits;
mod site_clock;
mod summary;
mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use waggle_hive_core::text::one_line;

use super::frames::{GameAction, Message, Request};
use super::settings::BotSettings;
use super::stamp::Stamp;
pub use event::{Action, Decision, Event, Now, Order, Pace, Task};
use site_clock::SiteClock;
use summary::Summary;
use table::{Table, Work};

/// How often a game is requested without an answer before it counts as gone.
const MAX_REQUESTS: usize = 4;

/// The bot.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "connected, leaving: they are independent")]
pub struct Bot {
    settings: BotSettings,
    pace: Pace,
    is_dry: bool,
    username: String,
    /// Known only where the site sends no names.
    uid: Option<String>,
    is_connected: bool,
    is_leaving: bool,
    has_finished: bool,
    tables: BTreeMap<String, Table>,
    /// The games that have ended, with their last states.
    ended: VecDeque<(String, Option<Stamp>)>,
    /// The challenges that were accepted and have not become games.
    accepted: BTreeMap<String, challenges::Accepted>,
    declined: VecDeque<String>,
    clock: SiteClock,
    /// When all games were last requested.
    checked: Option<Instant>,
    tickets: u64,
    summary: Summary,
    actions: Vec<Action>,
}

impl Bot {
    /// A bot that has not signed in. In a dry run it logs what it would send, and sends nothing.
    pub fn new(settings: BotSettings, pace: Pace, is_dry: bool) -> Self {
        Self {
            settings,
            pace,
            is_dry,
            username: String::new(),
            uid: None,
            is_connected: false,
            is_leaving: false,
            has_finished: false,
            tables: BTreeMap::new(),
            ended: VecDeque::new(),
            accepted: BTreeMap::new(),
            declined: VecDeque::new(),
            clock: SiteClock::default(),
            checked: None,
            tickets: 0,
            summary: Summary::default(),
            actions: vec![],
        }
    }

    /// Handles an event and returns the actions to take.
    pub fn on(&mut self, now: Now, event: Event) -> Vec<Action> {
        match event {
            Event::Connected { username } => self.connected(now, username),
            Event::Identified { uid } => self.uid = Some(uid),
            Event::Disconnected { reason } => self.disconnected(&reason),
            Event::Message(message) => self.hear(now, message),
            Event::Judged { ticket, score } => self.judged(now, ticket, score),
            Event::Decided { ticket, decision } => self.decided(now, ticket, decision),
            Event::Tick => {}
            Event::Leave => self.leave(),
        }
        self.tick(now);
        std::mem::take(&mut self.actions)
    }

    /// The results so far.
    pub fn summary(&self) -> String {
        self.summary.to_string()
    }

    /// The ids of the running games.
    pub fn running(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    fn connected(&mut self, now: Now, username: String) {
        self.log(&format!("signed in as {username}"));
        self.username = username;
        self.is_connected = true;
        self.checked = Some(now.at);
        self.accepted.clear();
        self.send(Request::GetOngoingGames);
        self.send(Request::GetPendingGames);
        for id in self.ids() {
            self.send(Request::game(&id, GameAction::Join));
            self.ask_about(now, &id);
        }
    }

    fn disconnected(&mut self, reason: &str) {
        self.log(&format!("not connected: {reason}"));
        self.is_connected = false;
        for table in self.tables.values_mut() {
            table.disconnected();
        }
    }

    fn hear(&mut self, now: Now, message: Message) {
        match message {
            Message::Snapshot(snapshot) => {
                self.learn_all(now, snapshot.urgent_games);
                for challenge in &snapshot.challenges {
                    self.consider_challenge(now, challenge);
                }
            }
            Message::Game { game, is_news } => {
                if is_news && let Some(updated) = game.updated_at {
                    self.clock.observe(now.wall, updated);
                }
                self.learn(now, &game, !is_news);
            }
            Message::Urgent(games) => self.learn_all(now, games),
            Message::Ongoing(games) => {
                let missing: Vec<String> = self
                    .ids()
                    .into_iter()
                    .filter(|id| !games.iter().any(|game| game.game_id == *id))
                    .collect();
                self.learn_all(now, games);
                for id in missing {
                    self.ask_about(now, &id);
                }
            }
            Message::Heartbeat(beat) => {
                let table = self.tables.get_mut(&beat.game_id);
                if table.is_some_and(|table| table.is_behind(&beat)) {
                    self.ask_about(now, &beat.game_id);
                }
            }
            Message::Challenge(challenge) => self.consider_challenge(now, &challenge),
            Message::ChallengeRemoved(id) => {
                self.accepted.remove(&id);
            }
            Message::Refused(reason) => self.refused(&reason),
            Message::Error(reason) => self.log(&format!("the site says: {reason}")),
            Message::Unauthorized(reason) => self.log(&format!("not authorized: {reason}")),
            Message::Unknown(kind) => {
                self.log(&format!("ignored a frame of the unknown kind {kind}"));
            }
            Message::AuthOk { .. } | Message::Ping(_) | Message::Other(_) => {}
        }
    }

    /// Handles a refusal; the site does not say of which request.
    fn refused(&mut self, reason: &str) {
        self.log(&format!("the site refused a request: {reason}"));
        self.tables.values_mut().for_each(Table::note_refusal);
    }

    /// Handles timeouts.
    fn tick(&mut self, now: Now) {
        if self.has_finished {
            return;
        }
        if self.is_connected {
            let check = self.pace.check;
            if self.checked.is_none_or(|checked| now.at.duration_since(checked) >= check) {
                self.checked = Some(now.at);
                self.send(Request::GetOngoingGames);
            }
            self.forget_accepted(now);
            for id in self.ids() {
                self.tick_of(now, &id);
            }
        }
        let is_busy = |table: &Table| match &table.work {
            Work::Thinking { .. } => true,
            // Without a connection nobody can take it.
            Work::Ready { .. } | Work::Sent { .. } => self.is_connected,
            Work::Idle | Work::Pondering { .. } | Work::GivenUp => false,
        };
        if self.is_leaving && !self.tables.values().any(is_busy) {
            for id in self.ids() {
                self.order(&id, Order::Dismiss);
            }
            self.has_finished = true;
            self.actions.push(Action::Finished);
        }
    }

    fn tick_of(&mut self, now: Now, id: &str) {
        self.heed_controls(now, id);
        let (pace, clock) = (self.pace, self.clock);
        let Some(table) = self.tables.get_mut(id) else { return };
        if table.questions > MAX_REQUESTS {
            self.log(&format!("game {id}: gone, the site no longer answers for it"));
            self.drop_table(id);
        } else if table.must_ask(now, pace) {
            table.asked = None;
            self.ask_about(now, id);
        } else if table.opponent_is_out_of_time(&clock, now, pace) {
            self.act(Request::game(id, GameAction::CheckTime));
        } else if matches!(table.work, Work::Ready { .. }) {
            self.consider(now, id);
        }
    }

    /// Asks for a game, unless its answer is awaited.
    fn ask_about(&mut self, now: Now, id: &str) {
        let Some(table) = self.tables.get_mut(id).filter(|table| table.asked.is_none()) else {
            return;
        };
        table.asked = Some(now.at);
        table.questions += 1;
        self.send(Request::GetGame(id.to_owned()));
    }

    fn leave(&mut self) {
        if !self.is_leaving {
            let games = self.tables.len();
            self.log(&format!(
                "leaving: no new games; {games} running, to be resumed at the next start"
            ));
        }
        self.is_leaving = true;
        for id in self.ids() {
            if let Some(table) = self.tables.get_mut(&id)
                && matches!(table.work, Work::Pondering { .. })
            {
                table.work = Work::Idle;
                self.order(&id, Order::Rest);
            }
        }
    }

    fn ids(&self) -> Vec<String> {
        self.tables.keys().cloned().collect()
    }

    fn order(&mut self, id: &str, order: Order) {
        self.actions.push(Action::Order { game_id: id.to_owned(), order });
    }

    fn send(&mut self, request: Request) {
        self.actions.push(Action::Send(request));
    }

    /// Sends a request that changes something, unless this is a dry run.
    fn act(&mut self, request: Request) {
        if self.is_dry {
            self.log(&format!("dry run: not sent: {request}"));
        } else {
            self.send(request);
        }
    }

    fn log(&mut self, line: &str) {
        self.actions.push(Action::Log(one_line(line)));
    }
}
