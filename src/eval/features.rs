//! The features of a position: small counts for each player.

use std::fmt;

use super::tally::{BesideQueen, State, Tally, tally};
use crate::rules::{Bug, ByColor, Color, Piece, Position};

/// What is counted for a player for each kind of bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfBug {
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
pub(super) enum Single {
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

/// The index of what is counted for a kind of bug.
pub(super) const fn of_bug(bug: Bug, what: OfBug) -> usize {
    bug as usize * OF_BUG.len() + what as usize
}

/// The index of what is counted once.
pub(super) const fn single(what: Single) -> usize {
    FIRST_SINGLE + what as usize
}

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
        let mut features = ByColor::new_with(|_| Self([0; Feature::COUNT]));
        tally(position, &position.survey(), &mut features);
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
}

/// Counts everything, feature by feature.
impl Tally for ByColor<Features> {
    fn in_hand(&mut self, piece: Piece) {
        self[piece.color()].0[of_bug(piece.bug(), OfBug::InHand)] += 1;
    }

    fn on_table(&mut self, piece: Piece, state: State, moves: u8) {
        let ours = &mut self[piece.color()].0;
        ours[of_bug(piece.bug(), state.feature())] += 1;
        ours[of_bug(piece.bug(), OfBug::Moves)] += moves;
    }

    fn beside_queen(&mut self, queen: Color, piece: Piece, state: State) {
        let (beside, neighbors) =
            BesideQueen { is_own_queen: queen == piece.color(), state }.features();
        self[piece.color()].0[of_bug(piece.bug(), beside)] += 1;
        self[queen].0[single(neighbors)] += 1;
    }

    fn single(&mut self, color: Color, what: Single, count: u8) {
        self[color].0[single(what)] += count;
    }
}
