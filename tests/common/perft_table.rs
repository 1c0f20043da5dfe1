//! Perft counts of other engines, `tests/data/perft.csv`: GameString, depth, leaf nodes.

/// One line of the table.
pub struct Count {
    pub game_string: String,
    pub depth: u32,
    pub nodes: u64,
}

/// All lines of the table with at most this many leaf nodes.
pub fn counts_up_to(max_nodes: u64) -> Vec<Count> {
    let lines = include_str!("../data/perft.csv").lines().skip(1);
    lines.map(parse).filter(|count| count.nodes <= max_nodes).collect()
}

fn parse(line: &str) -> Count {
    let mut fields = line.split('\t');
    let mut next = || fields.next().expect("a line has three fields");
    Count {
        game_string: next().to_owned(),
        depth: next().parse().expect("a depth"),
        nodes: next().parse().expect("a node count"),
    }
}
