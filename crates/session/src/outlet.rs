//! Output before the reply is complete.

/// Prints lines while a command runs.
pub trait Outlet {
    /// A line of the reply.
    fn line(&mut self, line: &str);

    /// A line for people, outside the protocol.
    fn note(&mut self, line: &str);
}
