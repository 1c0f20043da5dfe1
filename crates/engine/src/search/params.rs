//! The parameters of the search: one entry each in one table, from which the struct, its
//! defaults, the parameters for tuning and their documentation follow.

/// A number of [`Params`] that can be tuned by playing.
#[derive(Debug)]
pub struct Tunable {
    /// The field's name.
    pub name: &'static str,
    /// Reads the value.
    pub get: fn(&Params) -> f64,
    /// Changes the value; whole numbers are rounded.
    pub set: fn(&mut Params, f64),
    /// The least and the greatest sensible value.
    pub range: (f64, f64),
    /// A change large enough to affect play.
    pub step: f64,
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

/// Makes [`Params`] of entries of the form
///
/// ```text
/// /// What it is for.
/// name: type = default, "unit", "origin", exact value, tuned least to greatest by step;
/// ```
///
/// where `exact` is the value of [`Params::exact`] if it differs from the default, and a
/// parameter without `tuned` is left alone by tuning.
macro_rules! params {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $kind:ident = $default:literal, $unit:literal, $origin:literal
        $(, exact $exact:expr)?
        $(, tuned $least:literal to $greatest:literal by $step:literal)?;
    )+) => {
        /// Margins, reductions and depth limits of the selective parts of the search.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Params {
            $(
                $(#[doc = $doc])+
                ///
                #[doc = concat!(
                    "Default ", $default, " ", $unit, " (", $origin, ")",
                    $("; tuned from ", $least, " to ", $greatest, " in steps of ", $step,)? "."
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
            /// Everything turned off that could change the value of a position: plain
            /// alpha-beta with quiescence of no plies, for tests and for proofs.
            #[must_use]
            pub fn exact() -> Self {
                Self { $($($name: $exact,)?)+ ..Self::default() }
            }

            /// The parameters that are worth tuning.
            pub const TUNABLE: &[Tunable] = &[$($(
                Tunable {
                    name: stringify!($name),
                    get: |params| f64::from(params.$name),
                    set: |params, value| params.$name = from_f64!(value, $kind),
                    range: ($least, $greatest),
                    step: $step,
                },
            )?)+];
        }
    };
}

