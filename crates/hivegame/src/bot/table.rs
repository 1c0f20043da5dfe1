//! A running game.

use std::time::{Duration, Instant};

use waggle_hive_core::games::site::Status;
use waggle_hive_core::rules::{Color, Game, Move};
use waggle_hive_engine::search::{Score, random};
use waggle_hive_session::Ponder;

use super::site_clock::SiteClock;
use super::{Now, Pace};
use crate::frames::{Heartbeat, SiteGame};
use crate::stamp::Stamp;

/// No frame is delayed by more than this. What seems to answer a question that was asked sooner after a move
/// may be a late copy of an answer from before the move.
const LATEST: Duration = Duration::from_secs(1);

/// What our engine is doing for a game, or the state of its move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Work {
    Idle,
    /// It ponders the expected position.
    Pondering {
        ticket: u64,
    },
    /// It searches for a move.
    Thinking {
        ticket: u64,
    },
    /// It has a move, which was not sent.
    Ready {
        mv: Move,
    },
    Sent {
        mv: Move,
        at: Instant,
    },
    /// The site refuses our moves in this position, or this is a dry run.
    GivenUp,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Opinion {
    #[default]
    None,
    Asked {
        ticket: u64,
    },
    Known(Score),
}

/// A running game.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) site: SiteGame,
    pub(super) game: Game,
    pub(super) color: Color,
    /// The seed of the errors below full strength.
    pub(super) seed: u64,
    /// Whether we have received its state since we connected.
    pub(super) is_fresh: bool,
    pub(super) work: Work,
    /// Our opinion of the position, asked for when a draw is offered.
    pub(super) opinion: Opinion,
    /// The line of our last search.
    pub(super) expected: Ponder<Move>,
    /// When the open offer was first seen.
    pub(super) offered: Option<Instant>,
    /// The number of offers and requests when we last answered one.
    pub(super) answered: Option<usize>,
    /// We have accepted a draw or a takeback: our move waits until the site shows what came of it.
    pub(super) accepted: Option<Instant>,
    /// When the game was requested, if the answer is pending.
    pub(super) asked: Option<Instant>,
    /// How often it was requested without an answer.
    pub(super) questions: usize,
    /// The site refused something since our move or acceptance was sent.
    pub(super) has_refusal: bool,
    /// The site has answered a question that was asked after the move.
    pub(super) is_answered: bool,
    pub(super) refusals: usize,
    pub(super) losses: usize,
    checked_time: Option<Instant>,
    /// What our clock showed at the last heartbeat in the opponent's turn.
    beat: Option<Duration>,
}

/// What has changed with a new state.
pub(super) struct Changes {
    pub(super) is_stale: bool,
    pub(super) is_another_position: bool,
}

impl Table {
    pub(super) fn new(site: SiteGame, color: Color) -> Result<Self, String> {
        Ok(Self {
            game: site.replay()?,
            site,
            color,
            seed: random(),
            is_fresh: true,
            work: Work::Idle,
            opinion: Opinion::default(),
            expected: Ponder::default(),
            offered: None,
            answered: None,
            accepted: None,
            asked: None,
            questions: 0,
            has_refusal: false,
            is_answered: false,
            refusals: 0,
            losses: 0,
            checked_time: None,
            beat: None,
        })
    }

    /// Whether our opinion of an offered draw may still come.
    pub(super) fn awaits_opinion(&self, now: Now, pace: Pace) -> bool {
        let is_asked = matches!(self.opinion, Opinion::Asked { .. });
        is_asked && self.offered.is_some_and(|since| now.at.duration_since(since) < pace.offer)
    }

    /// The game in a line of the log.
    pub(super) fn heading(&self) -> String {
        let SiteGame { game_id, game_type, rated, .. } = &self.site;
        let opponent = &self.site.player(self.color.other()).username;
        let rated = if *rated { "rated" } else { "casual" };
        let speed = self.site.speed.map_or_else(String::new, |speed| format!(" {speed:?}"));
        let plies = self.site.history.len();
        format!(
            "game {game_id} begins: {game_type}, {rated}{speed}, {} against {opponent}, ply {plies}",
            self.color
        )
    }

    pub(super) fn is_our_turn(&self) -> bool {
        self.site.to_move() == self.color
    }

    /// Tournament games wait until both players are ready.
    pub(super) fn needs_start(&self) -> bool {
        self.site.game_start.as_deref() == Some("Ready")
            && self.site.game_status == Status::NotStarted
            && self.site.history.is_empty()
    }

