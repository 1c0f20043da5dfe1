//! The settings: a TOML file, and the environment for secrets.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, thread};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use waggle_hive_core::notation::parse_game_type;
use waggle_hive_core::rules::GameType;
use waggle_hive_core::text::{in_words, one_line};
use waggle_hive_engine::levels::{HIGHEST, LOWEST, Level};

use super::quiet_times::QuietTimes;
use super::secret::{Credentials, Secret};
use super::site::Site;

/// The password of the bot's account.
const PASSWORD: &str = "WAGGLE_HIVEGAME_PASSWORD";
/// A personal token of that account, instead of the password.
const TOKEN: &str = "WAGGLE_HIVEGAME_TOKEN";
/// The shared secret of the workers.
const SECRET: &str = "WAGGLE_HIVEGAME_SECRET";

/// The settings of a bot and a worker.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// The site; hivegame.com by default.
    #[serde(default)]
    pub site: Site,
    /// Certificate authorities, as PEM, that are trusted instead of those of browsers.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
    /// The settings of `waggle hivegame bot`.
    #[serde(default)]
    pub bot: Option<BotSettings>,
    /// The settings of `waggle hivegame worker`.
    #[serde(default)]
    pub worker: Option<WorkerSettings>,
    /// How long the bot waits for the site; not in the file.
    #[serde(skip)]
    pub waits: Waits,
}

/// How long the bot waits for the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// For the answer to its sign-in, before it uses the older interface.
    pub sign_in: Duration,
    /// Before its second attempt to connect; later ones wait longer.
    pub retry: Duration,
    /// Between two looks through the older interface, a second as the site's own bots do.
    pub look: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        let [sign_in, retry, look] = [10, 2, 1].map(Duration::from_secs);
        Self { sign_in, retry, look }
    }
}

/// The settings of the bot. `docs/hivegame.md` describes them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/hivegame.md` describes the fields")]
#[expect(clippy::struct_excessive_bools, reason = "they are switches of a file")]
pub struct BotSettings {
    pub email: String,
    pub password_file: Option<PathBuf>,
    pub token_file: Option<PathBuf>,
    #[serde(deserialize_with = "level")]
    pub level: Level,
    pub network: Option<PathBuf>,
    #[serde(deserialize_with = "count")]
    pub threads: usize,
    #[serde(deserialize_with = "count")]
    pub table_mib: usize,
    pub book: bool,
    pub ponder: bool,
    #[serde(deserialize_with = "count")]
    pub games: usize,
    #[serde(deserialize_with = "count")]
    pub games_per_opponent: usize,
    #[serde(deserialize_with = "types")]
    pub types: Vec<GameType>,
    pub speeds: Vec<Speed>,
    pub rated: Rated,
    pub rating: [f64; 2],
    pub bots: bool,
    pub public: bool,
    pub takebacks: Takebacks,
    pub draw_at: f64,
    #[serde(deserialize_with = "seconds")]
    pub untimed_seconds: f64,
    #[serde(deserialize_with = "seconds")]
    pub max_seconds: f64,
    #[serde(deserialize_with = "seconds")]
    pub lag_seconds: f64,
    #[serde(deserialize_with = "seconds")]
    pub check_seconds: f64,
}

/// The settings of the worker. `docs/hivegame.md` describes them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "`docs/hivegame.md` describes the fields")]
pub struct WorkerSettings {
    #[serde(deserialize_with = "worker_name")]
    pub name: String,
    pub secret_file: Option<PathBuf>,
    pub auto: bool,
    #[serde(deserialize_with = "count")]
    pub jobs: usize,
    #[serde(deserialize_with = "nodes_in_range")]
    pub nodes: u64,
    #[serde(deserialize_with = "count")]
    pub table_mib: usize,
    pub quiet: QuietTimes,
    #[serde(deserialize_with = "seconds")]
    pub poll_seconds: f64,
}

impl Default for BotSettings {
    fn default() -> Self {
        Self {
            email: String::new(),
            password_file: None,
            token_file: None,
            level: Level::FULL,
            network: None,
            threads: thread::available_parallelism().map_or(1, usize::from),
            table_mib: 256,
            book: true,
            ponder: true,
            games: 4,
            games_per_opponent: 1,
            types: GameType::ALL.to_vec(),
            speeds: vec![Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classic],
            rated: Rated::Both,
            rating: [0.0, 4000.0],
            bots: false,
            public: false,
            takebacks: Takebacks::Casual,
            draw_at: 0.0,
            untimed_seconds: 10.0,
            max_seconds: 60.0,
            lag_seconds: 0.3,
            check_seconds: 60.0,
        }
    }
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self {
            name: String::new(),
            secret_file: None,
            auto: true,
            jobs: 1,
            nodes: 20_000,
            table_mib: 256,
            quiet: QuietTimes::default(),
            poll_seconds: 5.0,
        }
    }
}

/// The site's classes of time controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the words of the site")]
pub enum Speed {
    Bullet,
    Blitz,
    Rapid,
    Classic,
    Correspondence,
    Untimed,
}