params! {
    /// Reverse futility pruning: greatest depth.
    reverse_futility_depth: i32 = 5, "plies", "first guess", exact 0, tuned 1.0 to 9.0 by 1.0;
    /// Reverse futility pruning: lead over beta for each ply of depth.
    reverse_futility_margin: i32 = 25, "hundredths of a liberty", "SPSA", tuned 4.0 to 80.0 by 7.0;
    /// Razoring: greatest depth.
    razoring_depth: i32 = 4, "plies", "first guess", exact 0, tuned 0.0 to 7.0 by 1.0;
    /// Razoring: lag behind alpha at depth 0.
    razoring_base: i32 = 94, "hundredths of a liberty", "SPSA", tuned 10.0 to 200.0 by 20.0;
    /// Razoring: additional lag, times the square of the depth.
    razoring_slope: i32 = 33, "hundredths of a liberty", "SPSA", tuned 4.0 to 80.0 by 8.0;
    /// Null move pruning: least depth.
    null_move_depth: i32 = 2, "plies", "first guess", exact i32::MAX;
    /// Null move pruning: lead over beta.
    null_move_margin: i32 = 4, "hundredths of a liberty", "SPSA", tuned -30.0 to 60.0 by 8.0;
    /// Null move pruning: reduction at depth 0, on top of the ply of the move itself.
    null_move_base: i32 = 2, "plies", "first guess", tuned 1.0 to 5.0 by 0.8;
    /// Null move pruning: depth for each further ply of reduction.
    null_move_divisor: i32 = 3, "plies", "first guess", tuned 2.0 to 8.0 by 1.0;
    /// Internal iterative reduction: least depth.
    iterative_reduction_depth: i32 = 4, "plies", "first guess", exact i32::MAX, tuned 2.0 to 8.0 by 1.0;
    /// Internal iterative reduction: plies by which the table's entry is shallower at least, where
    /// there is a table move.
    iterative_reduction_lag: i32 = 4, "plies", "+6.7 ± 11.6 Elo over none", tuned 2.0 to 10.0 by 1.0;
    /// Futility pruning of quiet moves: greatest depth.
    futility_depth: i32 = 6, "plies", "SPSA", exact 0, tuned 1.0 to 8.0 by 1.0;
    /// Futility pruning of quiet moves: lag behind alpha at depth 0.
    futility_base: i32 = 33, "hundredths of a liberty", "SPSA", tuned 0.0 to 120.0 by 12.0;
    /// Futility pruning of quiet moves: additional lag for each ply of depth.
    futility_slope: i32 = 30, "hundredths of a liberty", "SPSA", tuned 4.0 to 80.0 by 8.0;
    /// Late move pruning: greatest depth.
    late_move_pruning_depth: i32 = 5, "plies", "first guess", exact 0, tuned 1.0 to 9.0 by 1.0;
    /// Late move pruning: moves searched at depth 0.
    late_move_base: i32 = 7, "moves", "SPSA", tuned 1.0 to 20.0 by 2.0;
    /// Late move pruning: additional moves, times the square of the depth.
    late_move_slope: i32 = 2, "moves", "SPSA", tuned 1.0 to 10.0 by 0.8;
    /// Late move reduction: constant part.
    reduction_base: f64 = 0.84, "plies", "SPSA", exact 0.0, tuned 0.0 to 2.0 by 0.15;
    /// Late move reduction: factor of the product of the logarithms of depth and move count.
    reduction_slope: f64 = 0.34, "plies", "SPSA", exact 0.0, tuned 0.1 to 0.8 by 0.06;
    /// Late move reduction: additional plies at nodes that are expected to fail high.
    reduction_at_cut_nodes: i32 = 1, "plies", "+8.4 ± 11.6 Elo over 2", exact 0, tuned 0.0 to 4.0 by 0.7;
    /// Late move reduction: more where the evaluation is not better than two plies ago.
    reduction_not_improving: i32 = 700, "parts of a ply", "first guess", exact 0, tuned 0.0 to 2000.0 by 150.0;
    /// Late move reduction: fewer plies for noisy moves.
    reduction_of_noisy: i32 = 1, "plies", "+10.5 ± 11.6 Elo over 2", tuned 0.0 to 4.0 by 0.7;
    /// Late move reduction: fewer plies for moves that leave the opponent's queen one liberty.
    reduction_of_threats: i32 = 1, "plies", "+7.7 ± 9.4 Elo over none", tuned 0.0 to 3.0 by 0.6;
    /// Late move reduction: history score that is worth one ply.
    reduction_history: i32 = 3370, "of history score", "SPSA", exact i32::MAX, tuned 1000.0 to 12000.0 by 1000.0;
    /// History: bonus for a hundredth of a liberty by which a quiet move raises the evaluation.
    evaluation_bonus: i32 = 2, "of history score", "+6.8 ± 9.4 Elo over none", tuned 0.0 to 10.0 by 1.0;
    /// Quiescence: greatest depth.
    quiescence_plies: i32 = 6, "plies", "first guess", exact 0, tuned 1.0 to 10.0 by 1.0;
    /// Quiescence: the most moves searched at a node, the best first.
    quiescence_moves: i32 = 3, "moves", "SPSA", tuned 1.0 to 16.0 by 1.0;
    /// Aspiration windows: half of the first window.
    aspiration_delta: i32 = 12, "hundredths of a liberty", "first guess";
    /// Contempt: what a draw costs the player at the root, who could play on.
    contempt: i32 = 10, "hundredths of a liberty", "first guess, +12 ± 45 Elo together with continuation history", exact 0;
    /// Time management: iterations for which the best move must have stayed the same to count
    /// as settled.
    settled_after: i32 = 4, "plies", "first guess, +12 ± 45 Elo together with continuation history";
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
            (tunable.set)(&mut changed, value + tunable.step.ceil());
            assert!((tunable.get)(&changed) > value, "{}", tunable.name);
            assert_ne!(changed, default, "{}", tunable.name);
            (tunable.set)(&mut changed, value);
            assert_eq!(changed, default, "{}", tunable.name);
        }
    }

    #[test]
    fn whole_numbers_are_rounded() {
        let mut params = Params::default();
        let late_move_slope = Params::TUNABLE.iter().find(|one| one.name == "late_move_slope");
        (late_move_slope.unwrap().set)(&mut params, 4.6);
        assert_eq!(params.late_move_slope, 5);
    }
}
