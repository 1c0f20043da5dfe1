//! What the table of options says about an option, whatever it is set to.

/// The name that another engine has for an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias {
    pub(super) name: &'static str,
    /// The other engine's value as ours; `None` if there is nothing to translate.
    pub(super) translate: fn(&str) -> Option<String>,
}

/// Where an option takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The session reads it when needed.
    OnSession,
    /// The engine must be configured anew.
    OnEngine,
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
