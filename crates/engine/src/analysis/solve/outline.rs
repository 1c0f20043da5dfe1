//! The proof of a forced win as text and as JSON.

use std::fmt;

use serde::Serialize;

use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::Position;
use waggle_hive_core::text;

use super::solver::Win;

/// The maximum width of a printed proof.
const WIDTH: usize = 95;

/// A win with the opponent's replies grouped by their answers, as MoveStrings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outline {
    #[serde(rename = "move")]
    mv: String,
    #[serde(rename = "replies")]
    groups: Vec<Group>,
}

/// Replies with the same answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Group {
    /// The replies; `None` for all that are not in another group.
    #[serde(rename = "moves")]
    defenses: Option<Vec<String>>,
    /// `None` if the replies themselves end the game.
    answer: Option<Outline>,
}

impl Outline {
    /// The proof with every reply listed.
    pub fn complete(position: &Position, win: &Win) -> Self {
        Self::of(position, win, usize::MAX)
    }

    /// The proof with every reply to the first move listed. At later moves, the largest group of
    /// replies is "anything else", so that more of the earlier replies have the same answer.
    pub fn brief(position: &Position, win: &Win) -> Self {
        Self::of(position, win, 1)
    }

    /// The proof with all replies to the first `depth` moves listed.
    fn of(position: &Position, win: &Win, depth: usize) -> Self {
        let mv = move_string(position, win.mv);
        let position = position.after(win.mv);
        let mut groups: Vec<(Vec<String>, Option<Self>)> = vec![];
        for reply in &win.defenses {
            let text = move_string(&position, reply.mv);
            let answer = reply
                .answer
                .as_ref()
                .map(|answer| Self::of(&position.after(reply.mv), answer, depth.saturating_sub(1)));
            match groups.iter_mut().find(|(_, known)| *known == answer) {
                Some((replies, _)) => replies.push(text),
                None => groups.push((vec![text], answer)),
            }
        }
        // The longest win comes first, and the largest group last.
        groups.sort_by_key(|(names, answer)| {
            (names.len(), std::cmp::Reverse(answer.as_ref().map_or(0, Self::moves)))
        });
        let mut groups: Vec<Group> = groups
            .into_iter()
            .map(|(names, answer)| Group { defenses: Some(names), answer })
            .collect();
        if depth == 0
            && let Some(last) = groups.last_mut()
        {
            last.defenses = None;
        }
        Self { mv, groups }
    }

    /// The maximum number of the winner's moves.
    fn moves(&self) -> usize {
        let answers = self.groups.iter().filter_map(|group| group.answer.as_ref());
        1 + answers.map(Self::moves).max().unwrap_or(0)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, number: usize, indent: usize) -> fmt::Result {
        writeln!(f, "{number}. {}", self.mv)?;
        for group in &self.groups {
            let inner = indent + 3;
            match &group.defenses {
                Some(names) => write!(f, "{}", wrapped(&by_piece(names), inner))?,
                None if self.groups.len() == 1 => {
                    write!(f, "{:inner$}anything", "")?;
                }
                None => write!(f, "{:inner$}anything else", "")?,
            }
            match &group.answer {
                Some(answer) if answer.groups.is_empty() => {
                    write!(f, ": ")?;
                    answer.write(f, number + 1, inner)?;
                }
                Some(answer) => {
                    write!(f, ":\n{:1$}", "", inner + 2)?;
                    answer.write(f, number + 1, inner + 2)?;
                }
                None => writeln!(f, ": surrounds its own queen")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Outline {
    /// Numbered moves with the replies indented below them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 1, 0)
    }
}

/// Moves without repeated names of their pieces, such as `bA1 wQ-, /wQ; bA2 wQ-`, in parts between
/// which a line may be broken.
pub(super) fn by_piece(names: &[String]) -> Vec<String> {
    let mut parts: Vec<String> = vec![];
    let mut last = "";
    for name in names {
        let (piece, goal) = name.split_once(' ').unwrap_or((name, ""));
        let is_same = piece == last && !goal.is_empty();
        if let Some(part) = parts.last_mut() {
            part.push(if is_same { ',' } else { ';' });
        }
        parts.push(if is_same { goal.to_owned() } else { name.clone() });
        last = piece;
    }
    parts
}

pub(super) fn wrapped(parts: &[String], indent: usize) -> String {
    text::wrapped(parts, " ", indent, WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use waggle_hive_core::notation::{parse_game, parse_move};
    use waggle_hive_core::rules::Game;

    use super::super::Defense;

    const GAME: &str = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

    /// A proof in form only: neither complete nor a win.
    fn win(game: &Game) -> Win {
        let read = |text| parse_move(game.position(), text).unwrap();
        let end = |text| Some(Win { mv: read(text), plies: 1, defenses: vec![] });
        let reply = |text, answer| Defense { mv: read(text), answer };
        let long = Win {
            mv: read(r"wB1 \wS1"),
            plies: 3,
            defenses: vec![
                reply(r"bA1 bQ\", end(r"wA2 wS1\")),
                reply("bA2 bQ/", end("wA2 /wQ")),
                reply("bA2 bQ-", end("wA2 /wQ")),
            ],
        };
        let defenses = vec![
            reply(r"bA1 bQ\", end(r"wA2 wQ\")),
            reply("bB1 bQ-", Some(long.clone())),
            reply(r"bB2 \bQ", Some(long)),
            reply("bG1 bQ-", None),
        ];
        Win { mv: read("wA1 -wQ"), plies: 5, defenses }
    }

    #[test]
    fn replies_with_the_same_answer_are_grouped() {
        let game = parse_game(GAME).unwrap();
        let win = win(&game);
        insta::assert_snapshot!(Outline::brief(game.position(), &win), @r"
        1. wA1 -wQ
           bA1 bQ\: 2. wA2 wQ\
           bG1 bQ-: surrounds its own queen
           bB1 bQ-; bB2 \bQ:
             2. wB1 \wS1
                bA1 bQ\: 3. wA2 wS1\
                anything else: 3. wA2 wA1\
        ");
    }

    #[test]
    fn the_document_lists_every_reply() {
        let game = parse_game(GAME).unwrap();
        let proof = Outline::complete(game.position(), &win(&game));
        let proof = serde_json::to_value(proof).unwrap();
        assert_eq!(proof["move"], "wA1 -wQ");
        let long = &proof["replies"][0]["answer"]["replies"][1];
        assert_eq!(long["moves"].as_array().map(Vec::len), Some(2));
        assert_eq!(long["answer"]["move"], r"wA2 wA1\");
        assert!(proof["replies"][3]["answer"].is_null());
    }

    #[test]
    fn pieces_are_named_once_and_long_lists_are_broken_between_moves() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let parts = by_piece(&names(&["bA1 wQ-", "bA1 /wQ", "bA2 wQ-", "pass"]));
        assert_eq!(parts.join(" "), "bA1 wQ-, /wQ; bA2 wQ-; pass");
        let text = wrapped(&by_piece(&names(&["bA1 wQ-"; 60])), 3);
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().all(|line| line.len() <= WIDTH && line.starts_with("   ")));
    }
}
