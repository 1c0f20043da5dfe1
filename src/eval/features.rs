//! The features of a position: small counts for each player.

use std::fmt;

use crate::rules::{Bug, ByColor, Color, Piece, Position, Survey};

/// What is counted for a player for each kind of bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OfBug {
    InHand,
    Free,
    Pinned,
    Covered,
    Stuck,
    Moves,
    BesideTheirQueen,
    BesideOurQueen,
}

/// What is counted for a player once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Single {
    /// Our queen's neighbors, by their owner and by whether they could leave.
    TheirFreeNeighbors,
    TheirPinnedNeighbors,
    OurFreeNeighbors,
    OurPinnedNeighbors,
    /// One of these is 1: how many liberties of our queen are filled.
    Filled0,
    Filled1,
    Filled2,
    Filled3,
    Filled4,
    Filled5,
    /// A piece of theirs on top of our queen.
    QueenCoveredByThem,
    /// Liberties of their queen that our next move can fill.
    Fillable,
    /// Our pieces that can come beside their queen.
    Attackers,
    /// Their queen has one liberty left, and we can fill it.
    LastLibertyFillable,
    /// Their queen has two liberties left, and we can fill both.
    TwoLibertiesFillable,
    /// Hexes where we can place pieces.
    Entries,
    /// Throws of their pieces.
    Throws,
}

const OF_BUG: [OfBug; 8] = [
    OfBug::InHand,
    OfBug::Free,
    OfBug::Pinned,
    OfBug::Covered,
    OfBug::Stuck,
    OfBug::Moves,
    OfBug::BesideTheirQueen,
    OfBug::BesideOurQueen,
];

const SINGLES: [Single; 17] = [
    Single::TheirFreeNeighbors,
    Single::TheirPinnedNeighbors,
    Single::OurFreeNeighbors,
    Single::OurPinnedNeighbors,
    Single::Filled0,
    Single::Filled1,
    Single::Filled2,
    Single::Filled3,
    Single::Filled4,
    Single::Filled5,
    Single::QueenCoveredByThem,
    Single::Fillable,
    Single::Attackers,
    Single::LastLibertyFillable,
    Single::TwoLibertiesFillable,
    Single::Entries,
    Single::Throws,
];

const FIRST_SINGLE: usize = Bug::ALL.len() * OF_BUG.len();

/// One of the features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(u8);

impl Feature {
    /// How many features there are.
    pub const COUNT: usize = FIRST_SINGLE + SINGLES.len();

    /// All features in the order of their index.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }

