//! What an entry of the table of options says.

use super::Options;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) aliases: &'static [Alias],
    pub(super) meaning: &'static str,
    pub(super) scope: Scope,
    pub(super) effect: Effect,
    pub(super) value: Value,
}

/// The name that another engine has for an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias {
    pub(super) name: &'static str,
    /// The other engine's value as ours; `None` if there is nothing to translate.
    pub(super) translate: fn(&str) -> Option<String>,
}

/// The games in which an option means something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Hive.
    #[default]
    Hive,
    /// Hive, and any other game.
    EveryGame,
}

/// Where an option takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The session reads it when needed.
    OnSession,
    /// The engine must be configured anew.
    OnEngine,
}

/// The type of an option and the field that holds its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Bool(fn(&mut Options) -> &mut bool),
    Int { field: fn(&mut Options) -> &mut usize, min: usize, max: usize },
}

/// What is known of an option whatever it is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in the protocol.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    /// Whether it is either true or false; if not, it is a whole number.
    pub is_bool: bool,
}
