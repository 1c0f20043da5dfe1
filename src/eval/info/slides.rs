//! What the evaluation asks of slides beyond the rules.

use crate::rules::grid::Grid;
use crate::rules::slides::Slides;

impl<G: Grid> Slides<G> {
    /// From where one slide leads to any of these hexes.
    #[inline(always)]
    pub(super) fn back(&self, to: G) -> G {
        let [nw, ne, e, se, sw, w] = self.0;
        let seen = to.shifted_to_neighbors();
        (nw & seen[0])
            | (ne & seen[1])
            | (e & seen[2])
            | (se & seen[3])
            | (sw & seen[4])
            | (w & seen[5])
    }

    /// The hexes with at least one way to slide, and those with at least two.
    #[inline(always)]
    pub(super) fn one_and_two_ways(&self) -> [G; 2] {
        let mut once = self.0[0];
        let mut twice = G::empty();
        for way in &self.0[1..] {
            twice = twice | (once & *way);
            once = once | *way;
        }
        [once, twice]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::grid::words::Portable;

    #[test]
    fn going_back_is_the_reverse_of_a_step() {
        let mut occupied = Portable::empty();
        for index in [0x55, 0x56, 0x66, 0x67, 0x58, 0x48, 0x74, 0x84, 0x85] {
            occupied = occupied | Portable::single(index);
        }
        let slides = Slides::around(&occupied.shifted_to_neighbors());
        for from in 17..239 {
            for to in 17..239 {
                let (start, goal) = (Portable::single(from), Portable::single(to));
                let leads = !(slides.step(start) & goal).is_empty();
                assert_eq!(leads, !(slides.back(goal) & start).is_empty(), "{from} {to}");
            }
            let ways = slides.step(Portable::single(from)).len();
            let start = Portable::single(from);
            let has = slides.one_and_two_ways().map(|ways| !(ways & start).is_empty());
            assert_eq!(has, [ways >= 1, ways >= 2], "{from}");
        }
    }
}
