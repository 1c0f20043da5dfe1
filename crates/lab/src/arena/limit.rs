//! Limits of a move, and the commands that ask for it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use waggle_hive_core::text::counted;
use waggle_hive_engine::search;

/// How long a busy machine may take to pass on an answer.
const MIN_MARGIN: Duration = Duration::from_millis(50);
/// A move later than this was not meant to be in time.
const MAX_MARGIN: Duration = Duration::from_millis(250);

/// Longer times, which could not be multiplied, are clamped to this: a hundred years.
const MAX_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// What ends the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A search depth in plies.
    Depth(u8),
    /// A number of nodes. Plain UHP has no such limit: the built-in engine accepts it, and engines
    /// that understand `bestmove nodes N`.
    Nodes(u64),
    /// Wall time for each move.
    Time(Duration),
    /// A clock: wall time for the game, with an increment.
    Clock {
        /// The time at the start of the game.
        base: Duration,
        /// The increment for each move.
        increment: Duration,
        /// After how many moves the base is added once more.
        moves: Option<u32>,
    },
}

impl Limit {
    /// How late a move may be by default: half of its time, at least 0.05 s and at most 0.25 s.
    pub fn margin(self) -> Duration {
        let time = match self {
            Self::Depth(_) | Self::Nodes(_) => return MAX_MARGIN,
            Self::Time(time) => time,
            Self::Clock { .. } => Clock::of(self).map_or(Duration::ZERO, |clock| share(&clock.now)),
        };
        (time / 2).clamp(MIN_MARGIN, MAX_MARGIN)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => f.write_str(&counted(*nodes, "node", "nodes")),
            Self::Time(time) => write!(f, "{} s/move", time.as_secs_f64()),
            Self::Clock { .. } => write!(f, "{} s", self.time_control().unwrap_or_default()),
        }
    }
}

impl Limit {
    /// A clock as the PGN tag `TimeControl` has it: `60+1` or `40/60+1`.
    pub fn time_control(self) -> Option<String> {
        let Self::Clock { base, increment, moves } = self else { return None };
        let moves = moves.map_or_else(String::new, |moves| format!("{moves}/"));
        Some(format!("{moves}{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
    }
}

/// Why a text is not a time or a clock.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LimitError {
    /// Not a number of seconds.
    #[error("expected seconds such as `0.5`, found `{0}`")]
    Seconds(String),
    /// Not a clock.
    #[error(
        "expected seconds for the game and for each move such as `60+0.5` or `40/60+0.5`, found `{0}`"
    )]
    Clock(String),
}

/// Parses a time in seconds, with an optional fraction. A longer time than can be counted is the longest.
pub fn seconds(text: &str) -> Result<Duration, LimitError> {
    let number = text.trim().parse().ok().filter(|seconds: &f64| seconds.is_finite());
    number
        .and_then(|seconds| Duration::try_from_secs_f64(seconds.min(MAX_TIME.as_secs_f64())).ok())
        .ok_or_else(|| LimitError::Seconds(text.to_owned()))
}

/// Reads a clock such as `60+0.5`, seconds for the game and for each move, or `40/60+0.5`, where
/// each 40 moves have 60 seconds.
pub fn clock(text: &str) -> Result<Limit, LimitError> {
    let read = || {
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => {
                (Some(moves.trim().parse().ok().filter(|&moves: &u32| moves > 0)?), times)
            }
            None => (None, text),
        };
        let (base, increment) = times.split_once('+')?;
        let (base, increment) = (seconds(base).ok()?, seconds(increment).ok()?);
        let is_some = !base.is_zero() || !increment.is_zero();
        is_some.then_some(Limit::Clock { base, increment, moves })
    };
    read().ok_or_else(|| LimitError::Clock(text.to_owned()))
}

/// One player's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub(super) now: search::Clock,
    base: Duration,
    moves: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game; `None` for other limits. Without a base there is one
    /// increment to begin with.
    pub fn of(limit: Limit) -> Option<Self> {
        let Limit::Clock { base, increment, moves } = limit else { return None };
        let left = if base.is_zero() { increment } else { base };
        let now = search::Clock { left, increment, moves_to_go: moves, nodes_per_ms: None };
        Some(Self { now, base, moves })
    }

    /// Subtracts the time of a move and adds the increment, which comes after the move.
    pub fn spend(&mut self, elapsed: Duration) {
        let now = &mut self.now;
        now.left = now.left.saturating_sub(elapsed).saturating_add(now.increment);
        now.moves_to_go = now.moves_to_go.map(|moves| moves.saturating_sub(1));
        if now.moves_to_go == Some(0) {
            now.left = now.left.saturating_add(self.base);
            now.moves_to_go = self.moves;
        }
    }
}

/// A fixed share of a clock, the time for a move of an engine that does not know clocks: part of
/// what is left, and most of the increment.
pub fn share(clock: &search::Clock) -> Duration {
    // A game rarely lasts more than 40 moves a side; spending a 20th of the rest each
    // time leaves something for every one of them.
    let moves = clock.moves_to_go.map_or(20, |moves| moves.clamp(1, 20));
    (clock.left / moves + clock.increment * 9 / 10).min(clock.left)
}

/// The command that asks an engine for a move, with `{s}` (seconds with a fraction), `{ms}`,
/// `{time}` (`hh:mm:ss` with an optional fraction), `{depth}` or `{nodes}` for the limit, and
/// `{left}`, `{inc}` and `{moves}` for a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

