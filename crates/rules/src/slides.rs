//! Slides on the ground (Freedom to Move).
//!
//! A piece slides to an empty neighbor if it stays in contact with the hive and does not pass
//! through a gate: of the two hexes flanking the step, exactly one is occupied.
//!
//! ```text
//!      a            to is open  <=>  to is empty, and
//!  from  to                          a is occupied xor b is occupied
//!      b
//! ```

use super::bitboard::Bitboard;

/// The directions in which a piece may slide, by its ring of occupied neighbors.
pub(super) const OPEN: [u8; 64] = empty_between(1);

/// The directions of the empty neighbors that have at least this many, and at most one, of both hexes next to
/// them occupied, by the ring of occupied neighbors.
const fn empty_between(least: usize) -> [u8; 64] {
    let mut found = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let mut direction = 0;
        while direction < 6 {
            let before = ring >> ((direction + 5) % 6) & 1;
            let after = ring >> ((direction + 1) % 6) & 1;
            if ring >> direction & 1 == 0 && before + after >= least && before + after <= 1 {
                found[ring] |= 1 << direction;
            }
            direction += 1;
        }
        ring += 1;
    }
    found
}

/// For each direction, the hexes from which a piece may slide.
#[derive(Clone, Copy)]
pub struct Slides<B>([B; 6]);

impl<B: Bitboard> Slides<B> {
    /// The slides around a hive, given as [`Bitboard::shifted_to_neighbors`].
    ///
    /// The moving piece must have been lifted off the hive, or it would slide along itself.
    #[inline(always)]
    pub fn around(seen: &[B; 6]) -> Self {
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

    /// The hexes one slide away from any of these.
    #[inline(always)]
    pub fn step(&self, from: B) -> B {
        let [nw, ne, e, se, sw, w] = self.0;
        let up = (from & nw) | (from & ne).east();
        let down = (from & se) | (from & sw).west();
        up.north_west() | down.south_east() | ((from & e).east() | (from & w).west())
    }

    /// The hexes from which one slide leads to any of these.
    #[inline(always)]
    pub fn back(&self, to: B) -> B {
        let [nw, ne, e, se, sw, w] = self.0;
        let seen = to.shifted_to_neighbors();
        (nw & seen[0])
            | (ne & seen[1])
            | (e & seen[2])
            | (se & seen[3])
            | (sw & seen[4])
            | (w & seen[5])
    }

    /// The hexes from which a slide is possible.
    #[inline(always)]
    pub fn starts(&self) -> B {
        let [nw, ne, e, se, sw, w] = self.0;
        (nw | ne) | (e | se) | (sw | w)
    }

    /// The hexes one slide away from any of these, and those one slide away from several.
    #[inline(always)]
    fn step_and_meet(&self, from: B) -> (B, B) {
        let [nw, ne, e, se, sw, w] = self.0;
        let mut once = (from & nw).north_west();
        let mut twice = B::empty();
        for step in [
            (from & ne).east().north_west(),
            (from & e).east(),
            (from & se).south_east(),
            (from & sw).west().south_east(),
            (from & w).west(),
        ] {
            twice = twice | (once & step);
            once = once | step;
        }
        (once, twice)
    }

    /// The hexes reachable by slides from any of these, themselves included.
    #[inline(always)]
    pub(super) fn reach(&self, from: B) -> B {
        let mut reached = from;
        loop {
            // Two steps per test: the branch that ends the loop is hard to predict.
            let once = reached | self.step(reached);
            let twice = once | self.step(once);
            if (twice ^ reached).is_empty() {
                return reached;
            }
            reached = twice;
        }
    }

    /// The hexes exactly three slides away, no hex visited twice: the spider's walk.
    #[inline(always)]
    pub fn three_steps(&self, from: B) -> B {
        let first = self.step(from);
        let (second, met) = self.step_and_meet(first);
        if met.without(from).is_empty() {
            // Each second step has one first step, so a third step to a first one would backtrack.
            self.step(second.without(from)).without(from | first)
        } else {
            self.three_steps_apart(from, first)
        }
    }

    /// As [`three_steps`](Self::three_steps), from each first step separately.
    #[inline(always)]
    fn three_steps_apart(&self, from: B, mut first_steps: B) -> B {
        let mut goals = B::empty();
        while !first_steps.is_empty() {
            let first = first_steps.lowest();
            first_steps = first_steps.without(first);
            let second = self.step(first).without(from);
            goals = goals | self.step(second).without(first);
        }
        goals.without(from)
    }
}

/// The empty hexes around the outside of the whole hive, where an ant may walk.
///
/// Saves most ants a flood fill. A region is a set of empty hexes connected by steps through no
/// gate. Walking along the edge of a region is sliding around pieces, and since the hive is
/// connected, a region has one edge: slides lead from any of its hexes that touch the hive to
/// any other. Lifting a piece that is not pinned empties its hex and opens gates, and so joins
/// the regions it borders by more than a gate's width (`WIDE`). So the ant reaches all hexes
/// of those regions that still touch the hive without it.
#[derive(Clone, Copy)]
pub struct Perimeter<B: Bitboard> {
    /// The hexes of the outer region that touch the hive.
    pub hexes: B,
    /// The hexes that touch only one piece.
    lonely: B,
}

impl<B: Bitboard> Perimeter<B> {
    /// The perimeter of a hive, given its [`Bitboard::shifted_to_neighbors`] and whether it
    /// encloses empty hexes.
    #[inline(always)]
    pub fn of(occupied: B, seen: &[B; 6], encloses: bool) -> Self {
        let mut once = B::empty();
        let mut twice = B::empty();
        for &side in seen {
            twice = twice | (once & side);
            once = once | side;
        }
        let touching = once.without(occupied);
        let hexes = if encloses || !gates(seen).without(occupied).is_empty() {
            Slides::around(seen).reach(B::outermost(touching, occupied))
        } else {
            touching
        };
        Self { hexes, lonely: once.without(twice) }
    }

    /// The destinations of an ant that borders these hexes by more than a gate, in the hive without
    /// it.
    #[inline(always)]
    pub(super) fn walk(&self, wide: B, seen: &[B; 6]) -> B {
        let reached = if wide.without(self.hexes).is_empty() {
            self.hexes
        } else if (wide & self.hexes).is_empty() {
            Slides::around(seen).reach(wide)
        } else {
            Slides::around(seen).reach(wide | self.hexes)
        };
        reached.without(wide & self.lonely)
    }
}

/// The empty hexes on one side of a gate, and some occupied ones.
#[inline(always)]
fn gates<B: Bitboard>(seen: &[B; 6]) -> B {
    let [_, ne, e, se, sw, w] = *seen;
    (ne & se).without(e) | (e & sw).without(se) | (se & w).without(sw)
}

/// The directions of the empty neighbors with another empty neighbor next to them, by the ring
/// of occupied neighbors.
pub(super) const WIDE: [u8; 64] = empty_between(0);
