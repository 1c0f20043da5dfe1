//! How much a search may cost, as commands say it.

use std::time::Duration;

use crate::search::{Instant, Limits};

use super::duration::{parse_seconds, parse_time_span};
use super::words::{CommandError, Words};

/// Kept back of a time limit for reading, writing and other processes, besides what the
/// search keeps back for itself.
const MARGIN: Duration = Duration::from_millis(20);
/// The part of a short time limit that is kept back instead.
const MARGIN_PART: u32 = 5;

const LIMIT: &str = "`depth`, `time`, `nodes`, `seconds` or `depthorseconds`";
pub(super) const DEPTH: &str = "a depth of 0 or more";
const SECONDS: &str = "a number of seconds";
const TIME: &str = "a time such as `00:00:05` or `00:00:00.5`";

/// How much may be spent on a command; without any limit, the search goes on
/// until it is interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Plies to look ahead; 0 asks for a move at once.
    pub depth: Option<u8>,
    /// Positions to enter, by all threads together.
    pub nodes: Option<u64>,
    /// Wall time for the whole command.
    pub time: Option<Duration>,
}

impl Effort {
    /// Whether the search would never end by itself.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Reads limits up to the end of the line. They may be combined; whichever is reached
    /// first ends the search.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, CommandError> {
        let mut effort = Self::default();
        while let Some(keyword) = words.next() {
            if !effort.read(keyword, words)? {
                return Err(words.wrong(LIMIT));
            }
        }
        Ok(effort)
    }

    /// Reads the limit that this keyword begins; false if it begins none.
    pub(super) fn read(
        &mut self,
        keyword: &str,
        words: &mut Words<'_>,
    ) -> Result<bool, CommandError> {
        match keyword.to_lowercase().as_str() {
            "depth" => self.depth = Some(parse_depth(words)?),
            "time" => {
                let text = words.expect(TIME)?;
                self.time = Some(parse_time_span(text).ok_or_else(|| words.wrong(TIME))?);
            }
            "nodes" => self.nodes = Some(words.count()?),
            "seconds" => self.time = Some(parse_seconds_after(words)?),
            "depthorseconds" => {
                self.depth = Some(parse_depth(words)?);
                self.time = Some(parse_seconds_after(words)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The limits of a search for a command that was received at this time.
    pub(super) fn limits(self, received: Instant) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(|time| search_time(time, received.elapsed())),
        }
    }
}

fn parse_depth(words: &mut Words<'_>) -> Result<u8, CommandError> {
    let depth = words.expect(DEPTH)?;
    read_depth(depth).ok_or_else(|| words.wrong(DEPTH))
}

/// A depth beyond what is ever reached is as good as the greatest.
pub(super) fn read_depth(text: &str) -> Option<u8> {
    let depth: u64 = text.parse().ok()?;
    Some(u8::try_from(depth).unwrap_or(u8::MAX))
}

fn parse_seconds_after(words: &mut Words<'_>) -> Result<Duration, CommandError> {
    let text = words.expect(SECONDS)?;
    parse_seconds(text).ok_or_else(|| words.wrong(SECONDS))
}

/// The time left for searching when a command may take `limit` and `spent` of it has
/// passed: a little less than the rest, so that the answer is in time.
fn search_time(limit: Duration, spent: Duration) -> Duration {
    let margin = MARGIN.min(limit / MARGIN_PART);
    limit.saturating_sub(margin).saturating_sub(spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_comes_before_its_time() {
        let ms = Duration::from_millis;
        assert_eq!(search_time(ms(5_000), ms(0)), ms(4_980));
        assert_eq!(search_time(ms(5_000), ms(100)), ms(4_880));
        assert_eq!(search_time(ms(60), ms(0)), ms(48));
        assert_eq!(search_time(ms(90), ms(85)), ms(0));
        assert_eq!(search_time(ms(0), ms(7)), ms(0));
    }
}
