//! Draws by repetition.

/// Whether a position counts as a draw by repetition: it has occurred once before since the root,
/// or twice before in the game.
///
/// `path` has the keys of the earlier positions that can recur, oldest first; `past` of them come
/// before the root.
pub(super) fn is_repetition(key: u64, path: &[u64], past: usize) -> bool {
    let mut index = path.len();
    let mut in_game = 0;
    // With the same side to move.
    while index >= 2 {
        index -= 2;
        if path[index] == key {
            in_game += 1;
            if index >= past || in_game == 2 {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of different keys, except for those at these indices, which are 7.
    fn path(length: usize, sevens: &[usize]) -> Vec<u64> {
        (0..length)
            .map(|index| if sevens.contains(&index) { 7 } else { 100 + index as u64 })
            .collect()
    }

    #[test]
    fn once_before_in_the_search_is_a_draw() {
        assert!(is_repetition(7, &path(2, &[0]), 0));
        assert!(is_repetition(7, &path(10, &[6]), 4));
        assert!(is_repetition(7, &path(10, &[4]), 4), "the root belongs to the line");
        assert!(!is_repetition(7, &path(10, &[]), 0));
    }

    #[test]
    fn before_the_root_only_the_third_time_is_a_draw() {
        assert!(!is_repetition(7, &path(10, &[2]), 4));
        assert!(is_repetition(7, &path(10, &[0, 2]), 4));
        assert!(is_repetition(7, &path(10, &[2, 6]), 10));
        assert!(!is_repetition(7, &path(10, &[6]), 10));
        assert!(!is_repetition(7, &path(10, &[6]), 8));
    }

    #[test]
    fn positions_with_the_other_side_to_move_do_not_count() {
        assert!(!is_repetition(7, &path(10, &[1, 3, 5, 7, 9]), 0));
        assert!(!is_repetition(7, &path(9, &[0, 2, 4, 6, 8]), 0));
        assert!(!is_repetition(7, &[7], 0));
        assert!(!is_repetition(7, &[], 0));
    }

    #[test]
    fn repetitions_are_found_however_far_back() {
        assert!(is_repetition(7, &path(500, &[0]), 0));
        assert!(is_repetition(7, &path(500, &[0, 498]), 500));
        assert!(is_repetition(7, &path(500, &[0, 2]), 500));
        assert!(!is_repetition(7, &path(500, &[0]), 500));
    }
}
