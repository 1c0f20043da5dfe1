//! TLS before a stand-in, with a certificate that no authority has signed.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A listener that carries what is inside TLS to the stand-in at an address.
pub(crate) struct Tls {
    pub(crate) address: String,
    /// How many connections brought something.
    used: Arc<AtomicUsize>,
}

impl Tls {
    pub(crate) fn before(standin: &str) -> Self {
        let certificate = include_bytes!("localhost.pem");
        let certificate = CertificateDer::from_pem_slice(certificate).expect("a certificate");
        let key = include_bytes!("key.pem");
        let key = PrivateKeyDer::from_pem_slice(key).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .expect("they belong together");
        let (config, used) = (Arc::new(config), Arc::new(AtomicUsize::new(0)));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (counter, inside) =
            (Arc::clone(&used), standin.trim_start_matches("http://").to_owned());
        // It ends with the tests.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = ServerConnection::new(Arc::clone(&config)).expect("a server");
                let (inside, used) = (inside.clone(), Arc::clone(&counter));
                thread::spawn(move || carry(StreamOwned::new(server, stream), &inside, &used));
            }
        });
        Self { address: format!("https://localhost:{port}"), used }
    }

    /// How many connections brought something.
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::SeqCst)
    }
}

/// Carries bytes both ways until one side is gone.
fn carry(
    mut outside: StreamOwned<ServerConnection, TcpStream>,
    inside: &str,
    used: &AtomicUsize,
) -> Option<()> {
    while outside.conn.is_handshaking() {
        outside.conn.complete_io(&mut outside.sock).ok()?;
    }
    let mut inside = TcpStream::connect(inside).ok()?;
    for stream in [&outside.sock, &inside] {
        stream.set_nodelay(true).ok()?;
        stream.set_read_timeout(Some(Duration::from_millis(2))).ok()?;
    }
    let mut is_used = false;
    loop {
        if pass(&mut outside, &mut inside)? && !is_used {
            is_used = true;
            used.fetch_add(1, Ordering::SeqCst);
        }
        pass(&mut inside, &mut outside)?;
    }
}

/// Whether there was something to carry; `None` at the end.
fn pass(from: &mut impl Read, to: &mut impl Write) -> Option<bool> {
    let mut bytes = [0; 1 << 14];
    match from.read(&mut bytes) {
        Ok(0) => None,
        Ok(length) => {
            to.write_all(&bytes[..length]).ok()?;
            to.flush().ok()?;
            Some(true)
        }
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Some(false)
        }
        Err(_) => None,
    }
}
