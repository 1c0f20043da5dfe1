//! The command lines shown in README.md and in docs/, executed with this build.
//!
//! Those of a document run in a folder that has the files they speak of, with this program
//! under every name of an engine. What would take long is shortened by [`SHORTENED`], what
//! cannot run here is listed in [`LEFT_OUT`] with a reason. A command that is shown with its
//! output, and runs as it stands, must print exactly that, but for times; three dots at the
//! end of the output stand for what is not shown, in a line of their own for any lines.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use program::folder;

#[path = "common/program.rs"]
#[allow(dead_code, reason = "no test file uses all of it")]
mod program;

/// What is replaced in commands and settings: limits by lower ones, and where the program is.
const SHORTENED: &[(&str, &str)] = &[
    ("/opt/waggle/waggle", "waggle"),
    ("cargo run --release", "waggle"),
    ("bestmove time 00:00:01", "bestmove time 00:00:00.1"),
    ("perft Base+MLP --depth 6", "perft Base+MLP --depth 3"),
    ("waggle bench", "waggle bench --depth 2"),
    ("--time 0.1 ", "--time 0.001 "),
    ("--time 0.2", "--time 0.001 --games 2"),
    ("--games 1000", "--games 4"),
    ("--pairs 2100 --nodes 10000", "--pairs 1 --nodes 10"),
    ("--games 100", "--games 2"),
    ("--games 200", "--games 2"),
    ("--games 20", "--games 2"),
    ("games = 20", "games = 2"),
    ("time = 0.1", "time = 0.001"),
    ("--nodes 1000000", "--nodes 100"),
    ("--self-play 2000", "--self-play 2 --game-nodes 20"),
];

/// Commands that are not executed, by their beginning, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("cargo test --profile checked", "it executes this test"),
    (".ci/long", "it takes hours"),
    ("sudo dpkg --install", ".ci/release installs the package"),
    ("docker ", ".ci/release builds the image and runs it"),
    ("cargo run --release -- board", "it serves until Ctrl-C"),
    ("waggle board", "likewise"),
    ("web/build", "it compiles for minutes, with packages of npm"),
    ("python -m waggle.cluster", "python/tests/test_cluster.py runs it on a cluster"),
    ("python examples/", "it needs the package, and minutes"),
    ("pip install ", "it compiles for minutes; .ci/run installs the package"),
];

/// A command of a document, with the output shown below it.
struct Shown {
    document: String,
    command: String,
    output: String,
}

/// The commands of all shell blocks: after `$` where a terminal is shown, otherwise every
/// line.
fn commands(document: &str, text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = vec![];
    let mut lines = text.lines();
    while let Some(fence) = lines.next() {
        let is_terminal = match fence {
            "```console" => true,
            "```sh" | "```bash" | "```shell" => false,
            _ => {
                // Other blocks are none of ours, but they end with the same fence.
                if fence.starts_with("```") {
                    lines.by_ref().find(|line| *line == "```");
                }
                continue;
            }
        };
        let first = commands.len();
        while let Some(line) = lines.next().filter(|line| *line != "```") {
            let command = if is_terminal { line.strip_prefix("$ ") } else { Some(line) };
            match command {
                Some(command) if command.is_empty() || command.starts_with('#') => {}
                Some(command) => {
                    let mut command = command.to_owned();
                    while command.ends_with('\\') {
                        command.pop();
                        command += lines.next().expect("a line goes on").trim_start_matches("> ");
                    }
                    let (document, output) = (document.to_owned(), String::new());
                    commands.push(Shown { document, command, output });
                }
                None => {
                    assert!(commands.len() > first, "{document}: output without a command");
                    if let Some(shown) = commands.last_mut() {
                        shown.output.push_str(line);
                        shown.output.push('\n');
                    }
                }
            }
        }
    }
    commands
}

/// The command or file with everything shortened; the rules that were used leave the list.
fn shortened(text: &str, unused: &mut Vec<&str>) -> String {
    let mut shortened = text.to_owned();
    for (from, to) in SHORTENED.iter().filter(|(from, _)| text.contains(from)) {
        shortened = shortened.replace(from, to);
        unused.retain(|rule| rule != from);
    }
    shortened
}

/// A folder with the files that the commands of a document speak of.
fn set_up(folder: &Path, text: &str, unused: &mut Vec<&str>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = env!("CARGO_BIN_EXE_waggle");
    for sub in ["bin", "archive", "target/release"] {
        fs::create_dir_all(folder.join(sub)).expect("the folder can be made");
    }
    for name in ["bin/waggle", "bin/nokamute", "target/release/waggle", "old", "new"] {
        symlink(program, folder.join(name)).expect("the program can be linked to");
    }
    for name in ["benches", "tests"] {
        symlink(root.join(name), folder.join(name)).expect("the folder can be linked to");
    }
    let games = root.join("tests/data/games");
    for (from, to) in [
        ("boardspace.sgf", "archive/games.sgf"),
        ("mzinga.pgn", "game.pgn"),
        ("win_in_three.txt", "game.txt"),
    ] {
        fs::copy(games.join(from), folder.join(to)).expect("the file can be copied");
    }
    let settings = text.split_once("```toml\n").and_then(|(_, rest)| rest.split_once("```"));
    if let Some((settings, _)) = settings {
        fs::write(folder.join("match.toml"), shortened(settings, unused))
            .expect("the file can be written");
    }
}

