//! Where lines go that are printed before the reply is complete.

/// Prints lines while a command runs.
pub trait Outlet {
    /// A line of the reply.
    fn line(&mut self, line: &str);

    /// A line for people who watch; not part of the protocol.
    fn note(&mut self, line: &str);
}
