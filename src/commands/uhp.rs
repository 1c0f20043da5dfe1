//! `waggle uhp`, and `waggle` alone: the engine on its standard streams.

use std::io::{self, IsTerminal as _, Write as _};

use waggle::search::{Searcher, Settings};
use waggle::uhp::Session;

use super::{book, interrupt, network};
use crate::cli::UhpArgs;
use crate::exit_code::ExitCode;

pub(crate) fn run(args: &UhpArgs) -> anyhow::Result<ExitCode> {
    interrupt::end_with_client()?;
    let options = args.options(network::options(args.networks())?)?;
    // The session sets the size of the table.
    let searcher = Searcher::new(&Settings { table_mib: 1, ..Settings::default() })?;
    let mut session: Session<Searcher> = Session::with_options(searcher, options)?;
    if let Some(path) = args.book() {
        session.set_book(book::read(path)?);
    }
    tell_a_person("waggle play");
    interrupt::serve(&mut session)
}

/// Tells a person at a terminal that the engine waits for UHP, and how to `play` instead.
pub(super) fn tell_a_person(play: &str) {
    if io::stdin().is_terminal() {
        // A closed error output leaves nothing to do.
        let _ = writeln!(
            io::stderr(),
            "This is the Universal Hive Protocol: `help` lists its commands, `exit` ends it. To play, \
             run `{play}`; `waggle --help` lists everything else."
        );
    }
}
