//! The numbers that the search is tuned by, each with its unit and its origin.

/// Margins, reductions and limits of the selective parts of the search.
///
/// Margins are in hundredths of a liberty, depths in plies. Where no origin is given the
/// value is a first guess.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Reverse futility pruning: up to this depth.
    pub reverse_futility_depth: i32,
    /// Reverse futility pruning: the lead over beta for each ply.
    pub reverse_futility_margin: i32,
    /// Razoring: up to this depth.
    pub razoring_depth: i32,
    /// Razoring: the lag behind alpha at depth 0.
    pub razoring_base: i32,
    /// Razoring: the lag behind alpha for the square of the depth.
    pub razoring_slope: i32,
    /// Null move pruning: from this depth on.
    pub null_move_depth: i32,
    /// Null move pruning: the lead over beta.
    pub null_move_margin: i32,
    /// Null move pruning: plies taken off, and one more for every so many plies.
    pub null_move_reduction: (i32, i32),
    /// Internal iterative reduction: from this depth on.
    pub iterative_reduction_depth: i32,
    /// Futility pruning of quiet moves: up to this depth.
    pub futility_depth: i32,
    /// Futility pruning of quiet moves: the lag behind alpha, and more for each ply.
    pub futility_margin: (i32, i32),
    /// Late move pruning: up to this depth.
    pub late_move_pruning_depth: i32,
    /// Late move pruning: quiet moves looked at, and more for the square of the depth.
    pub late_move_count: (i32, i32),
    /// Late move reduction: constant part, in plies.
    pub reduction_base: f64,
    /// Late move reduction: plies for each product of the logarithms of depth and count.
    pub reduction_slope: f64,
    /// Late move reduction: more plies at nodes that are expected to fail high.
    pub reduction_at_cut_nodes: i32,
    /// Late move reduction: fewer plies for noisy moves.
    pub reduction_of_noisy: i32,
    /// Late move reduction: history score that is worth one ply.
    pub reduction_history: i32,
    /// Threat extension: plies added where a queen has one liberty left.
    pub threat_extension: i32,
    /// Quiescence: plies of noisy moves.
    pub quiescence_plies: i32,
    /// Half of the first aspiration window.
    pub aspiration_delta: i32,
    /// What a draw costs the player at the root, who could play on.
    pub contempt: i32,
    /// Plies for which the best move must have stayed the same to be thought settled.
    pub settled_after: i32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            reverse_futility_depth: 5,
            reverse_futility_margin: 35,
            razoring_depth: 4,
            razoring_base: 90,
            razoring_slope: 35,
            null_move_depth: 2,
            null_move_margin: 0,
            null_move_reduction: (2, 3),
            iterative_reduction_depth: 4,
            futility_depth: 4,
            futility_margin: (40, 35),
            late_move_pruning_depth: 5,
            late_move_count: (6, 3),
            reduction_base: 0.8,
            reduction_slope: 0.3,
            reduction_at_cut_nodes: 2,
            reduction_of_noisy: 2,
            reduction_history: 4096,
            threat_extension: 1,
            quiescence_plies: 6,
            aspiration_delta: 12,
            contempt: 10,
            settled_after: 4,
        }
    }
}

impl Params {
    /// All that could change the value of a position turned off: plain alpha-beta with
    /// quiescence, for tests and for proofs.
    #[must_use]
    pub fn exact() -> Self {
        Self {
            reverse_futility_depth: 0,
            razoring_depth: 0,
            null_move_depth: i32::MAX,
            iterative_reduction_depth: i32::MAX,
            futility_depth: 0,
            late_move_pruning_depth: 0,
            reduction_base: 0.0,
            reduction_slope: 0.0,
            reduction_at_cut_nodes: 0,
            reduction_history: i32::MAX,
            threat_extension: 0,
            quiescence_plies: 0,
            contempt: 0,
            ..Self::default()
        }
    }

    /// Whether late moves are reduced at all.
    pub(super) fn reduces(&self) -> bool {
        self.reduction_base > 0.0 || self.reduction_slope > 0.0
    }
}

