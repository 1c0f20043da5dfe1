//! Why a file is not a network.

use waggle_hive_core::text::Quoted;

/// Why a file is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file is of another kind.
    #[error("expected a network of Waggle, which begins with `hivenet`, found another file")]
    Other,
    /// The format has another version.
    #[error("expected version 3 of the format of networks, found version {0}")]
    Version(char),
    /// Bytes are missing, too many or not those that were written.
    #[error("expected the bytes that were written, found some missing or changed: copy it again")]
    Torn,
    /// The number of hidden units does not fill registers, or is too large.
    #[error("expected 15 to 511 hidden units, one less than a multiple of 16, found {0}")]
    Units(usize),
    /// A feature that this program does not know.
    #[error("expected the features of this version, found `{}`", Quoted(.0))]
    Feature(String),
    /// A feature that stands in the file more than once.
    #[error("expected each feature once, found `{}` again", Quoted(.0))]
    Twice(String),
    /// The weights of a feature are multiples of a power of two that is too small or too large.
    #[error("expected an exponent from 3 to 8 for the weights of `{}`, found {found}", Quoted(.feature))]
    Exponent {
        /// The feature.
        feature: String,
        /// The exponent in the file.
        found: u8,
    },
    /// Weights that are too large to be summed.
    #[error("expected weights whose sums have room in 16 bits, found larger ones")]
    Range,
}
