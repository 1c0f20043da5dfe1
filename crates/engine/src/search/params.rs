//! The parameters of the search: one table that defines the struct, its defaults, its
//! documentation and the tunable parameters.

/// A parameter that can be tuned by playing games.
#[derive(Debug)]
pub struct Tunable {
    /// The field's name.
    pub name: &'static str,
    /// Gets the value.
    pub get: fn(&Params) -> f64,
    /// Sets the value; integers are rounded.
    pub set: fn(&mut Params, f64),
    /// The minimum and the maximum.
    pub range: (f64, f64),
}

/// Converts a tuned value to the type of its field.
macro_rules! from_f64 {
    ($value:expr, i32) => {
        $value.round() as i32
    };
    ($value:expr, f64) => {
        $value
    };
}

/// Defines [`Params`] by entries of the form
///
/// ```text
/// /// Meaning.
/// name: type = default, "unit", "origin", exact value, tuned min to max;
/// ```
///
/// where `exact` is the value in [`Params::exact`] if it differs from the default, and a
/// parameter without `tuned` is not tuned.
macro_rules! params {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $kind:ident = $default:literal, $unit:literal, $origin:literal
        $(, exact $exact:expr)?
        $(, tuned $least:literal to $greatest:literal)?;
    )+) => {
        /// Margins, reductions and depth limits of the selective parts of the search.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Params {
            $(
                $(#[doc = $doc])+
                ///
                #[doc = concat!(
                    "Default ", $default, " ", $unit, " (", $origin, ")",
                    $("; tuned from ", $least, " to ", $greatest,)? "."
                )]
                pub $name: $kind,
            )+
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Params {
            /// Plain alpha-beta: no quiescence, and everything off that could change the value
            /// of a position. For tests and proofs.
            pub fn exact() -> Self {
                Self { $($($name: $exact,)?)+ ..Self::default() }
            }

            /// The tunable parameters.
            pub const TUNABLE: &[Tunable] = &[$($(
                Tunable {
                    name: stringify!($name),
                    get: |params| f64::from(params.$name),
                    set: |params, value| params.$name = from_f64!(value, $kind),
                    range: ($least, $greatest),
                },
            )?)+];
        }
    };
}

