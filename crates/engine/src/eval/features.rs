//! The features of the evaluation: a table for pieces and one for players.
//!
//! A row defines a feature: its name and how it is counted. A new feature has zero weights until
//! `waggle tune` has trained them.

use std::fmt;

use super::info::FillMethod;
use super::piece_state::{Condition, PieceState};
use super::player_info::{Pattern, PlayerInfo};
use waggle_hive_core::rules::Bug;

/// All kinds of bugs, one bit per kind.
const ALL: u8 = u8::MAX;
/// All except the queen, for features about the distance to one's own queen.
const NOT_QUEEN: u8 = !(1 << Bug::Queen as u8);
const CLIMBERS: u8 = 1 << Bug::Beetle as u8 | 1 << Bug::Mosquito as u8;
/// Those of the base game, for features that are worth little for the single pieces of the others.
const BASE: u8 = !(1 << Bug::Mosquito as u8 | 1 << Bug::Ladybug as u8 | 1 << Bug::Pillbug as u8);
const BASE_NOT_QUEEN: u8 = BASE & NOT_QUEEN;
const BEETLE: u8 = 1 << Bug::Beetle as u8;

/// Defines a [`PieceFeature`] by each row `Feature: "name", of kinds, |state| whether it counts;`.
macro_rules! piece_features {
    ($($(#[$doc:meta])* $feature:ident: $name:literal, of $kinds:ident,
        |$state:ident| $counts:expr;)*) => {
        /// A feature of a player's pieces, counted by kind of bug.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum PieceFeature {
            $($(#[$doc])* $feature,)*
        }

        impl PieceFeature {
            /// All of them, in the order of the table.
            pub(super) const ALL: &[Self] = &[$(Self::$feature),*];

            const fn name(self) -> &'static str {
                match self {
                    $(Self::$feature => $name,)*
                }
            }

            /// The kinds of bugs that it is counted for, one bit per kind.
            const fn kinds(self) -> u8 {
                match self {
                    $(Self::$feature => $kinds,)*
                }
            }

            pub(super) const fn counts(self, state: PieceState) -> bool {
                match self {
                    $(Self::$feature => {
                        let $state = state;
                        $counts
                    })*
                }
            }
        }
    };
}

piece_features! {
    InHand: "in hand", of ALL, |piece| piece.is(Condition::InHand);
    Covered: "covered", of ALL, |piece| piece.is(Condition::Covered);
    Pinned: "pinned", of ALL, |piece| piece.is_pinned();
    Atop: "on top of another", of CLIMBERS, |piece| piece.is(Condition::Atop);
    Hemmed: "hemmed in", of ALL, |piece| piece.is(Condition::Hemmed);
    Free: "free to move", of ALL, |piece| piece.is(Condition::Free);
    CoveredByThem: "covered by them", of ALL, |piece| piece.is_covered_by_them();
    PinnedBesideTheirQueen: "pinned beside their queen", of ALL,
        |piece| piece.is_pinned() && piece.is_beside_their_queen();
    HemmedBesideTheirQueen: "hemmed in beside their queen", of BASE,
        |piece| piece.is(Condition::Hemmed) && piece.is_beside_their_queen();
    FreeBesideTheirQueen: "free beside their queen", of ALL,
        |piece| piece.is(Condition::Free) && piece.is_beside_their_queen();
    PinnedNearTheirQueen: "pinned near their queen", of ALL,
        |piece| piece.is_pinned() && piece.is_near_their_queen();
    AtopNearTheirQueen: "on top near their queen", of CLIMBERS,
        |piece| piece.is(Condition::Atop) && piece.is_near_their_queen();
    HemmedNearTheirQueen: "hemmed in near their queen", of BASE,
        |piece| piece.is(Condition::Hemmed) && piece.is_near_their_queen();
    FreeNearTheirQueen: "free near their queen", of BASE,
        |piece| piece.is(Condition::Free) && piece.is_near_their_queen();
    PinnedBesideOurQueen: "pinned beside own queen", of NOT_QUEEN,
        |piece| piece.is_pinned() && piece.is_beside_our_queen();
    AtopBesideOurQueen: "on top beside own queen", of CLIMBERS,
        |piece| piece.is(Condition::Atop) && piece.is_beside_our_queen();
    HemmedBesideOurQueen: "hemmed in beside own queen", of NOT_QUEEN,
        |piece| piece.is(Condition::Hemmed) && piece.is_beside_our_queen();
    FreeBesideOurQueen: "free beside own queen", of NOT_QUEEN,
        |piece| piece.is(Condition::Free) && piece.is_beside_our_queen();
    PinnedNearOurQueen: "pinned near own queen", of NOT_QUEEN,
        |piece| piece.is_pinned() && piece.is_near_our_queen();
    AtopNearOurQueen: "on top near own queen", of CLIMBERS,
        |piece| piece.is(Condition::Atop) && piece.is_near_our_queen();
    HemmedNearOurQueen: "hemmed in near own queen", of NOT_QUEEN,
        |piece| piece.is(Condition::Hemmed) && piece.is_near_our_queen();
    FreeNearOurQueen: "free near own queen", of NOT_QUEEN,
        |piece| piece.is(Condition::Free) && piece.is_near_our_queen();
    Held: "pinned by a single piece of theirs", of BASE, |piece| piece.is(Condition::Held);
    HeldByOwn: "pinned by a single piece of ours", of BASE, |piece| piece.is_held_by_own();
    HeldNearTheirQueen: "pinned by a single piece of theirs near their queen", of BASE, |piece| {
        piece.is(Condition::Held) && (piece.is_near_their_queen() || piece.is_beside_their_queen())
    };
    HeldNearOurQueen: "pinned by a single piece of theirs near own queen", of BASE_NOT_QUEEN, |piece| {
        piece.is(Condition::Held) && (piece.is_near_our_queen() || piece.is_beside_our_queen())
    };
    PinnedThreeStepsFromTheirQueen: "pinned three steps from their queen", of BASE,
        |piece| piece.is_pinned() && piece.is_three_steps_from_theirs();
    AtopThreeStepsFromTheirQueen: "on top three steps from their queen", of BEETLE,
        |piece| piece.is(Condition::Atop) && piece.is_three_steps_from_theirs();
    LooseThreeStepsFromTheirQueen: "not pinned three steps from their queen", of BASE,
        |piece| piece.is_loose() && piece.is_three_steps_from_theirs();
    PinnedThreeStepsFromOurQueen: "pinned three steps from own queen", of BASE_NOT_QUEEN,
        |piece| piece.is_pinned() && piece.is_three_steps_from_ours();
    LooseThreeStepsFromOurQueen: "not pinned three steps from own queen", of BASE_NOT_QUEEN,
        |piece| piece.is_loose() && piece.is_three_steps_from_ours();
    TouchesOneOfOurs: "touches one of ours", of BASE, |piece| piece.touched_ours() == 1;
    TouchesTwoOfOurs: "touches two of ours", of ALL, |piece| piece.touched_ours() == 2;
    TouchesThreeOfOurs: "touches three of ours", of ALL, |piece| piece.touched_ours() == 3;
    TouchesMoreOfOurs: "touches more of ours", of ALL, |piece| piece.touched_ours() > 3;
    TouchesOneOfTheirs: "touches one of theirs", of ALL, |piece| piece.touched_theirs() == 1;
    TouchesTwoOfTheirs: "touches two of theirs", of ALL, |piece| piece.touched_theirs() == 2;
    TouchesThreeOfTheirs: "touches three of theirs", of BASE, |piece| piece.touched_theirs() == 3;
    TouchesMoreOfTheirs: "touches more of theirs", of BASE, |piece| piece.touched_theirs() > 3;
    TouchesOnlyOneOfOurs: "touches only one of ours", of BASE,
        |piece| piece.touched_ours() == 1 && piece.touched_theirs() == 0;
    TouchesOnlyOneOfTheirs: "touches only one of theirs", of ALL,
        |piece| piece.touched_ours() == 0 && piece.touched_theirs() == 1;
    KeptFree: "kept free by one of ours", of ALL, |piece| piece.is_kept_free();
    Attacks: "can attack their queen", of ALL,
        |piece| piece.attacks() && !piece.is(Condition::Atop);
    AttacksFromTop: "can attack from the top", of CLIMBERS,
        |piece| piece.attacks() && piece.is(Condition::Atop);
}

/// Defines a [`PlayerFeature`] by each row `Feature: "name", at most maximum, |player| count;`.
macro_rules! player_features {
    ($($(#[$doc:meta])* $feature:ident: $name:literal, at most $maximum:literal,
        |$player:ident| $count:expr;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum PlayerFeature {
            $($(#[$doc])* $feature,)*
        }

        impl PlayerFeature {
            /// All of them, in the order of the table.
            pub(super) const ALL: &[Self] = &[$(Self::$feature),*];

            const fn name(self) -> &'static str {
                match self {
                    $(Self::$feature => $name,)*
                }
            }

            pub(super) const fn maximum(self) -> u8 {
                match self {
                    $(Self::$feature => $maximum,)*
                }
            }

            /// Calls `count` with each feature and its count.
            #[inline(always)]
            pub(super) fn count_all(player: &PlayerInfo<'_>, mut count: impl FnMut(Self, u8)) {
                $(
                    let $player = player;
                    count(Self::$feature, $count);
                )*
            }
        }
    };
}

player_features! {
    Filled1: "queen has 5 liberties", at most 1, |we| we.queen_has_filled(1);
    Filled2: "queen has 4 liberties", at most 1, |we| we.queen_has_filled(2);
    Filled3: "queen has 3 liberties", at most 1, |we| we.queen_has_filled(3);
    Filled4: "queen has 2 liberties", at most 1, |we| we.queen_has_filled(4);
    Filled5: "queen has 1 liberty", at most 1, |we| we.queen_has_filled(5);
    TwoOneApart: "queen has two filled hexes one apart", at most 1,
        |we| we.queen_is_filled(Pattern::TwoOneApart);
    TwoOpposite: "queen has two filled hexes opposite", at most 1,
        |we| we.queen_is_filled(Pattern::TwoOpposite);
    ThreeSplit: "queen has three filled hexes two adjacent", at most 1,
        |we| we.queen_is_filled(Pattern::ThreeSplit);
    ThreeAlternating: "queen has three filled hexes none adjacent", at most 1,
        |we| we.queen_is_filled(Pattern::ThreeAlternating);
    TwoLibertiesOneApart: "queen has two liberties one apart", at most 1,
        |we| we.queen_is_filled(Pattern::TwoLibertiesOneApart);
    TwoLibertiesOpposite: "queen has two liberties opposite", at most 1,
        |we| we.queen_is_filled(Pattern::TwoLibertiesOpposite);
    QueenCoveredByThem: "queen is covered by them", at most 1, |we| we.queen_is_covered_by_them();
    Fillable: "liberties of their queen we can fill", at most 6, |we| we.fillable();
    FillableBySlide: "liberties we can fill by a slide", at most 6,
        |we| we.fillable_by(FillMethod::Slide);
    FillableByStepDown: "liberties we can fill from above", at most 6,
        |we| we.fillable_by(FillMethod::StepDown);
    FillableBySpider: "liberties we can fill with a spider", at most 6,
        |we| we.fillable_by(FillMethod::Spider);
    FillableByJump: "liberties we can fill by a jump", at most 6,
        |we| we.fillable_by(FillMethod::Jump);
    FillableByAnt: "liberties we can fill with an ant", at most 6,
        |we| we.fillable_by(FillMethod::Ant);
    FillableByLadybug: "liberties we can fill with a ladybug", at most 6,
        |we| we.fillable_by(FillMethod::Ladybug);
    FillableByThrow: "liberties we can fill by a throw", at most 6,
        |we| we.fillable_by(FillMethod::Throw);
    FillableByPlacement: "liberties we can fill from hand", at most 6,
        |we| we.fillable_by(FillMethod::Placement);
    LastLibertyFillable: "their last liberty can be filled", at most 1,
        |we| u8::from(we.their_queen_has_filled(5) && we.fillable() > 0);
    TwoLibertiesFillable: "their last two liberties can be filled", at most 1,
        |we| u8::from(we.their_queen_has_filled(4) && we.fillable() == 2);
    Open: "liberties of their queen open to slides", at most 6,
        |we| we.mobility.open.count_ones() as u8;
    Attackers: "pieces that can attack their queen", at most 14,
        |we| we.mobility.attackers.count_ones() as u8;
    Entries: "hexes to place on", at most 60, |we| we.mobility.entries;
    Throwable: "pieces we can throw", at most 12, |we| we.mobility.throwable;
    QueenThrowable: "our queen can be thrown", at most 1, |we| u8::from(we.mobility.queen_throwable);
    ThreeWays: "pieces pinned between three others", at most 14, |we| we.mobility.three_ways;
    LibertiesBesideUs: "liberties of their queen beside ours only", at most 6,
        |we| we.mobility.liberties_beside_us;
    LibertiesBesideThem: "liberties of their queen beside theirs only", at most 6,
        |we| we.mobility.liberties_beside_them;
    MosquitoAsQueen: "Mosquito moves as a queen", at most 1, |we| we.mosquito_is(Bug::Queen);
    MosquitoAsSpider: "Mosquito moves as a spider", at most 1, |we| we.mosquito_is(Bug::Spider);
    MosquitoAsBeetle: "Mosquito moves as a beetle", at most 1, |we| we.mosquito_is(Bug::Beetle);
    MosquitoAsGrasshopper: "Mosquito moves as a grasshopper", at most 1,
        |we| we.mosquito_is(Bug::Grasshopper);
    MosquitoAsAnt: "Mosquito moves as an ant", at most 1, |we| we.mosquito_is(Bug::Ant);
    MosquitoAsLadybug: "Mosquito moves as a ladybug", at most 1, |we| we.mosquito_is(Bug::Ladybug);
    MosquitoAsPillbug: "Mosquito moves as a pillbug", at most 1, |we| we.mosquito_is(Bug::Pillbug);
}

impl PlayerFeature {
    /// Whether it is about the hexes around our queen: the first rows.
    pub(super) const fn is_of_ring(self) -> bool {
        (self as usize) < Self::QueenCoveredByThem as usize
    }

    /// Whether it is about what our mosquito copies: the last rows.
    pub(super) const fn is_of_mosquito(self) -> bool {
        self as usize >= Self::MosquitoAsQueen as usize
    }

    pub(super) const OTHERS: &[Self] = {
        let (before_mosquito, _) = Self::ALL.split_at(Self::MosquitoAsQueen as usize);
        before_mosquito.split_at(Self::QueenCoveredByThem as usize).1
    };

    /// The index among [`OTHERS`](Self::OTHERS).
    pub(super) const fn index_among_others(self) -> Option<usize> {
        if self.is_of_ring() || self.is_of_mosquito() {
            return None;
        }
        Some(self as usize - Self::QueenCoveredByThem as usize)
    }
}

/// The last rows are those for the bugs that a mosquito can copy.
const _: () = {
    let rows = PlayerFeature::ALL.len() - PlayerFeature::MosquitoAsQueen as usize;
    assert!(rows == Bug::COUNT - 1, "a kind of bug is missing among the mosquito's rows");
};

/// The number of piece features; those of players follow.
const OF_PIECES: usize = {
    let mut count = 0;
    let mut row = 0;
    while row < PieceFeature::ALL.len() {
        count += PieceFeature::ALL[row].kinds().count_ones() as usize;
        row += 1;
    }
    count
};

const PIECE_FEATURES: [(Bug, PieceFeature); OF_PIECES] = {
    let mut features = [(Bug::Queen, PieceFeature::InHand); OF_PIECES];
    let mut index = 0;
    let mut kind = 0;
    while kind < Bug::COUNT {
        let mut row = 0;
        while row < PieceFeature::ALL.len() {
            if PieceFeature::ALL[row].kinds() >> kind & 1 != 0 {
                features[index] = (Bug::ALL[kind], PieceFeature::ALL[row]);
                index += 1;
            }
            row += 1;
        }
        kind += 1;
    }
    features
};

const NUMBERS: [[Option<Feature>; PieceFeature::ALL.len()]; Bug::COUNT] = {
    let mut numbers = [[None; PieceFeature::ALL.len()]; Bug::COUNT];
    let mut index = 0;
    while index < OF_PIECES {
        let (bug, what) = PIECE_FEATURES[index];
        numbers[bug as usize][what as usize] = Some(Feature(index as u16));
        index += 1;
    }
    numbers
};

/// A feature: of a kind of bug, or of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(u16);

impl Feature {
    /// The number of features.
    pub const COUNT: usize = OF_PIECES + PlayerFeature::ALL.len();

    /// A piece feature of a kind of bug; `None` if it cannot occur.
    pub(super) const fn of_piece(bug: Bug, what: PieceFeature) -> Option<Self> {
        NUMBERS[bug as usize][what as usize]
    }

    pub(super) const fn of_player(what: PlayerFeature) -> Self {
        Self((OF_PIECES + what as usize) as u16)
    }

    /// All features, by index.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The feature that is displayed as this text, looked for from an index on.
    pub(super) fn named(name: &str, likely: usize) -> Option<Self> {
        let mut tried =
            (0..Self::COUNT).map(|index| Self::from_index((likely + index) % Self::COUNT));
        tried.find(|feature| feature.to_string() == name)
    }

    pub(super) const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "no such feature");
        Self(index as u16)
    }

    /// A dense index below [`Feature::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind of bug, for a piece feature, and the name in the table.
    pub(super) const fn name(self) -> (Option<Bug>, &'static str) {
        let index = self.index();
        if index >= OF_PIECES {
            return (None, PlayerFeature::ALL[index - OF_PIECES].name());
        }
        let (bug, what) = PIECE_FEATURES[index];
        (Some(bug), what.name())
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            (Some(bug), what) => f.pad(&format!("{bug} {what}")),
            (None, what) => f.pad(what),
        }
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_feature_has_its_own_name() {
        let names: HashSet<String> = Feature::all().map(|feature| feature.to_string()).collect();
        assert_eq!(names.len(), Feature::COUNT);
        let pinned = Feature::of_piece(Bug::Ant, PieceFeature::Pinned);
        assert_eq!(pinned.map(|it| it.to_string()).as_deref(), Some("Soldier Ant pinned"));
        assert_eq!(Feature::of_piece(Bug::Ant, PieceFeature::Atop), None);
        assert_eq!(Feature::of_player(PlayerFeature::Entries).to_string(), "hexes to place on");
    }
}
