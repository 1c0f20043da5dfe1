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
    fn every_line_must_be_expected() {
        assert!(met(&[" a", " b"], &["a", "b"], ""));
        assert!(!met(&[" a"], &["a", "b"], ""));
        assert!(!met(&[" a", " b"], &["a"], ""));
        assert!(met(&[], &[], ""));
    }

    #[test]
    fn stars_match_lines_or_text() {
        assert!(met(&["*"], &[], ""));
        assert!(met(&["*", " b"], &["a", "b", "b"], ""));
        assert!(!met(&["*", " b"], &["a"], ""));
        assert!(met(&["* perft(*) = *4*"], &["perft(1) = 4 in 0 ms"], ""));
        assert!(!met(&["* a*b"], &["abc"], ""));
        assert!(met(&["* é*"], &["éé"], ""));
    }

    #[test]
    fn games_and_moves_are_compared_by_meaning() {
        let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
        assert!(met(&["game Base;InProgress;White[2];wS1;bS1 wS1-"], &[game], ""));
        assert!(met(
            &["game Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1"],
            &["Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ wQ/"],
            ""
        ));
        assert!(!met(&["game Base;InProgress;White[2];wS1;bS1 wS1-"], &["Base;;;wS1"], ""));
        assert!(met(&["move"], &["wQ -wS1"], game));
        assert!(!met(&["move"], &["wQ wS1-"], game));
        assert!(!met(&["move"], &["err"], game));
    }

    #[test]
    fn all_moves_means_each_once() {
        assert!(met(&["moves"], &["wA1;wS1;wB1;wG1"], "Base"));
        assert!(!met(&["moves"], &["wA1;wS1;wB1"], "Base"));
        assert!(!met(&["moves"], &["wA1;wS1;wB1;wG1;wG1"], "Base"));
        assert!(!met(&["moves"], &["wA1;wS1;wB1;wQ"], "Base"));
    }
}
