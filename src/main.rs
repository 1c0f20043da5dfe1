//! The `waggle` executable.

fn main() {}
