//! The command `help`.

use super::super::command::{Command, Request};
use super::super::reply::{Answer, Reply};
use super::super::session_game::SessionGame;

/// The parameters of `help`, as it prints them.
pub(super) const PARAMETERS: &str = "[command | options]";

pub(super) fn help<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let Some(topic) = request.words.next() else {
        // As WebAssembly it reads nothing during a search: `stop` comes too late.
        let late = if cfg!(target_family = "wasm") { "stop" } else { "?" };
        let listed = request.commands.iter().filter(|it| it.name != "?" && it.name != late);
        return Ok(Reply::Lines(listed.map(line).collect()).into());
    };
    let topic = topic.to_ascii_lowercase();
    request.words.end()?;
    let command = request.commands.iter().find(|command| command.name == topic);
    let command = command.ok_or_else(|| Reply::error("no such command; try `help`"))?;
    let mut lines = vec![line(command)];
    if command.name == "options" {
        let options = request.state.options.offered();
        lines.extend(options.map(|option| format!("{}: {}", option.name, option.meaning)));
    }
    Ok(Reply::Lines(lines).into())
}

fn line<G: SessionGame>(command: &Command<G>) -> String {
    let Command { name, parameters, meaning, .. } = command;
    let blank = if parameters.is_empty() { "" } else { " " };
    format!("{name}{blank}{parameters}: {meaning}")
}

#[cfg(test)]
mod tests {
    use super::super::super::reply::is_harmless;
    use super::super::super::scripted::{Sink, session};
    use super::*;
    use waggle_hive_engine::search::Instant;

    fn lines(line: &str) -> Vec<String> {
        match session().execute(line, Instant::now(), &mut Sink::default()) {
            Answer::Reply(Reply::Lines(lines)) => lines,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_command_has_help_that_does_not_look_like_an_error() {
        let all = lines("help");
        assert!(all.len() > 20);
        for line in &all {
            let name = line.split([' ', ':']).next().unwrap();
            assert_eq!(lines(&format!("help {name}"))[0], *line);
        }
        assert!(lines("help ?")[0].starts_with("? [command | options]: "));
        assert!(lines("? Options").len() > 5);
        assert!(lines("licenses").iter().chain(&all).all(|line| is_harmless(line)));
    }
}
