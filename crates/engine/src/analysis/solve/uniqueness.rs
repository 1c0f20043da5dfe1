//! The uniqueness of a problem's key and the refutations of its tries, as text and JSON.

use std::fmt::Write as _;

use serde::Serialize;

use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::{Move, Position};
use waggle_hive_core::text::counted;

use super::first_moves::{FirstMoves, MoveResult};
use super::outline::{by_piece, wrapped};

/// The indentation of a list of moves.
const INDENT: usize = 3;

impl FirstMoves {
    /// Whether the key is unique, and what refutes each try; those with one refutation come first.
    pub fn text(&self, position: &Position) -> String {
        let name = |mv| move_string(position, mv);
        let mut text = self.verdict();
        text.push('\n');
        let keys: Vec<String> = self.keys().map(|(mv, _)| name(mv)).collect();
        if keys.len() > 1 {
            list(&mut text, "", &keys);
        }
        let slower: Vec<String> = self.slower().map(|(mv, _)| name(mv)).collect();
        if !slower.is_empty() {
            let _ = writeln!(text, "\nSlower, but within {}:", plies(self.within));
            list(&mut text, "", &slower);
        }
        for (is_only, heading) in [
            (true, "Tries that only this reply refutes:"),
            (false, "Moves that this reply refutes, and others do:"),
        ] {
            let groups = self.refuted(position, is_only);
            if !groups.is_empty() {
                let _ = writeln!(text, "\n{heading}");
            }
            for (reply, moves) in groups {
                list(&mut text, &format!("{reply} after "), &moves);
            }
        }
        let ends: Vec<String> = self.with(MoveResult::EndsGame).map(name).collect();
        if !ends.is_empty() {
            text.push_str("\nMoves that end the game without a win:\n");
            list(&mut text, "", &ends);
        }
        text
    }

    /// One sentence on the key.
    pub fn verdict(&self) -> String {
        let keys: Vec<(Move, u8)> = self.keys().collect();
        let others = self.moves.len().saturating_sub(1);
        let open = self.with(MoveResult::Unknown).count();
        let verdict = match keys.as_slice() {
            _ if self.moves.is_empty() => return "There is no move.".to_owned(),
            [] if open > 0 => "The keys are not known yet.".to_owned(),
            [] => format!("There is no key: no move wins within {}.", plies(self.within)),
            [_] if open > 0 => "One key has been found.".to_owned(),
            [(_, soonest)] => {
                let is_alone = self.slower().next().is_none();
                let within = plies(if is_alone { self.within } else { *soonest });
                match others {
                    0 => "The key is unique: there is no other move.".to_owned(),
                    1 => format!("The key is unique: the other move does not win within {within}."),
                    _ => format!(
                        "The key is unique: none of the {others} other moves wins within {within}."
                    ),
                }
            }
            [(_, soonest), ..] => {
                format!("The key is not unique: {} moves win in {}.", keys.len(), plies(*soonest))
            }
        };
        if open > 0 {
            let open = counted(open, "move", "moves");
            return format!("{verdict} Stopped with {open} left to look at.");
        }
        verdict
    }

    /// The results of all first moves in documents.
    pub fn object(&self, position: &Position) -> UniquenessObject {
        let first_move = |first: &super::FirstMove| {
            let (wins_in, refutation, only_refutation) = match first.result {
                MoveResult::Wins(plies) => (Some(plies), None, None),
                MoveResult::Refuted { by, is_only } => {
                    (None, Some(move_string(&position.after(first.mv), by)), Some(is_only))
                }
                MoveResult::EndsGame | MoveResult::Unknown => (None, None, None),
            };
            FirstMoveObject {
                mv: move_string(position, first.mv),
                wins_in,
                refutation,
                only_refutation,
                ends_game: wins_in == Some(1) || first.result == MoveResult::EndsGame,
            }
        };
        UniquenessObject {
            unique: self.has_unique_key(),
            keys: self.keys().map(|(mv, _)| move_string(position, mv)).collect(),
            complete: !self.is_incomplete(),
            moves: self.moves.iter().map(first_move).collect(),
        }
    }

