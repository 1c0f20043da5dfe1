//! README.md, CONTRIBUTING.md and docs/: their commands run, their links lead somewhere,
//! nothing in them fetches a stranger's package.
//!
//! Commands run in a fresh copy of the repository's files, as in a fresh clone, with this build
//! on the path. Long commands are shortened by [`SHORTENED`]. A comment `# needs ...` marks what cannot run here, on the line itself or
//! above the lines it is about; [`NEEDS`] lists those commands. A command that is shown with
//! output must print exactly that; three dots stand for what is not shown.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use program::folder;
use shown::{Shown, commands, prints};

mod console;
mod contributing;
mod dependencies;
mod examples;
mod lines;
mod names;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;
mod shown;
mod versions;
mod weight;

/// Replacements in commands: lower limits, and the built program for cargo.
const SHORTENED: &[(&str, &str)] = &[
    ("cargo run --release -- ", "waggle "),
    ("cargo run --release", "waggle"),
    // It serves until it is stopped; `timeout` exits with 124 if it has to stop it.
    (
        "waggle board",
        "served() { timeout 1 waggle board --no-open --port 0 \"$@\"; test $? = 124; }; served",
    ),
    ("bestmove time 00:00:01", "bestmove time 00:00:00.1"),
    ("perft Base+MLP --depth 6", "perft Base+MLP --depth 3"),
    ("waggle bench", "waggle bench --depth 2"),
    ("--time 0.1 ", "--time 0.001 --margin 5 "),
    ("--time 0.2", "--time 0.001 --margin 5 --games 2"),
    ("--time 2 ", "--time 0.1 "),
    ("--games 1000", "--games 4"),
    ("--pairs 2100 --nodes 10000", "--pairs 1 --nodes 10"),
    ("--games 100", "--games 2"),
    ("--games 20", "--games 2"),
    (
        "--config examples/ladder.toml",
        "--config examples/ladder.toml --format gauntlet --games 1 --nodes 5 --max-plies 12",
    ),
    (
        "--config examples/match.toml",
        "--config examples/match.toml --games 2 --time 0.001 --margin 5",
    ),
    ("--html review.html", "--html review.html --nodes 100"),
    ("examples/archive --all --nodes 2000", "examples/game.pgn --all --nodes 20"),
    ("waggle verify \"nokamute\"", "waggle verify \"nokamute\" --games 1 --plies 20"),
    ("--nodes 1000000", "--nodes 100"),
    ("--self-play 2000", "--self-play 2 --game-nodes 20"),
];

/// Prefixes of commands that are not run, with the marks they must have.
const NEEDS: &[(&str, &str)] = &[
    ("cargo install --path .", "the network"),
    ("pip install ", "the network"),
    ("web/build", "the network"),
    ("docker ", "Docker"),
    ("python -c 'from waggle import *; write_games", "PyArrow"),
    ("waggle tune-people games.txt", "games of people"),
    ("waggle tune-levels games.txt", "games of people"),
    ("waggle tune-people --reviews ", "games of people"),
    ("waggle openings games.txt --plies 16 ", "games of people"),
    ("waggle review --all games.txt --nodes 2000", "games of people"),
    ("python examples/review_archive.py ", "Ray"),
    ("python examples/", "JAX"),
    ("python -m waggle.cluster ", "Ray"),
    ("python python/benchmarks/", "OpenSpiel"),
    ("waggle hivegame bot ", "an account"),
    ("waggle hivegame worker ", "a secret"),
    (".ci/long", "hours"),
];

/// Another engine, which this program replaces: its commands run, but must be marked.
const OTHER_ENGINE: &str = "nokamute";

/// What runs this test.
const TESTS: &str = "cargo test --workspace --features hivegame --profile checked";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The repository's files, relative to its root, except built and hidden ones.
fn files() -> Vec<PathBuf> {
    let (mut files, mut folders) = (vec![], vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_hidden = name.starts_with('.') && name != ".ci";
            if is_hidden || ["target", "node_modules", "dist", "venv"].contains(&name.as_str()) {
                continue;
            }
            let path = folder.join(name);
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).expect("a document can be read")
}

/// The pages of Markdown, and their text.
fn pages() -> Vec<(PathBuf, String)> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|it| it == "md");
    files().into_iter().filter(is_page).map(|path| (path.clone(), read(&path))).collect()
}

/// A fresh copy of the repository without the tests' code.
fn copy(files: &[PathBuf], to: &Path) {
    for path in files {
        let to = to.join(path);
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::copy(root().join(path), to).expect("the file can be copied");
    }
}

