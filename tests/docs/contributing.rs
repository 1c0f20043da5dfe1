//! The recipe of CONTRIBUTING.md for a UHP option: its files exist, and every option follows it. The table of checks names all.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{read, root};

/// The numbered steps of the recipe.
fn steps() -> Vec<String> {
    let page = read(Path::new("CONTRIBUTING.md"));
    let (_, recipe) = page.split_once("\n## Add a UHP option\n").expect("there is the recipe");
    let recipe = recipe.split("\n## ").next().unwrap_or_default();
    let is_step = |line: &str| line.starts_with(|it: char| it.is_ascii_digit());
    let mut steps: Vec<String> = vec![];
    for line in recipe.lines() {
        if is_step(line) {
            steps.push(line.to_owned());
        } else if let (Some(step), true) = (steps.last_mut(), line.starts_with("   ")) {
            *step += line;
        }
    }
    steps
}

/// The files that a text names.
fn files(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|it| it.contains('/') && !it.contains(' '))
}

#[test]
fn the_recipe_for_an_option_names_every_file_that_each_option_is_in() {
    let options = Command::new("sh")
        .args(["-c", "echo options | \"$0\"", env!("CARGO_BIN_EXE_waggle")])
        .stderr(Stdio::null())
        .output()
        .expect("there is a shell");
    let options = String::from_utf8_lossy(&options.stdout).into_owned();
    let names: Vec<&str> =
        options.lines().filter_map(|line| Some(line.split_once(';')?.0)).skip(1).collect();
    assert!(names.contains(&"Level") && names.len() >= 10, "{names:?}");
    let steps = steps();
    assert!(steps.len() >= 4, "{steps:#?}");
    for file in steps.iter().flat_map(|step| files(step)) {
        assert!(root().join(file).exists(), "{file}");
    }
    // A step that begins with a file adds something to it for each option.
    let of_each = steps.iter().filter_map(|step| {
        let (file, _) = step.split_once(". `")?.1.split_once('`')?;
        file.contains('/').then_some(file)
    });
    let of_each: Vec<&str> = of_each.collect();
    assert!(of_each.len() >= 3, "{of_each:?}");
    for file in of_each {
        let text = read(Path::new(file));
        for name in &names {
            assert!(text.contains(name), "{name} is not in {file}");
        }
    }
}

#[test]
fn every_file_that_a_contributor_is_sent_to_exists() {
    for page in ["CONTRIBUTING.md", "SECURITY.md"] {
        let text = read(Path::new(page));
        let is_ours = |file: &&str| {
            let first = file.split('/').next().unwrap_or_default();
            root().join(first).exists() && first != "target" && !file.contains('*')
        };
        for file in files(&text).filter(is_ours) {
            assert!(root().join(file).exists(), "{page}: {file}");
        }
    }
}

#[test]
fn the_table_of_checks_names_every_step_and_every_part() {
    let page = read(Path::new("docs/trust.md"));
    let (_, table) = page.split_once("\n## Where each check runs\n").expect("there is the table");
    let table = table.split("\n## ").next().unwrap_or_default();
    let run = read(Path::new(".ci/run"));
    let steps = run.lines().filter_map(|line| line.strip_prefix("step "));
    let steps: Vec<String> = steps
        .map(|step| step.trim_end_matches(|it: char| it.is_ascii_digit() || it == ' '))
        .filter(|name| *name != "downloads")
        .map(|name| format!("*{}*", name.trim_matches('\'')))
        .collect();
    assert!(steps.len() >= 6, "{steps:?}");
    for step in steps {
        assert!(table.contains(&step), "{step}");
    }
    for script in [".ci/nightly", ".ci/long"] {
        let text = read(Path::new(script));
        let (_, parts) = text.split_once("#\n").expect("a usage");
        let (_, parts) = parts.split_once("#\n").expect("its parts");
        let parts = parts.lines().map_while(|line| line.strip_prefix("# ")?.split(' ').next());
        let parts: Vec<&str> = parts.collect();
        assert!(parts.len() >= 10, "{parts:?}");
        let calls: Vec<&str> = table.split('`').filter(|it| it.starts_with(script)).collect();
        for part in parts {
            assert!(
                calls.iter().any(|call| call.split(' ').any(|it| it == part)),
                "{script} {part}"
            );
        }
    }
}