/// Which games the bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is its word")]
pub enum Rated {
    Both,
    Rated,
    Casual,
}

/// In which games the opponent may take back a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is its word")]
pub enum Takebacks {
    Always,
    Casual,
    Never,
}

/// Why settings are invalid.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what they mean")]
pub enum SettingsError {
    #[error("reading {what} from `{}`", path.display())]
    File { what: &'static str, path: PathBuf, source: std::io::Error },
    #[error("{0}")]
    Field(String),
    #[error("expected a table [{0}]")]
    Missing(&'static str),
    #[error("expected the environment variable {variable}, or the file `{table}.{field}` names")]
    NoSecret { variable: &'static str, table: &'static str, field: &'static str },
}

impl SiteSettings {
    /// Reads a file of settings.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let text = fs::read_to_string(path).map_err(|source| SettingsError::File {
            what: "settings",
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text)
    }

    /// Parses the text of a settings file.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let wrong = |place: String, reason: &str| {
            // It may quote text with line breaks or control characters.
            let reason = one_line(&in_words(reason));
            let reason: String = reason.chars().take(200).collect();
            SettingsError::Field(format!("{place}{reason}"))
        };
        let source = toml::Deserializer::parse(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            wrong(format!("line {line}: "), error.message())
        })?;
        let settings: Self = serde_path_to_error::deserialize(source).map_err(|error| {
            let path = match error.path().to_string() {
                path if path == "." => String::new(),
                path => format!("{path}: "),
            };
            wrong(path, error.inner().message())
        })?;
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), SettingsError> {
        if self.worker.as_ref().is_some_and(|worker| worker.name.is_empty()) {
            return Err(SettingsError::Field("worker: missing field `name`".to_owned()));
        }
        let Some(bot) = &self.bot else { return Ok(()) };
        let [least, most] = bot.rating;
        let wrong = if bot.email.is_empty() {
            "bot: missing field `email`"
        } else if least > most || !least.is_finite() || !most.is_finite() {
            "bot.rating: expected the lowest and the highest rating, such as [800, 2400]"
        } else if bot.types.is_empty() {
            "bot.types: expected at least one type, such as [\"Base+MLP\"]"
        } else if bot.speeds.is_empty() {
            "bot.speeds: expected at least one speed, such as [\"Blitz\"]"
        } else if !bot.draw_at.is_finite() {
            "bot.draw_at: expected a score in liberties"
        } else {
            return Ok(());
        };
        Err(SettingsError::Field(wrong.to_owned()))
    }

    /// The settings of the bot and how it signs in: with a personal token if there is one.
    pub fn of_bot(&self) -> Result<(&BotSettings, Credentials), SettingsError> {
        let bot = self.bot.as_ref().ok_or(SettingsError::Missing("bot"))?;
        let file = bot.token_file.as_deref();
        if file.is_some() || env::var_os(TOKEN).is_some() {
            let token = secret("the token", TOKEN, ("bot", "token_file"), file)?;
            return Ok((bot, Credentials::Token(token)));
        }
        let file = bot.password_file.as_deref();
        let password = secret("the password", PASSWORD, ("bot", "password_file"), file)?;
        Ok((bot, Credentials::Password(password)))
    }

    /// The settings of the worker and the secret that the workers share.
    pub fn of_worker(&self) -> Result<(&WorkerSettings, Secret), SettingsError> {
        let worker = self.worker.as_ref().ok_or(SettingsError::Missing("worker"))?;
        let file = worker.secret_file.as_deref();
        Ok((worker, secret("the secret", SECRET, ("worker", "secret_file"), file)?))
    }
}

/// The secret in this environment variable, otherwise in this file.
fn secret(
    what: &'static str,
    variable: &'static str,
    (table, field): (&'static str, &'static str),
    file: Option<&Path>,
) -> Result<Secret, SettingsError> {
    let text =
        match (env::var(variable), file) {
            (Ok(text), _) => text,
            (Err(_), Some(path)) => fs::read_to_string(path)
                .map_err(|source| SettingsError::File { what, path: path.to_owned(), source })?,
            (Err(_), None) => return Err(SettingsError::NoSecret { variable, table, field }),
        };
    Ok(Secret::new(&text))
}

fn level<'de, D: Deserializer<'de>>(source: D) -> Result<Level, D::Error> {
    let number = usize::deserialize(source)?;
    Level::new(number)
        .ok_or_else(|| D::Error::custom(format!("expected a level from {LOWEST} to {HIGHEST}")))
}

fn count<'de, D: Deserializer<'de>>(source: D) -> Result<usize, D::Error> {
    match usize::deserialize(source)? {
        count @ 1..=65_536 => Ok(count),
        _ => Err(D::Error::custom("expected a whole number from 1 to 65536")),
    }
}

fn nodes_in_range<'de, D: Deserializer<'de>>(source: D) -> Result<u64, D::Error> {
    match u64::deserialize(source)? {
        nodes @ 1..=1_000_000_000 => Ok(nodes),
        _ => Err(D::Error::custom("expected a whole number from 1 to 1000000000")),
    }
}

