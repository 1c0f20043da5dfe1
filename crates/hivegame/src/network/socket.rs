//! A WebSocket, with TLS except to this machine.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

use super::http::{USER_AGENT, bearer_of};
use super::trust::Trust;
use crate::secret::Secret;
use crate::site::Site;

const CONNECT: Duration = Duration::from_secs(10);
/// How long a call of [`Socket::next`] may wait for a frame.
const GLANCE: Duration = Duration::from_millis(10);
/// The maximum bytes of a frame: all games of a user.
const MAX_FRAME_BYTES: usize = 16 << 20;

trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// A connection to the site.
pub(super) struct Socket(WebSocket<Box<dyn Stream>>);

impl Socket {
    /// Connects, with a personal token if there is one.
    pub(super) fn connect(site: &Site, trust: &Trust, token: Option<&Secret>) -> io::Result<Self> {
        let tcp = connect(site)?;
        tcp.set_nodelay(true)?;
        tcp.set_read_timeout(Some(CONNECT))?;
        tcp.set_write_timeout(Some(CONNECT))?;
        let timer = tcp.try_clone()?;
        let stream: Box<dyn Stream> =
            if site.is_secure { Box::new(with_tls(site, trust, tcp)?) } else { Box::new(tcp) };
        let mut request = site.socket().into_client_request().map_err(io::Error::other)?;
        let agent = USER_AGENT.parse().map_err(io::Error::other)?;
        request.headers_mut().insert("User-Agent", agent);
        if let Some(token) = token {
            let bearer = bearer_of(token).parse().map_err(io::Error::other)?;
            request.headers_mut().insert("Authorization", bearer);
        }
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_FRAME_BYTES))
            .max_frame_size(Some(MAX_FRAME_BYTES));
        let (socket, _) = tungstenite::client::client_with_config(request, stream, Some(config))
            .map_err(|error| match error {
                HandshakeError::Interrupted(_) => io::ErrorKind::TimedOut.into(),
                HandshakeError::Failure(error) => io::Error::other(error),
            })?;
        timer.set_read_timeout(Some(GLANCE))?;
        Ok(Self(socket))
    }

    pub(super) fn send(&mut self, text: String) -> io::Result<()> {
        self.0.send(Message::text(text)).map_err(io::Error::other)
    }

    /// The next text, if there is one within a moment. Pings of the protocol are answered.
    pub(super) fn next(&mut self) -> io::Result<Option<String>> {
        match self.0.read() {
            Ok(Message::Text(text)) => Ok(Some(text.as_str().to_owned())),
            Ok(Message::Close(_)) => Err(io::Error::other("the site closed the connection")),
            Ok(_) => {
                self.0.flush().map_err(io::Error::other)?;
                Ok(None)
            }
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
            {
                Ok(None)
            }
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Closes the connection, if it is still open.
    pub(super) fn close(mut self) {
        let _ = self.0.close(None);
        let _ = self.0.flush();
    }
}

fn connect(site: &Site) -> io::Result<TcpStream> {
    let mut last = io::Error::other(format!("`{}` has no address", site.host));
    for address in (site.host.as_str(), site.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn with_tls(
    site: &Site,
    trust: &Trust,
    tcp: TcpStream,
) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let config = trust.of_socket().map_err(io::Error::other)?;
    let name = ServerName::try_from(site.host.clone()).map_err(io::Error::other)?;
    let client = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
    Ok(StreamOwned::new(client, tcp))
}
