//! Any bytes as logs of Board Game Arena.

use waggle::games::{IncrementalReader, bga, decode};

/// Every log is read alike as a whole and line by line, and its moves survive being written.
///
/// # Panics
///
/// If they do not.
pub fn arena_logs(data: &[u8]) {
    let text = decode(data.to_vec()).replace('\r', "");
    let games = bga::FORMAT.read(&text);
    let mut reader = IncrementalReader::new(&bga::FORMAT);
    let mut by_lines: Vec<_> = text.lines().flat_map(|line| reader.push(line.as_bytes())).collect();
    by_lines.extend(reader.finish());
    assert_eq!(by_lines, games);
    for record in games.into_iter().flatten() {
        let log = bga::write(&record).expect("its moves are legal");
        let again = bga::read(&log);
        let moves = again.first().map(|game| game.as_ref().map(|game| &game.moves));
        assert_eq!(moves, Some(Ok(&record.moves)), "{log}");
    }
}
