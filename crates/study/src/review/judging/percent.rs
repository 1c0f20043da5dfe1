//! Chances in percent.

/// A chance in whole percent; 0 and 100 only if it may be certain and is.
pub(crate) fn percent(chance: f64, may_be_certain: bool) -> u32 {
    match chance {
        ..=0.0 if may_be_certain => 0,
        1.0.. if may_be_certain => 100,
        _ => (chance * 100.0).round().clamp(1.0, 99.0) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_are_whole_and_certain_only_where_the_chance_is() {
        let chances = [0.0, 0.001, 0.494, 0.9999, 1.0];
        assert_eq!(chances.map(|chance| percent(chance, true)), [0, 1, 49, 99, 100]);
        assert_eq!(chances.map(|chance| percent(chance, false)), [1, 1, 49, 99, 99]);
    }
}