impl Template {
    /// The standard command, which every engine understands; a node limit is an extension.
    pub fn standard(limit: Limit) -> Self {
        Self(match limit {
            Limit::Depth(_) => "bestmove depth {depth}".to_owned(),
            Limit::Nodes(_) => "bestmove nodes {nodes}".to_owned(),
            Limit::Time(_) | Limit::Clock { .. } => "bestmove time {time}".to_owned(),
        })
    }

    /// Whether the template can express this limit.
    pub fn fits(&self, limit: Limit) -> bool {
        match limit {
            Limit::Depth(_) => self.0.contains("{depth}"),
            Limit::Nodes(_) => self.0.contains("{nodes}"),
            Limit::Clock { .. } if self.0.contains("{left}") => true,
            Limit::Time(_) | Limit::Clock { .. } => {
                ["{s}", "{ms}", "{time}"].iter().any(|field| self.0.contains(field))
            }
        }
    }

    /// The command for a depth.
    pub fn with_depth(&self, depth: u8) -> String {
        self.0.replace("{depth}", &depth.to_string())
    }

    /// The command for a number of nodes.
    pub fn with_nodes(&self, nodes: u64) -> String {
        self.0.replace("{nodes}", &nodes.to_string())
    }

    /// Waggle's command for a clock, which is not UHP.
    pub fn clock(clock: &search::Clock) -> Self {
        let moves = if clock.moves_to_go.is_some() { " {moves}" } else { "" };
        Self(format!("bestmove clock {{left}} {{inc}}{moves}"))
    }

    /// The command for a clock, or for a fixed share of it.
    pub fn with_clock(&self, clock: &search::Clock) -> String {
        let moves = clock.moves_to_go.map_or_else(String::new, |moves| moves.to_string());
        self.with_time(share(clock))
            .replace("{left}", &clock.left.as_secs_f64().to_string())
            .replace("{inc}", &clock.increment.as_secs_f64().to_string())
            .replace("{moves}", &moves)
            .trim_end()
            .to_owned()
    }

    /// The command for a time.
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

/// Why a text is not a template.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "expected a line with {{s}}, {{ms}}, {{time}}, {{depth}}, {{nodes}} or {{left}} such as `bestmove seconds {{s}}`, found `{0}`"
)]
pub struct TemplateError(String);

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let fits = ["{s}", "{ms}", "{time}", "{depth}", "{nodes}", "{left}"]
            .iter()
            .any(|field| text.contains(field));
        if fits && !text.contains(['\n', '\r']) {
            Ok(Self(text.to_owned()))
        } else {
            Err(TemplateError(text.to_owned()))
        }
    }
}

/// `hh:mm:ss`, with seven decimals unless they are zero.
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
        for (limit, margin) in [
            (Limit::Time(ms(20)), 50),
            (Limit::Time(ms(300)), 150),
            (Limit::Time(ms(5000)), 250),
            (clock("5+0.01").unwrap(), 129),
            (clock("60+0.5").unwrap(), 250),
        ] {
            assert_eq!(limit.margin().as_millis(), margin, "{limit}");
        }
    }

    #[test]
    fn a_template_writes_the_time_as_the_engine_wants_it() {
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
        let clock = Limit::Clock { base: ms(1000), increment: ms(0), moves: None };
        assert!(seconds.fits(clock));
        assert!("go {left} {inc}".parse::<Template>().unwrap().fits(clock));
        assert!(!seconds.fits(Limit::Depth(3)));
        assert!(!seconds.fits(Limit::Nodes(1000)));
        let nodes: Template = "go nodes {nodes}".parse().unwrap();
        assert!(nodes.fits(Limit::Nodes(1000)) && !nodes.fits(Limit::Time(ms(100))));
        assert!("bestmove".parse::<Template>().is_err());
        assert!("bestmove {s}\nexit".parse::<Template>().is_err());
    }

    fn at_start(text: &str) -> Clock {
        Clock::of(super::clock(text).unwrap()).unwrap()
    }

    #[test]
    fn a_clock_that_gets_its_share_never_falls() {
        for text in ["10+0.1", "40/10+0.1", "0+0.1"] {
            let mut clock = at_start(text);
            for _ in 0..500 {
                let share = share(&clock.now);
                assert!(share > ms(90) && share <= clock.now.left);
                clock.spend(share);
            }
        }
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = at_start("1+0.1");
        assert_eq!(clock.now.left, ms(1000));
        clock.spend(ms(300));
        assert_eq!(clock.now.left, ms(800));
        clock.spend(ms(5000));
        assert_eq!(clock.now.left, ms(100));
        assert_eq!(at_start("0+0.1").now.left, ms(100));
    }

    #[test]
    fn the_base_time_is_added_after_each_period() {
        let mut clock = at_start("2/1+0");
        assert_eq!(clock.now.moves_to_go, Some(2));
        clock.spend(ms(600));
        assert_eq!((clock.now.left, clock.now.moves_to_go), (ms(400), Some(1)));
        clock.spend(ms(300));
        assert_eq!((clock.now.left, clock.now.moves_to_go), (ms(1100), Some(2)));
    }

    #[test]
    fn a_clock_is_sent_as_the_engine_wants_it() {
        let mut now = at_start("10+0.5").now;
        assert_eq!(Template::clock(&now).with_clock(&now), "bestmove clock 10 0.5");
        let seconds: Template = "bestmove seconds {s}".parse().unwrap();
        assert_eq!(seconds.with_clock(&now), "bestmove seconds 0.95");
        now.moves_to_go = Some(7);
        assert_eq!(Template::clock(&now).with_clock(&now), "bestmove clock 10 0.5 7");
    }
}
