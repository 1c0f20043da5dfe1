//! The words between comments: moves with or without numbers, signs, and results.

use crate::notation::parse_piece;

use super::super::GameResult;

/// The word for a turn without a move.
pub(super) const PASS: &str = "pass";

/// What words stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Move(RawMove),
    /// An annotation such as `$1` or `!?`.
    Sign(String),
    Result(GameResult),
}

/// Words that are neither a sign nor a known result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawMove {
    pub(super) text: String,
    pub(super) number: Option<usize>,
    /// Whether it has a number, or begins like a move.
    pub(super) is_move: bool,
}

/// What the words stand for; `is_first` if a move among them is the first of its game, which
/// says nothing of where the piece goes.
pub(super) fn words(text: &str, is_first: bool) -> Vec<Word> {
    if let Some(result) = GameResult::parse(text) {
        return vec![Word::Result(result)];
    }
    let mut reader = Reader { is_first, ..Reader::default() };
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        reader.take(word, words.peek().is_none());
    }
    reader.finish();
    reader.found
}

/// The state while words are read.
#[derive(Default)]
struct Reader {
    found: Vec<Word>,
    is_first: bool,
    /// The number that the next move has.
    number: Option<usize>,
    turn: Option<Turn>,
}

/// A move whose words may not all have been read.
struct Turn {
    mover: String,
    goal: String,
    is_move: bool,
    /// Whether it takes all words that follow, because it is none.
    is_talk: bool,
}

impl Reader {
    fn take(&mut self, word: &str, is_last: bool) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.is_talk) {
            turn.mover.push(' ');
            turn.mover.push_str(word);
            return;
        }
        if is_sign(word) {
            self.finish();
            return self.found.push(Word::Sign(word.to_owned()));
        }
        let is_goal = word == "." && self.wants(word);
        let after =
            word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let has_number = after.len() < word.len() && !is_goal;
        // Any other word may be part of a remark.
        let is_result = has_number || word == "*" || is_last;
        if let Some(result) = GameResult::parse(word).filter(|_| is_result && !self.wants(word)) {
            self.finish();
            return self.found.push(Word::Result(result));
        }
        let mut rest = word;
        if has_number {
            self.finish();
            let digits = word.split(|letter: char| !letter.is_ascii_digit()).next();
            self.number = digits.and_then(|digits| digits.parse().ok()).or(self.number);
            rest = after;
        }
        let bare = rest.trim_end_matches(['!', '?']);
        if rest.is_empty() {
            return;
        }
        match &mut self.turn {
            Some(turn) if turn.wants(bare, self.is_first) => turn.goal.push_str(bare),
            _ => self.begin(bare, rest),
        }
        if self.turn.as_ref().is_some_and(|turn| !turn.is_talk) && bare.len() < rest.len() {
            self.finish();
            self.found.push(Word::Sign(rest.trim_start_matches(bare).to_owned()));
        }
    }

    /// Whether the word is a part of the move that is being read.
    fn wants(&self, word: &str) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.wants(word, self.is_first))
    }

    /// Begins a move, or words that are none.
    fn begin(&mut self, bare: &str, word: &str) {
        self.finish();
        let is_move = parse_piece(bare).is_ok() || bare.eq_ignore_ascii_case(PASS);
        let is_numbered = self.number.is_some();
        self.turn = Some(Turn {
            mover: if is_move { bare } else { word }.to_owned(),
            goal: String::new(),
            is_move: is_move || is_numbered || !self.found.is_empty(),
            is_talk: !is_move,
        });
    }

    /// Ends the move that is being read.
    fn finish(&mut self) {
        let Some(Turn { mover, goal, is_move, is_talk }) = self.turn.take() else { return };
        self.is_first &= is_talk;
        let text = if goal.is_empty() { mover } else { format!("{mover} {goal}") };
        self.found.push(Word::Move(RawMove { text, number: self.number.take(), is_move }));
    }
}

impl Turn {
    /// Whether the word is a part of it: its goal, or the side of the piece that its goal names.
    fn wants(&self, word: &str, is_first: bool) -> bool {
        const SIDES: [char; 3] = ['-', '/', '\\'];
        let is_side = |text: &str| text.len() == 1 && text.starts_with(SIDES);
        match self.goal.as_str() {
            _ if self.is_talk || self.mover.eq_ignore_ascii_case(PASS) => false,
            "" => {
                !is_first
                    || word == "."
                    || word.contains(SIDES) && GameResult::parse(word).is_none()
            }
            goal => is_side(goal) || !goal.contains(SIDES) && is_side(word),
        }
    }
}

/// The marks for moves, in the order of their numbers in PGN: `!` is `$1`.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Whether this is an annotation: `$1`, `!`, `?!` and so on.
fn is_sign(word: &str) -> bool {
    glyph_number(word).is_some() || word.trim_matches(['!', '?']).is_empty()
}

/// The number of a numeric annotation glyph (NAG) such as `$6`.
fn glyph_number(word: &str) -> Option<usize> {
    let digits = word.strip_prefix('$')?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The text of an annotation: the mark that it stands for, if there is one.
pub(super) fn sign_text(sign: &str) -> &str {
    let index = glyph_number(sign).and_then(|number| number.checked_sub(1));
    index.and_then(|index| MARKS.get(index)).copied().unwrap_or(sign)
}

/// The numeric annotation glyph of a comment, if the comment is nothing else.
pub(super) fn glyph(comment: &str) -> Option<String> {
    let mark = MARKS.iter().position(|mark| *mark == comment).map(|index| index + 1);
    mark.or_else(|| glyph_number(comment)).map(|number| format!("${number}"))
}
