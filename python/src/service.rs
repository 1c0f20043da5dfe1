//! The analysis service in this process, for `waggle.AsyncEngine`.

use std::io::{self, PipeWriter, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use waggle_hive_service::{ServiceSettings, serve};

use crate::engine::{MAX_MIB, MAX_THREADS, engine_error, same_process, within};

/// A running service: lines of JSON in and out, as `docs/service.md` describes them.
#[pyclass(module = "waggle._waggle")]
pub(crate) struct NativeService {
    /// `None` once it is closed.
    queries: Mutex<Option<PipeWriter>>,
    answers: Mutex<Receiver<Vec<u8>>>,
    process: u32,
}

/// Sends each answer on; the service writes them one by one.
struct Answers(Sender<Vec<u8>>);

impl Write for Answers {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[pymethods]
impl NativeService {
    #[new]
    fn new(threads: i64, table_mib: i64, max_queries: usize) -> PyResult<Self> {
        let settings = ServiceSettings {
            threads: within("threads", threads, MAX_THREADS)?,
            table_mib: within("MiB of the table", table_mib, MAX_MIB)?,
            max_queries,
            // It is the caller's memory.
            max_bytes: usize::MAX,
        };
        let (input, queries) = io::pipe()?;
        let (sender, answers) = channel();
        let service = move || {
            // It ends without an error when either end is closed.
            let _ = serve(settings, input, Answers(sender));
        };
        thread::Builder::new().name("waggle-service".to_owned()).spawn(service)?;
        let queries = Mutex::new(Some(queries));
        Ok(Self { queries, answers: Mutex::new(answers), process: std::process::id() })
    }

    /// Sends a query.
    fn send(&self, py: Python<'_>, line: Vec<u8>) -> PyResult<()> {
        same_process(self.process)?;
        py.detach(|| {
            let mut queries = self.queries.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut *queries {
                Some(queries) => {
                    queries.write_all(&[&line[..], b"\n"].concat()).map_err(engine_error)
                }
                None => Err(engine_error("the engine has been closed")),
            }
        })
    }

    /// Waits for the next answer; `None` after the last.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Vec<u8>>> {
        same_process(self.process)?;
        let next = || self.answers.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        Ok(py.detach(next))
    }

    /// Ends the input; what was asked is still answered.
    fn close(&self) {
        self.queries.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
