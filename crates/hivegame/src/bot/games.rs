//! Running games: searches, moves, and requests for their state.

use std::time::Duration;

use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::{Color, Move};
use waggle_hive_engine::levels::Skill;
use waggle_hive_engine::search::{Limits, Purpose, Score};
use waggle_hive_session::Ponder;

use super::summary::clock_words;
use super::table::{Opinion, Table, Work};
use super::{Bot, Decision, Now, Order, Task};
use crate::frames::{GameAction, Request, SiteGame};
use crate::stamp::Stamp;

/// How many ended games are remembered, so that a late frame does not bring them back.
const ENDED: usize = 1000;
/// How often a move that seems lost is sent again.
const MAX_LOST: usize = 5;
/// After this many refusals in one position the bot stops playing it.
const MAX_REFUSALS: usize = 2;

impl Bot {
    pub(super) fn learn_all(&mut self, now: Now, games: Vec<SiteGame>) {
        for game in games {
            self.learn(now, &game, false);
        }
    }

    /// Handles the state of a game; `is_answer` if we requested it by id.
    pub(super) fn learn(&mut self, now: Now, site: &SiteGame, is_answer: bool) {
        let Some(color) = site.color_of(&self.username, self.uid.as_deref()) else { return };
        let id = site.game_id.clone();
        self.accepted.remove(&id);
        if self.has_ended(site) {
            return;
        }
        if !self.tables.contains_key(&id) {
            if site.finished {
                return;
            }
            let table = match Table::new(site.clone(), color) {
                Ok(table) => table,
                Err(reason) => {
                    self.log(&format!("game {id}: cannot be played, please look at it: {reason}"));
                    self.remember_ended(site);
                    return;
                }
            };
            self.log(&table.heading());
            self.tables.insert(id.clone(), table);
            self.send(Request::game(&id, GameAction::Join));
        } else if let Some(table) = self.tables.get_mut(&id) {
            match table.update(site, is_answer) {
                Ok(changes) => {
                    if changes.is_another_position {
                        self.order(&id, Order::Rest);
                    }
                    if changes.is_stale {
                        return;
                    }
                }
                Err(reason) => {
                    self.log(&format!("game {id}: cannot be played, please look at it: {reason}"));
                    self.order(&id, Order::Rest);
                }
            }
        }
        if site.finished {
            self.end(site, color);
            return;
        }
        self.consider(now, &id);
        self.heed_controls(now, &id);
    }

    /// Starts the search, or sends or repeats the move, that a game needs now.
    pub(super) fn consider(&mut self, now: Now, id: &str) {
        let (is_allowed, pace) = (self.is_connected && !self.has_finished, self.pace);
        let Some(table) = self.tables.get_mut(id).filter(|table| is_allowed && table.is_fresh)
        else {
            return;
        };
        if table.needs_start() {
            self.send(Request::game(id, GameAction::Start));
            return;
        }
        if !table.is_our_turn() {
            self.ponder(now, id);
            return;
        }
        match table.work {
            Work::Idle | Work::Pondering { .. } => self.think(now, id),
            // Our move would refuse an offer of which we are thinking.
            Work::Ready { mv } if table.accepted.is_none() && !table.awaits_opinion(now, pace) => {
                self.play(now, id, mv);
            }
            Work::Sent { .. } => self.not_taken(now, id),
            Work::Ready { .. } | Work::Thinking { .. } | Work::GivenUp => {}
        }
    }

    fn think(&mut self, now: Now, id: &str) {
        let threads = self.threads_of_a_game();
        let Some(table) = self.tables.get_mut(id) else { return };
        // The site passes for us.
        if table.game.outcome().is_some() || table.game.position().legal_moves() == [Move::Pass] {
            return;
        }
        self.tickets += 1;
        let task = Task {
            ticket: self.tickets,
            game: table.game.clone(),
            purpose: Purpose::Play,
            limits: table.limits(&self.settings, &self.clock, now),
            threads,
            skill: Skill { level: self.settings.level, seed: table.seed },
        };
        table.work = Work::Thinking { ticket: self.tickets };
        self.order(id, Order::Think(Box::new(task)));
    }

    fn ponder(&mut self, now: Now, id: &str) {
        let has_cores = self.tables.len() <= self.settings.threads;
        let is_wanted =
            self.settings.ponder && self.settings.level.is_full() && has_cores && !self.is_leaving;
        let threads = self.threads_of_a_game();
        let Some(table) = self.tables.get_mut(id) else { return };
        if !is_wanted || table.work != Work::Idle || !table.site.is_real_time() {
            return;
        }
        if table.game.outcome().is_some() {
            return;
        }
        let game = table.expected.target(&table.game);
        let is_ours = game.position().side_to_move() == table.color;
        self.tickets += 1;
        let task = Task {
            ticket: self.tickets,
            game,
            purpose: if is_ours { Purpose::Play } else { Purpose::Foresee },
            limits: table.limits_of_pondering(&self.clock, now),
            threads,
            skill: Skill { level: self.settings.level, seed: table.seed },
        };
        table.work = Work::Pondering { ticket: self.tickets };
        self.order(id, Order::Ponder(Box::new(task)));
    }

