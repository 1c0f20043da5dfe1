//! Themes of puzzles.

use std::fmt;

use serde::{Deserialize, Serialize};

use waggle_hive_core::rules::{Bug, Move, Outcome, Piece, Position};
use waggle_hive_engine::eval::ExactMobility;

use super::Puzzle;

/// Turns each row into a theme with its name, its words and its definition.
macro_rules! themes {
    ($($theme:ident: $name:literal, $words:literal, $meaning:literal;)*) => {
        /// A theme of the main line of a solution, defined by the rules alone.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Theme {
            $(#[doc = $meaning] #[serde(rename = $name)] $theme,)*
        }

        impl Theme {
            /// All themes.
            pub const ALL: &[Self] = &[$(Self::$theme),*];

            /// Its name in documents.
            pub fn name(self) -> &'static str {
                match self { $(Self::$theme => $name,)* }
            }

            /// Its name for people.
            pub fn words(self) -> &'static str {
                match self { $(Self::$theme => $words,)* }
            }

            /// Its definition.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$theme => $meaning,)* }
            }
        }
    };
}

themes! {
    QuietMove: "quiet_move", "quiet first move", "The first of several moves neither fills a liberty of the queen nor climbs onto her.";
    UnderThreat: "under_threat", "under threat", "If the winner passed, the opponent could surround the winner's queen at once.";
    Unpinning: "unpinning", "unpinning", "A move of the winner frees a piece of the winner that was pinned, and a later one moves it.";
    Pinning: "pinning", "pinning", "The first move pins a piece of the opponent that could move before.";
    Throw: "throw", "throw", "A pillbug of the winner, or a mosquito beside one, throws a piece.";
    QueenThrown: "queen_thrown", "queen thrown", "The opponent's queen herself is thrown.";
    OntoQueen: "onto_queen", "onto the queen", "A piece of the winner climbs onto the opponent's queen.";
    BeetleDrop: "beetle_drop", "beetle drop", "The last move brings a beetle, or a mosquito, down from a stack.";
    LastPlacement: "last_placement", "last placement", "The last move places a piece.";
    AntFinish: "ant_finish", "ant finish", "The last move is that of an ant.";
    SpiderFinish: "spider_finish", "spider finish", "The last move is that of a spider.";
    GrasshopperFinish: "grasshopper_finish", "grasshopper finish", "The last move is that of a grasshopper.";
    BeetleFinish: "beetle_finish", "beetle finish", "The last move is that of a beetle.";
    MosquitoFinish: "mosquito_finish", "mosquito finish", "The last move is that of a mosquito.";
    LadybugFinish: "ladybug_finish", "ladybug finish", "The last move is that of a ladybug.";
    PillbugFinish: "pillbug_finish", "pillbug finish", "The last move is the walk of a pillbug.";
    QueenFinish: "queen_finish", "queen finish", "The last move is that of the winner's own queen.";
    PassForced: "pass_forced", "pass forced", "The opponent has no move but a pass.";
    OwnSurround: "own_surround", "own surround", "The opponent has to surround the own queen.";
    Defend: "defend", "defend", "After every other move the opponent wins within five plies, after this one not.";
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

impl Puzzle {
    /// The themes of the main line.
    pub fn themes(&self) -> Vec<Theme> {
        let line = self.line();
        let shows = |theme: &Theme| shows(*theme, &line);
        Theme::ALL.iter().copied().filter(shows).collect()
    }
}

/// Whether the main line, each move with the position before it, shows a theme.
fn shows(theme: Theme, line: &[(Position, Move)]) -> bool {
    let (Some((start, key)), Some((end, last))) = (line.first(), line.last()) else { return false };
    let us = start.side_to_move();
    let their_queen = Piece::queen(us.other());
    if end.after(*last).outcome().is_none() {
        return theme == Theme::Defend;
    }
    let of_winner = || line.iter().step_by(2);
    let is_own_surround = line.len().is_multiple_of(2);
    // The winner's last move: the piece, and where it was if it moved by itself.
    let finish = last.piece().filter(|_| !is_own_surround);
    let from = |piece| end.hex_of(piece).filter(|_| end.thrower(*last).is_none());
    let ends_with = |bug| finish.is_some_and(|piece| piece.bug() == bug && from(piece).is_some());
    match theme {
        Theme::QuietMove => line.len() > 1 && !is_noisy(start, *key),
        Theme::UnderThreat => is_threatened(start),
        Theme::Unpinning => is_unpinning(line),
        Theme::Pinning => {
            let [before, after] = [start, &start.after(*key)].map(ExactMobility::of);
            Piece::of(us.other()).any(|piece| {
                before.can_move(piece) && !before.is_pinned(piece) && after.is_pinned(piece)
            })
        }
        Theme::Throw => of_winner().any(|(position, mv)| position.thrower(*mv).is_some()),
        Theme::QueenThrown => of_winner().any(|(_, mv)| mv.piece() == Some(their_queen)),
        Theme::OntoQueen => of_winner().any(|(position, mv)| match mv {
            Move::To { hex, .. } => position.top(*hex) == Some(their_queen),
            Move::Pass => false,
        }),
        Theme::BeetleDrop => finish.and_then(from).is_some_and(|hex| end.height(hex) > 1),
        Theme::LastPlacement => finish.is_some_and(|piece| end.hex_of(piece).is_none()),
        Theme::AntFinish => ends_with(Bug::Ant),
        Theme::SpiderFinish => ends_with(Bug::Spider),
        Theme::GrasshopperFinish => ends_with(Bug::Grasshopper),
        Theme::BeetleFinish => ends_with(Bug::Beetle),
        Theme::MosquitoFinish => ends_with(Bug::Mosquito),
        Theme::LadybugFinish => ends_with(Bug::Ladybug),
        Theme::PillbugFinish => ends_with(Bug::Pillbug),
        Theme::QueenFinish => ends_with(Bug::Queen),
        Theme::PassForced => line.iter().skip(1).step_by(2).any(|(_, mv)| *mv == Move::Pass),
        Theme::OwnSurround => is_own_surround,
        Theme::Defend => false,
    }
}

/// Whether a move fills a liberty of the opponent's queen or climbs onto her.
fn is_noisy(position: &Position, mv: Move) -> bool {
    let their_queen = Piece::queen(position.side_to_move().other());
    let (Move::To { piece, hex }, Some(queen)) = (mv, position.hex_of(their_queen)) else {
        return false;
    };
    piece != their_queen && (hex == queen || hex.is_beside(queen) && position.height(hex) == 0)
}

/// Whether the opponent could surround the queen of the player to move at once, if that player
/// passed.
fn is_threatened(position: &Position) -> bool {
    let them = position.side_to_move().other();
    let passed = position.after(Move::Pass);
    let wins = |mv: Move| passed.after(mv).outcome() == Some(Outcome::Win(them));
    passed.legal_moves().into_iter().any(wins)
}

/// Whether a move of the winner frees one of the winner's own pieces, which moves later.
fn is_unpinning(line: &[(Position, Move)]) -> bool {
    line.iter().enumerate().step_by(2).any(|(index, (position, mv))| {
        let [before, after] = [position, &position.after(*mv)].map(ExactMobility::of);
        line.iter().skip(index + 2).step_by(2).any(|(_, later)| {
            let piece = later.piece().filter(|piece| position.hex_of(*piece).is_some());
            piece.is_some_and(|piece| {
                piece.color() == position.side_to_move()
                    && before.is_pinned(piece)
                    && !after.is_pinned(piece)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{built_in_sets, read_set};
    use waggle_hive_core::notation::{parse_game, parse_move};

    /// An independent implementation of the rules tells these themes, too: `tests/study/puzzle_themes.rs`.
    #[test]
    fn the_lines_of_the_built_in_puzzles_show_their_themes() {
        for entry in built_in_sets().flat_map(|text| read_set(text).unwrap()) {
            let mut position = entry.position.clone();
            let step = |&mv: &Move| {
                let after = position.after(mv);
                (std::mem::replace(&mut position, after), mv)
            };
            let line: Vec<(Position, Move)> = entry.line.iter().map(step).collect();
            let found = Theme::ALL.iter().copied().filter(|theme| shows(*theme, &line));
            assert_eq!(found.collect::<Vec<_>>(), entry.themes, "{entry}");
        }
    }

    #[test]
    fn a_placement_may_be_the_last_move() {
        let text = "Base;White[9] bQ@0,0 bS1@0,-1 bA1@1,-1 wS1@-1,1 wG1@1,0 wQ@-1,0 wB1@0,0+";
        let start = parse_game(text).unwrap().position().clone();
        let mv = parse_move(&start, "wA1 wS1-").unwrap();
        assert!(shows(Theme::LastPlacement, &[(start, mv)]));
    }

    #[test]
    fn every_theme_has_its_own_words_and_definition() {
        for (index, theme) in Theme::ALL.iter().enumerate() {
            for other in &Theme::ALL[index + 1..] {
                assert_ne!(theme.name(), other.name());
                assert_ne!(theme.words(), other.words());
                assert_ne!(theme.meaning(), other.meaning());
            }
        }
    }
}
