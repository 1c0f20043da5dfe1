//! A UHP session for JavaScript: lines in, lines out, on the calling thread.
//!
//! `web/build` builds it into the npm package in `web/npm` and into the page.

use js_sys::Function;
use waggle_hive_core::rules::Game;
use waggle_hive_engine::analysis::{BENCH_DEPTH, bench_positions, bench_search};
use waggle_hive_engine::eval::Network;
use waggle_hive_engine::people::Model;
use waggle_hive_engine::search::{Instant, Searcher, Settings};
use waggle_hive_session::{Answer, Options, Outlet, Reply, Session};
use wasm_bindgen::prelude::*;

/// A session with a single-threaded engine.
#[wasm_bindgen]
pub struct Engine {
    session: Session<Searcher, Game>,
}

#[wasm_bindgen]
impl Engine {
    /// A session with a transposition table of this size.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    #[wasm_bindgen(constructor)]
    pub fn new(table_size_mib: usize) -> Result<Engine, JsError> {
        let table_mib = table_size_mib.max(1);
        let searcher = Searcher::new(&Settings { table_mib, ..Settings::default() })?;
        let options = Options { table_mib, threads: 1, ..Options::default() };
        Ok(Self { session: Session::with_options(searcher, options)? })
    }

    /// The greeting of a new session, line by line.
    pub fn greet(&self, on_line: &Function) {
        print(&self.session.info(), on_line);
    }

    /// Executes a line, and passes each line of the reply, `ok` last, to `on_line` as soon as it
    /// is available. Returns false after `exit`.
    pub fn send(&mut self, line: &str, on_line: &Function) -> bool {
        match self.session.execute(line, Instant::now(), &mut Lines { on_line }) {
            Answer::Silence => true,
            Answer::Reply(reply) => {
                print(&reply, on_line);
                true
            }
            Answer::Exit => false,
        }
    }
}

/// The bench signature at a depth, by default that of `waggle bench`: equal signatures mean that
/// two builds search alike.
///
/// # Errors
///
/// If there is not enough memory.
#[wasm_bindgen]
pub fn bench(depth: Option<u8>) -> Result<f64, JsError> {
    let (mut nodes, network, depth) = (0, Network::default(), depth.unwrap_or(BENCH_DEPTH));
    for (_, game) in bench_positions() {
        nodes += bench_search(&game, depth, 1, &network)?.nodes;
    }
    Ok(nodes as f64)
}

/// Makes the file `own.people` the model of people's moves, by which levels 1 to 8 choose, reviews say what is hard to find, and
/// `analyze people` answers.
///
/// # Errors
///
/// If it is no such model.
#[wasm_bindgen(js_name = learnPeople)]
pub fn learn_people(file: &[u8]) -> Result<(), JsError> {
    Model::from_bytes(file)?.become_own();
    Ok(())
}

/// Passes lines to JavaScript while a command runs.
struct Lines<'a> {
    on_line: &'a Function,
}

impl Outlet for Lines<'_> {
    fn line(&mut self, line: &str) {
        hand_over(line, self.on_line);
    }

    /// Notes are for a terminal; there is none.
    fn note(&mut self, _line: &str) {}
}

fn print(reply: &Reply, on_line: &Function) {
    for line in reply.to_string().lines() {
        hand_over(line, on_line);
    }
}

fn hand_over(line: &str, on_line: &Function) {
    // Exceptions of the listener are ignored.
    let _ = on_line.call1(&JsValue::NULL, &JsValue::from_str(line));
}
