//! `bench --depth N` for the library alone, since the whole program takes long to cross-compile: prints the number of
//! nodes. Compiled by `.ci/signature`.

use std::error::Error;

use waggle::analysis::{bench_positions, bench_search};
use waggle::eval::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().last().unwrap_or_default().parse()?;
    let mut nodes = 0;
    for (_, game) in bench_positions() {
        nodes += bench_search(&game, depth, 1, &Network::default())?.nodes;
    }
    println!("Bench: {nodes}");
    Ok(())
}
