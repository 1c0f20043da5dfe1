//! The log of the operator.

use std::io::{self, Write};

use crate::stamp::Stamp;

pub(super) fn write(log: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(log, "{} {line}", Stamp::now())?;
    log.flush()
}
