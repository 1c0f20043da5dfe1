//! `waggle board`: play and analyse in a browser, with this engine.

use std::io::ErrorKind;
use std::sync::mpsc;
use std::thread;

use anyhow::Context as _;
use waggle::board::{Board, BoardSettings, fragment};
use waggle::uhp::Options;

use super::terminal::{print, warn};
use super::{interrupt, network, position};
use crate::cli::BoardArgs;
use crate::exit_code::ExitCode;

/// A page has two sessions, so that a click never waits for a search.
const MAX_SESSIONS: usize = 8;

pub(crate) fn run(args: &BoardArgs) -> anyhow::Result<ExitCode> {
    let record = position::record(&args.position)?;
    let game = position::replayed(&args.position, &record)?;
    if !record.comments.is_empty() || !record.variations.is_empty() {
        warn("of a file the main line is shown: open it in the page for comments and variations");
    }
    let engine = args.engine.settings();
    let options = Options {
        threads: engine.threads,
        table_mib: engine.table_mib,
        ..network::options(args.network.network.as_deref())?
    };
    let (sender, end) = mpsc::channel();
    let requested = sender.clone();
    interrupt::on_request_to_end(move || {
        // If the program is already ending, nobody receives it.
        let _ = requested.send(Ok(ExitCode::Done));
    })?;
    let settings = BoardSettings {
        options,
        max_sessions: MAX_SESSIONS,
        public_address: args.public_address.clone().unwrap_or_default(),
    };
    let board = Board::listen(args.port, settings).map_err(|error| refusal(&error, args.port))?;
    let mut address = board.address().context("asking for the port")?;
    if args.position.position.is_some() || args.position.game_type.is_some() {
        address = format!("{address}#{}", fragment(&game));
    }
    thread::spawn(move || {
        let error = board.serve().err().map(anyhow::Error::from);
        let _ = sender.send(error.map_or(Ok(ExitCode::Done), Err));
    });
    print(&format!("{address}\nCtrl-C ends the board.\n"))?;
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        print(&format!("No browser could be opened ({error}): open the address in one.\n"))?;
    }
    // All sessions end with the process.
    end.recv().context("waiting for Ctrl-C")?.context("accepting connections")
}

/// Why the port could not be taken, and what helps.
fn refusal(error: &std::io::Error, port: u16) -> anyhow::Error {
    match error.kind() {
        ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {port} is in use, perhaps by another board; --port 0 picks a free one"
        ),
        ErrorKind::PermissionDenied => {
            anyhow::anyhow!("no permission to use port {port}; --port 0 picks a free one")
        }
        _ => anyhow::anyhow!("taking port {port}: {error}"),
    }
}
