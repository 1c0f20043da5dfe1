//! The files of games in a zip, one at a time in memory.

use std::collections::VecDeque;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use waggle_hive_core::games::Format;
use waggle_hive_core::text::one_line;
use zip::ZipArchive;

/// The maximum bytes of a file in a zip: a small zip can expand to more than fits into memory.
const LARGEST: u64 = 256 << 20;

/// The signatures of zips: with a file, and empty.
const SIGNATURES: [[u8; 4]; 2] = [*b"PK\x03\x04", *b"PK\x05\x06"];

pub(super) fn has_zip_name(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Whether these bytes are the first of a zip.
pub fn begins_zip(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(|first| SIGNATURES.contains(first))
}

/// The files of games that are left in a zip.
#[derive(Debug)]
pub struct ZippedFiles<R> {
    zip: ZipArchive<R>,
    /// The name of the zip, as shown in messages.
    name: Arc<str>,
    /// The names of the files and their places, in order.
    left: VecDeque<(String, usize)>,
}

impl<R: Read + Seek> ZippedFiles<R> {
    /// Opens a zip, which messages call `name`.
    pub fn open(zip: R, name: &Arc<str>) -> io::Result<Self> {
        let zip = ZipArchive::new(zip)?;
        let names = (0..zip.len())
            .filter_map(|place| Some((zip.name_for_index(place)?.ok()?.into_owned(), place)));
        let is_hidden =
            |name: &str| name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        let mut left: Vec<(String, usize)> = names
            .filter(|(name, _)| Format::of_name(Path::new(name)).is_some() && !is_hidden(name))
            .collect();
        left.sort();
        if left.is_empty() {
            return Err(io::Error::other("the zip holds no file of games"));
        }
        Ok(Self { zip, name: Arc::clone(name), left: left.into() })
    }

    /// The next file: its name, after that of the zip, and its content. Counts its bytes in the zip.
    pub fn next_file(&mut self, bytes: &mut u64) -> Option<(Arc<str>, io::Result<Vec<u8>>)> {
        let (name, place) = self.left.pop_front()?;
        let name = format!("{}/{}", self.name, one_line(&name)).into();
        Some((name, self.unpack(place, bytes)))
    }

    fn unpack(&mut self, place: usize, bytes: &mut u64) -> io::Result<Vec<u8>> {
        let file = self.zip.by_index(place)?;
        *bytes += file.compressed_size();
        let mut unpacked = vec![];
        file.take(LARGEST + 1).read_to_end(&mut unpacked)?;
        if unpacked.len() as u64 > LARGEST {
            return Err(io::Error::other("it is larger than 256 MiB when unpacked"));
        }
        Ok(unpacked)
    }
}
