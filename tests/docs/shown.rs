//! The commands that a page shows, and the comparison with their output.

/// A command of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) command: String,
    /// The output shown below it.
    pub(crate) output: String,
    /// What it is marked to need.
    pub(crate) need: Option<String>,
}

/// The commands of all shell blocks, those in lists included: after `$` where a terminal is shown,
/// otherwise every line.
pub(crate) fn commands(text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = vec![];
    let mut lines = text.lines();
    while let Some(fence) = lines.next() {
        let (indent, fence) = fence.split_at(fence.len() - fence.trim_start().len());
        let mut block = lines
            .by_ref()
            .map(|line| line.strip_prefix(indent).unwrap_or(line))
            .take_while(|line| *line != "```");
        let is_terminal = match fence {
            "```console" => true,
            "```sh" => false,
            _ => {
                // Other blocks are skipped, but end with the same fence.
                if fence.starts_with("```") {
                    block.for_each(drop);
                }
                continue;
            }
        };
        let first = commands.len();
        let mut need_of_block = None;
        while let Some(line) = block.next() {
            let command = if is_terminal { line.strip_prefix("$ ") } else { Some(line) };
            match command {
                Some("") => {}
                Some(comment) if comment.starts_with('#') => need_of_block = need(comment),
                Some(command) => {
                    let mut command = command.to_owned();
                    while command.ends_with('\\') {
                        command.pop();
                        command += block.next().expect("a line goes on").trim_start();
                    }
                    if command.contains(" <<'END'") {
                        // A document within the command.
                        let document = block.by_ref().map_while(|line| line.strip_prefix('>'));
                        for line in document.map(|line| line.strip_prefix(' ').unwrap_or(line)) {
                            command = command + "\n" + line;
                            if line == "END" {
                                break;
                            }
                        }
                    }
                    let need = need(&command).or_else(|| need_of_block.clone());
                    let comment = command.find(" # ").unwrap_or(command.len());
                    let command = command[..comment].trim_end().to_owned();
                    commands.push(Shown { command, output: String::new(), need });
                }
                None => {
                    assert!(commands.len() > first, "output without a command: {line}");
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

/// What a command needs, according to its comment.
fn need(line: &str) -> Option<String> {
    let (_, comment) = line.split_once("# ")?;
    comment.split_once("needs ").map(|(_, need)| need.to_owned())
}

/// Whether printed output matches shown output.
pub(crate) fn prints(printed: &str, shown: &str) -> bool {
    let printed: Vec<&str> = printed.lines().collect();
    let shown: Vec<&str> = shown.lines().collect();
    let blocks: Vec<&[&str]> = shown.split(|line| *line == "...").collect();
    let (mut rest, last) = (printed.as_slice(), blocks.len() - 1);
    for (index, block) in blocks.iter().enumerate() {
        let may_skip = if index == 0 { 0 } else { rest.len().saturating_sub(block.len()) };
        let must_skip = if index == last { rest.len().saturating_sub(block.len()) } else { 0 };
        let is_here = |&at: &usize| {
            let found = rest.get(at..at + block.len());
            found.is_some_and(|found| {
                found.iter().zip(*block).all(|(line, shown)| is_like(line, shown))
            })
        };
        let Some(at) = (must_skip..=may_skip).find(is_here) else { return false };
        rest = &rest[at + block.len()..];
    }
    true
}

/// Whether a line is as shown, where `[..]` stands for any part of it.
fn is_like(line: &str, shown: &str) -> bool {
    let Some((first, rest)) = shown.split_once("[..]") else { return line == shown };
    let Some(line) = line.strip_prefix(first) else { return false };
    (0..=line.len()).any(|at| line.get(at..).is_some_and(|line| is_like(line, rest)))
}

#[test]
fn commands_their_output_and_their_needs_are_found_in_shell_blocks_only() {
    let text = "```text\n$ no\n```\n```console\n$ one \\\n    --more\na\nb\n```\n```sh\n# why\ntwo   # and \
                why; needs three\n# needs five\nfour\n```\n1. In a list:\n\n   ```console\n   $ five\n     c\n   ```\n   \
                ```toml\n   no\n   ```\n";
    let found = commands(text);
    let found: Vec<_> = found
        .iter()
        .map(|it| (it.command.as_str(), it.output.as_str(), it.need.as_deref()))
        .collect();
    let expected = [
        ("one --more", "a\nb\n", None),
        ("two", "", Some("three")),
        ("four", "", Some("five")),
        ("five", "  c\n", None),
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let printed = "a\nb\nlong line\nb\nc\n";
    for shown in [
        printed,
        "...\nc",
        "a\n...",
        "a\n...\nb\nc",
        "a\nb\n...\nb\nc",
        "...",
        "a\nb\nl[..]n[..]\n...",
    ] {
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
        "a\nb\nl[..]e[..]x\n...",
        "a\nb\n[..]lin\n...",
    ] {
        assert!(!prints(printed, shown), "{shown}");
    }
}
