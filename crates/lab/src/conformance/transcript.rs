//! Transcripts: sessions as text, readable as documentation and executable.
//!
//! ```text
//! # a move before any game is refused, and the session lives on
//! # holds for: every engine
//! > play wS1
//! <refusal
//! < ok
//! ```
//!
//! The first comment is the title, and `# holds for:` says which engines pass:
//! `every engine` or `waggle`. `>` begins a turn with the line that is
//! sent. What follows is the reply expected, line by line:
//!
//! | line            | what it expects                                               |
//! |-----------------|---------------------------------------------------------------|
//! | `< text`        | exactly this line                                             |
//! | `<* te*xt`      | one line like this, where each `*` stands for any text        |
//! | `<*`            | any lines, or none                                            |
//! | `<game string`  | this game in any notation, with this type, state and turn     |
//! | `<move`         | a legal move of the game last answered, in any notation       |
//! | `<moves`        | all its legal moves, in any order and notation                |
//! | `<refusal`      | one line that begins with `err` or `invalidmove`              |
//! | `<within 0.5`   | no line: the whole reply takes at most this many seconds      |
//!
//! The reply ends with `< ok`. A turn without any expectation has no reply at
//! all. Expectations before the first turn are those of the banner.

use std::time::Duration;

use super::expectation::Expectation;

/// Which engines a transcript holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldsFor {
    /// Every engine that speaks UHP.
    EveryEngine,
    /// This engine; others may differ.
    Waggle,
}

/// A session.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    /// Its title.
    pub title: String,
    /// Which engines it holds for.
    pub holds_for: HoldsFor,
    /// The banner, then each line sent, with the replies.
    pub turns: Vec<Turn>,
}

/// A line sent and the reply expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Its line in the transcript, counted from 1.
    pub line_number: usize,
    /// The line sent; `None` for the banner.
    pub sent: Option<String>,
    /// The reply expected before `ok`; `None` if there is none, not even `ok`.
    pub reply: Option<Vec<Expectation>>,
    /// The maximum time of the reply.
    pub within: Option<Duration>,
}

/// Why a text is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum TranscriptError {
    /// The first line is not a comment.
    #[error("expected a title such as `# what is shown`, found `{0}`")]
    Title(String),
    #[error("expected a line `# holds for: every engine` or `# holds for: waggle`")]
    HoldsFor,
    #[error("line {line_number}: expected `>`, `<` or `#`, found `{found}`")]
    Line { line_number: usize, found: String },
    #[error("line {line_number}: expected `< ok` at the end of the reply")]
    NoOk {
        /// The first line of the turn, counted from 1.
        line_number: usize,
    },
}

impl Transcript {
    /// Parses a transcript.
    pub fn parse(text: &str) -> Result<Self, TranscriptError> {
        let first = text.lines().next().unwrap_or_default();
        let title = first
            .strip_prefix("# ")
            .ok_or_else(|| TranscriptError::Title(first.to_owned()))?
            .to_owned();
        let holds_for = match text.lines().find_map(|line| line.strip_prefix("# holds for: ")) {
            Some("every engine") => HoldsFor::EveryEngine,
            Some("waggle") => HoldsFor::Waggle,
            _ => return Err(TranscriptError::HoldsFor),
        };
        let mut drafts: Vec<Draft> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(sent) = line.strip_prefix('>') {
                let sent = sent.strip_prefix(' ').unwrap_or(sent).to_owned();
                drafts.push(Draft::new(line_number, Some(sent)));
                continue;
            }
            let unreadable = || TranscriptError::Line { line_number, found: line.to_owned() };
            let expected = line.strip_prefix('<').ok_or_else(unreadable)?;
            if drafts.is_empty() {
                drafts.push(Draft::new(line_number, None));
            }
            let draft = drafts.last_mut().ok_or_else(unreadable)?;
            draft.expect(expected).ok_or_else(unreadable)?;
        }
        let turns = drafts.into_iter().map(Draft::finish).collect::<Result<_, _>>()?;
        Ok(Self { title, holds_for, turns })
    }
}

/// A turn being parsed.
struct Draft {
    turn: Turn,
    closed: bool,
}

impl Draft {
    fn new(line_number: usize, sent: Option<String>) -> Self {
        Self { turn: Turn { line_number, sent, reply: None, within: None }, closed: false }
    }

    /// Parses the text after a `<`; `None` if it is meaningless there.
    fn expect(&mut self, text: &str) -> Option<()> {
        if let Some(seconds) = text.strip_prefix("within ") {
            let seconds = seconds.trim().parse().ok()?;
            self.turn.within = Some(Duration::try_from_secs_f64(seconds).ok()?);
            return Some(());
        }
        if self.closed {
            return None;
        }
        let reply = self.turn.reply.get_or_insert_default();
        if text == " ok" {
            self.closed = true;
        } else {
            reply.push(Expectation::parse(text)?);
        }
        Some(())
    }

    fn finish(self) -> Result<Turn, TranscriptError> {
        if self.turn.reply.is_some() && !self.closed {
            return Err(TranscriptError::NoOk { line_number: self.turn.line_number });
        }
        Ok(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = "\
# a game begins
# holds for: waggle
<*
< ok

> newgame
< Base;NotStarted;White[1]
< ok
<within 0.5
# nothing comes back
>
> exit
";

    #[test]
    fn turns_are_read_with_their_replies() {
        let transcript = Transcript::parse(EXAMPLE).unwrap();
        assert_eq!(transcript.title, "a game begins");
        assert_eq!(transcript.holds_for, HoldsFor::Waggle);
        let sent: Vec<Option<&str>> =
            transcript.turns.iter().map(|turn| turn.sent.as_deref()).collect();
        assert_eq!(sent, [None, Some("newgame"), Some(""), Some("exit")]);
        let newgame = &transcript.turns[1];
        assert_eq!(newgame.line_number, 6);
        assert_eq!(newgame.within, Some(Duration::from_millis(500)));
        assert_eq!(newgame.reply.as_ref().map(Vec::len), Some(1));
        assert_eq!(transcript.turns[2].reply, None);
    }

    #[test]
    fn other_texts_are_refused() {
        let head = "# a\n# holds for: waggle\n";
        for (text, message) in [
            ("", "expected a title such as `# what is shown`, found ``"),
            (
                "# a\n> info\n",
                "expected a line `# holds for: every engine` or `# holds for: waggle`",
            ),
            (&format!("{head}info"), "line 3: expected `>`, `<` or `#`, found `info`"),
            (&format!("{head}> info\n<* a\n"), "line 3: expected `< ok` at the end of the reply"),
            (&format!("{head}<nonsense"), "line 3: expected `>`, `<` or `#`, found `<nonsense`"),
            (&format!("{head}< ok\n< ok"), "line 4: expected `>`, `<` or `#`, found `< ok`"),
        ] {
            assert_eq!(Transcript::parse(text).unwrap_err().to_string(), message);
        }
    }
}
