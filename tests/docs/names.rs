//! No documented or printed command fetches a foreign package.
//!
//! `waggle` belongs to others on the registries of Rust, Python and JavaScript. Waggle's own
//! packages are called `waggle-hive`, and until they are published that name must not be
//! fetched either: whoever registers it first would be fetched.

use std::path::Path;

use super::{files, read};

/// Commands that fetch a package by name.
const FETCHES: &[&str] = &[
    "cargo add",
    "cargo install",
    "cargo binstall",
    "npm add",
    "npm exec",
    "npm i",
    "npm install",
    "npx",
    "pip download",
    "pip install",
    "pip3 install",
    "pipx install",
    "pipx run",
    "pnpm add",
    "uv add",
    "uvx",
    "yarn add",
];

/// Addresses at which a name leads to a package.
const REGISTRIES: &[&str] = &[
    "crates.io/crates/",
    "docs.rs/",
    "esm.sh/",
    "jsdelivr.net/npm/",
    "npmjs.com/package/",
    "pypi.org/project/",
    "unpkg.com/",
];

/// The name that a word begins with, normalized as by registries.
fn name(word: &str) -> String {
    let word = word.trim_start_matches(['\'', '"', '`', '$', '(']);
    let is_part = |it: char| it.is_ascii_alphanumeric() || ['-', '_', '.', '/'].contains(&it);
    let end = word.find(|it| !is_part(it)).unwrap_or(word.len());
    word[..end].trim_end_matches('.').replace('_', "-").to_lowercase()
}

fn is_ours(word: &str) -> bool {
    ["waggle", "waggle-hive"].contains(&name(word).as_str())
}

/// Whether a command on this line fetches one of our packages by its name. Its arguments end
/// with the line, a comment or the code they stand in; where the command ends its line, they
/// are on the next one.
fn fetches_ours(line: &str, next: &str) -> bool {
    FETCHES.iter().any(|command| {
        let Some((before, rest)) = line.split_once(command) else { return false };
        let is_word = !before.ends_with(|it: char| it.is_ascii_alphanumeric());
        let arguments = if rest.trim().is_empty() { next } else { rest };
        let end = arguments.trim_start().find(['`', '#', ';', '|', '&']);
        let arguments = &arguments.trim_start()[..end.unwrap_or(arguments.trim_start().len())];
        let is_whole = rest.is_empty() || rest.starts_with(' ');
        is_word && is_whole && arguments.split_whitespace().any(is_ours)
    })
}

/// Whether a line of a manifest takes our package from a registry.
fn depends_on_registry(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '/', '!', '#', '`']);
    let is_ours = ["waggle = ", "waggle-hive = "].iter().any(|start| line.starts_with(start));
    let is_local = ["path = ", "git = ", "workspace = "].iter().any(|it| line.contains(it));
    let is_json = ["\"waggle\": \"", "\"waggle-hive\": \""].iter().any(|key| {
        let version = line.split_once(key).and_then(|(_, rest)| rest.chars().next());
        version.is_some_and(|it| it.is_ascii_digit() || ['^', '~', '*', '>', 'l'].contains(&it))
    });
    is_json || is_ours && line.contains(['"', '{']) && !is_local
}

/// Whether a line links to a registry page of our package's name, which is foreign or missing.
fn leads_to_registry(line: &str) -> bool {
    let first = |rest: &str| is_ours(rest.split('/').next().unwrap_or_default());
    REGISTRIES.iter().any(|registry| line.split(registry).skip(1).any(first))
}

