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
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$theme => $name,)* }
            }

            /// Its name for people.
            #[must_use]
            pub fn words(self) -> &'static str {
                match self { $(Self::$theme => $words,)* }
            }

            /// Its definition.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$theme => $meaning,)* }
            }
        }
    };
}

themes! {
    QuietMove: "quiet_move", "quiet first move", "The first move neither fills a liberty of the queen nor climbs onto her.";
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
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

impl Puzzle {
    /// The themes of the main line.
    #[must_use]
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
    let of_winner = || line.iter().step_by(2);
    let is_own_surround = line.len().is_multiple_of(2);
    // The winner's last move: the piece, and where it was if it moved by itself.
    let finish = last.piece().filter(|_| !is_own_surround);
    let from = |piece| end.hex_of(piece).filter(|_| end.thrower(*last).is_none());
    let ends_with = |bug| finish.is_some_and(|piece| piece.bug() == bug && from(piece).is_some());
    match theme {
        Theme::QuietMove => !is_noisy(start, *key),
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
    use crate::puzzles::{Reply, Step};
    use waggle_hive_core::notation::{parse_game, parse_move};

    /// The themes of a line of play, which need not be a puzzle. `-` is a pass, legal or not.
    fn themes(position: &str, line: &[&str]) -> Vec<Theme> {
        let mut position = parse_game(position).unwrap().position().clone();
        let start = position.clone();
        let mut moves = vec![];
        for text in line {
            let mv = match *text {
                "-" => Move::Pass,
                text => parse_move(&position, text).unwrap_or_else(|error| panic!("{error}")),
            };
            moves.push(mv);
            position = position.after(mv);
        }
        let mut solution = None;
        for (index, &mv) in moves.iter().enumerate().rev() {
            let replies = |answer: &mut Option<Step>| {
                let reply = moves.get(index + 1);
                reply.map(|&mv| Reply { mv, answer: answer.take() }).into_iter().collect()
            };
            if index.is_multiple_of(2) {
                solution = Some(Step { mv, replies: replies(&mut solution) });
            }
        }
        let plies = moves.len() as u8;
        Puzzle { position: start, plies, solution: solution.unwrap(), dual_replies: 0 }.themes()
    }

    /// Black's queen has one liberty left, to the south-east.
    const NEARLY: &str = "bQ@0,0 bS1@0,-1 bA1@1,-1 wS1@-1,1";

    fn last_move(others: &str, mv: &str) -> Vec<Theme> {
        themes(&format!("Base+MLP;White[9] {NEARLY} {others}"), &[mv])
    }

    #[test]
    fn the_theme_of_the_last_move_is_how_the_piece_arrives() {
        for (others, mv, expected) in [
            ("bG1@1,0 wQ@-1,0 wA1@-2,0", r"wA1 bQ\", vec![Theme::AntFinish]),
            ("bG1@1,0 wQ@-1,0 wS2@-2,1", r"wS2 bQ\", vec![Theme::SpiderFinish]),
            ("bG1@1,0 wQ@-1,0 wM@-2,1", r"wM bQ\", vec![Theme::MosquitoFinish]),
            ("bG1@1,0 wQ@-1,0 wL@-2,1", r"wL bQ\", vec![Theme::LadybugFinish]),
            ("bG1@1,0 wQ@-1,0 wP@-1,2", r"wP bQ\", vec![Theme::PillbugFinish]),
            ("bG1@1,0 wQ@-1,0 wB1@-1,2", r"wB1 bQ\", vec![Theme::BeetleFinish]),
            ("bG1@1,0 bG2@-1,0 wQ@-1,2", r"wQ bQ\", vec![Theme::QueenFinish]),
            ("bG1@1,0 wQ@-1,0 wG1@0,-2", r"wG1 bQ\", vec![Theme::GrasshopperFinish]),
            ("bG1@1,0 wQ@-1,0 wP@1,1 wB1@2,1", "wB1 -wP", vec![Theme::Throw]),
            ("wG1@1,0 wQ@-1,0 wB1@0,0+", r"wA1 wS1-", vec![Theme::LastPlacement]),
            ("wG1@1,0 wQ@-1,0 wB1@1,0+", r"wB1 bQ\", vec![Theme::BeetleDrop, Theme::BeetleFinish]),
        ] {
            assert_eq!(last_move(others, mv), expected, "{others}");
        }
    }

    #[test]
    fn moves_are_quiet_pin_unpin_and_climb() {
        let pins = "Base+MLP;White[5] wQ@0,0 bQ@1,0 bA1@2,0 wA1@-1,0";
        let expected = [Theme::QuietMove, Theme::Pinning, Theme::AntFinish];
        assert_eq!(themes(pins, &["wA1 bA1-"]), expected);
        let frees = "Base+MLP;White[5] wQ@0,0 wS1@1,0 bQ@2,0 wA1@-1,0 bA1@2,-1";
        let line = [r"wA1 wQ/", "bG1 bQ-", r"wS1 bA1/"];
        let found = themes(frees, &line);
        assert!(found.contains(&Theme::Unpinning), "{found:?}");
        let found = themes(frees, &[r"wA1 wQ/", "bG1 bQ-", "wG1 -wQ"]);
        assert!(!found.contains(&Theme::Unpinning), "{found:?}");
        let climbs = "Base+MLP;White[5] wQ@-1,0 bQ@0,0 wB1@1,-1";
        assert_eq!(themes(climbs, &["wB1 bQ"]), [Theme::OntoQueen, Theme::BeetleFinish]);
        let throws = "Base+MLP;White[5] bQ@0,0 wP@1,0 wQ@2,0";
        let expected = [Theme::QuietMove, Theme::Throw, Theme::QueenThrown];
        assert_eq!(themes(throws, &["bQ wP/"]), expected);
        assert_eq!(themes(throws, &[r"bQ \wP"]), expected, "beside where she stood");
    }

    #[test]
    fn threats_passes_and_self_surrounding_are_recognised() {
        let threatened =
            "Base+MLP;White[9] wQ@0,0 wS1@0,-1 wA1@1,-1 bS1@-1,1 wG1@1,0 bQ@-1,0 bA1@-2,0";
        assert!(themes(threatened, &["wB1 wG1-"]).contains(&Theme::UnderThreat));
        let open = "Base+MLP;White[9] wQ@0,0 wS1@0,-1 wA1@1,-1 bS1@-1,1 bQ@-1,0 bA1@-2,0";
        assert!(!themes(open, &["wB1 wA1/"]).contains(&Theme::UnderThreat));
        let passes = themes(open, &["wB1 wA1/", "-", "wB2 wA1-"]);
        assert!(passes.contains(&Theme::PassForced) && passes.contains(&Theme::LastPlacement));
        assert!(!passes.contains(&Theme::OwnSurround));
        let own = themes(open, &["wB1 wA1/", "bA2 bA1/"]);
        assert!(own.contains(&Theme::OwnSurround) && !own.contains(&Theme::LastPlacement));
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
