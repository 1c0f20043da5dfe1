//! `waggle book`: builds, merges and inspects opening books.

mod build;
mod merge;
mod searches;
mod show;

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use waggle::book::Book;

use crate::cli::{BookArgs, BookVerb};
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &BookArgs) -> anyhow::Result<ExitCode> {
    match &args.verb {
        BookVerb::Build(args) => build::run(args),
        BookVerb::Merge(args) => merge::run(args),
        BookVerb::Show(args) => show::run(args),
    }
}

pub(crate) fn read(path: &Path) -> anyhow::Result<Book> {
    let reading = || format!("reading the book `{}`", path.display());
    let bytes = fs::read(path).with_context(reading)?;
    Book::from_bytes(&bytes).with_context(reading)
}