fn seconds<'de, D: Deserializer<'de>>(source: D) -> Result<f64, D::Error> {
    match f64::deserialize(source)? {
        seconds if (0.01..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err(D::Error::custom("expected seconds from 0.01 to 86400")),
    }
}

fn types<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<GameType>, D::Error> {
    let names = Vec::<String>::deserialize(source)?;
    names.iter().map(|name| parse_game_type(name).map_err(D::Error::custom)).collect()
}

fn worker_name<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let name = String::deserialize(source)?;
    match name.len() {
        1..=64 => Ok(name),
        _ => Err(D::Error::custom("expected a name of 1 to 64 bytes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: &str = "[bot]\nemail = 'bot@example.org'\n";

    fn error(text: &str) -> String {
        SiteSettings::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_bot_needs_only_its_account() {
        let settings = SiteSettings::parse(BOT).unwrap();
        let bot = settings.bot.unwrap();
        assert_eq!((bot.games, bot.level, bot.types.len()), (4, Level::FULL, 8));
        assert_eq!(settings.site, Site::default());
        assert_eq!(bot.takebacks, Takebacks::Casual);
        assert!(!bot.bots && !bot.public && bot.ponder && bot.book);
    }

    #[test]
    fn everything_can_be_set() {
        let text = "site = 'http://127.0.0.1:3000'\nca_file = 'c'\n[bot]\nemail = 'b'\npassword_file = 'p'\ntoken_file = 't'\nlevel = 5\nnetwork = 'n'\n\
            threads = 2\ntable_mib = 64\nbook = false\nponder = false\ngames = 2\ngames_per_opponent = 2\n\
            types = ['MLP', 'Base']\nspeeds = ['Blitz', 'Untimed']\nrated = 'casual'\nrating = [800, 2400.5]\n\
            bots = true\npublic = true\ntakebacks = 'never'\ndraw_at = -0.5\nuntimed_seconds = 3\n\
            max_seconds = 20\nlag_seconds = 0.1\ncheck_seconds = 30\n[worker]\nname = 'w'\nsecret_file = 's'\nauto = false\n\
            jobs = 3\nnodes = 5000\ntable_mib = 32\nquiet = ['08:00-22:00']\npoll_seconds = 1\n";
        let settings = SiteSettings::parse(text).unwrap();
        assert_eq!(settings.bot.unwrap().speeds, [Speed::Blitz, Speed::Untimed]);
        assert_eq!(settings.worker.unwrap().jobs, 3);
    }

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        for (more, start) in [
            ("games = 0", "bot.games: expected a whole number from 1 to 65536"),
            (
                "games = 'x'",
                "bot.games: invalid type: string \"x\", expected a whole number of 0 or more",
            ),
            ("gamez = 1", "bot.gamez: unknown field `gamez`"),
            ("level = 14", "bot.level: expected a level from 1 to 13"),
            ("types = ['XYZ']", "bot.types: "),
            ("types = []", "bot.types: expected at least one"),
            ("speeds = ['Hyper']", "bot.speeds[0]: unknown variant `Hyper`"),
            ("rating = [9, 1]", "bot.rating: expected the lowest"),
            ("rated = 'never'", "bot.rated: unknown variant"),
            ("lag_seconds = -1", "bot.lag_seconds: expected seconds"),
            ("password = 'x'", "bot.password: unknown field"),
            ("[worker]", "worker: missing field `name`"),
            ("[worker]\nname = ''", "worker.name: expected a name of 1 to 64 bytes"),
            ("[worker]\nname = 'a'\nquiet = ['8']", "worker.quiet: expected times of day"),
            ("x = [", "line 3: "),
        ] {
            let error = error(&format!("{BOT}{more}"));
            assert!(error.starts_with(start), "{more}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
        assert!(error("site = 'http://hivegame.com'").starts_with("site: expected `https://`"));
        assert_eq!(error("[bot]"), "bot: missing field `email`");
    }

    #[test]
    fn a_secret_comes_from_a_file_if_not_from_the_environment() {
        let settings = SiteSettings::parse(BOT).unwrap();
        let missing = settings.of_bot().unwrap_err().to_string();
        assert!(missing.contains(PASSWORD) && missing.contains("bot.password_file"), "{missing}");
        let path = env::temp_dir().join(format!("waggle-secret-{}", std::process::id()));
        fs::write(&path, "hunter2\n").unwrap();
        let mut with_file = settings.clone();
        with_file.bot.as_mut().unwrap().password_file = Some(path.clone());
        let hunter = Secret::new("hunter2");
        assert_eq!(with_file.of_bot().unwrap().1, Credentials::Password(hunter.clone()));
        // A token goes before the password.
        let mut with_token = with_file.clone();
        with_token.bot.as_mut().unwrap().token_file = Some(path.clone());
        assert_eq!(with_token.of_bot().unwrap().1, Credentials::Token(hunter));
        fs::remove_file(&path).unwrap();
        assert!(with_file.of_bot().unwrap_err().to_string().starts_with("reading the password"));
        assert!(settings.of_worker().unwrap_err().to_string().contains("[worker]"));
    }
}
