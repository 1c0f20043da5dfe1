//! Comparison with published numbers, for tests.

/// Asserts that a number equals a published one, up to rounding: within 1 %, or 0.01 if small.
#[track_caller]
pub(super) fn assert_close(found: f64, published: f64) {
    assert!(
        (found - published).abs() <= 0.01 * published.abs().max(1.0),
        "found {found}, published {published}"
    );
}
