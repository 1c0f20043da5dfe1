//! Chances in percent.

/// A chance in whole percent; 0 and 100 only if it is certain.
pub(crate) fn percent(chance: f64) -> u32 {
    if chance <= 0.0 {
        0
    } else if chance >= 1.0 {
        100
    } else {
        (chance * 100.0).round().clamp(1.0, 99.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_are_whole_and_certain_only_where_the_chance_is() {
        let percents = [0.0, 0.001, 0.494, 0.9999, 1.0].map(percent);
        assert_eq!(percents, [0, 1, 49, 99, 100]);
    }
}
