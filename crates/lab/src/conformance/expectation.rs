//! What a transcript expects of the lines of a reply.

use std::collections::HashSet;

use waggle_hive_core::notation::{game_string, parse_game, parse_move};
use waggle_hive_core::rules::{Game, Move};

/// What is expected of one or more lines of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Exactly this line.
    Exact(String),
    /// A line that matches this pattern, where `*` is any text.
    Like(String),
    /// Any lines, or none.
    Anything,
    /// A game, in any notation, with exactly this type, state and turn.
    Game(String),
    /// A legal move, in any notation.
    LegalMove,
    /// All legal moves, in any order and notation.
    AllMoves,
    /// A line that begins with `err` or `invalidmove`.
    Refusal,
}

impl Expectation {
    /// Parses the text after the `<` of a transcript.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text.trim_end() {
            "" => Some(Self::Exact(String::new())),
            "*" => Some(Self::Anything),
            "move" => Some(Self::LegalMove),
            "moves" => Some(Self::AllMoves),
            "refusal" => Some(Self::Refusal),
            _ => {
                if let Some(line) = text.strip_prefix(' ') {
                    Some(Self::Exact(line.to_owned()))
                } else if let Some(pattern) = text.strip_prefix("* ") {
                    Some(Self::Like(pattern.to_owned()))
                } else {
                    text.strip_prefix("game ").map(|game| Self::Game(game.to_owned()))
                }
            }
        }
    }

    /// Whether a line meets the expectation in the current `game`.
    fn is_met(&self, line: &str, game: Option<&Game>) -> bool {
        match self {
            Self::Exact(text) => line == text,
            Self::Like(pattern) => is_like(line, pattern),
            Self::Anything => true,
            Self::Game(text) => is_same_game(line, text),
            Self::LegalMove => game
                .zip(legal_move(line, game))
                .is_some_and(|(game, mv)| game.position().is_legal(mv)),
            Self::AllMoves => game.is_some_and(|game| are_all_moves(line, game)),
            Self::Refusal => line.starts_with("err") || line.starts_with("invalidmove"),
        }
    }
}

/// Whether the lines of a reply, without `ok`, meet the expectations in the current `game`.
pub(super) fn all_met(expected: &[Expectation], lines: &[String], game: Option<&Game>) -> bool {
    let Some((first, later)) = expected.split_first() else {
        return lines.is_empty();
    };
    if *first == Expectation::Anything {
        return (0..=lines.len())
            .any(|skipped| lines.get(skipped..).is_some_and(|rest| all_met(later, rest, game)));
    }
    lines
        .split_first()
        .is_some_and(|(line, rest)| first.is_met(line, game) && all_met(later, rest, game))
}

fn is_like(line: &str, pattern: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return line == pattern;
    };
    let Some(rest) = line.strip_prefix(head) else {
        return false;
    };
    rest.char_indices()
        .map(|(index, _)| index)
        .chain([rest.len()])
        .any(|index| rest.get(index..).is_some_and(|rest| is_like(rest, tail)))
}

/// Whether type, state and turn are the same texts, and the moves the same moves.
fn is_same_game(line: &str, expected: &str) -> bool {
    let header = |text: &str| text.split(';').take(3).map(str::to_owned).collect::<Vec<_>>();
    match (parse_game(line), parse_game(expected)) {
        (Ok(found), Ok(wanted)) => {
            header(line) == header(expected) && game_string(&found) == game_string(&wanted)
        }
        _ => false,
    }
}

fn legal_move(line: &str, game: Option<&Game>) -> Option<Move> {
    parse_move(game?.position(), line).ok()
}

fn are_all_moves(line: &str, game: &Game) -> bool {
    let listed: Vec<&str> = line.split(';').collect();
    let read: HashSet<Move> =
        listed.iter().filter_map(|text| legal_move(text, Some(game))).collect();
    let legal: HashSet<Move> = game.position().legal_moves().into_iter().collect();
    read == legal && listed.len() == legal.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(expected: &[&str], lines: &[&str], game: &str) -> bool {
        let expected: Vec<Expectation> =
            expected.iter().map(|text| Expectation::parse(text).unwrap()).collect();
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        all_met(&expected, &lines, parse_game(game).ok().as_ref())
    }

    #[test]
    fn lines_meet_what_is_expected_of_them() {
        let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
        let same = "game Base;InProgress;White[2];wS1;bS1 wS1-";
        let longer = "game Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1";
        let otherwise = "Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ wQ/";
        for (expected, lines, game, is_met) in [
            // Every line must be expected.
            (&[" a", " b"][..], &["a", "b"][..], "", true),
            (&[" a"], &["a", "b"], "", false),
            (&[" a", " b"], &["a"], "", false),
            (&[], &[], "", true),
            // Stars match lines or text.
            (&["*"], &[], "", true),
            (&["*", " b"], &["a", "b", "b"], "", true),
            (&["*", " b"], &["a"], "", false),
            (&["* perft(*) = *4*"], &["perft(1) = 4 in 0 ms"], "", true),
            (&["* a*b"], &["abc"], "", false),
            (&["* é*"], &["éé"], "", true),
            // Games and moves are compared by meaning.
            (&[same], &[game], "", true),
            (&[longer], &[otherwise], "", true),
            (&[same], &["Base;;;wS1"], "", false),
            (&["move"], &["wQ -wS1"], game, true),
            (&["move"], &["wQ wS1-"], game, false),
            (&["move"], &["err"], game, false),
            // All moves means each once.
            (&["moves"], &["wA1;wS1;wB1;wG1"], "Base", true),
            (&["moves"], &["wA1;wS1;wB1"], "Base", false),
            (&["moves"], &["wA1;wS1;wB1;wG1;wG1"], "Base", false),
            (&["moves"], &["wA1;wS1;wB1;wQ"], "Base", false),
        ] {
            assert_eq!(met(expected, lines, game), is_met, "{expected:?} {lines:?}");
        }
    }
}
