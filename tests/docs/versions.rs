//! Everything that is released has one version.

use std::path::Path;

use super::read;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn all_packages_and_documents_have_the_version_of_the_program() {
    for (file, start) in [
        ("python/Cargo.toml", "version = \""),
        ("web/engine/Cargo.toml", "version = \""),
        ("web/engine/bindgen/Cargo.toml", "version = \""),
        ("web/npm/package.json", "  \"version\": \""),
        ("CITATION.cff", "version: "),
        ("Containerfile", "#   docker build -t waggle waggle-"),
    ] {
        let text = read(Path::new(file));
        let found = text.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default();
        assert!(found.starts_with(VERSION), "{file}: expected {VERSION}, found {found}");
    }
    let containers = read(Path::new("docs/uhp.md"));
    assert!(containers.contains(&format!("waggle-{VERSION}-image.tar")), "docs/uhp.md");
    // The workspace's packages depend on each other by version.
    let manifest = read(Path::new("Cargo.toml"));
    for line in
        manifest.lines().filter(|line| line.starts_with("waggle-hive-") && line.contains("path"))
    {
        assert!(line.contains(&format!("version = \"{VERSION}\"")), "{line}");
    }
    let changes = read(Path::new("CHANGELOG.md"));
    assert!(
        changes.contains(&format!("\n## {VERSION}\n")),
        "CHANGELOG.md has nothing of {VERSION}"
    );
}
