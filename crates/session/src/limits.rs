//! Parses the limits of a search.

use std::time::Duration;

use waggle_hive_engine::search::{Clock, Instant, Limits};

use super::duration::{MAX_TIME, parse_seconds, parse_time_span};
use super::words::{CommandError, Words, whole};

pub(super) const LIMIT: &str = "`depth`, `time`, `nodes`, `clock`, `seconds` or `depthorseconds`";
const DEPTH: &str = "a depth of 0 or more";
const SECONDS: &str = "a number of seconds";
const MOVES: &str = "a number of moves";
const OF_A_CLOCK: &str = "fewer seconds than a hundred years have";
const TIME: &str = "a time such as `00:00:05` or `00:00:00.5`";

/// Parses limits up to the end of the line. The first limit reached ends the search.
pub(super) fn parse_limits(words: &mut Words<'_>) -> Result<Limits, CommandError> {
    let mut limits = Limits::default();
    while let Some(keyword) = words.next() {
        if !read_limit(&mut limits, keyword, words)? {
            return Err(words.wrong(LIMIT));
        }
    }
    Ok(limits)
}

/// Parses the limit with this keyword; false if there is no such limit.
pub(super) fn read_limit(
    limits: &mut Limits,
    keyword: &str,
    words: &mut Words<'_>,
) -> Result<bool, CommandError> {
    match keyword.to_ascii_lowercase().as_str() {
        "depth" => limits.depth = Some(parse_depth(words)?),
        "time" => {
            let text = words.expect(TIME)?;
            limits.time = Some(parse_time_span(text).ok_or_else(|| words.wrong(TIME))?);
        }
        "nodes" => limits.nodes = Some(words.count()?),
        "clock" => limits.clock = Some(parse_clock(words)?),
        "seconds" => limits.time = Some(parse_seconds_after(words)?),
        "depthorseconds" => {
            limits.depth = Some(parse_depth(words)?);
            limits.time = Some(parse_seconds_after(words)?);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// What is left of these limits for a command received at this time.
pub(super) fn left_of(limits: Limits, received: Instant) -> Limits {
    // The search keeps a margin.
    let left = |time: Duration| time.saturating_sub(received.elapsed());
    let clock = limits.clock.map(|clock| Clock { left: left(clock.left), ..clock });
    Limits { time: limits.time.map(left), clock, ..limits }
}

fn parse_depth(words: &mut Words<'_>) -> Result<u8, CommandError> {
    let depth = whole(words.expect(DEPTH)?).ok_or_else(|| words.wrong(DEPTH))?;
    // No search gets as deep.
    Ok(u8::try_from(depth).unwrap_or(u8::MAX))
}

fn parse_seconds_after(words: &mut Words<'_>) -> Result<Duration, CommandError> {
    let text = words.expect(SECONDS)?;
    parse_seconds(text).ok_or_else(|| words.wrong(SECONDS))
}

/// `LEFT [INC [MOVES]]`: what is left, the increment, and the moves until time is added.
fn parse_clock(words: &mut Words<'_>) -> Result<Clock, CommandError> {
    let finite = |words: &Words<'_>, time: Duration| match time {
        MAX_TIME => Err(words.wrong(OF_A_CLOCK)),
        time => Ok(time),
    };
    let left = parse_seconds_after(words)?;
    let left = finite(words, left)?;
    let increment = words.next_number(SECONDS, parse_seconds)?;
    let increment = increment.map(|time| finite(words, time)).transpose()?;
    let moves_to_go = words.next_number(MOVES, |word| word.parse().ok())?;
    let increment = increment.unwrap_or_default();
    Ok(Clock { left, increment, moves_to_go, nodes_per_ms: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_spent_waiting_is_subtracted() {
        let asked_ago = |ms| {
            let received = Instant::now().checked_sub(Duration::from_millis(ms)).unwrap();
            left_of(Limits::time(Duration::from_secs(5)), received).time.unwrap()
        };
        assert!(asked_ago(100) <= Duration::from_millis(4_900));
        assert_eq!(asked_ago(5_001), Duration::ZERO);
    }

    #[test]
    fn limits_can_be_combined() {
        let read = |text| parse_limits(&mut Words::of(text)).unwrap();
        let ms = Duration::from_millis;
        let both = |depth, millis| Limits { time: Some(ms(millis)), ..Limits::depth(depth) };
        assert!(read("").is_unlimited());
        assert_eq!(read("depth 0"), Limits::depth(0));
        assert_eq!(read("depth 1000"), Limits::depth(u8::MAX));
        assert_eq!(read("TIME 00:00:01.5"), Limits::time(ms(1500)));
        assert_eq!(read("seconds 0.25"), Limits::time(ms(250)));
        assert_eq!(read("depthorseconds 4 2"), both(4, 2000));
        assert_eq!(read("depth 4 time 00:00:02"), both(4, 2000));
        let clock = |left, increment, moves_to_go| {
            let (left, increment) = (ms(left), ms(increment));
            Limits::clock(Clock { left, increment, moves_to_go, ..Clock::default() })
        };
        assert_eq!(read("clock 40"), clock(40_000, 0, None));
        assert_eq!(read("Clock 59.25 0.5"), clock(59_250, 500, None));
        assert_eq!(read("clock 40 1 12"), clock(40_000, 1_000, Some(12)));
        assert_eq!(read("clock 40 depth 3"), Limits { depth: Some(3), ..clock(40_000, 0, None) });
        assert_eq!(read("nodes 10000"), Limits::nodes(10_000));
        assert_eq!(read("Nodes 10000 depth 3"), Limits { depth: Some(3), ..Limits::nodes(10_000) });
        let larger = "99999999999999999999";
        assert_eq!(
            read(&format!("depth {larger} nodes {larger}")),
            Limits { nodes: Some(u64::MAX), ..Limits::depth(255) }
        );
    }
}
