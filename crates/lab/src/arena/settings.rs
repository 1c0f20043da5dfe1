//! The settings of a match as text: stored in the records of its games, and compared before a match
//! is resumed.
//!
//! They are derived from the match, not from the command line, so a setting means the same wherever
//! it came from. Settings that do not change the games are left out: the number of games (except in
//! a knockout), concurrency, and the shard.

use waggle_hive_core::fnv::fnv1a;
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::GameType;

use super::{DuelRules, EngineSpec, ExternalSpec, MatchFormat, Openings, Source, Tournament};

/// The settings of a match as names and values.
pub type MatchSettings = Vec<(&'static str, String)>;

impl Tournament {
    /// The settings shared by all games, by the names of the options.
    pub fn settings(&self) -> MatchSettings {
        let mut settings = Vec::new();
        if self.engines.len() > 2 {
            settings.push(("format", self.schedule.format.name().to_owned()));
            if self.schedule.format == MatchFormat::Knockout {
                // A knockout's schedule depends on it.
                settings.push(("games", self.schedule.games.to_string()));
            }
        }
        settings.extend(self.openings.settings());
        settings.extend(self.rules.settings());
        settings.push(("judge-nodes", self.judge_nodes.to_string()));
        settings
    }

    /// Identifies a match: the same for all with these settings and engines, on other machines, too, whatever
    /// the number of games.
    pub fn identity(&self) -> String {
        let mut text = write_settings(&self.settings());
        for engine in &self.engines {
            for part in [&engine.name, &engine.description(), &engine.limit.to_string()] {
                text.extend(["\n", part]);
            }
        }
        format!("{:016x}", fnv1a(text.as_bytes()))
    }
}

impl EngineSpec {
    /// How the engine is started, in one line.
    pub fn description(&self) -> String {
        let text = match &self.source {
            Source::BuiltIn { settings, level, gets_share, random_moves } => format!(
                "self, Waggle {}; Level={} NumThreads={} TableSizeMiB={} network={}{}{}",
                env!("CARGO_PKG_VERSION"),
                level.number(),
                settings.threads,
                settings.table_mib,
                settings.network.hash(),
                if *gets_share { "; asked by time" } else { "" },
                if *random_moves > 0 {
                    format!("; {random_moves} of 100 moves at random")
                } else {
                    String::new()
                }
            ),
            Source::External(spec) => spec.description(),
        };
        as_tag(&text)
    }
}

impl ExternalSpec {
    fn description(&self) -> String {
        let mut text = self.config.command.display().to_string();
        for arg in &self.config.args {
            text.push(' ');
            text.push_str(arg);
        }
        if let Some(cwd) = &self.config.cwd {
            text.extend(["; in ", &cwd.display().to_string()]);
        }
        let env = self.config.env.iter().map(|(name, value)| format!("; {name}={value}"));
        let init = self.init.iter().map(|line| format!("; {line}"));
        let asked = self.template.iter().map(|template| format!("; asked by {template}"));
        text.extend(env.chain(init).chain(asked));
        text
    }
}

impl Openings {
    fn settings(&self) -> MatchSettings {
        match self {
            Self::Listed(games) => {
                let games: Vec<String> = games.iter().map(game_string).collect();
                let fingerprint = fnv1a(games.join("\n").as_bytes());
                vec![("openings", format!("{} games {fingerprint:016x}", games.len()))]
            }
            Self::Random { plies, game_types, seed, balance } => vec![
                ("type", game_types.iter().map(GameType::to_string).collect::<Vec<_>>().join(",")),
                ("random-plies", plies.to_string()),
                ("balance", balance.map_or("inf".to_owned(), |balance| balance.to_string())),
                ("seed", seed.to_string()),
            ],
        }
    }
}

impl DuelRules {
    fn settings(&self) -> MatchSettings {
        let mut settings = vec![
            (
                "margin",
                self.margin.map_or("half".to_owned(), |margin| margin.as_secs_f64().to_string()),
            ),
            ("patience", self.patience.as_secs_f64().to_string()),
            ("max-plies", self.max_plies.to_string()),
        ];
        settings.extend(self.win.map(|rule| ("adjudicate-win", rule.to_string())));
        settings.extend(self.nodes_per_ms.map(|nodes| ("nodes-as-time", nodes.to_string())));
        settings.extend(self.draw.map(|rule| ("adjudicate-draw", rule.to_string())));
        settings
    }
}

impl MatchFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Gauntlet, Self::Knockout];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Knockout => "knockout",
        }
    }
}

/// The settings as the text of a tag: `--seed 1 --max-plies 400`.
pub fn write_settings(settings: &MatchSettings) -> String {
    let words = settings.iter().map(|(name, value)| format!("--{name} {value}"));
    as_tag(&words.collect::<Vec<_>>().join(" "))
}

/// The differences between the `written` settings and those of `here`, in words.
pub fn differences(written: &str, here: &str) -> Vec<String> {
    let (theirs, ours) = (parts(written), parts(here));
    let value = |settings: &[(String, String)], name: &str| {
        let found = settings.iter().find(|(other, _)| other == name);
        found.map_or("missing".to_owned(), |(_, value)| value.clone())
    };
    let mut names: Vec<&String> = ours.iter().map(|(name, _)| name).collect();
    names
        .extend(theirs.iter().map(|(name, _)| name).filter(|name| value(&ours, name) == "missing"));
    let differing = names.into_iter().filter(|name| value(&theirs, name) != value(&ours, name));
    differing
        .map(|name| {
            format!("--{name} is {} there, {} here", value(&theirs, name), value(&ours, name))
        })
        .collect()
}

/// Parses names and values.
fn parts(text: &str) -> Vec<(String, String)> {
    let words = text.strip_prefix("--").into_iter().flat_map(|text| text.split(" --"));
    let pair = |part: &str| {
        let (name, value) = part.split_once(' ').unwrap_or((part, ""));
        (name.to_owned(), value.to_owned())
    };
    words.map(pair).collect()
}

/// The text as a PGN tag can hold it.
fn as_tag(text: &str) -> String {
    let letters = text.chars().filter(|letter| !matches!(letter, '"' | '[' | ']'));
    letters
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named() {
        let text = |seed: &str, rule: Option<&str>| {
            let mut settings = vec![("seed", seed.to_owned()), ("max-plies", "400".to_owned())];
            settings.extend(rule.map(|rule| ("adjudicate-win", rule.to_owned())));
            write_settings(&settings)
        };
        assert_eq!(text("1", None), "--seed 1 --max-plies 400");
        assert!(differences(&text("1", None), &text("1", None)).is_empty());
        assert_eq!(
            differences(&text("1", Some("5,6")), &text("9", None)),
            ["--seed is 1 there, 9 here", "--adjudicate-win is 5,6 there, missing here"]
        );
        assert_eq!(differences("", "--seed 1"), ["--seed is missing there, 1 here"]);
    }

    #[test]
    fn a_tag_holds_what_it_can() {
        assert_eq!(as_tag(" a \"b c\"\n[d]"), "a b c d");
    }
}