    /// A dense number below [`Feature::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index();
        if index >= FIRST_SINGLE {
            return f.pad(match SINGLES[index - FIRST_SINGLE] {
                Single::TheirFreeNeighbors => "queen's neighbors: theirs, free",
                Single::TheirPinnedNeighbors => "queen's neighbors: theirs, pinned",
                Single::OurFreeNeighbors => "queen's neighbors: ours, free",
                Single::OurPinnedNeighbors => "queen's neighbors: ours, pinned",
                Single::Filled0 => "queen has 6 liberties",
                Single::Filled1 => "queen has 5 liberties",
                Single::Filled2 => "queen has 4 liberties",
                Single::Filled3 => "queen has 3 liberties",
                Single::Filled4 => "queen has 2 liberties",
                Single::Filled5 => "queen has 1 liberty",
                Single::QueenCoveredByThem => "queen is covered by them",
                Single::Fillable => "liberties of their queen we can fill",
                Single::Attackers => "pieces that can attack their queen",
                Single::LastLibertyFillable => "their last liberty can be filled",
                Single::TwoLibertiesFillable => "their last two liberties can be filled",
                Single::Entries => "hexes to place on",
                Single::Throws => "throws of their pieces",
            });
        }
        let bug = Bug::ALL[index / OF_BUG.len()];
        let what = match OF_BUG[index % OF_BUG.len()] {
            OfBug::InHand => "in hand",
            OfBug::Free => "free to move",
            OfBug::Pinned => "pinned",
            OfBug::Covered => "covered",
            OfBug::Stuck => "stuck",
            OfBug::Moves => "moves",
            OfBug::BesideTheirQueen => "beside their queen",
            OfBug::BesideOurQueen => "beside own queen",
        };
        f.pad(&format!("{bug} {what}"))
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The features of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features([u8; Feature::COUNT]);

impl Features {
    /// The features of both players.
    #[must_use]
    pub fn of(position: &Position) -> ByColor<Self> {
        let survey = position.survey();
        let mut features = ByColor::new_with(|_| Self([0; Feature::COUNT]));
        for color in Color::ALL {
            features[color].count_hand(position, color);
            features[color].count_single(position, &survey, color);
        }
        let queens = ByColor::new_with(|color| position.hex_of(Piece::queen(color)));
        for piece in position.pieces_on_table() {
            let Some(hex) = position.hex_of(piece) else { continue };
            let (color, bug) = (piece.color(), piece.bug());
            let bit = 1 << piece.index();
            let moves = survey.moves[piece.index()];
            let ours = &mut features[color];
            if position.is_covered(piece) {
                ours.add(bug, OfBug::Covered, 1);
                continue;
            }
            let state = if survey.pinned & bit != 0 {
                OfBug::Pinned
            } else if moves > 0 {
                OfBug::Free
            } else {
                OfBug::Stuck
            };
            ours.add(bug, state, 1);
            ours.add(bug, OfBug::Moves, moves);
            if queens[color.other()].is_some_and(|queen| queen.is_beside(hex)) {
                ours.add(bug, OfBug::BesideTheirQueen, 1);
                let neighbors = match state {
                    OfBug::Pinned => Single::TheirPinnedNeighbors,
                    _ => Single::TheirFreeNeighbors,
                };
                features[color.other()].add_single(neighbors, 1);
            }
            if queens[color].is_some_and(|queen| queen.is_beside(hex)) {
                let ours = &mut features[color];
                ours.add(bug, OfBug::BesideOurQueen, 1);
                ours.add_single(
                    match state {
                        OfBug::Pinned => Single::OurPinnedNeighbors,
                        _ => Single::OurFreeNeighbors,
                    },
                    1,
                );
            }
        }
        features
    }

    /// How often the feature occurs.
    #[must_use]
    pub fn of_feature(&self, feature: Feature) -> u8 {
        self.0[feature.index()]
    }

    /// All counts, in the order of the features.
    #[must_use]
    pub fn counts(&self) -> &[u8; Feature::COUNT] {
        &self.0
    }

    #[inline]
    fn add(&mut self, bug: Bug, what: OfBug, count: u8) {
        let count_of = &mut self.0[bug as usize * OF_BUG.len() + what as usize];
        *count_of = count_of.saturating_add(count);
    }

    #[inline]
    fn add_single(&mut self, what: Single, count: u8) {
        self.0[FIRST_SINGLE + what as usize] += count;
    }

    fn count_hand(&mut self, position: &Position, color: Color) {
        for bug in Bug::ALL {
            self.add(bug, OfBug::InHand, position.in_hand(color, bug));
        }
    }

    fn count_single(&mut self, position: &Position, survey: &Survey, color: Color) {
        let filled = |color| {
            let queen = position.hex_of(Piece::queen(color))?;
            Some((position.ring(queen).count_ones(), queen))
        };
        if let Some((filled, queen)) = filled(color) {
            let feature = [
                Single::Filled0,
                Single::Filled1,
                Single::Filled2,
                Single::Filled3,
                Single::Filled4,
                Single::Filled5,
            ];
            self.add_single(feature[filled.min(5) as usize], 1);
            if position.top(queen).is_some_and(|top| top.color() != color) {
                self.add_single(Single::QueenCoveredByThem, 1);
            }
        }
        if let Some((filled, _)) = filled(color.other()) {
            let fillable = survey.fillable[color];
            self.add_single(Single::LastLibertyFillable, u8::from(filled == 5 && fillable > 0));
            self.add_single(Single::TwoLibertiesFillable, u8::from(filled == 4 && fillable == 2));
        }
        self.add_single(Single::Fillable, survey.fillable[color]);
        self.add_single(Single::Attackers, survey.attackers[color].count_ones() as u8);
        self.add_single(Single::Entries, survey.entries[color]);
        self.add_single(Single::Throws, survey.throws[color]);
    }
}
