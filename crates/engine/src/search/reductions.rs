//! The table of late move reductions.

use super::params::Params;

/// Late move reductions by depth and move count, in fractions of a ply.
pub(super) struct Reductions(Box<[[i32; 64]; 64]>);

/// The fractions of a ply in which the terms of a reduction are added up.
pub(super) const PLY: i32 = 1024;

impl Reductions {
    pub(super) fn new(params: &Params) -> Self {
        let mut table = Box::new([[0; 64]; 64]);
        if params.reduces() {
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (count, parts) in row.iter_mut().enumerate().skip(1) {
                    let logarithms = (depth as f64).ln() * (count as f64).ln();
                    let plies = params.reduction_base + params.reduction_slope * logarithms;
                    *parts = (plies * f64::from(PLY)) as i32;
                }
            }
        }
        Self(table)
    }

    /// The reduction of the `count`th move of a node, in fractions of a ply.
    #[inline]
    pub(super) fn parts(&self, depth: i32, count: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][count.min(63)]
    }

    /// The reduction of the `count`th move of a node, in plies.
    #[inline]
    pub(super) fn plies(&self, depth: i32, count: usize) -> i32 {
        self.parts(depth, count) / PLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let reductions = Reductions::new(&Params::default());
        assert!(reductions.plies(8, 40) > reductions.plies(8, 4));
        assert!(reductions.plies(12, 30) > reductions.plies(4, 30));
        assert_eq!(reductions.plies(100, 100), reductions.plies(63, 63));
        assert_eq!(reductions.plies(0, 40), 0);
        assert!(reductions.parts(8, 41) > reductions.parts(8, 40), "less than a ply counts");
        assert_eq!(Reductions::new(&Params::exact()).plies(20, 60), 0);
    }
}
