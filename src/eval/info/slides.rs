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

    /// The hexes with a way to slide.
    #[inline(always)]
    pub(super) fn starts(&self) -> G {
        let [nw, ne, e, se, sw, w] = self.0;
        (nw | ne) | (e | se) | (sw | w)
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
            let start = Portable::single(from);
            let slides_from = !(slides.starts() & start).is_empty();
            assert_eq!(slides_from, !slides.step(start).is_empty(), "{from}");
        }
    }
}
