//! Lines from an untrusted source: any bytes of any length; the only errors are I/O errors.

use std::io::{self, BufRead};

use waggle_hive_core::text::printable;

/// The byte order mark, which some programs write before their first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line without its line ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text; invalid UTF-8 and control characters are replaced.
    pub text: String,
    /// The line was too long, and `text` is its beginning.
    pub cut: bool,
}

/// Reads lines of a bounded length.
#[derive(Debug)]
pub struct LineReader<R> {
    source: R,
    longest: usize,
    at_start: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `source`; keeps at most `longest` bytes of each line.
    pub fn new(source: R, longest: usize) -> Self {
        Self { source, longest, at_start: true }
    }

    /// The next line, or `None` at the end of the input.
    ///
    /// Lines end with LF or CRLF. A byte order mark before the first line is skipped, and the last
    /// line needs no ending.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let Some((bytes, cut)) = self.next_bytes()? else { return Ok(None) };
        Ok(Some(Line { text: printable(&String::from_utf8_lossy(&bytes)).into_owned(), cut }))
    }

    /// The same as the bytes that it has, and whether it was too long.
    pub fn next_bytes(&mut self) -> io::Result<Option<(Vec<u8>, bool)>> {
        let mut bytes = Vec::new();
        let mut cut = false;
        let mut touched = false;
        loop {
            let chunk = match self.source.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            touched = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let used = end.unwrap_or(chunk.len());
            let room = self.longest.saturating_sub(bytes.len());
            cut |= used > room;
            bytes.extend(chunk.iter().take(used.min(room)));
            self.source.consume(used + usize::from(end.is_some()));
            if end.is_some() {
                break;
            }
        }
        if !touched {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if self.at_start && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        self.at_start = false;
        Ok(Some((bytes, cut)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], longest: usize) -> Vec<Line> {
        // A tiny buffer, so that lines span several reads.
        let mut reader = LineReader::new(io::BufReader::with_capacity(3, bytes), longest);
        std::iter::from_fn(|| reader.next_line().unwrap()).collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        read(bytes, 100).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_end_with_lf_crlf_or_the_input() {
        assert_eq!(texts(b"info\r\nplay wS1\n\npass"), ["info", "play wS1", "", "pass"]);
        assert_eq!(texts(b"pass\n"), ["pass"]);
        assert_eq!(texts(b""), [""; 0]);
    }

    #[test]
    fn a_byte_order_mark_is_stripped_from_the_first_line_only() {
        assert_eq!(texts(b"\xef\xbb\xbfinfo\n\xef\xbb\xbfinfo\n"), ["info", "\u{feff}info"]);
    }

    #[test]
    fn invalid_utf8_and_control_characters_are_replaced() {
        assert_eq!(texts(b"a\xff\0b\x1b[2J\n"), ["a\u{fffd}\u{fffd}b\u{fffd}[2J"]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_not() {
        let lines = read(b"abcdefghij\nxyz\n", 5);
        assert_eq!(lines[0], Line { text: "abcde".to_owned(), cut: true });
        assert_eq!(lines[1], Line { text: "xyz".to_owned(), cut: false });
    }
}
