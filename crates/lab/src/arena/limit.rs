//! Limits of a search, and the command lines that set them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What a busy machine may take to pass on an answer.
const LEAST_MARGIN: Duration = Duration::from_millis(50);
/// Hardly anybody who is later than this wanted to be in time.
const MOST_MARGIN: Duration = Duration::from_millis(250);

/// What ends the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A search depth in plies.
    Depth(u8),
    /// A number of positions. Plain UHP has no such limit: the built-in engine and those
    /// that understand `bestmove nodes N` take it.
    Nodes(u64),
    /// Wall time for each move.
    Time(Duration),
    /// Wall time for the game, growing with every move.
    Clock {
        /// The time at the start of the game.
        base: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

impl Limit {
    /// By how much an answer may be late if nothing is said of it: by half of the time for a move,
    /// but at least by 0.05 s and at most by 0.25 s.
    #[must_use]
    pub fn margin(self) -> Duration {
        let time = match self {
            Self::Depth(_) | Self::Nodes(_) => return MOST_MARGIN,
            Self::Time(time) => time,
            Self::Clock { base, increment } => Clock::new(base, increment).share(),
        };
        (time / 2).clamp(LEAST_MARGIN, MOST_MARGIN)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Time(time) => write!(f, "{} s/move", time.as_secs_f64()),
            Self::Clock { base, increment } => {
                write!(f, "{}+{} s", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// A text that is not a length of time or a clock.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LimitError {
    /// Not a number of seconds.
    #[error("expected seconds such as `0.5`, found `{0}`")]
    Seconds(String),
    /// Not a clock.
    #[error("expected seconds for the game and for each move such as `60+0.5`, found `{0}`")]
    Clock(String),
}

/// Reads a length of time in seconds, with an optional fraction.
///
/// # Errors
///
/// If the text is not a number that a [`Duration`] can hold.
pub fn seconds(text: &str) -> Result<Duration, LimitError> {
    text.trim()
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| LimitError::Seconds(text.to_owned()))
}

/// Reads a clock such as `60+0.5`: seconds for the game and for each move.
///
/// # Errors
///
/// If either part is missing, is not a number or both are zero.
pub fn clock(text: &str) -> Result<Limit, LimitError> {
    let read = || {
        let (base, increment) = text.split_once('+')?;
        let (base, increment) = (seconds(base).ok()?, seconds(increment).ok()?);
        Some(Limit::Clock { base, increment }).filter(|_| !(base + increment).is_zero())
    };
    read().ok_or_else(|| LimitError::Clock(text.to_owned()))
}

/// One player's time in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    remaining: Duration,
    increment: Duration,
}

impl Clock {
    /// A clock at the start of a game.
    #[must_use]
    pub const fn new(base: Duration, increment: Duration) -> Self {
        Self { remaining: base, increment }
    }

    /// What the next move may take until the flag falls.
    #[must_use]
    pub fn available(&self) -> Duration {
        self.remaining + self.increment
    }

    /// The time to spend on the next move: a fixed share of the remaining time and
    /// most of the increment.
    #[must_use]
    pub fn share(&self) -> Duration {
        // A game rarely lasts more than 40 moves a side; spending a 20th of the rest each
        // time leaves something for every one of them.
        let share = self.remaining / 20 + self.increment * 9 / 10;
        share.min(self.available())
    }

    /// Subtracts the time of a move and adds the increment; never below zero.
    pub fn spend(&mut self, elapsed: Duration) {
        self.remaining = self.available().saturating_sub(elapsed);
    }
}

/// The line that asks an engine for a move, with `{s}` (seconds with a
/// fraction), `{ms}`, `{time}` (`hh:mm:ss` with a fraction if there is one), `{depth}` or
/// `{nodes}` where the limit belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

impl Template {
    /// The standard command, which every engine understands; a limit of nodes is an extension.
    #[must_use]
    pub fn standard(limit: Limit) -> Self {
        Self(match limit {
            Limit::Depth(_) => "bestmove depth {depth}".to_owned(),
            Limit::Nodes(_) => "bestmove nodes {nodes}".to_owned(),
            Limit::Time(_) | Limit::Clock { .. } => "bestmove time {time}".to_owned(),
        })
    }

    /// Whether the template can express this limit.
    #[must_use]
    pub fn fits(&self, limit: Limit) -> bool {
        match limit {
            Limit::Depth(_) => self.0.contains("{depth}"),
            Limit::Nodes(_) => self.0.contains("{nodes}"),
            Limit::Time(_) | Limit::Clock { .. } => {
                ["{s}", "{ms}", "{time}"].iter().any(|field| self.0.contains(field))
            }
        }
    }

    /// The line for a depth.
    #[must_use]
    pub fn with_depth(&self, depth: u8) -> String {
        self.0.replace("{depth}", &depth.to_string())
    }

    /// The line for a number of positions.
    #[must_use]
    pub fn with_nodes(&self, nodes: u64) -> String {
        self.0.replace("{nodes}", &nodes.to_string())
    }

    /// The line for a length of time.
    #[must_use]
    pub fn with_time(&self, time: Duration) -> String {
        self.0
            .replace("{s}", &time.as_secs_f64().to_string())
            .replace("{ms}", &time.as_millis().to_string())
            .replace("{time}", &time_span(time))
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that cannot ask for a move.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "expected a line with {{s}}, {{ms}}, {{time}}, {{depth}} or {{nodes}} such as `bestmove seconds {{s}}`, found `{0}`"
)]
pub struct TemplateError(String);

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let fits = ["{s}", "{ms}", "{time}", "{depth}", "{nodes}"]
            .iter()
            .any(|field| text.contains(field));
        if fits && !text.contains(['\n', '\r']) {
            Ok(Self(text.to_owned()))
        } else {
            Err(TemplateError(text.to_owned()))
        }
    }
}