    /// An equal share for each running game.
    fn threads_of_a_game(&self) -> usize {
        (self.settings.threads / self.tables.len().max(1)).max(1)
    }

    /// Asks for our opinion of a position in which a draw is offered.
    pub(super) fn judge(&mut self, now: Now, id: &str) {
        /// How long it takes, and the share of our clock that it may take.
        const TIME: Duration = Duration::from_secs(1);
        const SHARE: u32 = 20;
        let Some(table) = self.tables.get_mut(id) else { return };
        let left = table.remaining(&self.clock, now.wall, table.color);
        self.tickets += 1;
        let task = Task {
            ticket: self.tickets,
            game: table.game.clone(),
            purpose: Purpose::SCORE,
            limits: Limits::time(left.map_or(TIME, |left| TIME.min(left / SHARE))),
            threads: 1,
            skill: Skill::default(),
        };
        table.opinion = Opinion::Asked { ticket: self.tickets };
        self.order(id, Order::Judge(Box::new(task)));
    }

    pub(super) fn judged(&mut self, now: Now, ticket: u64, score: Score) {
        let asked = Opinion::Asked { ticket };
        let Some((id, table)) = self.tables.iter_mut().find(|(_, table)| table.opinion == asked)
        else {
            return;
        };
        let is_ours = table.game.position().side_to_move() == table.color;
        table.opinion = Opinion::Known(if is_ours { score } else { -score });
        let id = id.clone();
        self.heed_controls(now, &id);
        self.consider(now, &id);
    }

    pub(super) fn decided(&mut self, now: Now, ticket: u64, decision: Decision) {
        let wall = now.wall;
        let clock = self.clock;
        // A result for a position that has changed has no table.
        let Some((id, table)) = self.thinking(ticket) else { return };
        let ply = table.site.history.len() + 1;
        let text = move_string(table.game.position(), decision.mv);
        let left = table.remaining(&clock, wall, table.color);
        let left = left.map_or_else(|| "none".to_owned(), clock_words);
        let (score, depth) = match decision.score {
            Some(score) => (score.to_string(), decision.depth.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let seconds = decision.elapsed.as_secs_f64();
        table.expected = Ponder::new(&table.game, decision.line);
        table.work = Work::Ready { mv: decision.mv };
        self.log(&format!(
            "game {id} ply {ply} {text} score {score} depth {depth} time {seconds:.1} clock {left}"
        ));
        self.heed_controls(now, &id);
        self.consider(now, &id);
    }

    fn thinking(&mut self, ticket: u64) -> Option<(String, &mut Table)> {
        self.tables
            .iter_mut()
            .find(|(_, table)| table.work == Work::Thinking { ticket })
            .map(|(id, table)| (id.clone(), table))
    }

    fn play(&mut self, now: Now, id: &str, mv: Move) {
        let Some(table) = self.tables.get_mut(id) else { return };
        let text = move_string(table.game.position(), mv);
        table.work = if self.is_dry { Work::GivenUp } else { Work::Sent { mv, at: now.at } };
        table.has_refusal = false;
        self.act(Request::game(id, GameAction::Play(text)));
    }

    /// A move was sent, and yet the position is the same: it was refused, or lost on the way.
    fn not_taken(&mut self, now: Now, id: &str) {
        let Some(table) = self.tables.get_mut(id).filter(|table| table.is_answered) else { return };
        table.is_answered = false;
        let Work::Sent { mv, .. } = table.work else { return };
        table.refusals += usize::from(table.has_refusal);
        table.losses += usize::from(!table.has_refusal);
        if table.refusals >= MAX_REFUSALS || table.losses >= MAX_LOST {
            let (refusals, losses) = (table.refusals, table.losses);
            table.work = Work::GivenUp;
            self.summary.given_up += 1;
            self.log(&format!(
                "game {id}: the site refused a move {refusals} times and did not answer {losses} times; \
                 the bot does not play on there, please look at it"
            ));
            return;
        }
        self.play(now, id, mv);
    }

    fn end(&mut self, site: &SiteGame, color: Color) {
        let words = self.summary.add(site, color);
        self.log(&format!("game {} over: {words}", site.game_id));
        self.remember_ended(site);
        self.drop_table(&site.game_id);
    }

    pub(super) fn drop_table(&mut self, id: &str) {
        self.order(id, Order::Dismiss);
        self.tables.remove(id);
    }

    fn remember_ended(&mut self, site: &SiteGame) {
        self.ended.push_back((site.game_id.clone(), site.updated_at));
        if self.ended.len() > ENDED {
            self.ended.pop_front();
        }
    }

    /// Whether this is an old state of a game that is over.
    fn has_ended(&mut self, site: &SiteGame) -> bool {
        let is_it = |(id, _): &(String, Option<Stamp>)| *id == site.game_id;
        let Some(place) = self.ended.iter().position(is_it) else { return false };
        let ended = self.ended.get(place).and_then(|(_, at)| *at);
        // A person has opened it again.
        let is_reopened = !site.finished
            && site.updated_at.zip(ended).is_some_and(|(updated, ended)| updated > ended);
        if is_reopened {
            self.ended.remove(place);
        }
        !is_reopened
    }
}
