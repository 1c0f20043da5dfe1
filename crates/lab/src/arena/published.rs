//! (Tests only.) Our numbers against published ones.

/// Asserts that a number agrees with a published one, which is rounded: to a hundredth of
/// it, or of one if it is small.
#[track_caller]
pub(super) fn assert_close(found: f64, published: f64) {
    assert!(
        (found - published).abs() <= 0.01 * published.abs().max(1.0),
        "found {found}, published {published}"
    );
}
