//! Which challenges to accept.

use std::time::Instant;

use waggle_hive_core::notation::parse_game_type;

use super::{Bot, Now};
use crate::frames::{Challenge, Request};
use crate::settings::Rated;

/// How many declined challenges are remembered, so that none is declined twice.
const DECLINED: usize = 200;

/// A challenge that was accepted and has not become a game.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    opponent: String,
    at: Instant,
}

impl Bot {
    /// Accepts a challenge, or declines it if it is addressed to us.
    pub(super) fn consider_challenge(&mut self, now: Now, challenge: &Challenge) {
        let id = &challenge.challenge_id;
        let is_ours = self.is_us(&challenge.challenger.username, &challenge.challenger.uid);
        if !self.is_connected || is_ours || self.accepted.contains_key(id) {
            return;
        }
        // A game keeps the id of its challenge.
        if self.declined.contains(id) || self.tables.contains_key(id) {
            return;
        }
        let is_for_us = match &challenge.opponent {
            Some(user) => self.is_us(&user.username, &user.uid),
            None => challenge.visibility == "Direct",
        };
        if !is_for_us && (!self.settings.public || challenge.opponent.is_some()) {
            return;
        }
        let who = challenge.challenger.username.clone();
        match self.objection(challenge) {
            None => {
                self.log(&format!("challenge {id} of {who} accepted"));
                self.accepted.insert(id.clone(), Accepted { opponent: who, at: now.at });
                self.act(Request::accept(id));
            }
            Some(reason) if is_for_us => {
                self.log(&format!("challenge {id} of {who} declined: {reason}"));
                self.summary.declined += 1;
                self.declined.push_back(id.clone());
                if self.declined.len() > DECLINED {
                    self.declined.pop_front();
                }
                self.act(Request::decline(id));
            }
            Some(_) => {}
        }
    }

    /// Why a challenge is not accepted.
    fn objection(&self, challenge: &Challenge) -> Option<&'static str> {
        let settings = &self.settings;
        let who = &challenge.challenger;
        let rating = challenge.challenger_rating;
        let [least, most] = settings.rating;
        let waiting = self.accepted.values().filter(|it| it.opponent == who.username).count();
        let playing = self
            .tables
            .values()
            .filter(|table| table.site.player(table.color.other()).username == who.username)
            .count();
        let is_type =
            parse_game_type(&challenge.game_type).is_ok_and(|it| settings.types.contains(&it));
        let objections = [
            (self.is_leaving, "the bot is leaving"),
            (!is_type, "another game type"),
            (!settings.speeds.contains(&challenge.speed()), "another speed"),
            (settings.rated == Rated::Rated && !challenge.rated, "not rated"),
            (settings.rated == Rated::Casual && challenge.rated, "rated"),
            (rating.is_some_and(|it| !(least..=most).contains(&it)), "outside the rating band"),
            (who.bot && !settings.bots, "another bot"),
            (self.tables.len() + self.accepted.len() >= settings.games, "enough games"),
            (waiting + playing >= settings.games_per_opponent, "enough games with this opponent"),
        ];
        objections.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Forgets accepted challenges that never became a game.
    pub(super) fn forget_accepted(&mut self, now: Now) {
        let pace = self.pace;
        let before = self.accepted.len();
        self.accepted.retain(|_, it| now.at.duration_since(it.at) < pace.answer);
        if self.accepted.len() < before && !self.is_dry {
            // Its first frames may have been lost.
            self.send(Request::GetOngoingGames);
        }
    }

    fn is_us(&self, username: &str, uid: &str) -> bool {
        username == self.username || self.uid.as_deref().is_some_and(|ours| ours == uid)
    }
}
