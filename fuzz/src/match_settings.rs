//! Any bytes as the settings of a match.

use settings_file::{Scalar, Setting, Settings, read};

#[path = "../../src/commands/match_games/settings_file.rs"]
mod settings_file;

/// A file of settings is read, or refused in one short line without terminal commands.
///
/// # Panics
///
/// If it is not.
pub fn match_settings(data: &[u8]) {
    match read(&String::from_utf8_lossy(data)) {
        Ok(Settings { engine, options }) => {
            let engines = engine.iter().inspect(|table| drop(table.command.clone()));
            let all = engines.flat_map(|table| &table.options).chain(&options);
            for (_, setting) in all {
                let scalars: Vec<&Scalar> = match setting {
                    &Setting::Flag(true | false) => vec![],
                    Setting::One(value) => vec![value],
                    Setting::List(values) => values.iter().collect(),
                    Setting::Table(entries) => entries.values().collect(),
                };
                for value in scalars {
                    drop(value.text());
                }
            }
        }
        Err(error) => {
            let told = error.to_string();
            assert!(!told.is_empty() && told.len() < 1000, "{told}");
            assert!(!told.contains(char::is_control), "{told:?}");
        }
    }
}