params! {
    /// Reverse futility pruning: maximum depth.
    reverse_futility_depth: i32 = 5, "plies", "first guess", exact 0, tuned 1.0 to 9.0;
    /// Reverse futility pruning: margin above beta per ply of depth.
    reverse_futility_margin: i32 = 25, "hundredths of a liberty", "SPSA", tuned 4.0 to 80.0;
    /// Razoring: maximum depth.
    razoring_depth: i32 = 4, "plies", "first guess", exact 0, tuned 0.0 to 7.0;
    /// Razoring: margin below alpha at depth 0.
    razoring_base: i32 = 94, "hundredths of a liberty", "SPSA", tuned 10.0 to 200.0;
    /// Razoring: additional margin, times the square of the depth.
    razoring_slope: i32 = 33, "hundredths of a liberty", "SPSA", tuned 4.0 to 80.0;
    /// Null move pruning: minimum depth.
    null_move_depth: i32 = 2, "plies", "first guess", exact i32::MAX;
    /// Null move pruning: margin above beta.
    null_move_margin: i32 = 4, "hundredths of a liberty", "SPSA", tuned -30.0 to 60.0;
    /// Null move pruning: reduction at depth 0, in addition to the ply of the move.
    null_move_base: i32 = 2, "plies", "first guess", tuned 1.0 to 5.0;
    /// Null move pruning: depth per additional ply of reduction.
    null_move_divisor: i32 = 3, "plies", "first guess", tuned 2.0 to 8.0;
    /// Internal iterative reduction: minimum depth.
    iterative_reduction_depth: i32 = 4, "plies", "first guess", exact i32::MAX, tuned 2.0 to 8.0;
    /// Internal iterative reduction: with a table move, the minimum plies by which its entry is
    /// shallower.
    iterative_reduction_lag: i32 = 4, "plies", "+6.7 ± 11.6 Elo over none", tuned 2.0 to 10.0;
    /// Futility pruning: maximum depth.
    futility_depth: i32 = 6, "plies", "SPSA", exact 0, tuned 1.0 to 8.0;
    /// Futility pruning: margin below alpha at depth 0.
    futility_base: i32 = 33, "hundredths of a liberty", "SPSA", tuned 0.0 to 120.0;
    /// Futility pruning: additional margin per ply of depth.
    futility_slope: i32 = 30, "hundredths of a liberty", "SPSA", tuned 4.0 to 80.0;
    /// Late move pruning: maximum depth.
    late_move_pruning_depth: i32 = 5, "plies", "first guess", exact 0, tuned 1.0 to 9.0;
    /// Late move pruning: moves searched at depth 0.
    late_move_base: i32 = 7, "moves", "SPSA", tuned 1.0 to 20.0;
    /// Late move pruning: additional moves, times the square of the depth.
    late_move_slope: i32 = 2, "moves", "SPSA", tuned 1.0 to 10.0;
    /// Late move reduction: constant term.
    reduction_base: f64 = 0.84, "plies", "SPSA", exact 0.0, tuned 0.0 to 2.0;
    /// Late move reduction: factor of log(depth) × log(move count).
    reduction_slope: f64 = 0.34, "plies", "SPSA", exact 0.0, tuned 0.1 to 0.8;
    /// Late move reduction: additional plies at expected cut nodes.
    reduction_at_cut_nodes: i32 = 1, "plies", "+8.4 ± 11.6 Elo over 2", exact 0, tuned 0.0 to 4.0;
    /// Late move reduction: more if the evaluation is not improving.
    reduction_not_improving: i32 = 700, "parts of a ply", "first guess", exact 0, tuned 0.0 to 2000.0;
    /// Late move reduction: fewer plies for noisy moves.
    reduction_of_noisy: i32 = 1, "plies", "+10.5 ± 11.6 Elo over 2", tuned 0.0 to 4.0;
    /// Late move reduction: fewer plies for moves that leave the opponent's queen one liberty.
    reduction_of_threats: i32 = 1, "plies", "+7.7 ± 9.4 Elo over none", tuned 0.0 to 3.0;
    /// Late move reduction: history score per ply.
    reduction_history: i32 = 3370, "of history score", "SPSA", exact i32::MAX, tuned 1000.0 to 12000.0;
    /// History: bonus per hundredth of a liberty by which a quiet move raises the evaluation.
    evaluation_bonus: i32 = 2, "of history score", "+6.8 ± 9.4 Elo over none", tuned 0.0 to 10.0;
    /// History: the largest of these bonuses.
    evaluation_bonus_max: i32 = 400, "of history score", "first guess";
    /// History: bonus of a move that fails high, times the depth.
    history_slope: i32 = 64, "of history score", "first guess";
    /// History: additional bonus, times the square of the depth.
    history_curve: i32 = 16, "of history score", "first guess";
    /// History: the largest bonus of a move that fails high.
    history_max: i32 = 1600, "of history score", "first guess";
    /// Quiescence: maximum depth.
    quiescence_plies: i32 = 6, "plies", "first guess", exact 0, tuned 1.0 to 10.0;
    /// Quiescence: maximum number of moves per node.
    quiescence_moves: i32 = 3, "moves", "SPSA", tuned 1.0 to 16.0;
    /// Aspiration windows: half the width of the first window.
    aspiration_delta: i32 = 12, "hundredths of a liberty", "first guess";
    /// Contempt: cost of a draw for the side to move at the root, and of its chance in evaluations.
    contempt: i32 = 40, "hundredths of a liberty", "-15.1 ± 15.8 Elo, and half of the games without end", exact 0;
}

/// Move ordering in Hive before anything was searched, in units of history score.
pub(super) mod static_scores {
    /// A move that fills a liberty of their queen, or climbs onto her.
    pub(in super::super) const FILLS_THEIRS: i32 = 2000;
    /// A move that fills a liberty of our queen, unless it fills one of theirs.
    pub(in super::super) const FILLS_OURS: i32 = -1500;
    /// A move of our queen, or away from her.
    pub(in super::super) const FREES_OURS: i32 = 1000;
    /// A move away from their queen.
    pub(in super::super) const FREES_THEIRS: i32 = -2000;
}

impl Params {
    /// Whether late moves are reduced at all.
    pub(super) fn reduces(&self) -> bool {
        self.reduction_base > 0.0 || self.reduction_slope > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_setting_them_changes_nothing_else() {
        let default = Params::default();
        for tunable in Params::TUNABLE {
            let value = (tunable.get)(&default);
            assert!((tunable.range.0..=tunable.range.1).contains(&value), "{}", tunable.name);
            let mut changed = default.clone();
            (tunable.set)(&mut changed, value + 1.0);
            assert!((tunable.get)(&changed) > value, "{}", tunable.name);
            assert_ne!(changed, default, "{}", tunable.name);
            (tunable.set)(&mut changed, value);
            assert_eq!(changed, default, "{}", tunable.name);
        }
    }

    #[test]
    fn integers_are_rounded() {
        let mut params = Params::default();
        let late_move_slope = Params::TUNABLE.iter().find(|one| one.name == "late_move_slope");
        (late_move_slope.unwrap().set)(&mut params, 4.6);
        assert_eq!(params.late_move_slope, 5);
    }
}
