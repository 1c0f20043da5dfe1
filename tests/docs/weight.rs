//! What is written by hand stays small enough to be read: what is added is paid for by what is merged or deleted.

use std::path::Path;

use super::{files, read};

/// Folders, the endings of files in them, and the most that they may hold.
const LIMITS: &[(&[&str], &[&str], usize, Unit)] = &[
    (&["src", "crates"], &["rs"], 78_500, Unit::Lines),
    (&["tests"], &["rs"], 15_500, Unit::Lines),
    (&["python"], &["py", "pyi"], 10_000, Unit::Lines),
    (&["python/src"], &["rs"], 4_800, Unit::Lines),
    (&["docs"], &["md"], 33_000, Unit::Words),
    (&["README.md"], &["md"], 1_500, Unit::Words),
];

#[derive(Clone, Copy, Debug)]
enum Unit {
    Lines,
    Words,
}

#[test]
fn nothing_is_heavier_than_its_limit() {
    for (folders, endings, limit, unit) in LIMITS {
        let counts = files().into_iter().filter(|path| {
            let ending = path.extension().map_or("", |it| it.to_str().unwrap_or_default());
            endings.contains(&ending) && folders.iter().any(|it| path.starts_with(Path::new(it)))
        });
        let weight: usize = counts
            .map(|path| match unit {
                Unit::Lines => read(&path).lines().count(),
                Unit::Words => read(&path).split_whitespace().count(),
            })
            .sum();
        assert!(weight > 0 && weight <= *limit, "{folders:?}: {weight} {unit:?}, at most {limit}");
    }
}