/// A number of [`Params`] that can be tuned by playing.
pub struct Tunable {
    /// The field's name.
    pub name: &'static str,
    /// Its value.
    pub get: fn(&Params) -> f64,
    /// Changes it; whole numbers are rounded.
    pub set: fn(&mut Params, f64),
    /// The least and the greatest value that makes sense.
    pub range: (f64, f64),
    /// A change that should be felt in play.
    pub step: f64,
}

macro_rules! tunable {
    (@ $value:ident, i32) => { $value.round() as i32 };
    (@ $value:ident, f64) => { $value };
    ($name:literal, $($field:tt).+, $range:expr, $step:expr, $kind:ident) => {
        Tunable {
            name: $name,
            get: |params| f64::from(params.$($field).+),
            set: |params, value| params.$($field).+ = tunable!(@ value, $kind),
            range: $range,
            step: $step,
        }
    };
}

impl Params {
    /// What is worth tuning.
    pub const TUNABLE: [Tunable; 21] = [
        tunable!("reverse_futility_depth", reverse_futility_depth, (1.0, 9.0), 1.0, i32),
        tunable!("reverse_futility_margin", reverse_futility_margin, (4.0, 80.0), 7.0, i32),
        tunable!("razoring_depth", razoring_depth, (0.0, 7.0), 1.0, i32),
        tunable!("razoring_base", razoring_base, (10.0, 200.0), 20.0, i32),
        tunable!("razoring_slope", razoring_slope, (4.0, 80.0), 8.0, i32),
        tunable!("null_move_margin", null_move_margin, (-30.0, 60.0), 8.0, i32),
        tunable!("null_move_least", null_move_reduction.0, (1.0, 5.0), 0.8, i32),
        tunable!("null_move_per_plies", null_move_reduction.1, (2.0, 8.0), 1.0, i32),
        tunable!("iterative_reduction_depth", iterative_reduction_depth, (2.0, 8.0), 1.0, i32),
        tunable!("futility_depth", futility_depth, (1.0, 8.0), 1.0, i32),
        tunable!("futility_base", futility_margin.0, (0.0, 120.0), 12.0, i32),
        tunable!("futility_slope", futility_margin.1, (4.0, 80.0), 8.0, i32),
        tunable!("late_move_pruning_depth", late_move_pruning_depth, (1.0, 9.0), 1.0, i32),
        tunable!("late_move_some", late_move_count.0, (1.0, 20.0), 2.0, i32),
        tunable!("late_move_more", late_move_count.1, (1.0, 10.0), 0.8, i32),
        tunable!("reduction_base", reduction_base, (0.0, 2.0), 0.15, f64),
        tunable!("reduction_slope", reduction_slope, (0.1, 0.8), 0.06, f64),
        tunable!("reduction_at_cut_nodes", reduction_at_cut_nodes, (0.0, 4.0), 0.7, i32),
        tunable!("reduction_of_noisy", reduction_of_noisy, (0.0, 4.0), 0.7, i32),
        tunable!("reduction_history", reduction_history, (1000.0, 12000.0), 1000.0, i32),
        tunable!("quiescence_plies", quiescence_plies, (1.0, 10.0), 1.0, i32),
    ];
}

/// Late move reductions by depth and by the number of moves tried before.
pub(super) struct Reductions(Box<[[i8; 64]; 64]>);

impl Reductions {
    pub(super) fn new(params: &Params) -> Self {
        let mut table = Box::new([[0; 64]; 64]);
        if params.reduces() {
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (count, plies) in row.iter_mut().enumerate().skip(1) {
                    let logarithms = (depth as f64).ln() * (count as f64).ln();
                    *plies = (params.reduction_base + params.reduction_slope * logarithms) as i8;
                }
            }
        }
        Self(table)
    }

    /// Plies to take off the search of the `count`th move of a node.
    #[inline]
    pub(super) fn plies(&self, depth: i32, count: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][count.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let reductions = Reductions::new(&Params::default());
        assert!(reductions.plies(8, 40) > reductions.plies(8, 4));
        assert!(reductions.plies(12, 30) >= reductions.plies(4, 30));
        assert_eq!(Reductions::new(&Params::exact()).plies(20, 60), 0);
    }
}