#[test]
fn nothing_that_is_documented_or_printed_fetches_a_package_of_strangers() {
    let mut found = vec![];
    let kinds = ["html", "js", "json", "md", "mjs", "py", "pyi", "rs", "snap", "toml", "ts", "uhp"];
    for path in files() {
        let kind = path.extension().map_or("", |it| it.to_str().unwrap_or_default());
        let is_script = path.starts_with(".ci") || path == Path::new("web/build");
        if path == Path::new("tests/docs/names.rs") || !(kinds.contains(&kind) || is_script) {
            continue;
        }
        let text = read(&path);
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let next = lines.get(number + 1).unwrap_or(&"");
            if fetches_ours(line, next) || depends_on_registry(line) || leads_to_registry(line) {
                found.push(format!("{}:{}: {line}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_package_of_strangers_is_known_by_its_name() {
    for line in [
        "cargo install waggle",
        "$ cargo add waggle --features engine",
        "pip install 'waggle[cluster]'",
        "venv/bin/pip install --upgrade waggle==1.0",
        "`npm i waggle-hive`",
        "npx waggle",
        "uv add \"waggle_hive\"",
    ] {
        assert!(fetches_ours(line, ""), "{line}");
    }
    assert!(fetches_ours("``pip install", "'waggle[cluster]'`` brings Ray"));
    for line in [
        "cargo install --path . # it makes waggle",
        "pip install ./python",
        "pip install './python[cluster]' && waggle board",
        "`npm install ./web/npm`: waggle for pages",
        "`cargo install cargo-fuzz`",
        "pip install",
    ] {
        assert!(!fetches_ours(line, "waggler"), "{line}");
    }
    for line in
        ["waggle = \"0.1\"", "/// waggle-hive = { version = \"1\" }", "  \"waggle\": \"^1\""]
    {
        assert!(depends_on_registry(line), "{line}");
    }
    for line in [
        "waggle = { package = \"waggle-hive\", path = \"../waggle\" }",
        "waggle = ask(engine)",
        "\"bin\": { \"waggle\": \"bin/waggle.js\" }",
    ] {
        assert!(!depends_on_registry(line), "{line}");
    }
    for line in ["see https://crates.io/crates/waggle.", "https://docs.rs/waggle/latest/waggle"] {
        assert!(leads_to_registry(line), "{line}");
    }
    assert!(!leads_to_registry("see https://docs.rs/waggler and https://crates.io/crates/serde"));
}

/// Whether this is the manifest of something that can be published, or of a part of it.
fn is_manifest(path: &Path) -> bool {
    let of_tools = ["fuzz", "web/engine/bindgen"].iter().any(|folder| path.starts_with(folder));
    let is_other = ["python/pyproject.toml", "web/npm/package.json"].map(Path::new).contains(&path);
    is_other || path.ends_with("Cargo.toml") && !of_tools
}

#[test]
fn every_manifest_says_what_it_is_and_names_no_address_that_is_not_ours() {
    let manifests: Vec<_> = files().into_iter().filter(|path| is_manifest(path)).collect();
    assert!(manifests.len() >= 16, "{manifests:?}");
    for path in manifests {
        let (text, manifest) = (read(&path), path.display());
        let lines = text.lines().map(|line| line.trim_start().trim_start_matches('"'));
        let keys: Vec<&str> = lines.filter_map(|line| line.split(['.', ' ', '"']).next()).collect();
        for key in ["description", "license", "keywords"] {
            assert!(keys.contains(&key), "{manifest} has no {key}");
        }
        for key in ["repository", "homepage", "urls", "[project.urls]"] {
            assert!(!keys.contains(&key), "{manifest} has a {key}");
        }
    }
    for (manifest, name) in [
        ("python/pyproject.toml", "\nname = \"waggle-hive\"\n"),
        ("web/npm/package.json", "\n  \"name\": \"waggle-hive\",\n"),
    ] {
        assert!(read(Path::new(manifest)).contains(name), "{manifest}: {name}");
    }
}

#[test]
fn every_copy_of_the_license_is_the_license_of_the_project() {
    let copies: Vec<_> = files().into_iter().filter(|path| path.ends_with("LICENSE")).collect();
    assert!(copies.contains(&"python/LICENSE".into()), "{copies:?}");
    for copy in copies {
        assert_eq!(read(&copy), read(Path::new("LICENSE")), "{}", copy.display());
    }
}
