//! Archives: many games in many files, read and worked on one after the other.
//!
//! - [`sources()`] finds the files that a command line names; [`Archive`] reads their games as
//!   a stream, so that a million of them need no more memory than one.
//! - A game or a file that cannot be read is [`Unreadable`]: it is named and left out, and
//!   stops nothing.
//! - [`read_through()`] reads them with many threads, and [`in_order()`] lets threads with a
//!   state of their own work on anything; both hand the results over in order.
//! - [`Fingerprint`] tells whether a game is the one that it was in an earlier run.
//!
//! Nothing here prints, and nothing writes files.

mod fingerprint;
mod ordered;
mod read_through;
mod reader;
mod sources;
mod unreadable;

pub use fingerprint::Fingerprint;
pub use ordered::in_order;
pub use read_through::{MadeOfGame, read_through};
pub use reader::{Archive, ArchiveText, ArchivedGame, Games, Texts};
pub use sources::{Source, SourceError, sources};
pub use unreadable::{Fault, Unreadable};
