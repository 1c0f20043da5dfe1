//! Admits only the page that this program has served.
//!
//! Any page in the browser can send requests to this machine, but it cannot choose the headers
//! `Host` and `Origin`, nor guess the token in the URL.

use super::head::Head;

/// What a request must have.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    port: u16,
    token: String,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    /// The request is for another host name: DNS rebinding.
    #[error("expected a request to this machine by the address that `waggle board` prints")]
    Host,
    /// The request comes from another site.
    #[error("expected a request of the page that `waggle board` serves")]
    Origin,
    /// The URL lacks the token of this run.
    #[error("expected the address that `waggle board` has printed, with its token")]
    Token,
}

impl Guard {
    /// A guard of this port, with a random token.
    pub(super) fn new(port: u16) -> Self {
        Self { port, token: format!("{:032x}", rand::random::<u128>()) }
    }

    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request may read the files of the page, which hold no secrets.
    pub(super) fn admits_to_page(&self, head: &Head) -> Result<(), Refusal> {
        let host = head.header("host").unwrap_or_default();
        if self.hosts().any(|known| known == host) { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Whether a request may read about the engine. Same-origin requests have no origin.
    pub(super) fn admits_to_engine(&self, head: &Head) -> Result<(), Refusal> {
        self.admits_to_page(head)?;
        if head.has("origin") && !is_own_origin(head) {
            return Err(Refusal::Origin);
        }
        if head.parameter("token") == Some(&self.token) { Ok(()) } else { Err(Refusal::Token) }
    }

    /// Whether a request may open a session: browsers always send the origin with it.
    pub(super) fn admits_to_session(&self, head: &Head) -> Result<(), Refusal> {
        self.admits_to_engine(head)?;
        if is_own_origin(head) { Ok(()) } else { Err(Refusal::Origin) }
    }

    fn hosts(&self) -> impl Iterator<Item = String> {
        // Browsers leave the usual port out.
        let port = if self.port == 80 { String::new() } else { format!(":{}", self.port) };
        ["127.0.0.1", "localhost"].into_iter().map(move |name| format!("{name}{port}"))
    }
}

/// Whether the request is same-origin.
fn is_own_origin(head: &Head) -> bool {
    let host = head.header("origin").and_then(|origin| origin.strip_prefix("http://"));
    host.is_some() && host == head.header("host")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_port_is_left_out() {
        let hosts = |port| Guard::new(port).hosts().collect::<Vec<_>>();
        assert_eq!(hosts(80), ["127.0.0.1", "localhost"]);
        assert_eq!(hosts(8080), ["127.0.0.1:8080", "localhost:8080"]);
    }
}
