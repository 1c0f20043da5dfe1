//! Archives: many games in many files, streamed and processed in order.
//!
//! - [`sources()`] finds the files named on a command line; [`Archive`] streams their games, so
//!   a million games need no more memory than one.
//! - [`Filter`] selects games by their [`Facts`]; a repeated game, recognised by its site's id,
//!   counts once.
//! - A game or file that cannot be read yields [`Unreadable`], and reading continues.
//! - [`read_through()`] reads games on several threads; [`in_order()`] processes any items on
//!   threads that each have their own state. Both deliver results in order.
//! - [`Fingerprint`] recognises a game from an earlier run.
//!
//! Nothing here prints or writes files.

mod facts;
mod file_lines;
mod filter;
mod fingerprint;
mod ordered;
mod read_through;
mod reader;
mod repeats;
mod sources;
mod unreadable;
mod walk;
mod zipped;

pub use facts::{Facts, Speed};
pub use filter::{Bots, Filter};
pub use fingerprint::Fingerprint;
pub use ordered::in_order;
pub use read_through::read_through;
pub use reader::{Archive, ArchiveText, ArchivedGame, Games, Texts};
pub use sources::{Source, SourceError, sources};
pub use unreadable::{ReadFault, Unreadable};
pub use zipped::{ZippedFiles, begins_zip};
