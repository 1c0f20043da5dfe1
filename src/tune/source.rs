//! The network's weights as Rust source.

use std::fmt::Write as _;

use crate::eval::{Feature, Weights};

/// The source file of the weights; `origin` says where they come from.
#[must_use]
pub fn source<const LANES: usize>(weights: &Weights<LANES>, origin: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail, here and below.
    for line in origin.lines() {
        let _ = writeln!(text, "//! {line}");
    }
    let _ = write!(
        text,
        "\nuse super::network::Weights;\n\n\
         /// The hidden units and the linear part.\n\
         pub(super) const LANES: usize = {LANES};\n\n\
         /// The learned weights: the biases, the columns of the player to move and of the opponent, and\n\
         /// what the hidden units are worth.\n\
         #[rustfmt::skip]\n\
         pub(super) static LEARNED: Weights<LANES> = Weights::from_rows(\n    \
             {:?},\n    \
             [&[\n",
        weights.bias
    );
    for (player, columns) in weights.columns.iter().enumerate() {
        if player > 0 {
            text.push_str("    ], &[\n");
        }
        for (feature, column) in Feature::all().zip(columns) {
            let _ = writeln!(text, "        (\"{feature}\", {column:?}),");
        }
    }
    let _ = writeln!(text, "    ]],\n    {:?},\n);", weights.output);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_written_with_its_feature() {
        let weights = Weights::from_rows([7; 32], [&[], &[]], [7; 32]);
        let text = source(&weights, "made by\na test");
        assert!(text.starts_with("//! made by\n//! a test\n\nuse "));
        assert!(text.contains("const LANES: usize = 32;"));
        for feature in Feature::all() {
            assert_eq!(text.matches(&format!("(\"{feature}\", [")).count(), 2, "{feature}");
        }
    }
}
