//! Game types: which expansion bugs are in play.

use std::fmt;

use super::Bug;

/// The base game with any of its three expansions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameType {
    /// The Mosquito is in play.
    pub mosquito: bool,
    /// The Ladybug is in play.
    pub ladybug: bool,
    /// The Pillbug is in play.
    pub pillbug: bool,
}

impl GameType {
    /// The base game, without expansions.
    pub const BASE: Self = Self { mosquito: false, ladybug: false, pillbug: false };
    /// The game with all three expansions.
    pub const MLP: Self = Self { mosquito: true, ladybug: true, pillbug: true };

    /// All eight types, from the base game to all expansions.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::BASE; 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits] =
                Self { mosquito: bits & 1 != 0, ladybug: bits & 2 != 0, pillbug: bits & 4 != 0 };
            bits += 1;
        }
        all
    };

    /// Whether this kind of piece is in play.
    #[inline]
    pub const fn contains(self, bug: Bug) -> bool {
        match bug {
            Bug::Mosquito => self.mosquito,
            Bug::Ladybug => self.ladybug,
            Bug::Pillbug => self.pillbug,
            Bug::Queen | Bug::Spider | Bug::Beetle | Bug::Grasshopper | Bug::Ant => true,
        }
    }
}

/// The GameTypeString of UHP, such as `Base+MLP`.
impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Base")?;
        if *self != Self::BASE {
            f.write_str("+")?;
        }
        for bug in Bug::ALL {
            if self.contains(bug) && !Self::BASE.contains(bug) {
                write!(f, "{}", bug.letter())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_types_have_their_names() {
        let names = GameType::ALL.map(|kind| kind.to_string());
        let expected =
            ["Base", "Base+M", "Base+L", "Base+ML", "Base+P", "Base+MP", "Base+LP", "Base+MLP"];
        assert_eq!(names, expected);
    }
}
