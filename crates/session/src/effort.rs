//! Parses the limits of a search.

use std::time::Duration;

use waggle_hive_engine::search::{Clock, Instant, Limits};

use super::duration::{parse_seconds, parse_time_span};
use super::words::{CommandError, Words};

pub(super) const LIMIT: &str = "`depth`, `time`, `nodes`, `clock`, `seconds` or `depthorseconds`";
pub(super) const DEPTH: &str = "a depth of 0 or more";
const SECONDS: &str = "a number of seconds";
const TIME: &str = "a time such as `00:00:05` or `00:00:00.5`";

/// The limits of a command's search; without any, it runs until interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Depth in plies; 0 returns a move at once.
    pub depth: Option<u8>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Wall time for the whole command.
    pub time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
}

impl Effort {
    /// Whether there is no limit.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Parses limits up to the end of the line. The first limit reached ends the search.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, CommandError> {
        let mut effort = Self::default();
        while let Some(keyword) = words.next() {
            if !effort.read(keyword, words)? {
                return Err(words.wrong(LIMIT));
            }
        }
        Ok(effort)
    }

    /// Parses the limit with this keyword; false if there is no such limit.
    pub(super) fn read(
        &mut self,
        keyword: &str,
        words: &mut Words<'_>,
    ) -> Result<bool, CommandError> {
        match keyword.to_ascii_lowercase().as_str() {
            "depth" => self.depth = Some(parse_depth(words)?),
            "time" => {
                let text = words.expect(TIME)?;
                self.time = Some(parse_time_span(text).ok_or_else(|| words.wrong(TIME))?);
            }
            "nodes" => self.nodes = Some(words.count()?),
            "clock" => self.clock = Some(parse_clock(words)?),
            "seconds" => self.time = Some(parse_seconds_after(words)?),
            "depthorseconds" => {
                self.depth = Some(parse_depth(words)?);
                self.time = Some(parse_seconds_after(words)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The limits of each of several searches.
    pub(super) fn limits_of_each(self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, clock: self.clock }
    }

    /// The limits left for a command received at this time.
    pub(super) fn limits(self, received: Instant) -> Limits {
        // The search keeps a margin.
        let left = |time: Duration| time.saturating_sub(received.elapsed());
        let clock = self.clock.map(|clock| Clock { left: left(clock.left), ..clock });
        Limits { time: self.time.map(left), clock, ..self.limits_of_each() }
    }
}

fn parse_depth(words: &mut Words<'_>) -> Result<u8, CommandError> {
    let depth = words.expect(DEPTH)?;
    read_depth(depth).ok_or_else(|| words.wrong(DEPTH))
}

/// Parses a depth, clamped to 255.
pub(super) fn read_depth(text: &str) -> Option<u8> {
    let depth: u64 = text.parse().ok()?;
    Some(u8::try_from(depth).unwrap_or(u8::MAX))
}

fn parse_seconds_after(words: &mut Words<'_>) -> Result<Duration, CommandError> {
    let text = words.expect(SECONDS)?;
    parse_seconds(text).ok_or_else(|| words.wrong(SECONDS))
}

/// `LEFT [INC [MOVES]]`: what is left, the increment, and the moves until time is added.
fn parse_clock(words: &mut Words<'_>) -> Result<Clock, CommandError> {
    let left = parse_seconds_after(words)?;
    let increment = words.next_if(parse_seconds);
    let moves = increment.and_then(|_| words.next_if(|word| word.parse().ok()));
    let increment = increment.unwrap_or_default();
    Ok(Clock { left, increment, moves_to_go: moves, nodes_per_ms: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_spent_waiting_is_subtracted() {
        let effort = Effort { time: Some(Duration::from_secs(5)), ..Effort::default() };
        let asked_ago = |ms| {
            let received = Instant::now().checked_sub(Duration::from_millis(ms)).unwrap();
            effort.limits(received).time.unwrap()
        };
        assert!(asked_ago(100) <= Duration::from_millis(4_900));
        assert_eq!(asked_ago(5_001), Duration::ZERO);
    }

    fn effort(text: &str) -> Effort {
        Effort::parse(&mut Words::of(text)).unwrap()
    }

    #[test]
    fn limits_can_be_combined() {
        let limits = |depth, millis: Option<u64>| {
            let time = millis.map(Duration::from_millis);
            Effort { depth, time, ..Effort::default() }
        };
        assert_eq!(effort(""), limits(None, None));
        assert_eq!(effort("depth 0"), limits(Some(0), None));
        assert_eq!(effort("depth 1000"), limits(Some(u8::MAX), None));
        assert_eq!(effort("TIME 00:00:01.5"), limits(None, Some(1500)));
        assert_eq!(effort("seconds 0.25"), limits(None, Some(250)));
        assert_eq!(effort("depthorseconds 4 2"), limits(Some(4), Some(2000)));
        assert_eq!(effort("depth 4 time 00:00:02"), limits(Some(4), Some(2000)));
        let ms = Duration::from_millis;
        let clock = |left, increment, moves_to_go| {
            let clock =
                Clock { left: ms(left), increment: ms(increment), moves_to_go, ..Clock::default() };
            Effort { clock: Some(clock), ..Effort::default() }
        };
        assert_eq!(effort("clock 40"), clock(40_000, 0, None));
        assert_eq!(effort("Clock 59.25 0.5"), clock(59_250, 500, None));
        assert_eq!(effort("clock 40 1 12"), clock(40_000, 1_000, Some(12)));
        assert_eq!(effort("clock 40 depth 3"), Effort { depth: Some(3), ..clock(40_000, 0, None) });
        let nodes = Effort { nodes: Some(10_000), ..Effort::default() };
        assert_eq!(effort("nodes 10000"), nodes);
        assert_eq!(effort("Nodes 10000 depth 3"), Effort { depth: Some(3), ..nodes });
        // Perft recurses that deep; the limit keeps it from running out of stack.
        assert_eq!(read_depth("4000000000"), Some(255));
    }
}