    fn with(&self, result: MoveResult) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(move |first| first.result == result).map(|first| first.mv)
    }

    /// The refutations, only or among others, each with the moves it refutes.
    fn refuted(&self, position: &Position, alone: bool) -> Vec<(String, Vec<String>)> {
        let mut groups: Vec<(String, Vec<String>)> = vec![];
        for first in &self.moves {
            let MoveResult::Refuted { by, is_only } = first.result else { continue };
            if is_only != alone {
                continue;
            }
            let reply = move_string(&position.after(first.mv), by);
            let mv = move_string(position, first.mv);
            match groups.iter_mut().find(|(known, _)| *known == reply) {
                Some((_, moves)) => moves.push(mv),
                None => groups.push((reply, vec![mv])),
            }
        }
        groups
    }
}

/// The results of all first moves in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UniquenessObject {
    unique: bool,
    keys: Vec<String>,
    complete: bool,
    moves: Vec<FirstMoveObject>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FirstMoveObject {
    #[serde(rename = "move")]
    mv: String,
    wins_in: Option<u8>,
    refutation: Option<String>,
    only_refutation: Option<bool>,
    ends_game: bool,
}

/// Appends wrapped lines of moves after a prefix.
fn list(text: &mut String, words: &str, moves: &[String]) {
    let mut parts = by_piece(moves);
    if let Some(first) = parts.first_mut() {
        first.insert_str(0, words);
    }
    text.push_str(&wrapped(&parts, INDENT));
    text.push('\n');
}

fn plies(number: u8) -> String {
    counted(number, "ply", "plies")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::solve::FirstMove;
    use waggle_hive_core::notation::{parse_game, parse_move};

    fn first_moves(results: &[(&str, MoveResult)]) -> (Position, FirstMoves) {
        let game = parse_game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
        let position = game.position().clone();
        let read = |&(text, result)| FirstMove { mv: parse_move(&position, text).unwrap(), result };
        let moves = results.iter().map(read).collect();
        (position, FirstMoves { within: 5, moves })
    }

    fn refuted(by: &str, is_only: bool) -> MoveResult {
        let game = parse_game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ").unwrap();
        MoveResult::Refuted { by: parse_move(game.position(), by).unwrap(), is_only }
    }

    #[test]
    fn the_text_and_the_document_show_key_and_refutations() {
        let (position, moves) = first_moves(&[
            ("wA1 -wQ", MoveResult::Wins(3)),
            (r"wA1 \wQ", MoveResult::Wins(5)),
            ("wA1 /wQ", refuted("bA1 bQ-", true)),
            ("wB1 -wQ", refuted("bA1 bQ-", false)),
            ("wG1 -wQ", refuted("bA1 bQ-", false)),
            ("wG1 /wQ", MoveResult::EndsGame),
        ]);
        assert!(moves.has_unique_key());
        insta::assert_snapshot!(moves.text(&position), @r"
        The key is unique: none of the 5 other moves wins within 3 plies.

        Slower, but within 5 plies:
           wA1 \wQ

        Tries that only this reply refutes:
           bA1 bQ- after wA1 /wQ

        Moves that this reply refutes, and others do:
           bA1 bQ- after wB1 -wQ; wG1 -wQ

        Moves that end the game without a win:
           wG1 /wQ
        ");
        let document = moves.object(&position);
        assert_eq!(document.keys, ["wA1 -wQ"]);
        assert_eq!(document.moves[2].refutation.as_deref(), Some("bA1 bQ-"));
        assert_eq!(document.moves[3].only_refutation, Some(false));
        assert!(document.moves[5].ends_game);
    }

    #[test]
    fn verdicts_state_what_has_been_proven() {
        for (results, verdict) in [
            (vec![], "There is no move."),
            (vec![MoveResult::EndsGame], "There is no key: no move wins within 5 plies."),
            (
                vec![MoveResult::Wins(3), MoveResult::Wins(3)],
                "The key is not unique: 2 moves win in 3 plies.",
            ),
            (
                vec![MoveResult::Wins(3), MoveResult::EndsGame],
                "The key is unique: the other move does not win within 5 plies.",
            ),
            (
                vec![MoveResult::Wins(3), MoveResult::Unknown],
                "One key has been found. Stopped with 1 move left to look at.",
            ),
            (
                vec![MoveResult::Unknown],
                "The keys are not known yet. Stopped with 1 move left to look at.",
            ),
        ] {
            let names = ["wA1 -wQ", r"wA1 \wQ"];
            let results: Vec<(&str, MoveResult)> = names.into_iter().zip(results).collect();
            assert_eq!(first_moves(&results).1.verdict(), verdict);
        }
    }
}
