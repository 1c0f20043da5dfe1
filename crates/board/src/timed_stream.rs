//! A connection with a deadline for reading.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection that can be read until a deadline, however slowly its bytes arrive. A read timeout
/// alone starts anew with each byte.
#[derive(Debug)]
pub(super) struct TimedStream<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> TimedStream<'a> {
    pub(super) fn new(stream: &'a TcpStream, timeout: Duration) -> Self {
        Self { stream, deadline: Instant::now() + timeout }
    }
}

impl Read for TimedStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

impl Write for TimedStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