    /// Adopts a state, unless it is older than the known one.
    pub(super) fn update(&mut self, site: &SiteGame, is_answer: bool) -> Result<Changes, String> {
        let is_older = match (site.updated_at, self.site.updated_at) {
            (Some(updated), Some(known)) => updated < known,
            // Without time stamps the longer game is the newer one.
            _ => site.history.len() < self.site.history.len() && !site.finished,
        };
        if is_older {
            return Ok(Changes { is_stale: true, is_another_position: false });
        }
        // A late frame of an old connection shows what we know, not what the site has by now.
        let is_newer = site.updated_at > self.site.updated_at || site.history != self.site.history;
        self.is_fresh |= is_answer || is_newer;
        self.questions = 0;
        if is_answer && let Some(asked) = self.asked.take() {
            // Only then does the answer tell whether the site has taken a move or an acceptance.
            let is_after = |at: Instant| asked >= at + LATEST;
            self.is_answered |= matches!(self.work, Work::Sent { at, .. } if is_after(at));
            self.accepted = self.accepted.filter(|at| !is_after(*at));
        }
        let is_another = site.history != self.site.history;
        if site.updated_at != self.site.updated_at || is_another {
            self.offered = None;
        }
        if !is_another {
            self.site = site.clone();
            return Ok(Changes { is_stale: false, is_another_position: false });
        }
        self.work = Work::Idle;
        self.site = site.clone();
        self.opinion = Opinion::default();
        self.accepted = None;
        self.asked = None;
        self.refusals = 0;
        self.losses = 0;
        self.is_answered = false;
        self.beat = None;
        match site.replay() {
            Ok(game) => self.game = game,
            Err(reason) => {
                self.work = Work::GivenUp;
                return Err(reason);
            }
        }
        Ok(Changes { is_stale: false, is_another_position: true })
    }

    /// After a disconnect, nothing that was sent is known to have arrived.
    pub(super) fn disconnected(&mut self) {
        self.is_fresh = false;
        self.asked = None;
        self.questions = 0;
        self.is_answered = false;
        self.accepted = None;
        if let Work::Sent { mv, .. } = self.work {
            self.work = Work::Ready { mv };
        }
    }

    /// Remembers a refusal, which may concern a request of this game.
    pub(super) fn note_refusal(&mut self) {
        self.has_refusal |= matches!(self.work, Work::Sent { .. }) || self.accepted.is_some();
    }

    /// Whether a request has been unanswered for too long; soon after a refusal.
    pub(super) fn must_ask(&self, now: Now, pace: Pace) -> bool {
        let since = |at: Instant| now.at.duration_since(at);
        let patience = if self.has_refusal { LATEST } else { pace.answer };
        match (&self.work, self.asked) {
            (_, Some(asked)) => since(asked) >= pace.answer,
            (Work::Sent { at, .. }, None) => since(*at) >= patience,
            _ => self.accepted.is_some_and(|at| since(at) >= patience),
        }
    }

    /// Whether the clocks of a heartbeat show that the opponent has moved: ours runs.
    pub(super) fn is_behind(&mut self, beat: &Heartbeat) -> bool {
        let ours: Duration = match self.color {
            Color::White => beat.white_time_left.into(),
            Color::Black => beat.black_time_left.into(),
        };
        let is_waiting = !self.is_our_turn() && self.site.history.len() >= 2;
        let before = self.beat.replace(ours);
        is_waiting && before.is_some_and(|before| before > ours + Duration::from_millis(300))
    }

    /// The remaining time of a player; `None` in a game without clocks.
    pub(super) fn remaining(
        &self,
        clock: &SiteClock,
        wall: Stamp,
        color: Color,
    ) -> Option<Duration> {
        let left = self.site.time_left(color)?;
        // Nothing runs before Black's first move.
        let runs = self.site.history.len() >= 2 && self.site.to_move() == color;
        let used = match self.site.last_interaction {
            Some(since) if runs => clock.at_site(wall, since),
            _ => 0.0,
        };
        Some(left.saturating_sub(Duration::try_from_secs_f64(used.max(0.0)).unwrap_or_default()))
    }

    /// Whether the opponent's flag has fallen unclaimed; true once for each answer timeout.
    pub(super) fn opponent_is_out_of_time(
        &mut self,
        clock: &SiteClock,
        now: Now,
        pace: Pace,
    ) -> bool {
        let is_out = !self.is_our_turn()
            && self.is_fresh
            && self.site.is_real_time()
            && self.remaining(clock, now.wall, self.color.other()) == Some(Duration::ZERO);
        let is_due =
            is_out && self.checked_time.is_none_or(|at| now.at.duration_since(at) >= pace.answer);
        if is_due {
            self.checked_time = Some(now.at);
        }
        is_due
    }
}
