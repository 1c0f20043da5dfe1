//! The static evaluation explained: its terms and the pieces behind them.

use std::fmt;

use serde::Serialize;

use crate::document::Both;
use crate::eval::{self, ExactMobility, Network};
use crate::search::Score;
use waggle_hive_core::rules::{ByColor, Color, Piece, Position, piece_set};
use waggle_hive_core::text::counted;

use super::{ScoreObject, WhiteScore};

/// One term of the evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// The count of each player.
    pub counts: ByColor<i32>,
    /// The value of the difference to White, in liberties.
    pub worth: f64,
}

/// The safety of a queen on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueenSafety {
    /// The top pieces on the adjacent hexes, clockwise from the north-west.
    pub filled_by: Vec<Piece>,
    /// The piece on top of her, if she is covered.
    pub covered_by: Option<Piece>,
    /// The pieces that the opponent's next move could bring next to her or onto her.
    pub attackers: Vec<Piece>,
    /// The number of her liberties that the opponent's next move could fill.
    pub fillable: u8,
}

impl QueenSafety {
    /// The number of empty adjacent hexes.
    pub fn liberties(&self) -> usize {
        6 - self.filled_by.len()
    }
}

/// The static evaluation of a position, split into its terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The static evaluation.
    pub score: WhiteScore,
    /// The terms worth at least half a hundredth of a liberty, the largest first.
    pub terms: Vec<Term>,
    /// The pinned pieces.
    pub pinned: ByColor<Vec<Piece>>,
    /// The safety of the queens that are on the table.
    pub queens: ByColor<Option<QueenSafety>>,
}

impl Explanation {
    /// Explains the evaluation of a position by a network.
    pub fn of(network: &Network, position: &Position) -> Self {
        let us = position.side_to_move();
        let mobility = ExactMobility::of(position);
        Self {
            score: WhiteScore::new(Score::new(eval::evaluate(network, position, 0)), us),
            terms: terms(network, position),
            pinned: ByColor::new_with(|color| {
                piece_set::pieces(mobility.pinned).filter(|piece| piece.color() == color).collect()
            }),
            queens: ByColor::new_with(|color| queen_safety(position, &mobility, color)),
        }
    }

    /// The explanation in documents.
    pub fn object(&self) -> ExplanationObject {
        let term = |term: &Term| TermObject {
            name: term.name.clone(),
            white: term.counts.white,
            black: term.counts.black,
            liberties: (term.worth * 1e4).round() / 1e4,
        };
        let queen = |color| {
            self.queens[color].as_ref().map(|queen_safety: &QueenSafety| QueenObject {
                liberties: queen_safety.liberties(),
                filled_by: names(&queen_safety.filled_by),
                covered_by: queen_safety.covered_by.map(|piece| piece.to_string()),
                attackers: names(&queen_safety.attackers),
                fillable: queen_safety.fillable,
            })
        };
        ExplanationObject {
            score: self.score.object(),
            terms: self.terms.iter().map(term).collect(),
            pinned: Both { white: names(&self.pinned.white), black: names(&self.pinned.black) },
            queens: Both { white: queen(Color::White), black: queen(Color::Black) },
        }
    }
}

/// An explanation in a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplanationObject {
    score: ScoreObject,
    terms: Vec<TermObject>,
    pinned: Both<Vec<String>>,
    queens: Both<Option<QueenObject>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TermObject {
    name: String,
    white: i32,
    black: i32,
    liberties: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct QueenObject {
    liberties: usize,
    filled_by: Vec<String>,
    covered_by: Option<String>,
    attackers: Vec<String>,
    fillable: u8,
}

/// The minimum value of a listed term, in hundredths of a liberty.
const MIN_WORTH: f64 = 0.5;

/// The terms that make a difference, including that for being to move.
fn terms(network: &Network, position: &Position) -> Vec<Term> {
    let us = position.side_to_move();
    let to_move = ByColor::new_with(|color| i32::from(color == us));
    let explained = eval::explain(network, position);
    let mut terms: Vec<Term> = explained
        .features
        .into_iter()
        .map(|(feature, counts, worth)| (feature.to_string(), counts, worth))
        .chain([("to move".to_owned(), to_move, explained.to_move)])
        .filter(|(_, _, worth)| worth.abs() >= MIN_WORTH)
        .map(|(name, counts, worth)| Term { name, counts, worth: worth / 100.0 })
        .collect();
    terms.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
    terms
}

fn queen_safety(
    position: &Position,
    mobility: &ExactMobility,
    color: Color,
) -> Option<QueenSafety> {
    let queen = Piece::queen(color);
    let hex = position.hex_of(queen)?;
    let them = color.other();
    Some(QueenSafety {
        filled_by: hex.neighbors().filter_map(|hex| position.top(hex)).collect(),
        covered_by: position.top(hex).filter(|top| *top != queen),
        attackers: piece_set::pieces(mobility.attackers[them]).collect(),
        fillable: mobility.fillable[them],
    })
}

fn names(pieces: &[Piece]) -> Vec<String> {
    pieces.iter().map(Piece::to_string).collect()
}

impl fmt::Display for Explanation {
    /// A table of the terms, and lines for the queens and the pinned pieces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.terms.iter().map(|term| term.name.chars().count()).max().unwrap_or(0);
        writeln!(f, "{:width$}  White  Black  worth to White", "without looking ahead")?;
        let width = width.max("without looking ahead".len());
        for Term { name, counts, worth } in &self.terms {
            writeln!(f, "{name:width$}  {:5}  {:5}  {worth:+14.2}", counts.white, counts.black)?;
        }
        let sum = self.score.liberties().unwrap_or(0.0);
        writeln!(f, "{:width$}                {sum:+14.2}", "sum")?;
        writeln!(f)?;
        for color in Color::ALL {
            write_queen(f, color, self.queens[color].as_ref())?;
        }
        for color in Color::ALL {
            writeln!(f, "{color}'s pinned pieces: {}", list(&self.pinned[color]))?;
        }
        Ok(())
    }
}

fn write_queen(
    f: &mut fmt::Formatter<'_>,
    color: Color,
    queen_safety: Option<&QueenSafety>,
) -> fmt::Result {
    let Some(queen_safety) = queen_safety else {
        return writeln!(f, "{color}'s queen is in hand");
    };
    let liberties = counted(queen_safety.liberties(), "liberty", "liberties");
    write!(f, "{color}'s queen has {liberties}; filled by {}", list(&queen_safety.filled_by))?;
    if let Some(cover) = queen_safety.covered_by {
        write!(f, "; covered by {cover}")?;
    }
    writeln!(f, "; {} could bring: {}", color.other(), list(&queen_safety.attackers))
}

fn list(pieces: &[Piece]) -> String {
    if pieces.is_empty() { "none".to_owned() } else { names(pieces).join(" ") }
}