/// The exit code and both outputs of a command.
fn run(folder: &Path, command: &str) -> (Option<i32>, String, String) {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", folder.join("bin").display()))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The text without how long a search took.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once(" nodes in ") {
        Some((nodes, _)) => format!("{nodes} nodes\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Whether this is printed where that is shown.
fn prints(printed: &str, shown: &str) -> bool {
    let printed: Vec<&str> = printed.lines().collect();
    let shown: Vec<&str> = shown.lines().collect();
    let is_same = |printed: &str, shown: &str| {
        printed == shown || shown.strip_suffix("...").is_some_and(|it| printed.starts_with(it))
    };
    let is_block = |printed: &[&str], shown: &[&str]| {
        printed.len() == shown.len() && printed.iter().zip(shown).all(|(it, of)| is_same(it, of))
    };
    let blocks: Vec<&[&str]> = shown.split(|line| *line == "...").collect();
    let (mut rest, last) = (printed.as_slice(), blocks.len() - 1);
    for (index, block) in blocks.iter().enumerate() {
        let may_skip = if index == 0 { 0 } else { rest.len().saturating_sub(block.len()) };
        let must_skip = if index == last { rest.len().saturating_sub(block.len()) } else { 0 };
        let is_here = |&at: &usize| {
            rest.get(at..at + block.len()).is_some_and(|lines| is_block(lines, block))
        };
        let Some(at) = (must_skip..=may_skip).find(is_here) else { return false };
        rest = &rest[at + block.len()..];
    }
    true
}

/// README.md and everything in docs/, with their names.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    let docs = fs::read_dir(root.join("docs")).expect("there are documents");
    paths.extend(docs.map(|entry| entry.expect("the folder can be read").path()));
    paths.sort();
    let is_text = |path: &&std::path::PathBuf| path.extension().is_some_and(|it| it == "md");
    let read = |path: &std::path::PathBuf| {
        let name = path.strip_prefix(root).expect("it is ours").display().to_string();
        (name, fs::read_to_string(path).expect("a document can be read"))
    };
    paths.iter().filter(is_text).map(read).collect()
}

#[test]
fn every_command_line_of_the_documents_works() {
    let folder = folder("docs");
    let mut unused: Vec<&str> = SHORTENED.iter().chain(LEFT_OUT).map(|(text, _)| *text).collect();
    let (mut executed, mut complaints) = (0, vec![]);
    for (document, text) in documents() {
        let folder = folder.join(document.replace('/', "-"));
        set_up(&folder, &text, &mut unused);
        for Shown { document, command, output } in commands(&document, &text) {
            if let Some((start, _)) = LEFT_OUT.iter().find(|(start, _)| command.starts_with(start))
            {
                unused.retain(|text| text != start);
                continue;
            }
            let shortened = shortened(&command, &mut unused);
            executed += 1;
            let (code, printed, errors) = run(&folder, &shortened);
            if code != Some(0) {
                complaints.push(format!("{document}: {shortened}: {code:?}\n{errors}"));
            }
            let is_shown = !output.is_empty() && shortened == command;
            if is_shown && !prints(&timeless(&printed), &timeless(&output)) {
                complaints.push(format!("{document}: {command} prints\n{printed}not\n{output}"));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(executed >= 15, "{executed} commands");
    assert!(unused.is_empty(), "in no document: {unused:#?}");
}

#[test]
fn commands_and_their_output_are_found_in_shell_blocks_only() {
    let text =
        "```text\n$ no\n```\n```console\n$ one \\\n> --more\na\nb\n```\n```sh\n# why\ntwo\n```\n";
    let found = commands("", text);
    let found: Vec<_> = found.iter().map(|it| (it.command.as_str(), it.output.as_str())).collect();
    assert_eq!(found, [("one --more", "a\nb\n"), ("two", "")]);
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let printed = "a\nb\nlong line\nb\nc\n";
    for shown in [printed, "...\nc", "a\n...", "a\n...\nlong ...\n...\nc", "a\nb\n...\nb\nc", "..."]
    {
        assert!(prints(printed, shown), "{shown}");
    }
    for shown in [
        "a\nb\nlong line\nb",
        "b\n...",
        "...\nb",
        "a\n...\nc\nd",
        "a\nc",
        "...\nc\n...\nb\n...",
        "c",
    ] {
        assert!(!prints(printed, shown), "{shown}");
    }
    assert_eq!(timeless("1 nodes in 2 s, 3 a second"), "1 nodes\n");
}
