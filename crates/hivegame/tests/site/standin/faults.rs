//! Faults of the stand-in, as probabilities.

/// The probability of each fault.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// A frame of the site is lost.
    pub(crate) lost: f64,
    /// A frame comes twice.
    pub(crate) repeated: f64,
    /// A frame comes up to 0.8 s late, after others.
    pub(crate) late: f64,
    /// A frame of an unknown kind comes first.
    pub(crate) unknown: f64,
    /// A move that arrives drops the connection, before or after it counts.
    pub(crate) dropped: f64,
    /// The site is replaced when it drops a connection: everything is `503` for 0.2 to 0.6 s.
    pub(crate) is_replaced: bool,
    /// A token has expired before it is used.
    pub(crate) expired: f64,
}

impl Faults {
    /// All faults, often.
    pub(crate) fn all() -> Self {
        Self {
            lost: 0.03,
            repeated: 0.1,
            late: 0.1,
            unknown: 0.05,
            dropped: 0.015,
            is_replaced: false,
            expired: 0.2,
        }
    }

    /// No fault that costs time.
    pub(crate) fn quick() -> Self {
        Self { repeated: 0.2, unknown: 0.1, ..Self::default() }
    }
}
