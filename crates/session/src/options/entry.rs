//! Properties of an option that do not depend on its value.

/// Another engine's name for an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias {
    pub(super) name: &'static str,
    /// Translates the other engine's value; `None` keeps it.
    pub(super) translate: fn(&str) -> Option<String>,
}

/// Where an option takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// In the session, at the next use.
    OnSession,
    /// In the engine, which is reconfigured.
    OnEngine,
}

/// An option without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in the protocol.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    /// Whether it is a Boolean; otherwise it is an integer.
    pub is_bool: bool,
}
