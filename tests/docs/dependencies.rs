//! The dependencies: licenses, sources, the minimum Rust version, and the few that the rules need.
//! `cargo deny` checks the first two as well, where it is installed.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// The output of a `cargo` command for this package with `Cargo.lock`.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .args(["--locked", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints text")
}

/// All packages that a build or a test may need.
fn packages() -> Vec<Value> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--format-version=1", "--all-features"]))
            .expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("there are packages").clone();
    assert!(packages.len() > 100, "{} packages", packages.len());
    packages
}

/// Whether a license expression can be satisfied with the allowed licenses.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', "( ").replace(')', " )");
    let mut words = expression.split_whitespace().peekable();
    let allowed = any_of(&mut words, allowed);
    assert_eq!(words.next(), None, "{expression}");
    allowed
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words<'_>, allowed: &[&str]) -> bool {
    let mut is_allowed = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        is_allowed |= all_of(words, allowed);
    }
    is_allowed
}

fn all_of(words: &mut Words<'_>, allowed: &[&str]) -> bool {
    let mut is_allowed = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        is_allowed &= one(words, allowed);
    }
    is_allowed
}

fn one(words: &mut Words<'_>, allowed: &[&str]) -> bool {
    let word = words.next().expect("an expression has no gaps");
    if word == "(" {
        let is_allowed = any_of(words, allowed);
        assert_eq!(words.next(), Some(")"));
        return is_allowed;
    }
    match words.next_if_eq(&"WITH") {
        Some(_) => {
            let exception = words.next().expect("an exception has a name");
            allowed.contains(&format!("{word} WITH {exception}").as_str())
                || allowed.contains(&word)
        }
        None => allowed.contains(&word),
    }
}

#[test]
fn license_expressions_are_understood() {
    let allowed = ["MIT", "Zlib"];
    for expression in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(X OR MIT) AND Zlib", "MIT WITH Y"]
    {
        assert!(is_allowed(expression, &allowed), "{expression}");
    }
    for expression in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT AND X) OR Y"] {
        assert!(!is_allowed(expression, &allowed), "{expression}");
    }
}

#[test]
fn licenses_are_those_of_deny_toml() {
    let deny = include_str!("../../deny.toml");
    let list = deny.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    let list = list.expect("a list of licenses").0;
    let allowed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(allowed.contains(&"MIT"));
    // Dev-dependencies are not part of the program.
    let shipped = ["--edges=normal,build", "--target=all", "--all-features", "--prefix=none"];
    let tree = cargo(&[&["tree", "--format={l}\t{p}"], &shipped[..]].concat());
    let is_refused = |line: &&str| match line.split_once('\t') {
        Some((license, _)) => license.is_empty() || !is_allowed(license, &allowed),
        None => true,
    };
    let refused: Vec<&str> = tree.lines().filter(is_refused).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(tree.lines().count() > 100, "{tree}");
}

#[test]
fn sources_are_those_of_deny_toml() {
    let packages = packages();
    let is_other = |package: &&Value| {
        !package["name"].as_str().is_some_and(|name| name.starts_with(env!("CARGO_PKG_NAME")))
    };
    let sources: BTreeSet<&str> = packages
        .iter()
        .filter(is_other)
        .map(|package| package["source"].as_str().unwrap_or("a path"))
        .collect();
    let is_registry = sources.iter().all(|source| source.starts_with("registry+"));
    assert!(is_registry && sources.len() == 1, "not one registry: {sources:#?}");
}

#[test]
fn no_dependency_needs_a_newer_rust_than_the_package_says() {
    let version = |text: &str| -> Vec<u32> {
        text.split('.').map(|number| number.parse().expect("a number")).collect()
    };
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let packages = packages();
    let newer: Vec<String> = packages
        .iter()
        .filter(|package| package["rust_version"].as_str().is_some_and(|text| version(text) > ours))
        .map(|package| format!("{}: {}", package["name"], package["rust_version"]))
        .collect();
    assert!(newer.is_empty(), "{newer:#?}");
}

#[test]
fn the_rules_alone_need_few_dependencies() {
    let of = |package: &str| {
        let tree = cargo(&["tree", "-p", package, "--edges=normal", "--depth=1", "--prefix=none"]);
        let names = tree.lines().skip(1).filter_map(|line| line.split(' ').next());
        names.map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(of("waggle-hive-rules"), ["thiserror"]);
    assert_eq!(of("waggle-hive-core"), ["anstyle", "thiserror", "waggle-hive-rules"]);
}

#[test]
fn the_map_shows_what_each_crate_depends_on() {
    let map = include_str!("../../ARCHITECTURE.md");
    let packages = packages();
    let ours: Vec<&Value> = packages
        .iter()
        .filter(|package| package["source"].is_null() && package["name"] != "waggle-hive")
        .collect();
    assert!(ours.len() > 10, "{} crates", ours.len());
    for package in ours {
        let name = package["name"].as_str().expect("a name").trim_start_matches("waggle-hive-");
        let folder = if name == "page" { "web".to_owned() } else { format!("crates/{name}") };
        let row = map.lines().find(|line| line.starts_with(&format!("| `{folder}` |")));
        let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for `{folder}`"));
        let shown: Vec<&str> = row.rsplit('|').nth(1).expect("a column").split(',').collect();
        let shown: BTreeSet<&str> =
            shown.into_iter().map(str::trim).filter(|name| !name.is_empty()).collect();
        let dependencies = package["dependencies"].as_array().expect("a list");
        let actual: BTreeSet<&str> = dependencies
            .iter()
            .filter(|dependency| dependency["kind"].is_null())
            .filter_map(|dependency| dependency["name"].as_str()?.strip_prefix("waggle-hive-"))
            .collect();
        assert_eq!(shown, actual, "{folder}");
    }
}
