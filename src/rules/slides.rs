//! Freedom to move on the ground.
//!
//! A piece slides to an empty neighbor if it keeps touching the hive and does not
//! squeeze through a gate. Both say the same about the two hexes beside its path:
//! exactly one of them is occupied.
//!
//! ```text
//!      a            to is open  <=>  to is empty, and
//!  from  to                          a is occupied xor b is occupied
//!      b
//! ```

use super::Direction;
use super::grid::Grid;

/// The directions in which a piece may slide, by the occupied directions around it.
pub(super) const OPEN: [u8; 64] = {
    let mut open = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let mut direction = 0;
        while direction < 6 {
            let before = ring >> ((direction + 5) % 6) & 1;
            let after = ring >> ((direction + 1) % 6) & 1;
            if ring >> direction & 1 == 0 && before != after {
                open[ring] |= 1 << direction;
            }
            direction += 1;
        }
        ring += 1;
    }
    open
};

/// For each direction, the hexes from which a piece may slide that way.
#[derive(Clone, Copy)]
pub(super) struct Slides<G>([G; 6]);

impl<G: Grid> Slides<G> {
    /// The slides around a hive, given as [`Grid::seen_from`].
    ///
    /// A piece that walks must have been lifted off the hive, or it would support
    /// itself.
    #[inline(always)]
    pub(super) fn around(seen: &[G; 6]) -> Self {
        let [nw, ne, e, se, sw, w] = *seen;
        Self([
            (w ^ ne).without(nw),
            (nw ^ e).without(ne),
            (ne ^ se).without(e),
            (e ^ sw).without(se),
            (se ^ w).without(sw),
            (sw ^ nw).without(w),
        ])
    }

    /// Where one slide leads from any of these hexes.
    #[inline(always)]
    pub(super) fn step(&self, from: G) -> G {
        let [nw, ne, e, se, sw, w] = self.0;
        let up = (from & nw) | (from & ne).east();
        let down = (from & se) | (from & sw).west();
        up.north_west() | down.south_east() | ((from & e).east() | (from & w).west())
    }

    /// Where any number of slides leads from any of these hexes, themselves included.
    #[inline(always)]
    pub(super) fn reach(&self, from: G) -> G {
        let mut reached = from;
        loop {
            // Two steps to a test: the loop ends by a branch that is hard to predict.
            let once = reached | self.step(reached);
            let twice = once | self.step(once);
            if (twice ^ reached).is_empty() {
                return reached;
            }
            reached = twice;
        }
    }

    /// Where exactly three slides lead, no hex visited twice: the spider's walk.
    ///
    /// The first step is taken apart, since only the way back to it is closed.
    #[inline(always)]
    pub(super) fn three_steps(&self, from: G) -> G {
        let mut goals = G::empty();
        let mut first_steps = self.step(from);
        while !first_steps.is_empty() {
            let first = first_steps.lowest();
            first_steps = first_steps.without(first);
            let second = self.step(first).without(from);
            goals = goals | self.step(second).without(first);
        }
        goals.without(from)
    }

    /// Hexes with more than two slides away from them.
    #[inline(always)]
    fn crossings(&self) -> G {
        let mut once = G::empty();
        let mut twice = G::empty();
        let mut thrice = G::empty();
        for open in self.0 {
            thrice = thrice | (twice & open);
            twice = twice | (once & open);
            once = once | open;
        }
        thrice
    }
}

/// The way around the outside of the whole hive.
///
/// It saves ants their walks. An ant whose empty neighbors form one run, the first of
/// them on the perimeter, reaches the whole perimeter but for the inner hexes of the
/// run, if these touch nothing but the ant: have only two ways to go, and no piece
/// beyond. For then lifting the ant closes the way along the run and opens the one
/// through its own hex, and changes nothing else.
///
/// Why the perimeter is one: follow the boundary between the hexes that can be reached
/// from far away without squeezing through a gate and everything else. It is one closed
/// curve, since the hive is connected, and going along it means sliding around pieces.
#[derive(Clone, Copy)]
pub(super) struct Perimeter<G: Grid> {
    /// The hexes of the perimeter.
    pub(super) hexes: G,
    /// The same as words.
    pub(super) words: G::Words,
    /// Its hexes with more than two ways to go.
    pub(super) crossings: G,
}

impl<G: Grid> Perimeter<G> {
    #[inline(always)]
    pub(super) fn of(occupied: G, slides: &Slides<G>) -> Self {
        let touching = occupied.neighbors().without(occupied);
        let hexes = slides.reach(G::outermost(touching));
        Self { hexes, words: hexes.words(), crossings: slides.crossings() & hexes }
    }
}

/// What the empty neighbors of a piece look like if they form a single run.
#[derive(Clone, Copy)]
pub(super) struct Gap {
    /// How many hexes there are in the run; 0 if there is no single run.
    pub(super) len: u8,
    /// The direction of the first, counted clockwise.
    pub(super) first: Direction,
    /// The directions of all but the first and the last.
    pub(super) inner: u8,
    /// The corners beyond the run, as `Lines::corners` numbers them.
    pub(super) corners: u8,
}

/// The single gap by the occupied directions around a piece.
pub(super) const GAP: [Gap; 64] = {
    let mut gaps = [Gap { len: 0, first: Direction::NorthWest, inner: 0, corners: 0 }; 64];
    let mut ring = 1;
    while ring < 63 {
        let mut runs = 0;
        let mut first = 0;
        let mut direction = 0;
        while direction < 6 {
            if ring >> direction & 1 == 0 && ring >> ((direction + 5) % 6) & 1 == 1 {
                runs += 1;
                first = direction;
            }
            direction += 1;
        }
        if runs == 1 {
            let len = 6 - (ring as u32).count_ones() as usize;
            let mut inner = 0;
            let mut corners = 0;
            let mut step = 0;
            while step + 1 < len {
                if step > 0 {
                    inner |= 1 << ((first + step) % 6);
                }
                corners |= 1 << ((first + step) % 6);
                step += 1;
            }
            gaps[ring] = Gap { len: len as u8, first: Direction::ALL[first], inner, corners };
        }
        ring += 1;
    }
    gaps
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_has_exactly_one_occupied_hex_beside_it() {
        for ring in 0..64usize {
            for direction in 0..6 {
                let occupied = |d: usize| ring >> (d % 6) & 1 == 1;
                let open = !occupied(direction)
                    && (occupied(direction + 1) || occupied(direction + 5))
                    && !(occupied(direction + 1) && occupied(direction + 5));
                assert_eq!(OPEN[ring] >> direction & 1 == 1, open, "{ring:06b} {direction}");
            }
        }
    }

    #[test]
    fn a_gap_is_the_only_run_of_empty_neighbors() {
        assert_eq!(GAP[0b00_0001].len, 5);
        assert_eq!(GAP[0b00_0001].first, Direction::NorthEast);
        assert_eq!(GAP[0b00_0001].inner, 0b01_1100);
        assert_eq!(GAP[0b00_0001].corners, 0b01_1110);
        assert_eq!(GAP[0b00_1001].len, 0);
        assert_eq!(GAP[0b01_1111].len, 1);
    }
}