/// `hh:mm:ss`, with seven digits of a fraction unless it is zero.
fn time_span(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let whole = format!("{hours:02}:{minutes:02}:{:02}", seconds % 60);
    match time.subsec_nanos() / 100 {
        0 => whole,
        fraction => format!("{whole}.{fraction:07}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_margin_goes_with_the_limit() {
        let ms = Duration::from_millis;
        let clock = |base, increment| Limit::Clock { base: ms(base), increment: ms(increment) };
        for (limit, margin) in [
            (Limit::Time(ms(20)), 50),
            (Limit::Time(ms(300)), 150),
            (Limit::Time(ms(5000)), 250),
            (clock(5000, 10), 129),
            (clock(60_000, 500), 250),
        ] {
            assert_eq!(limit.margin().as_millis(), margin, "{limit}");
        }
    }

    #[test]
    fn a_template_says_the_time_as_the_engine_wants_it() {
        let line = |text: &str, time| text.parse::<Template>().unwrap().with_time(time);
        assert_eq!(line("bestmove seconds {s}", ms(100)), "bestmove seconds 0.1");
        assert_eq!(line("bestmove ms {ms}", ms(1250)), "bestmove ms 1250");
        let standard = Template::standard(Limit::Time(ms(500)));
        assert_eq!(standard.with_time(ms(500)), "bestmove time 00:00:00.5000000");
        assert_eq!(standard.with_time(ms(3_723_000)), "bestmove time 01:02:03");
        assert_eq!(Template::standard(Limit::Depth(4)).with_depth(4), "bestmove depth 4");
        assert_eq!(Template::standard(Limit::Nodes(9)).with_nodes(9), "bestmove nodes 9");
    }

    #[test]
    fn a_template_must_express_the_limit() {
        let seconds: Template = "bestmove seconds {s}".parse().unwrap();
        assert!(seconds.fits(Limit::Time(ms(100))));
        assert!(seconds.fits(Limit::Clock { base: ms(1000), increment: ms(0) }));
        assert!(!seconds.fits(Limit::Depth(3)));
        assert!(!seconds.fits(Limit::Nodes(1000)));
        let nodes: Template = "go nodes {nodes}".parse().unwrap();
        assert!(nodes.fits(Limit::Nodes(1000)) && !nodes.fits(Limit::Time(ms(100))));
        assert!("bestmove".parse::<Template>().is_err());
        assert!("bestmove {s}\nexit".parse::<Template>().is_err());
    }

    #[test]
    fn limits_are_read_from_text() {
        assert_eq!(seconds("0.25"), Ok(ms(250)));
        assert_eq!(clock("10+0.1"), Ok(Limit::Clock { base: ms(10_000), increment: ms(100) }));
        assert_eq!(clock("10+0.1").unwrap().to_string(), "10+0.1 s");
        for text in ["", "-1", "soon", "nan", "1e99"] {
            assert_eq!(seconds(text), Err(LimitError::Seconds(text.into())));
        }
        for text in ["10", "+", "0+0", "1+x"] {
            assert_eq!(clock(text), Err(LimitError::Clock(text.into())));
        }
    }

    #[test]
    fn a_clock_that_gets_its_share_never_falls() {
        let mut clock = Clock::new(ms(10_000), ms(100));
        for _ in 0..500 {
            let share = clock.share();
            assert!(share > ms(90) && share < clock.available());
            clock.spend(share);
        }
    }

    #[test]
    fn a_clock_grows_by_its_increment_and_stops_at_zero() {
        let mut clock = Clock::new(ms(1000), ms(100));
        clock.spend(ms(300));
        assert_eq!(clock.available(), ms(900));
        clock.spend(ms(5000));
        assert_eq!(clock.available(), ms(100));
    }
}
