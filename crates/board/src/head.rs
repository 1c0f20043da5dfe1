//! The head of a request: method, path, query and headers.

use std::io::{self, Read};

use httparse::Status;

/// The longest head, in bytes.
const MAX_LEN: usize = 16 * 1024;
const MAX_HEADERS: usize = 100;

/// The bytes do not begin a request.
struct Invalid;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) method: String,
    /// Without the leading slash and the query.
    pub(super) path: String,
    pub(super) query: String,
    headers: Vec<(String, String)>,
    /// Whether bytes follow the head.
    pub(super) has_more: bool,
}

impl Head {
    /// Reads a head; `None` if it is invalid or too long.
    pub(super) fn read(source: &mut impl Read) -> io::Result<Option<Self>> {
        let mut bytes = [0; MAX_LEN];
        let mut length = 0;
        loop {
            // A head that is too long leaves no room, so this reads nothing.
            let count = source.read(bytes.get_mut(length..).unwrap_or_default())?;
            length += count;
            match Self::parse(bytes.get(..length).unwrap_or_default()) {
                Ok(None) if count > 0 => {}
                head => return Ok(head.ok().flatten()),
            }
        }
    }

    /// Parses a head; `None` if it is incomplete.
    fn parse(bytes: &[u8]) -> Result<Option<Self>, Invalid> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(bytes) {
            Ok(Status::Complete(length)) => {
                Self::of(&request, length < bytes.len()).map(Some).ok_or(Invalid)
            }
            Ok(Status::Partial) => Ok(None),
            Err(_) => Err(Invalid),
        }
    }

    fn of(request: &httparse::Request, has_more: bool) -> Option<Self> {
        let target = request.path?.strip_prefix('/')?;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let header = |header: &httparse::Header| {
            let value = std::str::from_utf8(header.value).ok()?;
            Some((header.name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        Some(Self {
            method: request.method?.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: request.headers.iter().map(header).collect::<Option<_>>()?,
            has_more,
        })
    }

    /// The value of the header with this name, in lower case; `None` if it is missing or repeated.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|header| header.0 == name);
        let value = values.next()?;
        values.next().is_none().then_some(&value.1)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|header| header.0 == name)
    }

    /// The value of a query parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters =
            self.query.split('&').filter_map(|parameter| parameter.split_once('='));
        parameters.find(|parameter| parameter.0 == name).map(|parameter| parameter.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Head> {
        Head::read(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn a_request_is_parsed() {
        let head =
            read("GET /session?token=a%20b&x=1 HTTP/1.1\r\nHost: here\r\nA: 1\r\na: 2\r\n\r\n");
        let head = head.unwrap();
        assert_eq!((head.method.as_str(), head.path.as_str()), ("GET", "session"));
        assert_eq!(head.parameter("token"), Some("a%20b"));
        assert_eq!((head.header("host"), head.header("b")), (Some("here"), None));
        assert_eq!((head.header("a"), head.has("a")), (None, true), "which of the two?");
    }

    #[test]
    fn invalid_requests_are_none() {
        for text in ["", "GET / HTTP/1.1\r\n", "hello\r\n\r\n", "GET x HTTP/1.1\r\n\r\n"] {
            assert_eq!(read(text), None, "{text}");
        }
        let long = format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "x".repeat(MAX_LEN));
        assert_eq!(read(&long), None);
    }
}
