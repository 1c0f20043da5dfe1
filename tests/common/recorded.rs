//! Positions recorded from random games, with their legal moves.
//!
//! Two independent programs agreed on each of them. A line of `tests/data/positions.jsonl` is an object
//! with `i`, a name; `g`, a GameString; `s`, the state; and `m`, the moves: `piece cell cell ...;piece
//! cell ...`, where a cell is `q,r` relative to the first piece of the game, with `^h` on top of `h`
//! pieces.

use std::collections::BTreeSet;

/// One line of the file.
pub struct Recorded {
    pub name: String,
    pub game_string: String,
    pub state: String,
    /// The moves as the plain rules print them: `bB1 0,-2^1`, or `pass`.
    pub moves: BTreeSet<String>,
}

/// All recorded positions.
pub fn positions() -> Vec<Recorded> {
    include_str!("../data/positions.jsonl").lines().map(parse).collect()
}

fn parse(line: &str) -> Recorded {
    let object: serde_json::Value = serde_json::from_str(line).expect("a line is a JSON object");
    let text = |key: &str| object[key].as_str().expect("its values are texts").to_owned();
    let moves = text("m")
        .split(';')
        .filter(|group| !group.is_empty())
        .flat_map(|group| {
            let mut words = group.split(' ');
            let piece = words.next().unwrap_or_default().to_owned();
            let cells: Vec<String> = words.map(|cell| format!("{piece} {cell}")).collect();
            if cells.is_empty() { vec![piece] } else { cells }
        })
        .collect();
    Recorded { name: text("i"), game_string: text("g"), state: text("s"), moves }
}
