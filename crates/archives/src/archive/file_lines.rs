//! The lines of a file in any encoding, with any line endings.

use std::io::{self, BufRead, BufReader, Read};

use waggle_hive_core::games::utf16_units;

/// The lines of a file one after the other, in UTF-8 if the file is in UTF-16.
pub(super) struct FileLines {
    source: Box<dyn BufRead>,
    /// The approximate number of file bytes per byte of the lines.
    width: u64,
    /// Whether the last line ended in a carriage return, which a line feed may follow.
    after_return: bool,
}

impl FileLines {
    pub(super) fn new(mut source: Box<dyn BufRead>) -> io::Result<Self> {
        let (source, width): (Box<dyn BufRead>, u64) = match utf16_units(source.fill_buf()?) {
            Some(unit) => {
                let text = Utf16 { source, unit, half: None, ready: io::Cursor::default() };
                (Box::new(BufReader::new(text)), 2)
            }
            None => (source, 1),
        };
        Ok(Self { source, width, after_return: false })
    }

    /// The next line without its end, which is LF, CRLF or CR; `None` at the end of the file.
    /// Counts the bytes that are read.
    pub(super) fn next(&mut self, bytes: &mut u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut is_end_of_file = true;
        loop {
            let chunk = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let Some(&first) = chunk.first() else { break };
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                self.source.consume(1);
                *bytes += self.width;
                continue;
            }
            is_end_of_file = false;
            let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(chunk.len());
            line.extend(chunk.iter().take(length));
            self.after_return = end.and_then(|end| chunk.get(end)) == Some(&b'\r');
            let used = length + usize::from(end.is_some());
            self.source.consume(used);
            *bytes += used as u64 * self.width;
            if end.is_some() {
                break;
            }
        }
        Ok((!is_end_of_file).then_some(line))
    }
}

/// Converts UTF-16 to UTF-8.
struct Utf16 {
    source: Box<dyn BufRead>,
    unit: fn([u8; 2]) -> u16,
    /// A high surrogate whose low one is still to come.
    half: Option<u16>,
    ready: io::Cursor<Vec<u8>>,
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const CHUNK: u64 = 8192;
        loop {
            let length = self.ready.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let mut bytes = Vec::new();
            self.source.by_ref().take(CHUNK).read_to_end(&mut bytes)?;
            let unit = |pair: &[u8]| match *pair {
                [one, other] => (self.unit)([one, other]),
                _ => 0xfffd,
            };
            let mut units: Vec<u16> = self.half.take().into_iter().collect();
            units.extend(bytes.chunks(2).map(unit));
            if units.is_empty() {
                return Ok(0);
            }
            if !bytes.is_empty() {
                self.half = units.pop_if(|last| matches!(last, 0xd800..=0xdbff));
            }
            let text = char::decode_utf16(units)
                .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
            self.ready = io::Cursor::new(text.collect::<String>().into_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines, and how many bytes were counted.
    fn lines(bytes: &[u8]) -> (Vec<String>, u64) {
        // A tiny buffer, so that ends of lines are torn.
        let source = BufReader::with_capacity(2, io::Cursor::new(bytes.to_vec()));
        let mut lines = FileLines::new(Box::new(source)).unwrap();
        let (mut found, mut count) = (vec![], 0);
        while let Some(line) = lines.next(&mut count).unwrap() {
            found.push(String::from_utf8(line).unwrap());
        }
        (found, count)
    }

    #[test]
    fn all_line_endings_are_understood() {
        for (text, expected) in [
            ("a\nb\r\nc\rd", &["a", "b", "c", "d"][..]),
            ("a\r\r\nb\r", &["a", "", "b"]),
            ("\n\na\r\n", &["", "", "a"]),
            ("", &[]),
        ] {
            let (found, count) = lines(text.as_bytes());
            assert_eq!(
                (found.as_slice(), count),
                (
                    &expected.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()[..],
                    text.len() as u64
                ),
                "{text:?}"
            );
        }
    }

    #[test]
    fn utf_16_is_converted_to_utf_8() {
        let text = format!("\u{feff}ann \u{1f41d}\r\n{}\u{1f41d}\n", "x".repeat(4087));
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
            let expected: Vec<&str> = text.lines().collect();
            assert_eq!(lines(&bytes).0, expected);
        }
        assert_eq!(lines(&[0xff, 0xfe, b'a', 0, 0]).0, ["\u{feff}a\u{fffd}"]);
    }
}