/// The command with all replacements, which are added to `used`.
fn shortened(command: &str, used: &mut Vec<&'static str>) -> String {
    let mut shortened = command.to_owned();
    for (from, to) in SHORTENED {
        if shortened.contains(from) {
            shortened = shortened.replace(from, to);
            used.push(from);
        }
    }
    shortened
}

/// A search path that begins with this build, in a folder.
fn path_of_programs(folder: &Path) -> String {
    let bin = folder.join("bin");
    fs::create_dir(&bin).expect("a folder can be made");
    for name in ["waggle", OTHER_ENGINE] {
        symlink(env!("CARGO_BIN_EXE_waggle"), bin.join(name)).expect("a link can be made");
    }
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default())
}

/// The exit code and both outputs of a command.
fn run(folder: &Path, path: &str, command: &str) -> (Option<i32>, String, String) {
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// What came of the commands of a page.
#[derive(Default)]
struct Executed {
    commands: usize,
    /// The rules that were applied.
    used: Vec<&'static str>,
    complaints: Vec<String>,
}

/// Executes the commands of a page in a copy of the files of its own.
fn execute(page: &Path, text: &str, folder: &Path, path: &str) -> Executed {
    let page = page.display().to_string();
    let clone = folder.join(page.replace('/', "-"));
    let shown = commands(text);
    if !shown.is_empty() {
        copy(&files(), &clone);
    }
    let mut executed = Executed::default();
    let Executed { commands, used, complaints } = &mut executed;
    for Shown { command, output, need } in shown {
        let listed = NEEDS.iter().find(|(start, _)| command.starts_with(start));
        let expected = match listed {
            Some((_, need)) => Some(*need),
            None => command.contains(OTHER_ENGINE).then_some(OTHER_ENGINE),
        };
        if need.as_deref() != expected {
            complaints.push(format!("{page}: {command}: needs {expected:?}, marked {need:?}"));
        }
        if let Some((start, _)) = listed {
            used.push(start);
            continue;
        }
        if command == TESTS {
            continue;
        }
        let shortened = shortened(&command, used);
        *commands += 1;
        let (code, printed, errors) = run(&clone, path, &shortened);
        if code != Some(0) {
            complaints.push(format!("{page}: {shortened}: {code:?}\n{errors}"));
        }
        if !output.is_empty() && !prints(&printed, &output) {
            complaints.push(format!("{page}: {command} prints\n{printed}not\n{output}"));
        }
    }
    executed
}

#[test]
fn every_command_line_of_the_documents_works_in_a_fresh_clone() {
    let folder = folder("docs");
    let path = path_of_programs(&folder);
    let is_meant = |page: &Path| page == Path::new("README.md") || page.starts_with("docs");
    let pages: Vec<_> = pages().into_iter().filter(|(page, _)| is_meant(page)).collect();
    let executed: Vec<Executed> = thread::scope(|scope| {
        let of_page = |(page, text)| execute(page, text, &folder, &path);
        let running: Vec<_> =
            pages.iter().map(|(page, text)| scope.spawn(move || of_page((page, text)))).collect();
        running.into_iter().map(|page| page.join().expect("no panic")).collect()
    });
    let complaints: Vec<&str> =
        executed.iter().flat_map(|it| &it.complaints).map(String::as_str).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    let commands: usize = executed.iter().map(|it| it.commands).sum();
    assert!(commands >= 35, "{commands} commands");
    let is_used = |rule: &str| executed.iter().any(|it| it.used.contains(&rule));
    let rules = SHORTENED.iter().chain(NEEDS).map(|(text, _)| *text);
    let unused: Vec<&str> = rules.filter(|rule| !is_used(rule)).collect();
    assert!(unused.is_empty(), "in no document: {unused:#?}");
}

#[test]
fn the_readme_shows_the_commands_that_run_and_test_waggle() {
    let readme = read(Path::new("README.md"));
    for command in ["\ncargo run --release\n", &format!("\n{TESTS}\n")] {
        assert!(readme.contains(command), "{command}");
    }
}

#[test]
fn every_link_of_a_page_leads_to_a_file() {
    let mut broken = vec![];
    for (page, text) in pages() {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|it| !it.contains("://") && !it.contains([' ', '\n'])) {
            let file = target.split('#').next().unwrap_or_default();
            let folder = root().join(&page).parent().expect("it is in a folder").to_owned();
            if !file.is_empty() && !folder.join(file).exists() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
