//! Any bytes as the settings of a match.

use settings_file::{FileSettings, Scalar, Setting, Value, read};

#[path = "../../src/commands/match_games/settings_file.rs"]
mod settings_file;

/// A file of settings is read, or refused in one short line without terminal commands.
///
/// # Panics
///
/// If it is not.
pub fn match_settings(data: &[u8]) {
    match read(&String::from_utf8_lossy(data)) {
        Ok(FileSettings { engines, options }) => {
            let engines = engines.iter().inspect(|engine| drop(engine.command.clone()));
            let all = engines.flat_map(|engine| &engine.options).chain(&options);
            for Setting { line, name, value } in all {
                assert!(*line > 0, "{name}");
                let scalars: Vec<&Scalar> = match value {
                    &Value::Flag(true | false) => vec![],
                    Value::One(value) => vec![value],
                    Value::List(values) => values.iter().collect(),
                    Value::Table(entries) => entries.values().collect(),
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
